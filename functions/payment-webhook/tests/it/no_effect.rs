//! Webhooks that change nothing: not confirmed, not to be processed just now, or about no order of ours.

use crate::{App, SECRET, assert_taken, refusal};
use provider_simulator::{Fault, PaymentStatus};
use test_support::{Fault as DatabaseFault, SINGLE};

#[tokio::test]
async fn a_success_that_the_provider_itself_does_not_show_is_not_believed() {
    let app = App::start().await;
    let order = app.open_order().await;
    let answer = app.tell("PAYMENT_SUCCESS_WEBHOOK", order.order_id.as_str()).await;
    assert_eq!(refusal(&answer), (502, "not_confirmed", ""));
    assert_eq!(app.status(&order).await, "ACTIVE");
    assert_eq!(app.count("MAIL").await, 0);
}

#[tokio::test]
async fn while_the_provider_cannot_be_asked_its_webhook_is_refused_for_a_retry() {
    let app = App::start().await;
    let order = app.open_order().await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    let webhook = app.test_env.provider.take_webhooks().remove(0);
    let rows = app.rows().await;
    for fault in [
        Fault::Status { status: 500 },
        Fault::Status { status: 503 },
        Fault::Status { status: 401 },
        Fault::RateLimited { retry_after: 60 },
        Fault::Drop,
        Fault::Junk,
    ] {
        app.test_env.provider.fail_always(None, fault);
        let answer = app.deliver(&webhook).await;
        assert_eq!(refusal(&answer), (502, "not_confirmed", ""), "{fault:?}");
        app.test_env.provider.clear_faults();
    }
    assert_eq!(app.rows().await, rows);
    assert_taken(&app.deliver(&webhook).await, "The order is paid");
}

#[tokio::test]
async fn while_the_database_is_down_a_webhook_is_refused_for_a_retry() {
    let app = App::start().await;
    let order = app.open_order().await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    let webhook = app.test_env.provider.take_webhooks().remove(0);
    app.test_env.database.set(DatabaseFault::CrashBefore(0));
    assert_eq!(app.deliver(&webhook).await.status, 502);
    app.test_env.database.set(DatabaseFault::None);
    assert_eq!(app.status(&order).await, "ACTIVE");
    assert_taken(&app.deliver(&webhook).await, "The order is paid");
}

#[tokio::test]
async fn an_event_about_an_unknown_order_is_accepted_and_changes_nothing() {
    let app = App::start().await;
    let order = app.open_order().await;
    let counter = app.test_env.counter_order(SINGLE, "binu@example.com").await;
    let (rows, asked) = (app.rows().await, app.asked());
    for event in [
        "PAYMENT_SUCCESS_WEBHOOK",
        "PAYMENT_FAILED_WEBHOOK",
        "REFUND_STATUS_WEBHOOK",
        "AUTO_REFUND_STATUS_WEBHOOK",
        "DISPUTE_CREATED",
    ] {
        for id in [
            "C0123456789A-0123456789ABCDEFGHJK",
            "order_OFR_2",
            "a b c",
            "ab",
            "../../x",
            "ORDER#x",
            &"a".repeat(46),
            &"a".repeat(3000),
            // The provider knows nothing of a payment at the counter.
            counter.order_id.as_str(),
        ] {
            assert_taken(&app.tell(event, id).await, "Nothing to do");
        }
    }
    for event in ["WEBHOOK", "VENDOR_STATUS_WEBHOOK", "SOMETHING_NEW", ""] {
        assert_taken(&app.tell(event, order.order_id.as_str()).await, "Nothing to do");
    }
    for body in [
        "{}",
        r#"{"type":null}"#,
        r#"{"type":7,"data":[]}"#,
        r#"{"type":"PAYMENT_SUCCESS_WEBHOOK"}"#,
        r#"{"type":"PAYMENT_SUCCESS_WEBHOOK","data":{"order":null}}"#,
        r#"{"type":"PAYMENT_SUCCESS_WEBHOOK","data":{"order":{"order_id":["x"]}}}"#,
    ] {
        let answer = app.deliver_signed(SECRET, body.as_bytes()).await;
        assert_taken(&answer, "Nothing to do");
    }
    assert_eq!(app.rows().await, rows);
    assert_eq!(app.asked(), asked);
}
