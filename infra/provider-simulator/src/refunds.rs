//! The life of refunds and disputes. Pure, as the life of orders is.

use crate::lifecycle::{ControlError, Event, Happened};
use crate::state::{DISPUTE_CREATED, Dispute, Order, PaymentStatus, Refund, RefundStatus, State};
use time::OffsetDateTime;

/// A refund that is asked for.
pub(crate) struct NewRefund {
    pub(crate) refund_id: String,
    /// In paise.
    pub(crate) amount: u64,
    pub(crate) note: Option<String>,
    pub(crate) speed: String,
    pub(crate) status: RefundStatus,
}

impl State {
    /// Sends money of a paid order back.
    pub(crate) fn refund(
        &mut self,
        order_id: &str,
        new: NewRefund,
        now: OffsetDateTime,
    ) -> Result<Vec<Happened>, ControlError> {
        let cf_refund_id = self.next_id();
        let order = self.order(order_id)?;
        let paid = order
            .attempts
            .iter()
            .find(|attempt| attempt.status == PaymentStatus::Success);
        let cf_payment_id = paid
            .map(|attempt| attempt.cf_payment_id)
            .ok_or(ControlError::NothingToRefund)?;
        order.refunds.push(Refund {
            cf_refund_id,
            refund_id: new.refund_id,
            cf_payment_id,
            amount: new.amount,
            note: new.note,
            speed: new.speed,
            status: new.status,
            automatic: None,
            created_at: now,
            processed_at: (new.status == RefundStatus::Success).then_some(now),
            returned_at: None,
        });
        Ok(match new.status {
            RefundStatus::Success | RefundStatus::Failed | RefundStatus::Cancelled => {
                vec![(order_id.to_owned(), Event::Refund(cf_refund_id))]
            }
            RefundStatus::Pending => Vec::new(),
        })
    }

    /// Notes a dispute of a payment. An order has one at a time, under the id that its webhooks name.
    pub(crate) fn dispute(
        &mut self,
        order_id: &str,
        cf_payment_id: Option<u64>,
        now: OffsetDateTime,
    ) -> Result<(), ControlError> {
        let order = self.order(order_id)?;
        let dispute_id = order.cf_order_id.to_string();
        if order.disputes.iter().all(|one| one.dispute_id != dispute_id) {
            order.disputes.push(Dispute {
                dispute_id,
                status: DISPUTE_CREATED.to_owned(),
                cf_payment_id,
                created_at: now,
                updated_at: now,
                returned_at: None,
            });
        }
        Ok(())
    }

    /// Moves the dispute of an order on.
    pub(crate) fn move_dispute(
        &mut self,
        order_id: &str,
        status: &str,
        now: OffsetDateTime,
    ) -> Result<(), ControlError> {
        let dispute = self.order(order_id)?.disputes.last_mut();
        let dispute = dispute.ok_or(ControlError::NoDispute)?;
        status.clone_into(&mut dispute.status);
        dispute.updated_at = now;
        Ok(())
    }

    /// Ends the refunds of an order that are under way.
    pub(crate) fn finish_refunds(
        &mut self,
        order_id: &str,
        succeeded: bool,
        now: OffsetDateTime,
    ) -> Result<Vec<Happened>, ControlError> {
        let mut happened = Vec::new();
        let refunds = self.order(order_id)?.refunds.iter_mut();
        for refund in refunds.filter(|refund| refund.status == RefundStatus::Pending) {
            refund.status = if succeeded {
                RefundStatus::Success
            } else {
                RefundStatus::Failed
            };
            refund.processed_at = succeeded.then_some(now);
            happened.push((order_id.to_owned(), Event::Refund(refund.cf_refund_id)));
        }
        Ok(happened)
    }

    /// Takes back the refunds of an order that went through.
    pub(crate) fn cancel_refunds(&mut self, order_id: &str) -> Result<Vec<Happened>, ControlError> {
        let mut happened = Vec::new();
        for refund in self.order(order_id)?.sent_back() {
            refund.status = RefundStatus::Cancelled;
            happened.push((order_id.to_owned(), Event::Refund(refund.cf_refund_id)));
        }
        Ok(happened)
    }

    /// Lets the money of an order that went back, or that a dispute took, come again.
    pub(crate) fn give_back(&mut self, order_id: &str, now: OffsetDateTime) -> Result<(), ControlError> {
        let order = self.order(order_id)?;
        for refund in order.sent_back() {
            refund.returned_at = Some(now);
        }
        for dispute in &mut order.disputes {
            dispute.returned_at = Some(now);
        }
        Ok(())
    }
}

impl Order {
    fn sent_back(&mut self) -> impl Iterator<Item = &mut Refund> {
        let refunds = self.refunds.iter_mut();
        refunds.filter(|refund| refund.status == RefundStatus::Success)
    }

    /// What the merchant's refunds have left of the amount, in paise.
    pub(crate) fn refundable(&self) -> u64 {
        let merchants = self.refunds.iter().filter(|refund| refund.automatic.is_none());
        let refunded = merchants
            .filter(|refund| !matches!(refund.status, RefundStatus::Failed | RefundStatus::Cancelled))
            .map(|refund| refund.amount);
        self.amount.saturating_sub(refunded.sum())
    }

    /// The provider sends an attempt back by itself.
    pub(crate) fn send_back(
        &mut self,
        cf_refund_id: u64,
        cf_payment_id: u64,
        reason: &str,
        now: OffsetDateTime,
    ) {
        self.refunds.push(Refund {
            cf_refund_id,
            refund_id: format!("auto_{cf_refund_id}"),
            cf_payment_id,
            amount: self.amount,
            note: None,
            speed: "STANDARD".to_owned(),
            status: RefundStatus::Success,
            automatic: Some(reason.to_owned()),
            created_at: now,
            processed_at: Some(now),
            returned_at: None,
        });
    }
}
