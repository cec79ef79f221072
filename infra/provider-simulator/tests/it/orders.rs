//! `POST /orders` and its rules.

use crate::provider::{Provider, order_body};
use provider_simulator::{Limits, SimulatorConfig};
use serde_json::{Value, json};
use time::Duration;

#[tokio::test]
async fn an_order_is_answered_in_the_providers_shape() {
    let provider = Provider::new();
    let created = provider.call("POST", "/pg/orders", order_body("evt_1")).await;
    assert_eq!(created.status, 200);
    assert!(
        created.text.contains(r#""order_amount":1850.00"#),
        "{}",
        created.text
    );
    let order = created.json();
    assert_eq!(order["entity"], "order");
    assert_eq!(order["order_status"], "ACTIVE");
    assert_eq!(order["order_expiry_time"], "2025-05-20T16:00:00+05:30");
    assert_eq!(order["created_at"], "2025-05-20T15:30:00+05:30");
    assert!(order["cf_order_id"].is_string());
    assert!(order.get("payments").is_none());
    assert!(
        order["payment_session_id"]
            .as_str()
            .unwrap()
            .starts_with("session_")
    );
    let read = provider.call("GET", "/pg/orders/evt_1", Value::Null).await;
    assert_eq!(read.json(), order);
}

#[tokio::test]
async fn ids_are_numbers_before_2023_08_01() {
    let provider = Provider::new();
    let old = [("x-api-version", "2022-09-01")];
    let order = provider
        .call_as("POST", "/pg/orders", order_body("evt_1"), &old)
        .await
        .json();
    assert!(order["cf_order_id"].is_u64());
    assert!(
        order["payments"]["url"]
            .as_str()
            .unwrap()
            .ends_with("/pg/orders/evt_1/payments")
    );
    let session = order["payment_session_id"].as_str().unwrap();
    provider.pay(session).await;
    let payments = provider
        .call_as("GET", "/pg/orders/evt_1/payments", Value::Null, &old)
        .await
        .json();
    assert!(payments[0]["cf_payment_id"].is_u64());
}

#[tokio::test]
async fn an_order_id_is_taken_for_ever() {
    let provider = Provider::new();
    provider.order("evt_1").await;
    let again = provider.call("POST", "/pg/orders", order_body("evt_1")).await;
    assert_eq!(again.refusal(), (409, "order_already_exists".to_owned()));
    provider.pass(Duration::days(2));
    let again = provider
        .call(
            "POST",
            "/pg/orders",
            json!({"order_id": "evt_1", "order_amount": 1, "order_currency": "INR",
        "customer_details": {"customer_id": "abc", "customer_phone": "9876543210"}}),
        )
        .await;
    assert_eq!(again.refusal(), (409, "order_already_exists".to_owned()));
}

#[tokio::test]
async fn fields_that_may_be_left_out_are_filled_in() {
    let provider = Provider::new();
    let body = json!({"order_amount": 1.01, "order_currency": "INR",
        "customer_details": {"customer_id": "suhas-test", "customer_phone": "+919876543210"}});
    let order = provider.call("POST", "/pg/orders", body).await.json();
    assert!(order["order_id"].as_str().unwrap().starts_with("order_"));
    assert_eq!(order["order_amount"], json!(1.01));
    assert_eq!(order["order_expiry_time"], "2025-06-19T15:30:00+05:30");
}

#[tokio::test]
async fn every_field_has_its_rule() {
    let provider = Provider::new();
    for (field, value, code) in [
        ("order_id", json!("ab"), "order_id_invalid"),
        ("order_id", json!("evt 1"), "order_id_invalid"),
        ("order_id", json!("e".repeat(46)), "order_id_invalid"),
        ("order_amount", Value::Null, "order_amount_missing"),
        ("order_amount", json!(0.99), "order_amount_invalid"),
        ("order_amount", json!(1.001), "order_amount_invalid"),
        ("order_amount", json!(-5), "order_amount_invalid"),
        ("order_amount", json!("1850"), "order_amount_invalid"),
        ("order_currency", json!("EUR"), "order_currency_invalid"),
        ("order_currency", Value::Null, "order_currency_missing"),
        ("customer_details", Value::Null, "customer_details_missing"),
        (
            "customer_details.customer_id",
            json!("a b"),
            "customer_details.customer_id_invalid",
        ),
        (
            "customer_details.customer_id",
            json!("ab"),
            "customer_details.customer_id_invalid",
        ),
        (
            "customer_details.customer_phone",
            Value::Null,
            "customer_details.customer_phone_missing",
        ),
        (
            "customer_details.customer_phone",
            json!(""),
            "customer_details.customer_phone_missing",
        ),
        (
            "customer_details.customer_phone",
            json!("987654321"),
            "customer_details.customer_phone_invalid",
        ),
        (
            "customer_details.customer_phone",
            json!("98765 43210"),
            "customer_details.customer_phone_invalid",
        ),
        (
            "customer_details.customer_email",
            json!("asha"),
            "customer_email_invalid",
        ),
        (
            "customer_details.customer_name",
            json!("Al"),
            "customer_name_invalid",
        ),
        (
            "order_meta.return_url",
            json!("example.org"),
            "order_meta.return_url_invalid",
        ),
        (
            "order_meta.return_url",
            json!(format!("https://{}", "a".repeat(250))),
            "order_meta.return_url_invalid",
        ),
        (
            "order_meta.notify_url",
            json!("http://example.org/hook"),
            "order_meta.notify_url_invalid",
        ),
        (
            "order_meta.notify_url",
            json!("http://localhost.example.org/"),
            "order_meta.notify_url_invalid",
        ),
        (
            "order_meta.payment_methods",
            json!("cc,cash"),
            "order_meta.payment_methods_invalid",
        ),
        (
            "order_expiry_time",
            json!("2025-05-20T15:45:00+05:30"),
            "order_expiry_time_invalid",
        ),
        (
            "order_expiry_time",
            json!("2025-06-19T15:30:00+05:30"),
            "order_expiry_time_invalid",
        ),
        (
            "order_expiry_time",
            json!("tomorrow"),
            "order_expiry_time_invalid",
        ),
        ("order_note", json!("ab"), "order_note_invalid"),
        ("order_tags", json!({"a": ""}), "order_tags_invalid"),
        ("order_tags", json!(7), "order_tags_invalid"),
    ] {
        let mut body = order_body("evt_1");
        match field.split_once('.') {
            Some((outer, inner)) => body[outer][inner] = value.clone(),
            None => body[field] = value.clone(),
        }
        let answer = provider.call("POST", "/pg/orders", body).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()), "{field} = {value}");
        assert_eq!(answer.json()["type"], "invalid_request_error");
    }
    // None of them made an order.
    assert_eq!(
        provider
            .call("GET", "/pg/orders/evt_1", Value::Null)
            .await
            .refusal(),
        (404, "order_not_found".to_owned())
    );
}

