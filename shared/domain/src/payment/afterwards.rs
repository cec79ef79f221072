//! What happens to an order after it is paid: money goes back or is disputed, the pass is withdrawn or given back. PAID
//! stays PAID.

mod change;
mod stands;

pub use change::{Change, NotApplicable, PassValidity, Withdrawal, WithdrawalCause};
pub use stands::{FollowUp, Followed};

use super::{Channel, Order, Refund, RefundEvent, RefundId, RefundState, Status};
use crate::Paise;
use time::OffsetDateTime;

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
            Change::MethodReported(method) if next.lacks_reference() && method.reference.is_some() => {
                next.method = Some(method);
            }
            Change::Withdrawn(withdrawal) if next.withdrawn.is_none() => next.withdrawn = Some(withdrawal),
            Change::Restored if next.withdrawn.is_some() => next.withdrawn = None,
            Change::MethodReported(_) | Change::Withdrawn(_) | Change::Restored => {
                return Err(NotApplicable::Unchanged);
            }
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
}

#[cfg(test)]
mod tests;
