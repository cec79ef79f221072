//! Registration that the organisers have closed by hand.

use crate::{App, order_of, refusal};
use provider_simulator::Call;
use serde_json::json;
use store::tables::Table;
use test_support::{ALL, Request, SINGLE, registration};
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

/// The file for the accounts is written from what there is when the deletion begins.
#[tokio::test]
async fn no_money_is_taken_or_given_back_once_the_deletion_has_begun() {
    let app = App::start().await;
    let unpaid = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    let paid = app.test_env.paid_order(SINGLE, "binu@example.com").await;
    let job = json!({ "pk": "EVENT", "sk": "CLOSING" });
    app.test_env.put(Table::Registrations, &job).await;
    let before = app.test_env.dump(Table::Registrations).await;
    let mark = Request::put(
        format!("/api/payments/{}/status", unpaid.order_id),
        &json!({ "status": "PAID" }),
    );
    let refund = json!({ "amount": 10, "reason": "Cannot come" });
    let refund = Request::post(format!("/api/payments/{}/refunds", paid.order_id), &refund);
    for request in [mark, refund.header("Idempotency-Key", KEY)] {
        let answer = app.call_as_admin(request).await;
        assert_eq!(refusal(&answer), (409, "deletion_begun", ""));
    }
    assert_eq!(app.test_env.dump(Table::Registrations).await, before);
}
