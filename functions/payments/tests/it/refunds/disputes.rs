//! A payment that the payer's bank asks back.

use super::key;
use crate::{App, refusal};
use serde_json::json;

#[tokio::test]
async fn once_a_dispute_is_lost_nothing_can_be_refunded_and_the_words_say_why() {
    let app = App::start().await;
    let order = app.paid_online().await;
    let id = order.order_id.as_str();
    app.test_env.provider.dispute(id).unwrap();
    assert_eq!(app.ask_again(id).await.status, 200);
    let in_part = json!({ "amount": 100, "reason": "Cannot come" });
    assert_eq!(app.refund_with(&key(1), id, &in_part).await.status, 202);

    app.test_env.provider.lose_dispute(id).unwrap();
    assert_eq!(app.ask_again(id).await.status, 200);
    assert_eq!(app.stored(id).await.refundable().get(), 0);
    for amount in [1, 900, 1000] {
        let body = json!({ "amount": amount, "reason": "Cannot come" });
        let refused = app.refund_with(&key(2), id, &body).await;
        assert_eq!(refusal(&refused), (409, "dispute_lost", ""));
        assert!(refused.message().contains("dispute"), "{}", refused.message());
    }
    // The same refund again is the one that was made.
    assert_eq!(app.refund_with(&key(1), id, &in_part).await.status, 202);
    assert_eq!(app.at_provider(&order), (1, 10_000));
    assert_eq!(app.stored(id).await.net().get(), -10_000);
}
