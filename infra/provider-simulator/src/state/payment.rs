//! Attempts to pay, and the simulations that decide them.

use super::payment_method::PaymentMethod;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Attempt {
    pub(crate) cf_payment_id: u64,
    pub(crate) status: PaymentStatus,
    pub(crate) method: PaymentMethod,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) began_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub(crate) ended_at: Option<OffsetDateTime>,
}

/// The status of an attempt, in the provider's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PaymentStatus {
    /// The money is there.
    Success,
    /// Begun; the bank has not acknowledged it.
    NotAttempted,
    /// With the bank.
    Pending,
    /// Refused.
    Failed,
    /// Left by the person.
    UserDropped,
    /// Paid too late and sent back.
    Cancelled,
}

impl PaymentStatus {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Success => "SUCCESS",
            Self::NotAttempted => "NOT_ATTEMPTED",
            Self::Pending => "PENDING",
            Self::Failed => "FAILED",
            Self::UserDropped => "USER_DROPPED",
            Self::Cancelled => "CANCELLED",
        }
    }

    pub(crate) const fn is_open(self) -> bool {
        match self {
            Self::NotAttempted | Self::Pending => true,
            Self::Success | Self::Failed | Self::UserDropped | Self::Cancelled => false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Simulation {
    pub(crate) cf_payment_id: u64,
    pub(crate) status: PaymentStatus,
    pub(crate) error_code: String,
}
