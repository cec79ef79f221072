//! Nobody pays twice for the same.

use crate::{App, order_of, refusal, with};
use provider_simulator::PaymentStatus;
use serde_json::Value;
use test_support::{ALL, COURSE, Fault, OTHER_COLLEGE, OTHER_COURSE, Request, SINGLE, registration};
use time::Duration;

const ALREADY_PAID: &str =
    "This email has already made a successful payment for the same course in same college";

pub(crate) async fn assert_already_paid(app: &App, form: &Value) {
    let answer = app.form_refused(form).await;
    assert_eq!(refusal(&answer), (409, "already_paid", ""), "{form}");
    assert_eq!(answer.message(), ALREADY_PAID);
}

/// Registers and pays, as the return page finds out.
pub(crate) async fn register_and_pay(app: &App, form: &Value) -> String {
    let order = app.register(form).await;
    app.test_env.attempt(&order, PaymentStatus::Success);
    app.test_env.clock.advance(Duration::seconds(6));
    assert_eq!(app.status(&order).await.json["status"], "PAID");
    order
}

fn other_course(email: &str) -> Value {
    let form = with(&registration(SINGLE, email), "collegeId", OTHER_COLLEGE);
    with(&form, "course_category", OTHER_COURSE)
}

#[tokio::test]
async fn a_paid_course_cannot_be_paid_for_again_by_the_same_address() {
    let app = App::start().await;
    register_and_pay(&app, &registration(SINGLE, "asha@example.com")).await;
    for email in ["asha@example.com", " ASHA@Example.com "] {
        assert_already_paid(&app, &registration(SINGLE, email)).await;
    }
}

#[tokio::test]
async fn a_paid_course_blocks_nothing_else() {
    let app = App::start().await;
    register_and_pay(&app, &registration(SINGLE, "asha@example.com")).await;
    app.register(&other_course("asha@example.com")).await;
    let same_college = with(
        &registration(SINGLE, "asha@example.com"),
        "course_category",
        "backwater-bsc",
    );
    app.register(&same_college).await;
    app.register(&registration(ALL, "asha@example.com")).await;
    app.register(&registration(SINGLE, "binu@example.com")).await;
}

#[tokio::test]
async fn a_paid_package_for_all_colleges_covers_every_course() {
    let app = App::start().await;
    register_and_pay(&app, &registration(ALL, "asha@example.com")).await;
    assert_already_paid(&app, &registration(ALL, "asha@example.com")).await;
    assert_already_paid(&app, &registration(SINGLE, "asha@example.com")).await;
    assert_already_paid(&app, &other_course("asha@example.com")).await;
    app.register(&registration(SINGLE, "binu@example.com")).await;
}

#[tokio::test]
async fn an_unpaid_order_blocks_nothing() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let first = app.register(&form).await;
    app.test_env.attempt(&first, PaymentStatus::Failed);
    let second = app.register(&form).await;
    // No order is ever looked up by the address: each is its own registration.
    assert_ne!(first, second);
    assert_ne!(
        app.stored(&first).await.customer_id,
        app.stored(&second).await.customer_id
    );
    assert_eq!(app.count("CANDIDATE").await, 2);
}

#[tokio::test]
async fn an_open_registration_at_the_counter_does_not_block_an_online_one_and_a_paid_one_does() {
    let app = App::start().await;
    let counter = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    order_of(&app.create(&registration(SINGLE, "asha@example.com")).await);
    app.test_env.record_paid(&counter).await;
    assert_already_paid(&app, &registration(SINGLE, "asha@example.com")).await;
    assert_eq!(counter.selection.exam_name(), "BCA Entrance", "{COURSE}");
}

#[tokio::test]
async fn claims_that_a_throttled_table_leaves_unprocessed_are_asked_for_again() {
    let app = App::start().await;
    register_and_pay(&app, &registration(SINGLE, "asha@example.com")).await;
    let form = registration(SINGLE, "asha@example.com");
    let check =
        "/api/payments/check-email?email=asha@example.com&collegeId=backwater&course_category=backwater-bca";
    app.test_env.database.set(Fault::Unprocessed(2));
    assert_eq!(app.call(Request::get(check)).await.json["isPaid"], true);
    app.test_env.database.set(Fault::Unprocessed(2));
    assert_eq!(refusal(&app.create(&form).await), (409, "already_paid", ""));
}

#[tokio::test]
async fn claims_that_stay_unprocessed_are_an_error_and_never_treated_as_absent() {
    let app = App::start().await;
    register_and_pay(&app, &registration(SINGLE, "asha@example.com")).await;
    let form = registration(SINGLE, "asha@example.com");
    let check =
        "/api/payments/check-email?email=asha@example.com&collegeId=backwater&course_category=backwater-bca";
    app.test_env.database.set(Fault::Unprocessed(u64::MAX));
    assert_eq!(app.call(Request::get(check)).await.status, 500);
    assert_eq!(app.create(&form).await.status, 500);
    app.test_env.database.set(Fault::None);
    assert_eq!(app.count("ORDER").await, 1);
}
