//! What is counted of webhooks.

use crate::{App, SECRET};
use provider_simulator::PaymentStatus;
use serde_json::json;
use test_support::Log;

#[tokio::test]
async fn a_payment_is_counted_when_it_is_written_and_not_when_its_webhook_is_repeated() {
    let app = App::start().await;
    let order = app.open_order().await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    let webhook = app.test_env.provider.take_webhooks().remove(0);
    let log = Log::start();
    for _ in 0..3 {
        assert_eq!(app.deliver(&webhook).await.status, 200);
    }
    assert_eq!((log.total("PaymentsSettled"), log.total("Requests")), (1, 3));
    assert_eq!(log.total("WebhooksRefused"), 0);
    for personal in [order.order_id.as_str(), "asha", "Asha", "9876543210"] {
        assert!(!log.text().contains(personal), "{}", log.text());
    }
}

#[tokio::test]
async fn a_webhook_that_is_not_believed_is_counted_as_refused() {
    let app = App::start().await;
    let order = app.open_order().await;
    let log = Log::start();
    let other_amount = json!({
        "type": "PAYMENT_SUCCESS_WEBHOOK",
        "data": {
            "order": { "order_id": order.order_id.as_str(), "order_amount": 1.00, "order_currency": "INR" },
            "payment": { "cf_payment_id": "1", "payment_status": "SUCCESS", "payment_amount": 1.00 },
        },
    });
    let refused = [
        app.deliver_signed("another-secret", b"{}").await,
        app.post([], b"{}").await,
        app.deliver_signed(SECRET, b"[]").await,
        app.deliver_signed(SECRET, other_amount.to_string().as_bytes())
            .await,
    ];
    let statuses = refused.map(|answer| answer.status.as_u16());
    assert_eq!(statuses, [401, 401, 422, 422]);
    assert_eq!((log.total("WebhooksRefused"), log.total("Errors")), (4, 0));
    // The answer is the same; whoever looks for the fault is told which it is.
    let causes: Vec<_> = log
        .invocations()
        .iter()
        .map(|line| line["cause"].clone())
        .collect();
    assert_eq!(causes[0], "the webhook's signature is not the provider's");
    assert_eq!(causes[1], "a header of the signature is missing, or is not text");
}
