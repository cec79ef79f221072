//! A refund or dispute in the provider's words: what identifies it, and what is said of a dispute.

use domain::{AttentionKind, payment::DisputeReport};
use payment_provider::{RefundKind, Reversal};

/// What a dispute of a further payment is kept as.
pub(super) const DISPUTE_OF_FURTHER: &str = "DISPUTE_OF_FURTHER_PAYMENT";

/// A refund or a dispute that the provider lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundReversal {
    /// Under which kind the order is flagged.
    pub kind: AttentionKind,
    /// Its type, the provider's id and its state, for a person.
    pub summary: String,
    /// Whether it was put on record now.
    pub kept: bool,
    /// Whether it was, and was not asked for here: then it is under Needs attention.
    pub new: bool,
    /// By what the provider knows it.
    pub ids: [Option<String>; 2],
    /// Whether it is in what is known of the order, as far as it belongs there: a refund of what is not paid here yet is not.
    pub is_noted: bool,
}

impl FoundReversal {
    pub(crate) fn of(reversal: &Reversal, kept: bool, new: bool, is_noted: bool) -> Self {
        let (kind, what) = event(reversal);
        Self {
            kind,
            summary: what.join(" "),
            kept,
            new,
            ids: ids(reversal),
            is_noted,
        }
    }

    /// Whether it is this refund or dispute, in this state, whichever payment a refund is of.
    #[must_use]
    pub fn is(&self, reversal: &Reversal) -> bool {
        let (kind, [_, id, state]) = event(reversal);
        let own = self.summary.split_once(' ').map(|(_, own)| own);
        self.kind == kind && own == Some(&format!("{id} {state}"))
    }

    /// Whether it is this refund or dispute, in whatever state.
    #[must_use]
    pub fn is_of_same(&self, reversal: &Reversal) -> bool {
        ids(reversal).iter().any(|id| self.is_of(id.as_deref()))
    }

    /// Whether it is what the provider knows by this id.
    #[must_use]
    pub fn is_of(&self, id: Option<&str>) -> bool {
        id.is_some() && self.ids.iter().any(|own| own.as_deref() == id)
    }

    /// Whether this and `reversal` are both refunds, or both disputes.
    #[must_use]
    pub fn is_like(&self, reversal: &Reversal) -> bool {
        event(reversal).0 == self.kind
    }
}

/// The provider's id of a dispute; None for a refund.
pub(super) fn dispute_id(reversal: &Reversal) -> Option<String> {
    match reversal {
        Reversal::Dispute { id, .. } => Some(word(id.as_deref())),
        Reversal::Refund { .. } => None,
    }
}

/// What the provider says of a dispute; None for a refund, and for a dispute of a payment that was never counted here.
pub(crate) fn dispute_report(reversal: &Reversal) -> Option<DisputeReport> {
    match reversal {
        Reversal::Dispute { is_counted: true, .. } => told_of_dispute(reversal),
        Reversal::Dispute {
            is_counted: false, ..
        }
        | Reversal::Refund { .. } => None,
    }
}

/// What the provider says of a dispute of any payment; None for a refund.
pub(super) fn told_of_dispute(reversal: &Reversal) -> Option<DisputeReport> {
    let state = reversal.dispute_state()?;
    match reversal {
        Reversal::Dispute {
            is_counted: _,
            id,
            payment: _,
            status,
            amount,
            updated_at,
            is_resolved: _,
        } => Some(DisputeReport {
            id: word(id.as_deref()),
            state,
            word: word(status.as_deref()),
            amount: *amount,
            updated_at: *updated_at,
        }),
        Reversal::Refund { .. } => None,
    }
}

fn ids(reversal: &Reversal) -> [Option<String>; 2] {
    match reversal {
        Reversal::Refund { id, provider_id, .. } => [id.clone(), provider_id.clone()],
        Reversal::Dispute { id, .. } => [id.clone(), None],
    }
}

/// Its type, the provider's id and its state: what identifies it when it is reported again.
pub(super) fn event(reversal: &Reversal) -> (AttentionKind, [String; 3]) {
    let (kind, what, id, status) = match reversal {
        Reversal::Refund { kind, id, status, .. } => {
            let what = match kind {
                RefundKind::Merchant => "REFUND",
                RefundKind::Auto => "AUTO_REFUND",
            };
            (AttentionKind::Refunded, what, id, status)
        }
        Reversal::Dispute {
            is_counted,
            id,
            status,
            ..
        } => {
            let what = match is_counted {
                true => "DISPUTE",
                false => DISPUTE_OF_FURTHER,
            };
            (AttentionKind::Disputed, what, id, status)
        }
    };
    (
        kind,
        [what.to_owned(), word(id.as_deref()), word(status.as_deref())],
    )
}

/// Letters and digits alone, because it becomes a part of a key.
pub(super) fn word(text: Option<&str>) -> String {
    text.unwrap_or("UNKNOWN")
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
        .take(64)
        .collect()
}
