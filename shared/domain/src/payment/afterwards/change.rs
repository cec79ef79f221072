//! What can happen to a paid order, and why it may not.

use super::super::{DisputeReport, Method, RefundEvent, RefundId};
use crate::{Paise, Stored, Word, registration::PaymentMode};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// Whether the pass of a paid order is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PassValidity {
    /// It is.
    Valid,
    /// Not any more.
    Withdrawn,
}

impl PassValidity {
    /// The word of the interface.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// What made a pass invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WithdrawalCause {
    /// An administrator.
    Organiser,
    /// All of the money went back.
    Refund,
    /// A dispute was lost.
    Dispute,
}

impl Word for WithdrawalCause {
    fn as_str(self) -> &'static str {
        match self {
            Self::Organiser => "organiser",
            Self::Refund => "refund",
            Self::Dispute => "dispute",
        }
    }
}

/// That a pass is withdrawn, and why. That it is there decides; its words are only shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawal {
    /// What made it invalid.
    pub cause: Stored<WithdrawalCause>,
    /// The administrator's reason; empty where it was no administrator.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The administrator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

/// What can happen to a paid order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// An administrator sends money back.
    RefundRequested {
        /// Which refund.
        refund_id: RefundId,
        /// How much.
        amount: Paise,
        /// Why, for a person.
        reason: String,
        /// The administrator.
        by: String,
        /// How the counter hands it back; None through the provider.
        mode: Option<Stored<PaymentMode>>,
    },
    /// The provider says how a refund stands: one of ours, or one that was made there.
    RefundReported {
        /// Which refund.
        refund_id: RefundId,
        /// How much, as far as the provider says.
        amount: Option<Paise>,
        /// What happened to it.
        event: RefundEvent,
    },
    /// The provider says how a dispute stands.
    DisputeReported(DisputeReport),
    /// The provider says how it was paid, which was not known when it became paid.
    MethodReported(Method),
    /// The pass is no longer accepted.
    Withdrawn(Withdrawal),
    /// The pass is accepted again.
    Restored,
}

/// Why a change is not made. The order stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotApplicable {
    /// Nothing was paid.
    #[error("the order is not paid")]
    NotPaid,
    /// More than what was paid would go back.
    #[error("more than what is left of the payment")]
    ExceedsPaid {
        /// What is left.
        left: Paise,
    },
    /// A dispute was lost, so the payer has the money.
    #[error("a dispute of the payment was lost")]
    DisputeLost,
    /// It is so already.
    #[error("nothing changes")]
    Unchanged,
}