#[tokio::test]
async fn credentials_version_and_address_are_checked() {
    let provider = Provider::new();
    let version = ("x-api-version", "2025-01-01");
    let wrong = [version, ("x-client-secret", "wrong")];
    let answer = provider
        .call_as("POST", "/pg/orders", order_body("evt_1"), &wrong)
        .await;
    assert_eq!(answer.refusal(), (401, "request_failed".to_owned()));
    assert_eq!(answer.json()["type"], "authentication_error");
    let none = provider
        .call_as("GET", "/pg/orders/evt_1", Value::Null, &[])
        .await;
    assert_eq!(none.refusal(), (400, "version_missing".to_owned()));
    let odd = provider
        .call_as(
            "GET",
            "/pg/orders/evt_1",
            Value::Null,
            &[("x-api-version", "2024-02-30")],
        )
        .await;
    assert_eq!(odd.refusal(), (400, "version_invalid".to_owned()));
    for (method, path) in [
        ("GET", "/pg/order"),
        ("GET", "/pg/orders"),
        ("DELETE", "/pg/orders/evt_1"),
    ] {
        assert_eq!(
            provider.call(method, path, Value::Null).await.refusal(),
            (400, "request_failed".to_owned()),
            "{method} {path}"
        );
    }
}

#[tokio::test]
async fn requests_of_a_minute_are_limited_and_counted_in_headers() {
    let limits = Limits {
        order: 2,
        ..Limits::default()
    };
    let provider = Provider::with(SimulatorConfig {
        limits,
        ..SimulatorConfig::default()
    });
    provider.pass(Duration::seconds(20));
    provider.order("evt_1").await;
    let read = || provider.call("GET", "/pg/orders/evt_1", Value::Null);
    let first = read().await;
    assert_eq!(
        (
            first.header("x-ratelimit-limit"),
            first.header("x-ratelimit-remaining")
        ),
        ("2", "1")
    );
    assert_eq!(first.header("x-ratelimit-type"), "app_id");
    assert_eq!(read().await.header("x-ratelimit-remaining"), "0");
    let third = read().await;
    assert_eq!(third.refusal(), (429, "request_failed".to_owned()));
    assert_eq!(third.json()["type"], "rate_limit_error");
    assert_eq!(third.header("x-ratelimit-retry"), "40");
    provider.pass(Duration::seconds(40));
    assert_eq!(read().await.status, 200);
}
