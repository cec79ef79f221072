//! The tills through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod close;
mod read;
mod start;

use domain::{payment::Order, registration::PaymentMode, till::Entry};
use store::{
    AuditEntry,
    registrations::{
        claims::CoursesMark,
        paid::{ClaimPolicy, Payment, Recorded, Takings},
        places::PlaceAction,
    },
};
use test_support::{App, SINGLE};

/// The day of the test's clock.
const DAY: &str = "2025-05-20";

async fn start() -> App {
    App::start(till::app_with).await
}

/// Marks a counter payment of Rs 1,000 as paid, by this clerk and mode.
async fn pay(app: &App, clerk: &str, mode: PaymentMode, email: &str) -> Order {
    let order = app.test_env.counter_order(SINGLE, email).await;
    take(
        app,
        &order,
        &Entry::paid(&order, mode.into(), clerk, app.test_env.clock.now()),
    )
    .await;
    order
}

/// Writes an order's payment with an entry of a till.
async fn take(app: &App, order: &Order, entry: &Entry) {
    let act = AuditEntry::new(
        entry.at,
        &domain::Entropy::system(),
        &entry.clerk,
        "payment.mark_paid",
        order.order_id.as_str(),
        serde_json::Value::Null,
        serde_json::Value::Null,
    );
    let env = app.test_env.env();
    let log = store::AuditLog::from_env(&env).unwrap();
    let payment = Payment {
        order,
        method: None,
        at: entry.at,
        claim: &ClaimPolicy::Take(CoursesMark::default()),
        place: PlaceAction::Keep,
        counter: Some(Takings {
            audit: log.table().audit(&act),
            till: log.table().till(entry),
            bulk: None,
        }),
    };
    let recorded = app.test_env.registrations().record_paid(&payment).await;
    assert_eq!(recorded.unwrap(), Recorded::Done);
}
