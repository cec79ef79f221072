//! One error type, one table of statuses, one envelope.

mod envelope;

pub use envelope::ErrorBody;
pub(crate) use envelope::Report;

use domain::Contended;
use http::StatusCode;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// How long those who came too late are to wait.
const AFTER_OTHERS: Duration = Duration::from_secs(2);

/// What a handler answers.
pub type ApiResult<T> = Result<T, ApiError>;

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
    account: Option<String>,
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
            account: None,
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

    /// 409: the idempotency key came with something else before.
    #[must_use]
    pub fn key_reused() -> Self {
        Self::conflict("idempotency_key_reused", "This key was used with other fields")
            .field("Idempotency-Key")
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

    /// 503 with `Retry-After`: others kept changing the same thing, so nothing was done. The log gets what it was.
    #[must_use]
    pub fn busy(what: &'static str) -> Self {
        let message =
            "Others are changing this at the same moment. Nothing was done; please try again in a moment.";
        let mut error = Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message);
        error.0.retry_after = Some(AFTER_OTHERS);
        error.because(Contended(what))
    }

    /// 500 with a generic body; [`ApiError::busy`] where [`Contended`] is the cause or beneath it. The cause, with
    /// everything beneath it, goes to the request's one log line.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let cause = cause.into();
        if let Some(Contended(what)) = chain(&*cause).find_map(|error| error.downcast_ref::<Contended>()) {
            return Self::busy(what);
        }
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
    pub fn because(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let cause = cause.into();
        let chain: Vec<_> = chain(&*cause).map(ToString::to_string).collect();
        self.0.cause = Some(chain.join(": "));
        self
    }

    /// Tells the log, and nobody else, which account of staff was refused, by its key.
    #[must_use]
    pub fn of_account(mut self, id: impl Into<String>) -> Self {
        self.0.account = Some(id.into());
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

/// An error, and what lies beneath it.
fn chain<'a>(cause: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(cause), |&error| error.source())
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
