//! What a reconciliation lists: a hint which orders to ask about, never evidence on its own.

use domain::payment::AttemptStatus;

/// Some of the events of a range of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReconPage {
    /// In the order of the provider.
    pub events: Vec<ReconEvent>,
    /// Where the next page begins; None after the last.
    pub next: Option<String>,
}

/// One event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReconEvent {
    /// What it is about.
    pub kind: ReconKind,
    /// The provider's word for that, such as `REFUND_REVERSAL`; empty when it has none.
    pub word: String,
    /// The merchant's order id, where it names one.
    pub order_id: Option<String>,
    /// The provider's id of the event.
    pub id: Option<String>,
    /// The provider's word for its status.
    pub status: Option<String>,
}

impl ReconEvent {
    /// Whether it says what happened to which order.
    #[must_use]
    pub fn is_understood(&self) -> bool {
        self.kind != ReconKind::Other && self.order_id.is_some()
    }

    /// Whether it is of a type of which nothing is expected here, such as a settlement. A row that is neither this nor
    /// understood is in a shape that is not known.
    #[must_use]
    pub fn is_of_no_order(&self) -> bool {
        self.kind == ReconKind::Other && !self.word.is_empty()
    }

    /// Whether money came back that a refund or a dispute had taken.
    #[must_use]
    pub fn is_return(&self) -> bool {
        match self.kind {
            ReconKind::Refund | ReconKind::Dispute => self.word.ends_with("_REVERSAL"),
            ReconKind::Payment(_) | ReconKind::Other => false,
        }
    }
}

/// What an event is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReconKind {
    /// An attempt to pay, and its status.
    Payment(AttemptStatus),
    /// Money that goes back, or came again.
    Refund,
    /// A payment that its payer disputes, or no longer.
    Dispute,
    /// Anything else, such as `OTHER_ADJUSTMENT`.
    Other,
}
