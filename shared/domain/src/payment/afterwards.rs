//! What happens to an order after it is paid: money goes back or is disputed, the pass is withdrawn or given back. PAID
//! stays PAID.

use super::{Channel, DisputeReport, MoneyBack, Order, Refund, RefundEvent, RefundId, RefundState, Status};
use crate::{Balance, Paise, Stored, Word, registration::PaymentMode};
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

impl Order {
    /// The order after a change, the only transition function of what follows a payment.
    ///
    /// The refund that returns the last of the money also withdraws the pass, and so does a dispute that is lost, each
    /// once: a pass that is restored after that stays valid.
    ///
    /// # Errors
    /// When the order is not paid, when more than what was paid would go back, or when nothing changes. A refund that is
    /// requested again under its identifier changes nothing.
    pub fn after(&self, change: Change, at: OffsetDateTime) -> Result<Self, NotApplicable> {
        if self.status != Status::Paid {
            return Err(NotApplicable::NotPaid);
        }
        let mut next = self.clone();
        match change {
            Change::RefundRequested {
                refund_id,
                amount,
                reason,
                by,
                mode,
            } => {
                let (state, ended_at) = next.begun_as(at);
                next.request(Refund {
                    refund_id,
                    amount,
                    state,
                    reason,
                    by: Some(by),
                    mode,
                    at,
                    ended_at,
                })?;
            }
            Change::RefundReported {
                refund_id,
                amount,
                event,
            } => next.report(refund_id, amount, event, at)?,
            Change::DisputeReported(report) => next.report_dispute(report, at)?,
            Change::Withdrawn(withdrawal) if next.withdrawn.is_none() => next.withdrawn = Some(withdrawal),
            Change::Restored if next.withdrawn.is_some() => next.withdrawn = None,
            Change::Withdrawn(_) | Change::Restored => return Err(NotApplicable::Unchanged),
        }
        let cause = if next.is_refunded() && !self.is_refunded() {
            Some(WithdrawalCause::Refund)
        } else if next.has_lost_dispute() && !self.has_lost_dispute() {
            Some(WithdrawalCause::Dispute)
        } else {
            None
        };
        if let Some(cause) = cause
            && next.withdrawn.is_none()
        {
            next.withdrawn = Some(Withdrawal {
                cause: cause.into(),
                reason: String::new(),
                by: None,
                at,
            });
        }
        next.version += 1;
        Ok(next)
    }

    /// At the counter the money is handed over with the decision.
    const fn begun_as(&self, at: OffsetDateTime) -> (RefundState, Option<OffsetDateTime>) {
        match self.channel {
            Channel::Online => (RefundState::Requested, None),
            Channel::Counter => (RefundState::Success, Some(at)),
        }
    }

    fn request(&mut self, refund: Refund) -> Result<(), NotApplicable> {
        if self.refund(&refund.refund_id).is_some() || refund.amount == Paise::default() {
            return Err(NotApplicable::Unchanged);
        }
        if self.has_lost_dispute() {
            return Err(NotApplicable::DisputeLost);
        }
        let left = self.refundable();
        if refund.amount > left {
            return Err(NotApplicable::ExceedsPaid { left });
        }
        self.refunds.push(refund);
        Ok(())
    }

    fn report(
        &mut self,
        refund_id: RefundId,
        amount: Option<Paise>,
        event: RefundEvent,
        at: OffsetDateTime,
    ) -> Result<(), NotApplicable> {
        let known = self
            .refunds
            .iter_mut()
            .find(|refund| refund.refund_id == refund_id);
        if let Some(refund) = known {
            refund.state = refund.state.next(event).ok_or(NotApplicable::Unchanged)?;
            refund.ended_at = (!refund.state.is_open()).then_some(at);
            return Ok(());
        }
        // One that was made at the provider and came to nothing is no news, and one of which the amount is not known
        // cannot be counted: it is flagged where it was read.
        let state = RefundState::Requested
            .next(event)
            .filter(|state| *state != RefundState::Failed);
        let (state, amount) = state.zip(amount).ok_or(NotApplicable::Unchanged)?;
        self.refunds.push(Refund {
            refund_id,
            amount,
            state,
            reason: "Made at the payment provider".to_owned(),
            by: None,
            mode: None,
            at,
            ended_at: (!state.is_open()).then_some(at),
        });
        Ok(())
    }

