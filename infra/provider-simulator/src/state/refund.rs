//! Money on its way back: refunds and disputes.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Refund {
    pub(crate) cf_refund_id: u64,
    pub(crate) refund_id: String,
    pub(crate) cf_payment_id: u64,
    /// In paise.
    pub(crate) amount: u64,
    pub(crate) note: Option<String>,
    pub(crate) speed: String,
    pub(crate) status: RefundStatus,
    /// Why the provider itself sends the money back; None when the merchant does.
    pub(crate) automatic: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub(crate) processed_at: Option<OffsetDateTime>,
    /// When the payer's bank sent it back: only the reconciliation lists that.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub(crate) returned_at: Option<OffsetDateTime>,
}

/// The status of a refund, in the provider's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum RefundStatus {
    Success,
    Pending,
    Failed,
    /// It had gone through, and is taken back.
    Cancelled,
}

impl RefundStatus {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Success => "SUCCESS",
            Self::Pending => "PENDING",
            Self::Failed => "FAILED",
            Self::Cancelled => "CANCELLED",
        }
    }
}

impl Refund {
    /// Its status, in the provider's prose.
    pub(crate) const fn description(&self) -> &'static str {
        match self.status {
            RefundStatus::Failed => "Refund failed",
            RefundStatus::Cancelled => "Refund cancelled",
            RefundStatus::Success => "Refund processed successfully",
            RefundStatus::Pending => "In Progress",
        }
    }
}

/// A payer's complaint to the bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Dispute {
    pub(crate) dispute_id: String,
    /// One of the provider's words: a stage and what became of it, such as `CHARGEBACK_UNDER_REVIEW`.
    pub(crate) status: String,
    /// Of which payment; of the earliest that succeeded where it does not say.
    #[serde(default)]
    pub(crate) cf_payment_id: Option<u64>,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) updated_at: OffsetDateTime,
    /// When the money came back: only the reconciliation lists that.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub(crate) returned_at: Option<OffsetDateTime>,
}

/// The status of a dispute that has just begun.
pub(crate) const DISPUTE_CREATED: &str = "DISPUTE_CREATED";

/// The status of a dispute that was decided against the merchant.
pub(crate) const DISPUTE_LOST: &str = "DISPUTE_MERCHANT_LOST";
