//! What happens to an order after it is paid: money goes back, the pass is withdrawn or given back. PAID stays PAID.

use super::{Channel, Order, Refund, RefundEvent, RefundId, RefundState, Status};
use crate::{Paise, Stored, Word};
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
    /// It is so already.
    #[error("nothing changes")]
    Unchanged,
}

impl Order {
    /// The order after a change, the only transition function of what follows a payment.
    ///
    /// A refund that has all of the money go back withdraws the pass with it, once: who is then given the pass back
    /// keeps it.
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
            } => next.request(refund_id, amount, reason, by, at)?,
            Change::RefundReported {
                refund_id,
                amount,
                event,
            } => next.report(refund_id, amount, event, at)?,
            Change::Withdrawn(withdrawal) if next.withdrawn.is_none() => next.withdrawn = Some(withdrawal),
            Change::Restored if next.withdrawn.is_some() => next.withdrawn = None,
            Change::Withdrawn(_) | Change::Restored => return Err(NotApplicable::Unchanged),
        }
        if next.is_refunded() && !self.is_refunded() && next.withdrawn.is_none() {
            next.withdrawn = Some(Withdrawal {
                cause: WithdrawalCause::Refund.into(),
                reason: String::new(),
                by: None,
                at,
            });
        }
        next.version += 1;
        Ok(next)
    }

    fn request(
        &mut self,
        refund_id: RefundId,
        amount: Paise,
        reason: String,
        by: String,
        at: OffsetDateTime,
    ) -> Result<(), NotApplicable> {
        if self.refund(&refund_id).is_some() || amount == Paise::default() {
            return Err(NotApplicable::Unchanged);
        }
        let left = self.refundable();
        if amount > left {
            return Err(NotApplicable::ExceedsPaid { left });
        }
        // At the counter the money is handed over with the decision.
        let (state, ended_at) = match self.channel {
            Channel::Online => (RefundState::Requested, None),
            Channel::Counter => (RefundState::Success, Some(at)),
        };
        self.refunds.push(Refund {
            refund_id,
            amount,
            state,
            reason,
            by: Some(by),
            at,
            ended_at,
        });
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
        // cannot be counted: it is flagged by who reads it.
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

    /// What can still be sent back: what was paid, without what went back or is on its way.
    #[must_use]
    pub fn refundable(&self) -> Paise {
        if self.status != Status::Paid {
            return Paise::default();
        }
        let gone = self.sum_of(|state| state.is_open() || state == RefundState::Success);
        Paise::new(self.amount.get().saturating_sub(gone.get()))
    }

    /// What stays of the payment: nothing before it is paid.
    #[must_use]
    pub fn net(&self) -> Paise {
        match self.status {
            Status::Paid => Paise::new(self.amount.get().saturating_sub(self.refunded().get())),
            Status::Created | Status::Active | Status::Failed | Status::Expired | Status::Unknown => {
                Paise::default()
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
        Paise::new(counted.map(|refund| refund.amount.get()).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payment::fixture::paid_order;
    use time::{Duration, macros::datetime};

    const AT: OffsetDateTime = datetime!(2025-05-20 10:00 UTC);

    fn order(channel: Channel) -> Order {
        paid_order(channel, AT)
    }

    fn id(text: &str) -> RefundId {
        RefundId::parse(text).unwrap()
    }

    fn request(refund: &str, paise: u64) -> Change {
        Change::RefundRequested {
            refund_id: id(refund),
            amount: Paise::new(paise),
            reason: "Cannot come".to_owned(),
            by: "meera".to_owned(),
        }
    }

    fn report(refund: &str, paise: Option<u64>, event: RefundEvent) -> Change {
        Change::RefundReported {
            refund_id: id(refund),
            amount: paise.map(Paise::new),
            event,
        }
    }

    fn withdrawal() -> Withdrawal {
        Withdrawal {
            cause: WithdrawalCause::Organiser.into(),
            reason: "Duplicate".to_owned(),
            by: Some("meera".to_owned()),
            at: AT,
        }
    }

    #[test]
    fn nothing_of_an_unpaid_order_is_refunded_or_withdrawn() {
        for status in Status::ALL.into_iter().filter(|status| *status != Status::Paid) {
            let unpaid = Order {
                status,
                ..order(Channel::Online)
            };
            for change in [
                request("ref1", 1),
                report("ref1", Some(1), RefundEvent::Succeeded),
                Change::Withdrawn(withdrawal()),
                Change::Restored,
            ] {
                assert_eq!(unpaid.after(change, AT), Err(NotApplicable::NotPaid));
            }
            assert_eq!(
                (unpaid.refundable(), unpaid.net()),
                (Paise::default(), Paise::default())
            );
            assert_eq!(unpaid.validity(), None);
        }
    }

    #[test]
    fn refunds_never_exceed_what_was_paid_while_any_of_them_may_still_succeed() {
        let order = order(Channel::Online);
        let exceeds = |order: &Order, paise| order.after(request("more", paise), AT).unwrap_err();
        assert_eq!(
            exceeds(&order, 100_001),
            NotApplicable::ExceedsPaid {
                left: Paise::new(100_000)
            }
        );
        let requested = order.after(request("ref1", 60_000), AT).unwrap();
        assert_eq!(
            (requested.refundable().get(), requested.net().get()),
            (40_000, 100_000)
        );
        assert_eq!(
            exceeds(&requested, 40_001),
            NotApplicable::ExceedsPaid {
                left: Paise::new(40_000)
            }
        );
        let failed = requested
            .after(report("ref1", None, RefundEvent::Failed), AT)
            .unwrap();
        assert_eq!(
            (failed.refundable().get(), failed.net().get()),
            (100_000, 100_000)
        );
        assert_eq!(failed.refunds[0].ended_at, Some(AT));
        let done = requested
            .after(report("ref1", None, RefundEvent::Succeeded), AT)
            .unwrap();
        assert_eq!((done.refundable().get(), done.net().get()), (40_000, 40_000));
        assert_eq!(done.validity(), Some(PassValidity::Valid));
        assert_eq!(done.version, order.version + 2);
    }

    #[test]
    fn a_refund_is_requested_once_under_its_identifier_and_never_of_nothing() {
        let requested = order(Channel::Online).after(request("ref1", 10), AT).unwrap();
        assert_eq!(
            requested.after(request("ref1", 10), AT),
            Err(NotApplicable::Unchanged)
        );
        assert_eq!(
            requested.after(request("ref2", 0), AT),
            Err(NotApplicable::Unchanged)
        );
        assert_eq!(requested.next_refund_ask(AT), Some(AT + Duration::minutes(1)));
    }

    #[test]
    fn a_full_refund_withdraws_the_pass_once_and_who_gets_it_back_keeps_it() {
        let requested = order(Channel::Online)
            .after(request("ref1", 100_000), AT)
            .unwrap();
        assert_eq!(requested.validity(), Some(PassValidity::Valid));
        let done = requested
            .after(report("ref1", None, RefundEvent::Succeeded), AT)
            .unwrap();
        assert_eq!(done.validity(), Some(PassValidity::Withdrawn));
        assert_eq!(done.withdrawn.as_ref().unwrap().cause, WithdrawalCause::Refund);
        let restored = done.after(Change::Restored, AT).unwrap();
        assert_eq!(
            restored.after(report("ref1", None, RefundEvent::Succeeded), AT),
            Err(NotApplicable::Unchanged)
        );
        // A second refund that the provider made beside it is told, and does not take the pass again.
        let beside = restored
            .after(report("auto", Some(100_000), RefundEvent::Succeeded), AT)
            .unwrap();
        assert_eq!(beside.validity(), Some(PassValidity::Valid));
        assert_eq!(
            (beside.net(), beside.refundable()),
            (Paise::default(), Paise::default())
        );
    }

    #[test]
    fn money_is_handed_back_at_the_counter_with_the_decision() {
        let done = order(Channel::Counter)
            .after(request("ref1", 100_000), AT)
            .unwrap();
        assert_eq!(done.refunds[0].state, RefundState::Success);
        assert_eq!(done.refunds[0].ended_at, Some(AT));
        assert_eq!(done.validity(), Some(PassValidity::Withdrawn));
        assert_eq!(done.next_refund_ask(AT), None);
    }

    #[test]
    fn a_refund_made_at_the_provider_is_taken_over_with_its_amount() {
        let order = order(Channel::Online);
        let pending = order
            .after(report("ref9", Some(500), RefundEvent::Accepted), AT)
            .unwrap();
        assert_eq!(pending.refunds[0].state, RefundState::Pending);
        assert_eq!(
            (pending.refunds[0].by.as_ref(), pending.refunds[0].ended_at),
            (None, None)
        );
        let done = order
            .after(report("ref9", Some(500), RefundEvent::Succeeded), AT)
            .unwrap();
        assert_eq!((done.refunded().get(), done.refunds[0].ended_at), (500, Some(AT)));
        for (amount, event) in [(None, RefundEvent::Succeeded), (Some(500), RefundEvent::Failed)] {
            assert_eq!(
                order.after(report("ref9", amount, event), AT),
                Err(NotApplicable::Unchanged)
            );
        }
    }

    #[test]
    fn a_pass_is_withdrawn_and_given_back_once_each() {
        let valid = order(Channel::Online);
        assert_eq!(valid.after(Change::Restored, AT), Err(NotApplicable::Unchanged));
        let withdrawn = valid.after(Change::Withdrawn(withdrawal()), AT).unwrap();
        assert_eq!(withdrawn.withdrawn, Some(withdrawal()));
        assert_eq!(
            withdrawn.after(Change::Withdrawn(withdrawal()), AT),
            Err(NotApplicable::Unchanged)
        );
        let restored = withdrawn.after(Change::Restored, AT).unwrap();
        assert_eq!(
            (restored.validity(), restored.version),
            (Some(PassValidity::Valid), valid.version + 2)
        );
        // Money that goes back of a withdrawn pass leaves the reason that was first.
        let refunded = withdrawn
            .after(request("ref1", 100_000), AT)
            .and_then(|order| order.after(report("ref1", None, RefundEvent::Succeeded), AT))
            .unwrap();
        assert_eq!(refunded.withdrawn, Some(withdrawal()));
    }

    #[test]
    fn a_cause_of_another_release_still_withdraws() {
        let stored = r#"{"cause":"fraud","at":"2025-05-20T10:00:00Z"}"#;
        let read: Withdrawal = serde_json::from_str(stored).unwrap();
        let order = Order {
            withdrawn: Some(read),
            ..order(Channel::Online)
        };
        assert_eq!(order.validity(), Some(PassValidity::Withdrawn));
        for cause in [
            WithdrawalCause::Organiser,
            WithdrawalCause::Refund,
            WithdrawalCause::Dispute,
        ] {
            assert_eq!(serde_json::to_value(cause).unwrap(), cause.as_str());
        }
    }
}
