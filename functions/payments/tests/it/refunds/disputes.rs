//! A payment that the payer's bank asks back.

use super::key;
use crate::{App, refusal};
use domain::payment::{Change, DisputeReport, DisputeState, Order};
use provider_simulator::{Call, Fault};
use serde_json::json;

impl App {
    /// Notes that the bank has taken the money of an order back, without a question to the provider.
    async fn lose(&self, order: &Order) {
        let lost = DisputeReport {
            id: "433475258".to_owned(),
            state: DisputeState::Lost,
            word: "CHARGEBACK_MERCHANT_LOST".to_owned(),
            amount: Some(order.amount),
            updated_at: None,
        };
        let stored = self.stored(order.order_id.as_str()).await;
        self.test_env
            .change_paid(&stored, Change::DisputeReported(lost))
            .await;
    }
}

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

/// The payer would have the money twice.
#[tokio::test]
async fn a_refund_that_the_provider_does_not_have_is_not_made_by_its_key_once_a_dispute_is_lost() {
    let app = App::start().await;
    let order = app.paid_online().await;
    let id = order.order_id.as_str();
    let busy = Fault::RateLimited { retry_after: 60 };
    app.test_env.provider.fail_next(Some(Call::CreateRefund), busy);
    assert_eq!(app.refund(id, 1000).await.json["status"], "REQUESTED");
    app.lose(&order).await;
    // While the provider does not say whether it has it, it is neither made nor called failed.
    let down = Fault::Status { status: 503 };
    app.test_env.provider.fail_always(Some(Call::Refunds), down);
    assert_eq!(app.refund(id, 1000).await.json["status"], "REQUESTED");
    assert!(app.refund_is_due().await);
    app.test_env.provider.clear_faults();
    for _ in 0..2 {
        assert_eq!(app.refund(id, 1000).await.json["status"], "FAILED");
    }
    assert_eq!(app.at_provider(&order), (0, 0));
    assert_eq!(app.stored(id).await.net().get(), 0);
    assert!(!app.refund_is_due().await);
    let flags = app.test_env.flags().await;
    let [flag] = &flags[..] else {
        panic!("one flag: {flags:?}")
    };
    assert!(flag.note.contains("a dispute was lost"), "{}", flag.note);
}

#[tokio::test]
async fn a_refund_that_the_provider_has_is_not_called_failed_by_its_key_once_a_dispute_is_lost() {
    let app = App::start().await;
    let order = app.paid_online().await;
    let id = order.order_id.as_str();
    app.test_env
        .provider
        .fail_next(Some(Call::CreateRefund), Fault::DropAfterCommit);
    assert_eq!(app.refund(id, 1000).await.json["status"], "REQUESTED");
    app.lose(&order).await;
    assert_eq!(app.refund(id, 1000).await.json["status"], "SUCCESS");
    assert_eq!(app.at_provider(&order), (1, 100_000));
    assert_eq!(app.stored(id).await.net().get(), -100_000);
}
