//! Candidates through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod amend;
mod costs;
mod doors;
mod exams;
mod file;
mod filters;
mod list;
mod paid;
mod paid_twice;
mod register;
mod search;
mod similar;
mod single_tables;
mod start;

use domain::CustomerId;
use serde_json::{Value, json};
use store::read_model::{Course, RowFilter};
use test_support::{App, COLLEGE, COURSE, SINGLE};

const CUSTOMERS: &str = "/api/customers";

async fn start() -> App {
    App::start(customers::app_with).await
}

/// A registration for one exam, as the form of the counter sends it.
fn form(email: &str) -> Value {
    json!({
        "name": "Asha Rao",
        "email": email,
        "phone": "9876543210",
        "exam_preference": "Offline",
        "payment_mode": "cash",
        "order_amount": 1000,
        "packageId": SINGLE,
        "collegeId": COLLEGE,
        "course_category": COURSE,
        "type": "specificCollege",
    })
}

/// Projects everybody, as the stream does.
async fn project_everybody(app: &App) {
    for known in app.test_env.everybody().await {
        let id = CustomerId::parse(&known.customer_id).unwrap();
        assert!(
            app.test_env
                .registrations()
                .project(&[id], app.test_env.clock.now())
                .await
                .is_empty()
        );
    }
}

/// The query parameters of a filter.
fn parameters(filter: &RowFilter) -> String {
    let mut text = String::new();
    if let Some(status) = filter.status {
        text += &format!("&status={status}");
    }
    if let Some(mode) = filter.payment_mode {
        text += &format!("&payment_mode={}", mode.as_str());
    }
    if let Some(course) = &filter.course {
        text += &format!("&course_category={}", Course::as_str(course));
    }
    text
}
