//! What a failure becomes: the body that every error has, the headers of some, and what the log gets.

use super::ApiError;
use axum::response::{IntoResponse, Response};
use http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::borrow::Cow;
use utoipa::ToSchema;

/// The body of every error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// Stable, for programs: `invalid_field`, `price_changed`, …
    pub code: String,
    /// For people.
    pub message: String,
    /// The field of the request that is to blame, by the name the request gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The same as the header `X-Request-Id`; an administrator finds the log line by it.
    pub request_id: String,
    /// The price that holds now, in rupees; with `price_changed` alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<f64>,
    /// The order that paid or registered already; with `already_paid` and `already_registered` of a payment at the counter alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_id: Option<String>,
    /// Whose registration it is; with `already_registered` and `similar_registration` at the counter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<String>,
    /// What is left of the payment, in rupees; with `exceeds_paid` alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refundable: Option<f64>,
    /// The last closing of the till; with `already_closed` alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The message once more, where the forms of the candidates look for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The message once more, where the login form looks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub msg: Option<String>,
}

/// What the boundary logs of a failure; it travels beside the response.
#[derive(Clone)]
pub(crate) struct Report {
    pub(crate) code: Cow<'static, str>,
    pub(crate) cause: Option<String>,
    pub(crate) account: Option<String>,
}

#[derive(Serialize)]
struct Envelope<'a> {
    #[serde(flatten)]
    body: ErrorBody,
    #[serde(flatten)]
    extra: &'a Map<String, Value>,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let failure = *self.0;
        let body = ErrorBody {
            code: failure.code.clone().into_owned(),
            message: failure.message.into_owned(),
            field: failure.field.map(Cow::into_owned),
            request_id: telemetry::request_id(),
            price: None,
            order_id: None,
            customer_id: None,
            refundable: None,
            number: None,
            error: None,
            msg: None,
        };
        let mut response = (
            failure.status,
            axum::Json(Envelope {
                body,
                extra: &failure.extra,
            }),
        )
            .into_response();
        let headers = response.headers_mut();
        if let Some(wait) = failure.retry_after {
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        if failure.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response.extensions_mut().insert(Report {
            code: failure.code,
            cause: failure.cause,
            account: failure.account,
        });
        response
    }
}
