//! Registering and paying, through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod amounts;
mod ask_again;
mod bodies;
mod bought_again;
mod check_email;
mod choices;
mod closed;
mod corrected;
mod duplicates;
mod idempotency;
mod line;
mod mark_paid;
mod metrics;
mod places;
mod provider_faults;
mod refunds;
mod refused;
mod resend_email;
mod round_trips;
mod rules;
mod sale_window;
mod sent_again;
mod single_tables;
mod start;
mod status;
mod success_email;
mod throttles;
mod validity;

use domain::payment::Order;
use provider_simulator::Call;
use serde_json::Value;
use std::ops::Deref;
use store::tables::Table;
use test_support::{Answer, Request};

const CREATE_ORDER: &str = "/api/payments/create-order";

/// The function in a test environment.
struct App(test_support::App);

impl Deref for App {
    type Target = test_support::App;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl App {
    async fn start() -> Self {
        Self(test_support::App::start(payments::app_with).await)
    }

    async fn get(&self, path: impl Into<String>) -> Answer {
        self.call(Request::get(path)).await
    }

    async fn create(&self, form: &Value) -> Answer {
        self.call(Request::post(CREATE_ORDER, form)).await
    }

    async fn create_with_key(&self, key: &str, form: &Value) -> Answer {
        let request = Request::post(CREATE_ORDER, form).header("Idempotency-Key", key);
        self.call(request).await
    }

    /// Registers, and returns the order's id.
    async fn register(&self, form: &Value) -> String {
        order_of(&self.create(form).await)
    }

    async fn status(&self, order: &str) -> Answer {
        self.get(format!("/api/payments/status/{order}")).await
    }

    /// Sends what must be refused, and checks that it left no trace here or at the provider.
    async fn refused(&self, request: Request) -> Answer {
        let rows = self.test_env.dump(Table::Registrations).await;
        let orders = self.test_env.provider.calls(Call::CreateOrder);
        let answer = self.call(request).await;
        assert!(
            answer.status.is_client_error(),
            "{} {}",
            answer.status,
            answer.json
        );
        assert_eq!(
            self.test_env.dump(Table::Registrations).await,
            rows,
            "{}",
            answer.json
        );
        assert_eq!(
            self.test_env.provider.calls(Call::CreateOrder),
            orders,
            "{}",
            answer.json
        );
        answer
    }

    async fn form_refused(&self, form: &Value) -> Answer {
        self.refused(Request::post(CREATE_ORDER, form)).await
    }

    /// How many items of a kind the table registrations holds.
    async fn count(&self, kind: &str) -> usize {
        let rows = self.test_env.dump(Table::Registrations).await;
        rows.iter().filter(|row| row["kind"] == kind).count()
    }

    async fn stored(&self, order: &str) -> Order {
        self.test_env.stored(order).await
    }
}

/// The order's id of a registration that succeeded.
fn order_of(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["order_id"].as_str().unwrap().to_owned()
}

/// A form with another value.
fn with(form: &Value, name: &str, value: impl Into<Value>) -> Value {
    let mut form = form.clone();
    form[name] = value.into();
    form
}

/// A form without a value.
fn without(form: &Value, name: &str) -> Value {
    let mut form = form.clone();
    form.as_object_mut().unwrap().remove(name);
    form
}

/// Status, code and field of a refusal.
fn refusal(answer: &Answer) -> (u16, &str, &str) {
    (answer.status.as_u16(), answer.code(), answer.field())
}
