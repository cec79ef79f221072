//! The form of an order sent again and again: the provider is asked about it, but not each time.

use crate::{App, order_of, refusal};
use domain::Entropy;
use provider_simulator::{Call, Fault, PaymentStatus};
use serde_json::Value;
use test_support::{Answer, SINGLE, TestEnv, registration};
use time::Duration;

const KEY: &str = "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d10";
const OTHER_KEY: &str = "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d11";

fn form() -> Value {
    registration(SINGLE, "asha@example.com")
}

impl App {
    async fn send_form(&self) -> Answer {
        self.create_with_key(KEY, &form()).await
    }

    fn orders_asked_about(&self) -> u64 {
        self.test_env.provider.calls(Call::GetOrder)
    }
}

#[tokio::test]
async fn the_provider_is_asked_twelve_times_a_minute_and_the_order_is_answered_each_time() {
    let app = App::start().await;
    let first = app.send_form().await;
    order_of(&first);
    for _ in 0..40 {
        assert_eq!(app.send_form().await.json, first.json);
    }
    assert_eq!(app.orders_asked_about(), 12);
    assert_eq!(app.test_env.provider.calls(Call::GetPayments), 12);
    app.test_env.clock.advance(Duration::minutes(1));
    assert_eq!(app.send_form().await.json, first.json);
    assert_eq!(app.orders_asked_about(), 13);
}

/// Each form lets the page that the payment returns to ask at once.
#[tokio::test]
async fn forms_and_pages_by_turns_ask_no_more_than_both() {
    let app = App::start().await;
    let order = order_of(&app.send_form().await);
    for _ in 0..40 {
        order_of(&app.send_form().await);
        assert_eq!(app.status(&order).await.status, 200);
    }
    assert!(
        app.orders_asked_about() <= 12 + 13,
        "{}",
        app.orders_asked_about()
    );
}

#[tokio::test]
async fn who_pays_again_at_once_is_shown_how_that_payment_stands() {
    let app = App::start().await;
    let order = order_of(&app.send_form().await);
    app.test_env
        .attempt(&order, provider_simulator::PaymentStatus::Failed);
    assert_eq!(app.status(&order).await.json["status"], "FAILED");
    order_of(&app.send_form().await);
    app.test_env
        .attempt(&order, provider_simulator::PaymentStatus::Success);
    assert_eq!(app.status(&order).await.json["status"], "PAID");
}

/// A provider that lets all pages together ask three times in a minute.
async fn start_crowded() -> App {
    let test_env = TestEnv::start().await;
    let env = test_env.env_and(&[("PROVIDER_ORDER_READS_PER_MINUTE", "10")]);
    let router = payments::app_with(env, test_env.clock.handle(), Entropy::system()).await;
    App(test_support::App {
        test_env,
        router: router.unwrap(),
    })
}

#[tokio::test]
async fn while_pages_ask_as_often_as_they_may_an_open_order_is_answered_as_it_is_stored() {
    let app = start_crowded().await;
    let first = app.send_form().await;
    order_of(&first);
    for _ in 0..6 {
        assert_eq!(app.send_form().await.json, first.json);
    }
    assert_eq!(app.orders_asked_about(), 3);
}

#[tokio::test]
async fn while_pages_ask_as_often_as_they_may_none_follows_an_order_whose_end_is_not_known() {
    let app = start_crowded().await;
    let first = order_of(&app.send_form().await);
    app.test_env.clock.advance(Duration::minutes(31));
    let other = registration(SINGLE, "binu@example.com");
    for _ in 0..4 {
        order_of(&app.create_with_key(OTHER_KEY, &other).await);
    }
    let unknown = app.send_form().await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (503, "busy"));
    assert_eq!(app.count("ORDER").await, 2);
    app.test_env.clock.advance(Duration::minutes(1));
    assert_ne!(order_of(&app.send_form().await), first);
}

/// The provider answers far fewer questions about attempts than about orders in a minute.
const LIMITED: Fault = Fault::RateLimited { retry_after: 60 };

#[tokio::test]
async fn no_further_order_follows_one_with_an_attempt_that_nobody_could_read() {
    let app = App::start().await;
    let first = order_of(&app.send_form().await);
    app.test_env.clock.advance(Duration::minutes(28));
    let attempt = app.test_env.attempt(&first, PaymentStatus::Pending);
    app.test_env.clock.advance(Duration::minutes(3));
    app.test_env
        .provider
        .fail_always(Some(Call::GetPayments), LIMITED);
    for _ in 0..3 {
        assert_eq!(refusal(&app.send_form().await), (503, "busy", ""));
    }
    assert_eq!(app.count("ORDER").await, 1);

    app.test_env.provider.clear_faults();
    assert_eq!(refusal(&app.send_form().await), (409, "payment_pending", ""));
    app.test_env
        .provider
        .complete(&attempt, PaymentStatus::Failed)
        .unwrap();
    assert_ne!(order_of(&app.send_form().await), first);
}

#[tokio::test]
async fn while_pages_ask_as_often_as_they_may_none_follows_an_expired_order_whose_attempts_nobody_has_read() {
    let app = start_crowded().await;
    let first = order_of(&app.send_form().await);
    app.test_env.clock.advance(Duration::minutes(31));
    app.test_env
        .provider
        .fail_always(Some(Call::GetPayments), LIMITED);
    assert_eq!(app.status(&first).await.json["status"], "EXPIRED");
    let other = registration(SINGLE, "binu@example.com");
    for _ in 0..4 {
        order_of(&app.create_with_key(OTHER_KEY, &other).await);
    }
    assert_eq!(refusal(&app.send_form().await), (503, "busy", ""));
    assert_eq!(app.count("ORDER").await, 2);
    app.test_env.provider.clear_faults();
    app.test_env.clock.advance(Duration::minutes(1));
    assert_ne!(order_of(&app.send_form().await), first);
}
