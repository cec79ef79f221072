//! One table that does not answer while the others do: the provider has to retry, and nothing paid is lost.

use crate::{App, WEBHOOK};
use provider_simulator::PaymentStatus;
use store::tables::Table;
use test_support::{ALL, Request};

#[tokio::test]
async fn a_webhook_needs_the_registrations_alone_and_is_refused_for_a_retry_without_them() {
    let app = App::start().await;
    let mut orders = Vec::new();
    for number in 0..6 {
        let email = format!("asha{number}@example.com");
        let order = app.test_env.open_order(ALL, &email).await;
        app.test_env
            .attempt(order.order_id.as_str(), PaymentStatus::Success);
        orders.push(order);
    }
    let webhooks = app.test_env.provider.take_webhooks();
    assert_eq!(webhooks.len(), orders.len());
    let request = |number: usize| {
        let webhook = &webhooks[number];
        let mut request = Request::post_raw(WEBHOOK, webhook.body.as_bytes());
        for (name, value) in &webhook.headers {
            request = request.header(name, value.clone());
        }
        request
    };
    app.assert_needs(&[Table::Registrations], request).await;
    for order in &orders {
        assert_eq!(app.status(order).await, "PAID");
        let claims = app.test_env.registrations().claims(&order.claim_key()).await;
        assert!(claims.unwrap().paid());
    }
    assert_eq!(app.count("MAIL").await, orders.len());
}
