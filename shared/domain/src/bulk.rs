//! Bulk actions: what staff do to many candidates at once, each as one would be done alone.

use crate::{Permission, Word};
use serde::{Deserialize, Serialize};

/// What is done to each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BulkAction {
    /// The mail with the pass is sent once more.
    Resend,
    /// Every pass is withdrawn.
    Withdraw,
    /// Every pass that is withdrawn is given back.
    Restore,
    /// The money of a registration at the counter is taken.
    MarkPaid,
}

/// What became of one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BulkOutcome {
    /// It was done.
    Done,
    /// There was nothing to be done, or it may not be.
    Skipped,
    /// It was tried and did not succeed.
    Failed,
}

impl BulkAction {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Resend, Self::Withdraw, Self::Restore, Self::MarkPaid];

    /// The action of a word; None for any other.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.as_str() == word)
    }

    /// What a person must be permitted to do it to a single candidate, and so to many.
    #[must_use]
    pub const fn permission(self) -> Permission {
        match self {
            Self::Resend | Self::MarkPaid => Permission::Counter,
            Self::Withdraw | Self::Restore => Permission::Administer,
        }
    }

    /// Whether it needs a reason, as the single action does.
    #[must_use]
    pub const fn needs_reason(self) -> bool {
        match self {
            Self::Withdraw | Self::Restore => true,
            Self::Resend | Self::MarkPaid => false,
        }
    }
}

impl Word for BulkAction {
    fn as_str(self) -> &'static str {
        match self {
            Self::Resend => "resend",
            Self::Withdraw => "withdraw",
            Self::Restore => "restore",
            Self::MarkPaid => "mark_paid",
        }
    }
}

impl BulkOutcome {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Done, Self::Skipped, Self::Failed];
}

impl Word for BulkOutcome {
    fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
        }
    }
}
