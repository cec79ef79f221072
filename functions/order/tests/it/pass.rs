//! Who gets a pass, and what it shows.

use domain::{
    IndianPhone,
    payment::{AttemptState, Order, Status},
};
use serde_json::json;
use std::ops::Deref;
use store::{
    registrations::{Write, settle::Unpaid},
    tables::Table,
};
use test_support::{ALL, Answer, Fault, Request, SINGLE};

struct App(test_support::App);

impl Deref for App {
    type Target = test_support::App;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl App {
    async fn start() -> Self {
        Self(test_support::App::start(order::app_with).await)
    }

    async fn pass(&self, order: &str) -> Answer {
        self.call(Request::get(format!("/api/order/{order}"))).await
    }

    /// An order of this status that is not PAID.
    async fn order_that_is(&self, status: Status) -> Order {
        let order = self.test_env.written_order(SINGLE, "asha@example.com").await;
        let change = Unpaid {
            status,
            attempt: AttemptState::None,
            session: None,
            closed_at: None,
            due: None,
        };
        let written = self.test_env.registrations().record_unpaid(&order, &change).await;
        assert_eq!(written.unwrap(), Write::Done);
        order
    }
}

fn assert_no_pass(answer: &Answer) {
    assert_eq!((answer.status.as_u16(), answer.code()), (404, "not_found"));
    assert_eq!(answer.message(), "There is no pass for this order.");
}

#[tokio::test]
async fn a_paid_order_has_a_pass_with_its_person_and_nothing_else() {
    let app = App::start().await;
    for (package, email) in [(SINGLE, "asha@example.com"), (ALL, "asha.rao@example.com")] {
        let order = app.test_env.paid_order(package, email).await;
        let answer = app.pass(order.order_id.as_str()).await;
        assert_eq!(answer.status, 200);
        assert_eq!(
            answer.json,
            json!({
                "order_id": order.order_id.as_str(),
                "name": "Asha Rao",
                "email": email,
                "phone": "9876543210",
            })
        );
        assert_eq!(answer.headers["cache-control"], "no-store");
    }
}

#[tokio::test]
async fn a_second_phone_is_shown_when_there_is_one() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let rows = app.test_env.dump(Table::Registrations).await;
    let row = rows.iter().find(|row| row["kind"] == "ORDER").unwrap();
    let mut row = row.clone();
    row["person"]["phone2"] = json!(IndianPhone::parse("9876543211").unwrap());
    app.test_env.put(Table::Registrations, &row).await;
    let answer = app.pass(order.order_id.as_str()).await;
    assert_eq!(answer.json["phone2"], "9876543211");
}

#[tokio::test]
async fn only_a_paid_order_has_a_pass_and_an_unpaid_one_looks_like_an_unknown_one() {
    let app = App::start().await;
    for status in Status::ALL.into_iter().filter(|status| *status != Status::Paid) {
        let order = app.order_that_is(status).await;
        assert_no_pass(&app.pass(order.order_id.as_str()).await);
    }
    let counter = app.test_env.counter_order(ALL, "binu@example.com").await;
    assert_no_pass(&app.pass(counter.order_id.as_str()).await);
    app.test_env.record_paid(&counter).await;
    assert_eq!(app.pass(counter.order_id.as_str()).await.status, 200);

    let paid = app.test_env.paid_order(SINGLE, "chandra@example.com").await;
    let id = paid.order_id.as_str();
    let guessed = format!("{}Z", &id[..id.len() - 1]);
    for unknown in [
        "C0123456789A-0123456789ABCDEFGHJK",
        &guessed,
        paid.customer_id.as_str(),
    ] {
        assert_no_pass(&app.pass(unknown).await);
    }
}

#[tokio::test]
async fn an_invalid_id_is_refused() {
    let app = App::start().await;
    for id in [
        "ab",
        &"a".repeat(46),
        "a%20b",
        "a%2F..%2Fb",
        "%E0%B4%95%E0%B4%95",
        "%FF%FE%FD",
        "abc%00",
    ] {
        let answer = app.pass(id).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code(), answer.field()),
            (422, "invalid_field", "order_id"),
            "{id}"
        );
    }
}

#[tokio::test]
async fn a_pass_is_one_request_to_the_database() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.database.set(Fault::None);
    assert_eq!(app.pass(order.order_id.as_str()).await.status, 200);
    assert_eq!(app.test_env.database.requests(), 1);
}

#[tokio::test]
async fn looking_at_a_pass_changes_nothing() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let before = app.test_env.dump(Table::Registrations).await;
    app.pass(order.order_id.as_str()).await;
    assert_eq!(app.test_env.dump(Table::Registrations).await, before);
}
