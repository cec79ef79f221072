//! How a paid order stands after what happened to it: what went back, what is left, whether the pass is accepted.

use super::{
    super::{Channel, MoneyBack, Order, Refund, RefundId, RefundState, Status},
    PassValidity,
};
use crate::{Balance, Paise};
use time::OffsetDateTime;

/// What of a paid order is followed to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// Money that goes back.
    Refunds,
    /// Disputes that nobody has decided.
    Disputes,
}

/// That the provider is to be asked about something of a paid order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FollowUp {
    /// About what.
    pub what: Followed,
    /// When.
    pub at: OffsetDateTime,
}

impl Order {
    /// The refund of this identifier.
    #[must_use]
    pub fn refund(&self, id: &RefundId) -> Option<&Refund> {
        self.refunds.iter().find(|refund| refund.refund_id == *id)
    }

    /// The provider's number of the payment that is counted.
    #[must_use]
    pub fn reference(&self) -> Option<&str> {
        self.method.as_ref()?.reference.as_deref()
    }

    /// Whether it was paid through the provider, and it is not known by which payment.
    #[must_use]
    pub fn lacks_reference(&self) -> bool {
        self.status == Status::Paid && self.channel == Channel::Online && self.reference().is_none()
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
                is_at_counter: self.channel == Channel::Counter,
                at: refund.ended_at.unwrap_or(refund.at),
            })
        });
        let automatic = self.auto_refunds.iter().map(|refund| MoneyBack {
            amount: refund.amount,
            is_sent: true,
            is_automatic: true,
            is_at_counter: false,
            at: refund.at,
        });
        let mut all: Vec<_> = refunds.chain(automatic).collect();
        all.sort_by_key(|back| back.at);
        all
    }

    /// What went back of the payment.
    #[must_use]
    pub fn refunded(&self) -> Paise {
        self.returns().map(|(_, returned)| returned).sum()
    }

    /// Each refund, and what went back by it of the payment. More than all of that can go back where the provider had a second
    /// payment of the order, which was never counted: what exceeds it was of that one.
    pub fn returns(&self) -> impl Iterator<Item = (&Refund, Paise)> {
        let mut left = self.amount;
        self.refunds.iter().map(move |refund| {
            let returned = match refund.state {
                RefundState::Success => refund.amount.min(left),
                RefundState::Requested | RefundState::Pending | RefundState::Failed => Paise::default(),
            };
            left = left.saturating_sub(returned);
            (refund, returned)
        })
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
                Balance::from(self.amount) - Balance::from(self.refunded()) - Balance::from(self.lost())
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

    /// When the provider is to be asked about its disputes next; None when all are decided or no longer followed.
    #[must_use]
    pub fn next_dispute_ask(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        self.disputes
            .iter()
            .filter_map(|dispute| dispute.next_ask(now))
            .min()
    }

    /// What the provider is to be asked about next: an order is due for one thing at a time, and a refund ends sooner.
    #[must_use]
    pub fn next_follow_up(&self, now: OffsetDateTime) -> Option<FollowUp> {
        let of = |what| move |at| FollowUp { what, at };
        let refunds = self.next_refund_ask(now).map(of(Followed::Refunds));
        refunds.or_else(|| self.next_dispute_ask(now).map(of(Followed::Disputes)))
    }

    fn sum_of(&self, counts: impl Fn(RefundState) -> bool) -> Paise {
        let counted = self.refunds.iter().filter(|refund| counts(refund.state));
        counted.map(|refund| refund.amount).sum()
    }
}
