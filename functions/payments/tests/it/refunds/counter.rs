//! What was paid at the counter goes back there, and the tills have it.

use super::key;
use crate::{App, refusal};
use domain::payment::PassValidity;
use provider_simulator::Call;
use serde_json::{Value, json};
use test_support::SINGLE;

#[tokio::test]
async fn a_payment_at_the_counter_is_paid_back_by_the_mode_it_was_paid_without_the_provider() {
    let app = App::start().await;
    let order = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    assert_eq!(refusal(&app.refund(id, 1000).await), (409, "not_paid", ""));
    app.test_env.record_paid(&app.stored(id).await).await;
    let answer = app.refund(id, 1000).await;
    assert_eq!(answer.json["status"], "SUCCESS");
    let stored = app.stored(id).await;
    assert_eq!(stored.net().get(), 0);
    assert_eq!(stored.validity(), Some(PassValidity::Withdrawn));
    assert_eq!(app.test_env.provider.calls(Call::CreateRefund), 0);
    assert!(!app.refund_is_due().await);
    let registrations = app.test_env.registrations();
    let candidate = registrations
        .registered(&order.customer_id)
        .await
        .unwrap()
        .unwrap();
    let paid_by = candidate.payment_mode;
    assert_eq!(stored.refunds[0].mode, Some(paid_by.clone()));
    let paid_back = app.paid_back().await;
    assert_eq!(
        paid_back,
        [json!({ "amount": -100_000, "mode": paid_by, "clerk": "admin" })]
    );
}

#[tokio::test]
async fn the_till_has_each_part_by_the_mode_that_it_went_back_by() {
    let app = App::start().await;
    let order = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.record_paid(&app.stored(id).await).await;
    for (number, mode) in ["cash", "card", "upi"].into_iter().enumerate() {
        let body = json!({ "amount": 100, "reason": "One exam less", "mode": mode });
        assert_eq!(
            app.refund_with(&key(number), id, &body).await.status,
            202,
            "{mode}"
        );
    }
    let mut modes: Vec<Value> = app
        .paid_back()
        .await
        .iter()
        .map(|entry| entry["mode"].clone())
        .collect();
    modes.sort_by_key(Value::to_string);
    assert_eq!(modes, ["card", "cash", "upi"]);

    let other = json!({ "amount": 100, "reason": "One exam less", "mode": "upi" });
    let reused = app.refund_with(&key(0), id, &other).await;
    assert_eq!(
        refusal(&reused),
        (422, "idempotency_key_reused", "Idempotency-Key")
    );
    assert_eq!(app.stored(id).await.refunds.len(), 3);
}
