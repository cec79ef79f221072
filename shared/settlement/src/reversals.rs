//! Refunds and disputes: kept on record once, and before the administrators' eyes. The status stays PAID.
//!
//! A webhook reports one; the hourly reconciliation and "ask again" read them from the order. Whatever the way, the
//! same refund in the same state is the same record.

use crate::{SettleError, Settlement};
use domain::{AttentionKind, payment::Order};
use payment_provider::{RefundKind, Reversal};
use store::{
    Registrations, StoreError,
    registrations::{
        Write,
        attention::{Flag, ProviderEvent},
    },
};
use telemetry::Metric;
use time::OffsetDateTime;

/// A refund or a dispute that the provider lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Under which kind the order is flagged.
    pub kind: AttentionKind,
    /// Its type, the provider's id and its state, for a person.
    pub summary: String,
    /// Whether it was not known before.
    pub new: bool,
}

impl Settlement {
    /// Keeps a refund or a dispute of an order and flags the order; `Stale` when it was kept before.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn keep_reversal(&self, order: &Order, reversal: &Reversal) -> Result<Write, StoreError> {
        keep(&self.registrations, order, reversal, self.clock.now()).await
    }

    /// Asks the provider for the refunds and disputes of an order, and keeps each.
    ///
    /// # Errors
    /// When the provider or the table does not answer. What was kept until then stays, and asking again goes on.
    pub async fn find_reversals(&self, order: &Order) -> Result<Vec<Found>, SettleError> {
        let id = &order.order_id;
        let mut reversals = self.provider.refunds(id).await?;
        reversals.extend(self.provider.disputes(id).await?);
        let mut found = Vec::new();
        for reversal in &reversals {
            let new = self.keep_reversal(order, reversal).await? == Write::Done;
            if new {
                telemetry::count(Metric::ReversalsFound);
            }
            let (kind, what) = event(reversal);
            let summary = what.join(" ");
            found.push(Found { kind, summary, new });
        }
        Ok(found)
    }
}

impl Found {
    /// Whether this and `reversal` are both refunds, or both disputes.
    #[must_use]
    pub fn is_like(&self, reversal: &Reversal) -> bool {
        event(reversal).0 == self.kind
    }
}

async fn keep(
    registrations: &Registrations,
    order: &Order,
    reversal: &Reversal,
    now: OffsetDateTime,
) -> Result<Write, StoreError> {
    let (kind, what) = event(reversal);
    let event = ProviderEvent {
        key: what.join("#"),
        summary: what.join(" "),
        at: now,
    };
    let flag = Flag::new(order, kind, now).with_note(event.summary.clone());
    registrations.record_event(&event, &flag).await
}

/// Its type, the provider's id and its state: what identifies it when it is reported again.
fn event(reversal: &Reversal) -> (AttentionKind, [String; 3]) {
    let (kind, what, id, status) = match reversal {
        Reversal::Refund { kind, id, status, .. } => {
            let what = match kind {
                RefundKind::Merchant => "REFUND",
                RefundKind::Auto => "AUTO_REFUND",
            };
            (AttentionKind::Refunded, what, id, status)
        }
        Reversal::Dispute { id, status } => (AttentionKind::Disputed, "DISPUTE", id, status),
    };
    (
        kind,
        [what.to_owned(), word(id.as_deref()), word(status.as_deref())],
    )
}

/// Letters and digits alone, because it becomes a part of a key.
fn word(text: Option<&str>) -> String {
    text.unwrap_or("UNKNOWN")
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
        .take(64)
        .collect()
}
