//! Google's errors, in Google's words.

use crate::traffic::Call;
use axum::Json;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde_json::{Value, json};

/// An error answer of the API.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    word: &'static str,
    message: String,
    details: Value,
    retry_after: Option<u32>,
}

impl ApiError {
    fn new(status: StatusCode, word: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            word,
            message: message.into(),
            details: Value::Null,
            retry_after: None,
        }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "INVALID_ARGUMENT", message)
    }

    pub(crate) fn unauthenticated() -> Self {
        let message = "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie \
                       or other valid authentication credential.";
        Self::new(StatusCode::UNAUTHORIZED, "UNAUTHENTICATED", message)
    }

    pub(crate) fn permission_denied() -> Self {
        let message = "The caller does not have permission";
        Self::new(StatusCode::FORBIDDEN, "PERMISSION_DENIED", message)
    }

    pub(crate) fn not_found() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "NOT_FOUND",
            "Requested entity was not found.",
        )
    }

    pub(crate) fn no_such_method() -> Self {
        Self::new(StatusCode::NOT_FOUND, "NOT_FOUND", "Method not found.")
    }

    pub(crate) fn quota(call: Call, retry_after: Option<u32>) -> Self {
        let (metric, limit) = match call {
            Call::Read => ("Read requests", "ReadRequestsPerMinutePerUser"),
            Call::Write | Call::Token => ("Write requests", "WriteRequestsPerMinutePerUser"),
        };
        let message = format!(
            "Quota exceeded for quota metric '{metric}' and limit '{metric} per minute per user' of service \
             'sheets.googleapis.com' for consumer 'project_number:1'."
        );
        let details = json!([{
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": "RATE_LIMIT_EXCEEDED",
            "domain": "googleapis.com",
            "metadata": { "quota_limit": limit },
        }]);
        Self {
            details,
            retry_after,
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "RESOURCE_EXHAUSTED", message)
        }
    }

    /// An error that was asked for.
    pub(crate) fn of_status(status: u16) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let (word, message) = match status.as_u16() {
            400 => ("INVALID_ARGUMENT", "Request contains an invalid argument."),
            403 => ("PERMISSION_DENIED", "The caller does not have permission"),
            404 => ("NOT_FOUND", "Requested entity was not found."),
            503 => ("UNAVAILABLE", "The service is currently unavailable."),
            _ => ("INTERNAL", "Internal error encountered."),
        };
        Self::new(status, word, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut error = json!({ "code": self.status.as_u16(), "message": self.message, "status": self.word });
        if !self.details.is_null()
            && let Some(error) = error.as_object_mut()
        {
            error.insert("details".to_owned(), self.details);
        }
        let mut response = (self.status, Json(json!({ "error": error }))).into_response();
        if let Some(seconds) = self.retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
