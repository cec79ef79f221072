//! Whether an address is registered already.

use crate::{App, refusal};
use serde_json::{Value, json};
use test_support::{ALL, COLLEGE, COURSE, OTHER_COLLEGE, OTHER_COURSE, Request, SINGLE};

fn course(email: &str, college: &str, course: &str) -> String {
    format!("/api/payments/check-email?email={email}&course_category={course}&collegeId={college}")
}

fn all_colleges(email: &str) -> String {
    format!("/api/payments/check-email?email={email}")
}

fn package(email: &str) -> String {
    format!("/api/payments/check-email?email={email}&packageId={ALL}")
}

fn known(exists: bool, is_paid: bool) -> Value {
    json!({ "exists": exists, "isPaid": is_paid })
}

#[tokio::test]
async fn nothing_is_known_of_an_address_that_has_not_paid() {
    let app = App::start().await;
    app.test_env.open_order(SINGLE, "asha@example.com").await;
    for path in [
        course("asha@example.com", COLLEGE, COURSE),
        package("asha@example.com"),
        course("nobody@example.com", COLLEGE, COURSE),
        all_colleges("asha@example.com"),
    ] {
        let answer = app.get(&path).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json, known(false, false), "{path}");
        assert_eq!(answer.headers["cache-control"], "no-store");
    }
}

#[tokio::test]
async fn a_paid_course_is_known_by_its_address_in_any_case_and_by_nothing_else() {
    let app = App::start().await;
    app.test_env.paid_order(SINGLE, "asha@example.com").await;
    for email in ["asha@example.com", "ASHA@Example.com", "%20asha@example.com%20"] {
        assert_eq!(
            app.get(course(email, COLLEGE, COURSE)).await.json,
            known(true, true)
        );
    }
    for path in [
        course("asha@example.com", COLLEGE, "backwater-bsc"),
        course("asha@example.com", OTHER_COLLEGE, OTHER_COURSE),
        course("binu@example.com", COLLEGE, COURSE),
        package("asha@example.com"),
        all_colleges("asha@example.com"),
    ] {
        assert_eq!(app.get(&path).await.json, known(false, false), "{path}");
    }
}

#[tokio::test]
async fn a_paid_package_for_all_colleges_is_known_for_every_course() {
    let app = App::start().await;
    app.test_env.paid_order(ALL, "asha@example.com").await;
    for path in [
        course("asha@example.com", COLLEGE, COURSE),
        course("asha@example.com", OTHER_COLLEGE, OTHER_COURSE),
        package("asha@example.com"),
        all_colleges("asha@example.com"),
    ] {
        assert_eq!(app.get(&path).await.json, known(true, true), "{path}");
    }
}

#[tokio::test]
async fn an_open_registration_at_the_counter_is_shown_to_administrators_alone() {
    let app = App::start().await;
    let order = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    let path = course("asha@example.com", COLLEGE, COURSE);
    assert_eq!(app.get(&path).await.json, known(false, false));

    let token = app.test_env.admin_token().await;
    let answer = app.call(Request::get(&path).bearer(&token)).await;
    let mut whose = known(true, false);
    whose["customer_id"] = json!(order.customer_id.as_str());
    assert_eq!(answer.json, whose);

    // A bad token is no token.
    for bad in ["junk", &format!("{token}x"), ""] {
        let answer = app.call(Request::get(&path).bearer(bad)).await;
        assert_eq!((answer.status.as_u16(), answer.json), (200, known(false, false)));
    }
}

#[tokio::test]
async fn a_parameter_that_is_missing_or_malformed_is_named() {
    let app = App::start().await;
    let base = "/api/payments/check-email";
    for (query, field) in [
        ("", "email"),
        ("?collegeId=backwater&course_category=backwater-bca", "email"),
        ("?email=&packageId=all-inclusive", "email"),
        ("?email=asha&packageId=all-inclusive", "email"),
        ("?email=asha@example.com&collegeId=backwater", "course_category"),
        (
            "?email=asha@example.com&course_category=backwater-bca",
            "collegeId",
        ),
        (
            "?email=asha@example.com&course_category=x&collegeId=backwater",
            "course_category",
        ),
        (
            "?email=asha@example.com&course_category=backwater-bca&collegeId=a%20b",
            "collegeId",
        ),
        ("?email=asha@example.com&packageId=a%2Fb%2Fc", "packageId"),
        (
            "?email=asha@example.com&email=binu@example.com&packageId=all-inclusive",
            "email",
        ),
    ] {
        let answer = app.get(format!("{base}{query}")).await;
        assert_eq!(refusal(&answer), (422, "invalid_field", field), "{query}");
    }
    let answer = app.get(format!("{base}?email=asha&packageId={ALL}")).await;
    assert_eq!(answer.message(), "Please enter a valid email address");
}

#[tokio::test]
async fn a_database_that_is_down_is_a_500_that_the_form_takes_for_not_registered() {
    let app = App::start().await;
    app.test_env.database.set(test_support::Fault::CrashBefore(0));
    let answer = app.get(package("asha@example.com")).await;
    assert_eq!(refusal(&answer), (500, "internal_error", ""));
}
