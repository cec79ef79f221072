//! An amount or a currency that is not the order's is never believed, even with a valid signature.

use crate::{App, refusal};
use domain::payment::Order;
use provider_simulator::{PaymentStatus, Shown, WebhookRequest};

async fn assert_flagged(app: &App, order: &Order) {
    let flags = app.flags().await;
    assert_eq!(flags.len(), 1);
    assert_eq!(flags[0].flag.as_str(), "AMOUNT_MISMATCH");
    assert_eq!(flags[0].order_id, order.order_id);
    assert_eq!(flags[0].at, app.test_env.clock.now());
}

#[tokio::test]
async fn a_signed_webhook_with_another_amount_or_currency_is_refused_and_flagged() {
    for (amount, currency, field) in [
        (Some(99_999), None, "data.order.order_amount"),
        (Some(100_001), None, "data.order.order_amount"),
        (Some(100), Some("USD"), "data.order.order_amount"),
        (None, Some("USD"), "data.order.order_currency"),
        (None, Some("inr"), "data.order.order_currency"),
    ] {
        for event in ["PAYMENT_SUCCESS_WEBHOOK", "PAYMENT_FAILED_WEBHOOK"] {
            let app = App::start().await;
            let order = app.open_order().await;
            let id = order.order_id.as_str();
            app.test_env.attempt(id, PaymentStatus::Success);
            let asked = app.asked();
            let request = WebhookRequest {
                amount,
                currency: currency.map(str::to_owned),
                ..WebhookRequest::of(event, id)
            };
            let webhook = app.test_env.provider.webhook(&request);
            for _ in 0..2 {
                let answer = app.deliver(&webhook).await;
                assert_eq!(refusal(&answer), (422, "invalid_field", field));
            }
            assert_eq!(app.test_env.stored(id).await, order, "the order is unchanged");
            assert_eq!(app.asked(), asked);
            assert_flagged(&app, &order).await;

            // The true one is believed anyway.
            assert_eq!(app.deliver_all().await[0].status, 200);
            assert_eq!(app.status(&order).await, "PAID");
        }
    }
}

#[tokio::test]
async fn an_order_that_the_provider_shows_with_another_amount_is_unknown_and_flagged_and_never_paid() {
    for shown in [
        Shown {
            amount: Some(100),
            ..Shown::default()
        },
        Shown {
            currency: Some("USD".to_owned()),
            ..Shown::default()
        },
    ] {
        let app = App::start().await;
        let order = app.open_order().await;
        let id = order.order_id.as_str();
        app.test_env.attempt(id, PaymentStatus::Success);
        app.test_env.provider.show(id, shown).unwrap();
        let webhook = app.test_env.provider.take_webhooks().remove(0);
        for _ in 0..3 {
            assert_eq!(app.deliver(&webhook).await.status, 200);
        }
        assert_eq!(app.status(&order).await, "UNKNOWN");
        assert_eq!(app.count("MAIL").await, 0);
        assert_eq!(app.count("CLAIM").await, 0);
        assert_flagged(&app, &order).await;
    }
}

#[tokio::test]
async fn a_wrong_amount_about_a_paid_order_is_flagged_and_it_stays_paid() {
    let app = App::start().await;
    let order = app.open_order().await;
    let id = order.order_id.as_str();
    app.test_env.attempt(id, PaymentStatus::Success);
    app.deliver_all().await;
    let request = WebhookRequest {
        amount: Some(1),
        ..WebhookRequest::of("PAYMENT_SUCCESS_WEBHOOK", id)
    };
    let answer = app.deliver(&app.test_env.provider.webhook(&request)).await;
    assert_eq!(
        refusal(&answer),
        (422, "invalid_field", "data.order.order_amount")
    );
    assert_eq!(app.status(&order).await, "PAID");
    assert_flagged(&app, &order).await;
}
