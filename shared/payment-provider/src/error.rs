//! What can go wrong with the provider.

use std::time::Duration;

/// Why the provider gave no usable answer.
///
/// None of these alone says that an order was not created or not paid; of a creation [`NotCreated`] does. The text
/// names no person and quotes no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// It could not be reached, did not answer in time or dropped the connection.
    #[error("the payment provider did not answer")]
    Unreachable,
    /// It answered with its own failure.
    #[error("the payment provider failed with status {status}")]
    Failed {
        /// The HTTP status, 500 or above.
        status: u16,
    },
    /// It refused the request as such.
    #[error("the payment provider refused the request: {code}")]
    Refused {
        /// The provider's code, such as `order_amount_invalid`.
        code: String,
    },
    /// Too many requests.
    #[error("the payment provider asks to wait {} s", retry_after.as_secs())]
    RateLimited {
        /// How long it asks us to wait.
        retry_after: Duration,
    },
    /// It does not know our client id and secret.
    #[error("the payment provider does not accept the credentials")]
    Credentials,
    /// It answered something that is not an answer to the question.
    #[error("the payment provider's answer was not understood")]
    Unintelligible,
    /// It has an order of this id with another amount or currency.
    #[error("the payment provider has another order under this id")]
    Mismatch,
    /// The HTTPS client could not be set up.
    #[error("the HTTPS client of the payment provider cannot be set up")]
    Client,
}

/// Why a creation brought no order or refund, and whether the provider may have one anyway.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotCreated {
    /// Every try was refused or never left: this call gave the provider nothing.
    #[error(transparent)]
    Refused(ProviderError),
    /// A try may have reached the provider, which may have it now or later.
    #[error(transparent)]
    Unknown(ProviderError),
}

impl NotCreated {
    /// What went wrong.
    #[must_use]
    pub fn into_cause(self) -> ProviderError {
        match self {
            Self::Refused(cause) | Self::Unknown(cause) => cause,
        }
    }
}
