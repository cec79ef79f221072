//! The provider's errors: status, code, type and prose.

use crate::lifecycle::{ControlError, NotKept};
use crate::state::InvalidMethod;
use axum::Json;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde_json::json;
use std::borrow::Cow;

/// An answer that is not a success.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    kind: &'static str,
    code: Cow<'static, str>,
    message: Cow<'static, str>,
}

impl ApiError {
    /// 400: a field or the address is wrong.
    pub(crate) fn bad(code: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            kind: "invalid_request_error",
            code: code.into(),
            message: message.into(),
        }
    }

    pub(crate) fn unauthorized() -> Self {
        Self {
            status: StatusCode::UNAUTHORIZED,
            kind: "authentication_error",
            ..Self::bad("request_failed", "authentication Failed")
        }
    }

    pub(crate) fn not_found(code: &'static str, message: &'static str) -> Self {
        Self {
            status: StatusCode::NOT_FOUND,
            ..Self::bad(code, message)
        }
    }

    pub(crate) fn no_order() -> Self {
        Self::not_found("order_not_found", "Order Reference Id does not exist")
    }

    pub(crate) fn conflict(code: &'static str, message: &'static str) -> Self {
        Self {
            status: StatusCode::CONFLICT,
            ..Self::bad(code, message)
        }
    }

    /// The error of a status, as it comes out of nowhere.
    pub(crate) fn of_status(status: u16) -> Self {
        let (kind, code, message) = match status {
            401 => return Self::unauthorized(),
            409 => return Self::conflict("order_already_exists", "order with same id is already present"),
            422 => ("idempotency_error", "request_invalid", "something is not found"),
            429 => (
                "rate_limit_error",
                "request_failed",
                "Too many requests from IP. Check headers",
            ),
            400..500 => ("invalid_request_error", "request_failed", "bad request"),
            _ => ("api_error", "internal_error", "internal Server Error"),
        };
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self {
            status,
            kind,
            ..Self::bad(code, message)
        }
    }
}

impl From<ControlError> for ApiError {
    fn from(error: ControlError) -> Self {
        match error {
            ControlError::NoOrder => Self::no_order(),
            ControlError::NoPayment => Self::not_found("payment_not_found", "payment does not exist"),
            ControlError::Closed => Self::bad("order_inactive", "order is no longer active"),
            ControlError::Ended => Self::bad("payment_invalid", "payment has already ended"),
            ControlError::NoDispute => Self::not_found("dispute_not_found", "dispute does not exist"),
            ControlError::NothingToRefund => Self::bad(
                "order_id_not_paid",
                "order id is not paid, refund is not possible",
            ),
            ControlError::NotKept(error) => error.into(),
        }
    }
}

impl From<InvalidMethod> for ApiError {
    fn from(invalid: InvalidMethod) -> Self {
        match invalid {
            InvalidMethod::UpiId => Self::bad("payment_method.upi.upi_id_invalid", "upi_id : invalid value"),
            InvalidMethod::CardNumber => Self::bad(
                "payment_method.card.card_number_invalid",
                "card_number : invalid value",
            ),
            InvalidMethod::BankCode => Self::bad(
                "payment_method.netbanking.netbanking_bank_code_invalid",
                "bank code : invalid value",
            ),
            InvalidMethod::Unknown => Self::bad(
                "payment_method_invalid",
                "payment_method : upi, card or netbanking",
            ),
        }
    }
}

impl From<NotKept> for ApiError {
    fn from(_: NotKept) -> Self {
        Self::of_status(StatusCode::INTERNAL_SERVER_ERROR.as_u16())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = json!({"message": self.message, "code": self.code, "type": self.kind});
        (self.status, Json(body)).into_response()
    }
}
