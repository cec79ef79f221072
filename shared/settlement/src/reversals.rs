//! Refunds and disputes: kept on record once, and before the administrators' eyes. The status stays PAID.
//!
//! A webhook reports one; the hourly reconciliation and "ask again" read them from the order. Whatever the way, the
//! same refund in the same state is the same record.

use crate::{SettleError, Settlement, refunds::Report};
use domain::{
    AttentionKind,
    payment::{Order, Status, Withdrawal, WithdrawalCause},
};
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
    /// Whether it was put on record now.
    pub kept: bool,
    /// Whether it was, and was not asked for here: then it is under Needs attention.
    pub new: bool,
}

impl Settlement {
    /// Keeps a refund or a dispute of an order and flags the order, unless it was asked for here; `Stale` when it was kept
    /// before.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn keep_reversal(&self, order: &Order, reversal: &Reversal) -> Result<Write, StoreError> {
        keep(&self.registrations, order, reversal, self.clock.now()).await
    }

    /// Asks the provider for the refunds and disputes of an order, keeps each, and writes what follows for the order: how
    /// far its refunds are, and that a lost dispute withdraws the pass.
    ///
    /// # Errors
    /// When the provider or the table does not answer. What was kept until then stays, and asking again goes on.
    pub async fn find_reversals(&self, order: &Order) -> Result<Vec<Found>, SettleError> {
        let id = &order.order_id;
        let mut reversals = self.provider.refunds(id).await?;
        reversals.extend(self.provider.disputes(id).await?);
        let mut found = Vec::new();
        for reversal in &reversals {
            if reversal.is_lost_dispute() {
                self.withdraw_for(order, reversal).await?;
            }
            let kept = self.keep_reversal(order, reversal).await? == Write::Done;
            let new = kept && !is_requested(order, reversal);
            if new {
                telemetry::count(Metric::ReversalsFound);
            }
            let (kind, what) = event(reversal);
            let summary = what.join(" ");
            found.push(Found {
                kind,
                summary,
                kept,
                new,
            });
        }
        let reports: Vec<Report> = reversals.iter().filter_map(Report::of).collect();
        if !reports.is_empty() && order.status == Status::Paid {
            self.note_refunds(order.clone(), &reports, false).await?;
        }
        Ok(found)
    }
}

impl Settlement {
    /// Withdraws the pass for a dispute that was lost, once: a pass that is restored after that stays valid. That it was
    /// done is on record after it is done, so that a crash in between does it again.
    async fn withdraw_for(&self, order: &Order, dispute: &Reversal) -> Result<(), SettleError> {
        let (_, what) = event(dispute);
        let done = ProviderEvent {
            key: format!("{}#WITHDRAWN", what.join("#")),
            summary: format!("{} withdrew the pass", what.join(" ")),
            at: self.clock.now(),
            auto_refund: None,
        };
        if self.registrations.has_event(&order.order_id, &done.key).await? {
            return Ok(());
        }
        if let Some(order) = self.registrations.order(&order.order_id).await? {
            self.withdraw(order, &lost_dispute(done.at)).await?;
        }
        let recorded = self
            .registrations
            .record_event(&order.order_id, &done, None)
            .await?;
        let (Write::Done | Write::Stale) = recorded;
        Ok(())
    }
}

impl Found {
    /// Whether it is this refund or dispute, in this state.
    #[must_use]
    pub fn is(&self, reversal: &Reversal) -> bool {
        event(reversal).1.join(" ") == self.summary
    }

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
        auto_refund: reversal.auto_refunded(),
    };
    let flag = Flag::new(order, kind, now).with_note(event.summary.clone());
    let flag = (!is_requested(order, reversal)).then_some(&flag);
    registrations.record_event(&order.order_id, &event, flag).await
}

/// Whether it is a refund that an administrator asked for here.
fn is_requested(order: &Order, reversal: &Reversal) -> bool {
    Report::of(reversal)
        .and_then(|report| order.refund(&report.refund_id))
        .is_some_and(|refund| refund.by.is_some())
}

fn lost_dispute(at: OffsetDateTime) -> Withdrawal {
    Withdrawal {
        cause: WithdrawalCause::Dispute.into(),
        reason: String::new(),
        by: None,
        at,
    }
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
