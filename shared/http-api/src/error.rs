//! One error type, one table of statuses, one envelope.

use axum::response::{IntoResponse, Response};
use http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;
use utoipa::ToSchema;

/// What a handler answers.
pub type ApiResult<T> = Result<T, ApiError>;

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
    /// The order that paid already; with an administrator's `already_paid` alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_id: Option<String>,
    /// The message once more, where the forms of the candidates look for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The message once more, where the login form looks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub msg: Option<String>,
}

/// A failure on its way to the client.
pub struct ApiError(Box<Failure>);

struct Failure {
    status: StatusCode,
    code: Cow<'static, str>,
    message: Cow<'static, str>,
    field: Option<Cow<'static, str>>,
    extra: Map<String, Value>,
    retry_after: Option<Duration>,
    cause: Option<String>,
}

impl ApiError {
    fn new(
        status: StatusCode,
        code: impl Into<Cow<'static, str>>,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self(Box::new(Failure {
            status,
            code: code.into(),
            message: message.into(),
            field: None,
            extra: Map::new(),
            retry_after: None,
            cause: None,
        }))
    }

    /// 422: `field` of the request cannot be accepted.
    pub fn invalid(field: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_field", message).field(field)
    }

    /// 401: no usable token.
    #[must_use]
    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthorized", "Please sign in.")
    }

    /// 403: signed in, but not allowed.
    #[must_use]
    pub fn forbidden() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "forbidden",
            "You are not allowed to do this.",
        )
    }

    /// 403: it did not come through CloudFront.
    #[must_use]
    pub(crate) fn unproven() -> Self {
        let message = "Please use the site's own address.";
        Self::new(StatusCode::FORBIDDEN, "not_through_site", message)
    }

    /// 404: there is no such thing.
    pub fn not_found(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// 405: the address exists, for other methods.
    #[must_use]
    pub fn method_not_allowed() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            "Method not allowed.",
        )
    }

    /// 409: the request contradicts the present state.
    pub fn conflict(code: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// 409: another request has changed the item since it was loaded.
    #[must_use]
    pub fn stale_version() -> Self {
        Self::conflict(
            "stale_version",
            "This was changed by someone else meanwhile. Reload and try again.",
        )
    }

    /// 410: it was there, and is not any more.
    pub fn gone(code: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::GONE, code, message)
    }

    /// 413: the body is larger than the route takes.
    pub fn too_large(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// 415: the body is not sent as JSON.
    #[must_use]
    pub fn not_json() -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            "The request body must be sent as application/json.",
        )
        .field("Content-Type")
    }

    /// 429 with `Retry-After` in whole seconds, rounded up, at least one.
    #[must_use]
    pub fn too_many(retry_after: Duration) -> Self {
        let message = "Too many requests. Please try again in a moment.";
        let mut error = Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message);
        error.0.retry_after = Some(retry_after);
        error
    }

    /// 502: another system let us down. Say why to the log with [`ApiError::because`].
    pub fn bad_gateway(code: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_GATEWAY, code, message)
    }

    /// 500 with a generic body. The cause, with everything beneath it, goes to the request's one log line.
    pub fn internal(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal_error",
            "Something went wrong. Please try again.",
        )
        .because(cause)
    }

    /// Names the field of the request that is to blame.
    #[must_use]
    pub fn field(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.0.field = Some(name.into());
        self
    }

    /// Adds a further member to the body.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.extra.insert(name.to_owned(), value.into());
        self
    }

    /// Replaces the code.
    #[must_use]
    pub fn code(mut self, code: impl Into<Cow<'static, str>>) -> Self {
        self.0.code = code.into();
        self
    }

    /// Replaces the message.
    #[must_use]
    pub fn message(mut self, message: impl Into<Cow<'static, str>>) -> Self {
        self.0.message = message.into();
        self
    }

    /// Tells the log, and nobody else, what is behind it.
    #[must_use]
    pub fn because(mut self, cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        let cause = cause.into();
        let chain = std::iter::successors(Some(&*cause as &dyn std::error::Error), |&error| error.source());
        self.0.cause = Some(chain.map(ToString::to_string).collect::<Vec<_>>().join(": "));
        self
    }

    /// The message for people.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.message
    }

    /// The code for programs.
    #[must_use]
    pub fn code_text(&self) -> &str {
        &self.0.code
    }

    /// The status it becomes.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.0.status
    }
}

impl From<domain::Invalid> for ApiError {
    fn from(invalid: domain::Invalid) -> Self {
        Self::invalid(invalid.field, invalid.message)
    }
}

impl From<domain::catalogue::PriceChanged> for ApiError {
    fn from(changed: domain::catalogue::PriceChanged) -> Self {
        Self::conflict("price_changed", changed.to_string())
            .field("order_amount")
            .with("price", Value::Number(changed.price.to_json()))
    }
}

impl fmt::Debug for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApiError")
            .field("status", &self.0.status.as_u16())
            .field("code", &self.0.code)
            .field("message", &self.0.message)
            .field("field", &self.0.field)
            .field("cause", &self.0.cause)
            .finish()
    }
}

/// What the boundary logs of a failure; it travels beside the response.
#[derive(Clone)]
pub(crate) struct Report {
    pub(crate) code: Cow<'static, str>,
    pub(crate) cause: Option<String>,
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
        });
        response
    }
}
