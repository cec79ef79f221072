//! The provider refuses, is slow or is not heard, or the function dies: one refund comes of it, or none.

use super::KEY;
use crate::App;
use domain::payment::{PassValidity, RefundState};
use provider_simulator::{Call, Fault};
use serde_json::json;
use test_support::{Fault as DatabaseFault, Request, SINGLE};

#[tokio::test]
async fn an_answer_that_is_lost_leaves_the_refund_requested_and_due_and_the_key_does_not_repeat_it() {
    for fault in [
        Fault::Drop,
        Fault::DropAfterCommit,
        Fault::Timeout,
        Fault::TimeoutAfterCommit,
        Fault::Status { status: 503 },
        Fault::StatusAfterCommit { status: 502 },
        Fault::RateLimited { retry_after: 60 },
        Fault::Junk,
    ] {
        let app = App::start().await;
        let order = app.paid_online().await;
        let id = order.order_id.as_str();
        app.test_env.provider.fail_next(Some(Call::CreateRefund), fault);
        let answer = app.refund(id, 1000).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json["status"]),
            (202, &json!("REQUESTED"))
        );
        let stored = app.stored(id).await;
        assert_eq!(stored.refunds[0].state, RefundState::Requested, "{fault:?}");
        assert_eq!(stored.validity(), Some(PassValidity::Valid));
        assert_eq!(stored.refundable().get(), 0);
        assert!(app.refund_is_due().await, "{fault:?}");
        let again = app.refund(id, 1000).await;
        assert_eq!(again.status, 202, "{fault:?}");
        assert_eq!(app.at_provider(&order).0, 1, "{fault:?}");
    }
}

#[tokio::test]
async fn a_crash_at_any_write_of_a_request_leaves_one_refund_after_a_retry_under_its_key() {
    for writes in 0..3 {
        for crash in [
            DatabaseFault::CrashBefore(writes),
            DatabaseFault::CrashAfter(writes),
        ] {
            let app = App::start().await;
            let order = app.paid_online().await;
            let id = order.order_id.as_str();
            let token = app.test_env.admin_token().await;
            app.test_env.database.set(crash);
            let path = format!("/api/payments/{id}/refunds");
            let body = json!({ "amount": 1000, "reason": "Cannot come" });
            let request = Request::post(path, &body).bearer(&token);
            app.call(request.header("Idempotency-Key", KEY)).await;
            app.test_env.database.set(DatabaseFault::None);
            let again = app.refund(id, 1000).await;
            assert_eq!(again.status, 202, "{crash:?}: {}", again.json);
            assert_eq!(app.at_provider(&order), (1, 100_000), "{crash:?}");
            assert_eq!(app.stored(id).await.refunds.len(), 1, "{crash:?}");
            assert_eq!(app.refund_entries().await.len(), 1, "{crash:?}");
        }
    }
}

#[tokio::test]
async fn a_refund_that_the_provider_refuses_has_failed_frees_its_amount_and_is_flagged() {
    let app = App::start().await;
    // Paid here, and unknown to the provider.
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    let answer = app.refund(id, 1000).await;
    assert_eq!(answer.json["status"], "FAILED");
    let stored = app.stored(id).await;
    assert_eq!(stored.refundable(), order.amount);
    assert_eq!(stored.validity(), Some(PassValidity::Valid));
    assert!(!app.refund_is_due().await);
    let flags = app.test_env.flags().await;
    assert_eq!(flags[0].flag.as_str(), "REFUND_FAILED");
    assert!(flags[0].note.contains("order_not_found"), "{}", flags[0].note);
}

#[tokio::test]
async fn a_refund_under_way_is_pending_and_asking_again_finds_its_end() {
    let app = App::start().await;
    let order = app.paid_online().await;
    let id = order.order_id.as_str();
    // The sandbox's word for a refund that takes its time.
    let body = json!({ "amount": 1000, "reason": "PENDING" });
    assert_eq!(app.refund_with(KEY, id, &body).await.json["status"], "PENDING");
    assert!(app.refund_is_due().await);
    assert_eq!(app.stored(id).await.validity(), Some(PassValidity::Valid));
    app.test_env.provider.finish_refunds(id, true).unwrap();
    let token = app.test_env.admin_token().await;
    let path = format!("/api/payments/{id}/ask-again");
    let answer = app.call(Request::post_raw(path, "").bearer(&token)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["reversals"][0]["new"], false);
    assert_eq!(app.stored(id).await.validity(), Some(PassValidity::Withdrawn));
    assert!(app.test_env.flags().await.is_empty());
    assert!(!app.refund_is_due().await);
}
