//! One table that does not answer while the others do: the right status, and nothing half-written.

use crate::App;
use domain::payment::Status;
use provider_simulator::PaymentStatus;
use serde_json::json;
use store::tables::Table;
use test_support::{ALL, Fault, Request, registration};
use time::Duration;

const CHECK: &str = "/api/payments/check-email?email=asha@example.com&packageId=all-inclusive";

/// Asks while each table is down in turn. `answers` gives the status for each table; a failure changes nothing.
async fn assert_with_each_table_down(app: &App, request: impl Fn() -> Request, answers: [(Table, u16); 5]) {
    for (table, expected) in answers {
        let before = app.but_throttles().await;
        app.test_env.database.set(Fault::TableDown(table));
        let token = app.test_env.admin_token().await;
        let answer = app.call(request().bearer(&token)).await;
        app.test_env.database.set(Fault::None);
        assert_eq!(answer.status, expected, "{table:?}: {}", answer.json);
        if expected >= 500 {
            assert_eq!(answer.code(), "internal_error", "{table:?}");
            assert_eq!(app.but_throttles().await, before, "{table:?}");
        }
    }
}

#[tokio::test]
async fn create_order_needs_catalogue_and_registrations_alone() {
    let app = App::start().await;
    let form = registration(ALL, "asha@example.com");
    assert_with_each_table_down(
        &app,
        || Request::post("/api/payments/create-order", &form),
        [
            (Table::Catalogue, 500),
            (Table::Registrations, 500),
            (Table::Access, 200),
            (Table::Admin, 200),
            (Table::Content, 200),
        ],
    )
    .await;
}

#[tokio::test]
async fn check_email_needs_the_registrations_alone() {
    let app = App::start().await;
    assert_with_each_table_down(
        &app,
        || Request::get(CHECK),
        [
            (Table::Registrations, 500),
            (Table::Catalogue, 200),
            (Table::Access, 200),
            (Table::Admin, 200),
            (Table::Content, 200),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_payment_is_marked_with_its_audit_entry_by_a_session_that_was_checked_or_not_at_all() {
    let app = App::start().await;
    let order = app.test_env.counter_order(ALL, "asha@example.com").await;
    let path = format!("/api/payments/{}/status", order.order_id.as_str());
    let mark = || Request::put(&path, &json!({ "status": "PAID" }));
    assert_with_each_table_down(
        &app,
        mark,
        [
            (Table::Registrations, 500),
            // Not 401, which would sign the clerk out.
            (Table::Access, 500),
            (Table::Admin, 500),
            (Table::Catalogue, 200),
            // By now it is paid.
            (Table::Content, 409),
        ],
    )
    .await;
}

#[tokio::test]
async fn the_status_needs_the_registrations_alone_and_loses_no_payment_that_it_could_not_write() {
    let app = App::start().await;
    let mut orders = Vec::new();
    for number in 0..6 {
        let email = format!("asha{number}@example.com");
        let order = app.register(&registration(ALL, &email)).await;
        app.test_env.attempt(&order, PaymentStatus::Success);
        orders.push(order);
    }
    app.test_env.clock.advance(Duration::seconds(5));
    let request = |number: usize| Request::get(format!("/api/payments/status/{}", orders[number]));
    let answer = app.assert_needs(&[Table::Registrations], request).await;
    assert_eq!(answer.json["status"], "PAID");
    for order in &orders {
        assert_eq!(app.stored(order).await.status, Status::Paid);
    }
    assert_eq!(app.count("MAIL").await, orders.len());
}
