//! The table of statuses and the envelope.

use crate::get;
use axum::Router;
use axum::routing::get as on_get;
use domain::{Contended, Invalid};
use http_api::{ApiError, ErrorBody, layers};
use serde_json::json;
use std::error::Error;
use std::fmt;
use std::time::Duration;

#[test]
fn each_error_has_its_status() {
    for (error, status) in [
        (ApiError::unauthorized(), 401),
        (ApiError::forbidden(), 403),
        (ApiError::not_found("Not found."), 404),
        (ApiError::method_not_allowed(), 405),
        (ApiError::conflict("price_changed", "The price has changed."), 409),
        (ApiError::too_large("The request is too large."), 413),
        (
            ApiError::invalid("customer_email", "Please enter a valid email address"),
            422,
        ),
        (
            ApiError::from(Invalid::new("customer_phone", "Please enter a valid number")),
            422,
        ),
        (ApiError::too_many(Duration::from_secs(7)), 429),
        (ApiError::internal("the table is gone"), 500),
        (
            ApiError::bad_gateway("provider_unavailable", "Payment initialization failed"),
            502,
        ),
    ] {
        assert_eq!(error.status().as_u16(), status, "{error:?}");
    }
}

async fn answer(make: impl Fn() -> ApiError + Clone + Send + Sync + 'static) -> crate::Answer {
    let router = Router::new().route(
        "/",
        on_get(move || {
            let error = make();
            async move { Err::<(), _>(error) }
        }),
    );
    get(&layers(router), "/").await
}

#[tokio::test]
async fn the_envelope_holds_code_message_field_and_request_id() {
    let answer =
        answer(|| ApiError::from(Invalid::new("customer_phone", "Please enter a valid number"))).await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(
        answer.body,
        json!({
            "code": "invalid_field", "message": "Please enter a valid number", "field": "customer_phone",
            "request_id": answer.header("x-request-id").unwrap(),
        })
    );
}

#[tokio::test]
async fn an_error_without_a_field_has_no_field() {
    let answer = answer(|| ApiError::not_found("Order not found")).await;
    assert_eq!(answer.body.get("field"), None);
    assert_eq!(answer.body["message"], "Order not found");
}

#[tokio::test]
async fn a_changed_price_travels_with_the_error() {
    let answer = answer(|| {
        ApiError::conflict("price_changed", "The price has changed.")
            .field("order_amount")
            .with("price", 1850.5)
    })
    .await;
    assert_eq!(answer.refusal(), (409, "price_changed", Some("order_amount")));
    assert_eq!(answer.body["price"], 1850.5);
    let described: ErrorBody = serde_json::from_value(answer.body).unwrap();
    assert_eq!(described.price, Some(1850.5));
}

#[tokio::test]
async fn code_and_message_can_be_replaced() {
    let answer = answer(|| {
        ApiError::unauthorized()
            .code("invalid_credentials")
            .message("Invalid credentials.")
            .with("msg", "Invalid credentials.")
    })
    .await;
    assert_eq!(answer.refusal(), (401, "invalid_credentials", None));
    assert_eq!(answer.body["message"], answer.body["msg"]);
    assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
}

#[tokio::test]
async fn the_cause_stays_out_of_the_body() {
    let answer = answer(|| ApiError::internal("table registrations is gone")).await;
    assert_eq!(answer.refusal(), (500, "internal_error", None));
    assert!(
        !answer.body.to_string().contains("registrations"),
        "{}",
        answer.body
    );
}

/// An error with another one beneath.
#[derive(Debug)]
struct Above(Box<dyn Error + Send + Sync>);

impl fmt::Display for Above {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no table")
    }
}

impl Error for Above {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.0)
    }
}

#[tokio::test]
async fn what_others_kept_changing_is_a_503_that_says_when_to_come_again_however_deep_it_lies() {
    for depth in 0..3 {
        let answer = answer(move || {
            let mut cause: Box<dyn Error + Send + Sync> = Box::new(Contended("a session"));
            for _ in 0..depth {
                cause = Box::new(Above(cause));
            }
            ApiError::internal(cause)
        })
        .await;
        assert_eq!(answer.refusal(), (503, "busy", None), "{depth}");
        assert_eq!(answer.header("retry-after"), Some("2"));
    }
}

#[tokio::test]
async fn retry_after_is_in_whole_seconds_and_never_too_short() {
    for (wait, seconds) in [(0, "1"), (900, "1"), (1000, "1"), (59_001, "60")] {
        let answer = answer(move || ApiError::too_many(Duration::from_millis(wait))).await;
        assert_eq!(answer.header("retry-after"), Some(seconds));
        assert_eq!(answer.refusal(), (429, "too_many_requests", None));
    }
}

/// What [`ApiError::internal`] keeps of an error with further ones beneath it.
#[test]
fn the_log_gets_the_whole_chain_of_causes() {
    let beneath = std::io::Error::other(std::io::Error::other("connection reset"));
    let shown = format!(
        "{:?}",
        ApiError::bad_gateway("mail", "Mail failed").because(beneath)
    );
    assert!(shown.contains("connection reset"), "{shown}");
}