    /// The refund of this identifier.
    #[must_use]
    pub fn refund(&self, id: &RefundId) -> Option<&Refund> {
        self.refunds.iter().find(|refund| refund.refund_id == *id)
    }

    /// What goes back to who paid, the oldest first. A refund that came to nothing is none.
    #[must_use]
    pub fn money_back(&self) -> Vec<MoneyBack> {
        let refunds = self.refunds.iter().filter_map(|refund| {
            let is_sent = match refund.state {
                RefundState::Success => true,
                RefundState::Requested | RefundState::Pending => false,
                RefundState::Failed => return None,
            };
            Some(MoneyBack {
                amount: refund.amount,
                is_sent,
                is_automatic: false,
                at: refund.ended_at.unwrap_or(refund.at),
            })
        });
        let automatic = self.auto_refunds.iter().map(|refund| MoneyBack {
            amount: refund.amount,
            is_sent: true,
            is_automatic: true,
            at: refund.at,
        });
        let mut all: Vec<_> = refunds.chain(automatic).collect();
        all.sort_by_key(|back| back.at);
        all
    }

    /// What went back.
    #[must_use]
    pub fn refunded(&self) -> Paise {
        self.sum_of(|state| state == RefundState::Success)
    }

    /// Whether all of the money went back.
    #[must_use]
    pub fn is_refunded(&self) -> bool {
        self.status == Status::Paid && self.refunded() >= self.amount
    }

    /// Whether its address has what it paid for: the money is here, or the pass is accepted all the same.
    #[must_use]
    pub fn entitles(&self) -> bool {
        self.status == Status::Paid && (self.net() > Balance::default() || self.withdrawn.is_none())
    }

    /// What can still be sent back: what was paid, without what went back or is on its way. Nothing once a dispute is lost:
    /// the payer has the money from the bank.
    #[must_use]
    pub fn refundable(&self) -> Paise {
        if self.status != Status::Paid || self.has_lost_dispute() {
            return Paise::default();
        }
        let gone = self.sum_of(|state| state.is_open() || state == RefundState::Success);
        self.amount.saturating_sub(gone)
    }

    /// What stays of the payment: nothing before it is paid, and less than nothing where it was refunded and the bank took
    /// it as well.
    #[must_use]
    pub fn net(&self) -> Balance {
        match self.status {
            Status::Paid => {
                // More than all of it can go back where the provider had a second payment of the order, which was never
                // counted.
                let kept = self.amount.saturating_sub(self.refunded());
                Balance::from(kept) - Balance::from(self.lost())
            }
            Status::Created | Status::Active | Status::Failed | Status::Expired | Status::Unknown => {
                Balance::default()
            }
        }
    }

    /// Whether the pass is accepted; None for an order that has none.
    #[must_use]
    pub fn validity(&self) -> Option<PassValidity> {
        match (self.status, &self.withdrawn) {
            (Status::Paid, None) => Some(PassValidity::Valid),
            (Status::Paid, Some(_)) => Some(PassValidity::Withdrawn),
            (Status::Created | Status::Active | Status::Failed | Status::Expired | Status::Unknown, _) => {
                None
            }
        }
    }

    /// When the provider is to be asked about its refunds next; None when all have ended or are no longer followed.
    #[must_use]
    pub fn next_refund_ask(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        self.refunds
            .iter()
            .filter_map(|refund| refund.next_ask(now))
            .min()
    }

    fn sum_of(&self, counts: impl Fn(RefundState) -> bool) -> Paise {
        let counted = self.refunds.iter().filter(|refund| counts(refund.state));
        counted.map(|refund| refund.amount).sum()
    }
}

#[cfg(test)]
mod tests;
