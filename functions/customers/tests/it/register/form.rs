//! What a form must hold, and who may not be registered by it.

use super::{candidates, customer, post, refused, with};
use crate::{form, start};
use serde_json::{Value, json};
use test_support::{ALL, SINGLE};

#[tokio::test]
async fn all_colleges_need_no_college_and_ignore_one() {
    let app = start().await;
    let mut form = form("asha@example.com");
    form["packageId"] = json!(ALL);
    form["type"] = json!("allColleges");
    form["order_amount"] = json!(1850);
    let id = customer(&post(&app, &form).await);
    let file = app
        .test_env
        .registrations()
        .candidate(&id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(file.candidate.selection.kind(), "allColleges");
}

#[tokio::test]
async fn each_field_is_checked_and_named() {
    let app = start().await;
    let required = "Please fill all required fields";
    let both = "College and course category are required for specific college selection";
    for (name, value, field, message) in [
        ("name", json!(" "), "name", required),
        ("name", Value::Null, "name", required),
        (
            "name",
            json!("a".repeat(101)),
            "name",
            "Please enter a name of at most 100 characters",
        ),
        (
            "name",
            json!("www.x.example"),
            "name",
            "Please enter a name without a web address",
        ),
        ("email", json!(""), "email", required),
        (
            "email",
            json!("asha@"),
            "email",
            "Please enter a valid email address",
        ),
        ("phone", Value::Null, "phone", required),
        (
            "phone",
            json!("1234567890"),
            "phone",
            "Please enter a valid 10-digit Indian phone number",
        ),
        (
            "phone2",
            json!("12"),
            "phone2",
            "Please enter a valid 10-digit Indian secondary phone number",
        ),
        ("exam_preference", json!(""), "exam_preference", required),
        (
            "exam_preference",
            json!("Both"),
            "exam_preference",
            "Please choose Online or Offline",
        ),
        ("payment_mode", Value::Null, "payment_mode", required),
        (
            "payment_mode",
            json!("online"),
            "payment_mode",
            "The payment mode must be card, cash or upi",
        ),
        (
            "payment_mode",
            json!("cheque"),
            "payment_mode",
            "The payment mode must be card, cash or upi",
        ),
        ("order_amount", Value::Null, "order_amount", required),
        (
            "order_amount",
            json!(0),
            "order_amount",
            "The amount must be at least Rs\u{a0}1",
        ),
        (
            "order_amount",
            json!(0.99),
            "order_amount",
            "The amount must be at least Rs\u{a0}1",
        ),
        (
            "order_amount",
            json!(-1000),
            "order_amount",
            "The amount must be at least Rs\u{a0}1",
        ),
        ("packageId", json!(""), "packageId", required),
        (
            "packageId",
            json!("nothing"),
            "packageId",
            "This package is no longer available",
        ),
        ("type", Value::Null, "type", required),
        (
            "type",
            json!("any"),
            "type",
            "The type must be allColleges or specificCollege",
        ),
        (
            "type",
            json!("allColleges"),
            "type",
            "The type does not fit the package",
        ),
        ("collegeId", Value::Null, "collegeId", both),
        ("course_category", json!(""), "course_category", both),
        (
            "collegeId",
            json!("nothing"),
            "collegeId",
            "This college does not belong to the package",
        ),
        (
            "course_category",
            json!("spice-coast-bba"),
            "course_category",
            "This course does not belong to the college",
        ),
    ] {
        let got = refused(&app, &with(name, value.clone())).await;
        let expected = (
            422,
            "invalid_field".to_owned(),
            field.to_owned(),
            message.to_owned(),
        );
        assert_eq!(got, expected, "{name} = {value}");
    }
    let text = refused(&app, &with("order_amount", json!("1000"))).await;
    assert_eq!((text.0, text.2.as_str()), (422, "order_amount"));
}

#[tokio::test]
async fn another_price_is_refused_with_the_price_of_today() {
    let app = start().await;
    let answer = post(&app, &with("order_amount", json!(999))).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code(), answer.field()),
        (409, "price_changed", "order_amount")
    );
    assert_eq!(answer.json["price"], 1000);
    assert_eq!(candidates(&app).await, 0);
}

#[tokio::test]
async fn a_registered_or_paid_candidate_is_refused_in_the_specifications_words() {
    let text = "This email is already registered for the selected course.";
    let expected = (
        409,
        "already_registered".to_owned(),
        "email".to_owned(),
        text.to_owned(),
    );

    let app = start().await;
    let first = customer(&post(&app, &form("asha@example.com")).await);
    let again = post(&app, &form("asha@example.com")).await;
    assert_eq!(again.json["customer_id"], first.as_str(), "{}", again.json);
    assert_eq!(
        refused(&app, &form("ASHA@example.com")).await,
        expected,
        "registered at the counter"
    );
    let _ = customer(&post(&app, &form("binu@example.com")).await);

    let app = start().await;
    app.test_env.paid_order(SINGLE, "asha@example.com").await;
    assert_eq!(
        refused(&app, &form("asha@example.com")).await,
        expected,
        "paid online"
    );

    let app = start().await;
    app.test_env.paid_order(ALL, "asha@example.com").await;
    assert_eq!(
        refused(&app, &form("asha@example.com")).await,
        expected,
        "paid for every course"
    );

    let app = start().await;
    app.test_env.open_order(SINGLE, "asha@example.com").await;
    let _ = customer(&post(&app, &form("asha@example.com")).await);
}
