//! Registration that the organisers have closed by hand.

use crate::{App, order_of, refusal};
use provider_simulator::Call;
use serde_json::json;
use store::tables::Table;
use test_support::{ALL, SINGLE, registration};
use time::Duration;

const KEY: &str = "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d10";

impl App {
    async fn close_registration(&self) {
        let closed = json!({
            "pk": "EVENT", "sk": "REGISTRATION_CLOSED", "at": "2025-05-20T04:30:00Z", "by": "asha",
        });
        self.test_env.put(Table::Registrations, &closed).await;
    }
}

#[tokio::test]
async fn nobody_registers_any_more_and_nobody_waits_for_it() {
    let app = App::start().await;
    app.close_registration().await;
    for package in [ALL, SINGLE] {
        let form = registration(package, "asha@example.com");
        let answer = app.create(&form).await;
        assert_eq!(refusal(&answer), (409, "registration_closed", ""));
        assert_eq!(answer.message(), "Registration has closed");
        assert_eq!(app.create_with_key(KEY, &form).await.status, 409);
    }
    assert_eq!(app.count("CANDIDATE").await, 0);
    assert_eq!(app.test_env.provider.calls(Call::CreateOrder), 0);
}

#[tokio::test]
async fn an_order_that_is_open_already_can_still_be_paid() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let before = app.create_with_key(KEY, &form).await;
    app.close_registration().await;
    let after = app.create_with_key(KEY, &form).await;
    assert_eq!(order_of(&after), order_of(&before));
    assert_eq!(app.count("ORDER").await, 1);
}

#[tokio::test]
async fn an_order_that_has_expired_is_not_begun_anew() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    app.create_with_key(KEY, &form).await;
    app.test_env.clock.advance(Duration::minutes(31));
    app.close_registration().await;
    let answer = app.create_with_key(KEY, &form).await;
    assert_eq!(refusal(&answer), (409, "registration_closed", ""));
    assert_eq!(app.count("ORDER").await, 1);
}
