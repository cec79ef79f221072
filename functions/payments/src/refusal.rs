//! Why no order can be paid, as it is answered.

use http_api::ApiError;
use payment_provider::ProviderError;

/// The address has paid for the same course already.
pub(crate) fn already_paid() -> ApiError {
    ApiError::conflict(
        "already_paid",
        "This email has already made a successful payment for the same course in same college",
    )
}

/// No place of the exam is left.
pub(crate) fn sold_out() -> ApiError {
    ApiError::conflict(
        "sold_out",
        "No place of this exam is left. Please choose another one.",
    )
    .field("course_category")
}

/// Everything about candidates is being deleted: money that moves now would be in no accounts.
pub(crate) fn deletion_begun() -> ApiError {
    ApiError::conflict(
        "deletion_begun",
        "The event is being deleted. No money is taken or given back here any more.",
    )
}

/// The bank has not decided about an attempt: a second one would be paid twice.
pub(crate) fn payment_pending() -> ApiError {
    ApiError::conflict(
        "payment_pending",
        "Your bank has not confirmed the payment yet. If money was debited, do not pay again: we will email your pass.",
    )
}

/// The provider's own "too many requests" is passed on, so that the form waits and retries automatically.
pub(crate) fn provider_failed(error: ProviderError) -> ApiError {
    match error {
        ProviderError::RateLimited { retry_after } => ApiError::too_many(retry_after),
        ProviderError::Unreachable
        | ProviderError::Failed { .. }
        | ProviderError::Refused { .. }
        | ProviderError::Credentials
        | ProviderError::Unintelligible
        | ProviderError::Mismatch
        | ProviderError::Client => unavailable(&error),
    }
}

/// The provider gave no order that can be paid.
pub(crate) fn unavailable(cause: &impl std::fmt::Display) -> ApiError {
    tracing::warn!(%cause, "an order could not be opened");
    ApiError::bad_gateway("provider_unavailable", "Payment initialization failed")
}
