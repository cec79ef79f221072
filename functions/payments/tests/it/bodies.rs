//! Bodies that are not what they should be.

use crate::{App, CREATE_ORDER, refusal, with};
use serde_json::{Value, json};
use test_support::{Request, SINGLE, registration};

#[tokio::test]
async fn a_value_of_another_type_is_refused_by_the_name_of_its_field() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    for field in [
        "customer_name",
        "customer_email",
        "customer_phone",
        "secondary_phone",
        "exam_preference",
        "payment_mode",
        "packageId",
        "collegeId",
        "course_category",
        "type",
        "order_currency",
    ] {
        for value in [json!(1), json!(true), json!(["x"]), json!({"$ne": ""})] {
            let answer = app.form_refused(&with(&form, field, value)).await;
            assert_eq!(refusal(&answer), (422, "invalid_field", field));
        }
    }
    for value in [json!("1000"), json!(true), json!([1000]), json!({})] {
        let answer = app.form_refused(&with(&form, "order_amount", value)).await;
        assert_eq!(refusal(&answer), (422, "invalid_field", "order_amount"));
    }
}

#[tokio::test]
async fn a_body_that_is_no_json_object_is_refused_as_the_body() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com").to_string();
    for body in [
        "",
        " ",
        "[]",
        "null",
        "\"x\"",
        "1850",
        "{",
        "not json",
        "a=1&b=2",
        &form[..form.len() - 1],
        &format!("{form}x"),
        &format!("[{form}]"),
    ] {
        let answer = app.refused(Request::post_json(CREATE_ORDER, body)).await;
        assert_eq!(refusal(&answer), (422, "invalid_field", "body"), "{body:?}");
    }
    let answer = app
        .refused(Request::post_json(CREATE_ORDER, [b'{', 0xff, 0xfe, b'}']))
        .await;
    assert_eq!(refusal(&answer), (422, "invalid_field", "body"));
}

#[tokio::test]
async fn a_field_given_twice_is_refused_by_its_name() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com").to_string();
    let twice = form.replacen('{', "{\"packageId\":\"all-inclusive\",", 1);
    let answer = app.refused(Request::post_json(CREATE_ORDER, twice)).await;
    assert_eq!(refusal(&answer), (422, "invalid_field", "packageId"));
}

#[tokio::test]
async fn a_body_of_two_megabytes_is_too_large() {
    let app = App::start().await;
    let form = with(
        &registration(SINGLE, "asha@example.com"),
        "customer_name",
        "a".repeat(2 * 1024 * 1024),
    );
    let answer = app.form_refused(&form).await;
    assert_eq!(refusal(&answer), (413, "too_large", ""));
}

#[tokio::test]
async fn unknown_fields_change_nothing() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let form = with(&form, "order_id", "chosen-by-the-client");
    let form = with(&form, "status", "PAID");
    let form = with(&form, "customer_id", "C00000000000");
    let order = app.stored(&app.register(&form).await).await;
    assert_ne!(order.order_id.as_str(), "chosen-by-the-client");
    assert_ne!(order.customer_id.as_str(), "C00000000000");
    assert_eq!(order.status.as_str(), "ACTIVE");
}

#[tokio::test]
async fn a_registration_is_answered_with_its_order_and_session_and_nothing_else() {
    let app = App::start().await;
    let answer = app.create(&registration(SINGLE, "asha@example.com")).await;
    assert_eq!(answer.status, 200);
    let names: Vec<&String> = answer.json.as_object().unwrap().keys().collect();
    assert_eq!(names, ["order_id", "payment_session_id"]);
    assert_eq!(answer.headers["cache-control"], "no-store");
    let session = answer.json["payment_session_id"].as_str().unwrap();
    let order = answer.json["order_id"].as_str().unwrap();
    assert_eq!(
        app.test_env.provider.export()["orders"][order]["session"],
        session
    );
    assert_ne!(answer.json["order_id"], Value::Null);
}
