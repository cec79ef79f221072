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
