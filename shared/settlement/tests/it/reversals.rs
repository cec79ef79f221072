//! Refunds that the provider reports.

use crate::App;
use domain::{
    AttentionKind,
    payment::{Change, RefundEvent, RefundId, RefundState},
};
use provider_simulator::PaymentStatus;
use test_support::SINGLE;

/// An administrator may have given the money back another way meanwhile.
#[tokio::test]
async fn a_refund_that_goes_through_after_it_had_failed_is_flagged() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.attempt(id, PaymentStatus::Success);
    let paid = app.settle(&order).await;
    app.test_env.provider.refund(id).unwrap();
    let provider = app.test_env.provider.export();
    let refund_id = provider["orders"][id]["refunds"][0]["refund_id"]
        .as_str()
        .unwrap();
    let refund_id = RefundId::parse(refund_id).unwrap();
    let requested = Change::RefundRequested {
        refund_id: refund_id.clone(),
        amount: paid.amount,
        reason: "Cannot come".to_owned(),
        by: "meera".to_owned(),
        mode: None,
    };
    let failed = Change::RefundReported {
        refund_id: refund_id.clone(),
        amount: None,
        event: RefundEvent::Failed,
    };
    app.test_env.change_paid(&paid, requested).await;
    let paid = app.test_env.change_paid(&paid, failed).await;
    assert!(app.test_env.flags().await.is_empty());

    app.settlement.find_reversals(&paid, None).await.unwrap();
    let state = app.stored(&order).await.refund(&refund_id).unwrap().state;
    assert_eq!(state, RefundState::Success);
    let [flag] = app.test_env.flags().await.try_into().unwrap();
    assert_eq!(flag.flag, AttentionKind::RefundFailed);
    assert!(flag.note.contains("went through after all"), "{}", flag.note);
    // It is said once.
    app.test_env.clear_flag(&flag).await;
    let order = app.stored(&order).await;
    app.settlement.find_reversals(&order, None).await.unwrap();
    assert!(app.test_env.flags().await.is_empty());
}
