//! The life of orders, attempts and refunds. Pure: the time comes in, and what happened goes out.

use crate::state::{Attempt, Dispute, Order, OrderStatus, PaymentMethod, PaymentStatus, Refund, State};
use time::OffsetDateTime;

/// Why something that was asked of the simulator cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// No such order.
    #[error("there is no such order")]
    NoOrder,
    /// No such attempt.
    #[error("there is no such payment")]
    NoPayment,
    /// The order can no longer be paid.
    #[error("the order is closed")]
    Closed,
    /// The attempt has ended another way.
    #[error("the payment has already ended")]
    Ended,
    /// Nobody disputes the order.
    #[error("there is no such dispute")]
    NoDispute,
    /// The order has nothing that could be sent back.
    #[error("there is nothing to refund")]
    NothingToRefund,
    /// The change could not be written to the file, so it was not made.
    #[error("the change cannot be kept: {0}")]
    NotKept(NotKept),
}

/// Why a change was taken back: what the operating system says of its file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotKept(pub(crate) String);

impl From<NotKept> for ControlError {
    fn from(error: NotKept) -> Self {
        Self::NotKept(error)
    }
}

/// Something that merchants learn by webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    Payment(u64),
    Refund(u64),
    Dispute,
    DisputeClosed,
}

/// An order and what happened to it.
pub(crate) type Happened = (String, Event);

/// Whether an attempt may begin on an order whose time is over or that is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begin {
    /// Only while the order is open, as on the provider's own page.
    WhileOpen,
    /// Also afterwards: represents an attempt that began in time and was not seen.
    Late,
}

/// A refund that is asked for.
pub(crate) struct NewRefund {
    pub(crate) refund_id: String,
    /// In paise.
    pub(crate) amount: u64,
    pub(crate) note: Option<String>,
    pub(crate) speed: String,
    pub(crate) status: &'static str,
}

impl State {
    pub(crate) fn order(&mut self, order_id: &str) -> Result<&mut Order, ControlError> {
        self.orders
            .get_mut(&order_id.to_owned())
            .ok_or(ControlError::NoOrder)
    }

    /// Begins an attempt and returns its id.
    pub(crate) fn begin(
        &mut self,
        order_id: &str,
        method: PaymentMethod,
        begin: Begin,
        now: OffsetDateTime,
    ) -> Result<u64, ControlError> {
        let cf_payment_id = self.next_id();
        let order = self.order(order_id)?;
        let allowed = match order.status(now) {
            OrderStatus::Active => true,
            OrderStatus::Paid | OrderStatus::Expired => begin == Begin::Late,
            OrderStatus::Terminated | OrderStatus::TerminationRequested => false,
        };
        if !allowed {
            return Err(ControlError::Closed);
        }
        // A card waits for its holder's password, a UPI request is already with the payer's bank.
        let status = match &method {
            PaymentMethod::Upi { .. } => PaymentStatus::Pending,
            PaymentMethod::Card { .. } | PaymentMethod::Netbanking { .. } => PaymentStatus::NotAttempted,
        };
        order.attempts.push(Attempt {
            cf_payment_id,
            status,
            method,
            began_at: now,
            ended_at: None,
        });
        Ok(cf_payment_id)
    }

    /// Decides an attempt that is under way. Deciding it the same way again changes nothing.
    pub(crate) fn decide(
        &mut self,
        cf_payment_id: u64,
        status: PaymentStatus,
        now: OffsetDateTime,
    ) -> Result<Vec<Happened>, ControlError> {
        let refund_id = self.next_id();
        let of_attempt = self.orders.values().find(|order| {
            order
                .attempts
                .iter()
                .any(|attempt| attempt.cf_payment_id == cf_payment_id)
        });
        let order_id = of_attempt
            .map(|order| order.order_id.clone())
            .ok_or(ControlError::NoPayment)?;
        let order = self.order(&order_id)?;
        let attempt = order
            .attempts
            .iter_mut()
            .find(|attempt| attempt.cf_payment_id == cf_payment_id)
            .ok_or(ControlError::NoPayment)?;
        if attempt.status == status {
            return Ok(Vec::new());
        }
        if !attempt.status.is_open() {
            return Err(ControlError::Ended);
        }
        attempt.status = status;
        if status.is_open() {
            return Ok(Vec::new());
        }
        attempt.ended_at = Some(now);
        let mut happened = Vec::new();
        match status {
            PaymentStatus::Success if order.status == OrderStatus::Paid => {
                happened.push((order_id.clone(), Event::Payment(cf_payment_id)));
                order.send_back(
                    refund_id,
                    cf_payment_id,
                    "Multiple payments were performed against same order.",
                    now,
                );
                happened.push((order_id, Event::Refund(refund_id)));
            }
            PaymentStatus::Success => {
                order.status = OrderStatus::Paid;
                happened.push((order_id, Event::Payment(cf_payment_id)));
            }
            PaymentStatus::Cancelled => {
                order.send_back(
                    refund_id,
                    cf_payment_id,
                    "Payment was completed after its time.",
                    now,
                );
                happened.push((order_id, Event::Refund(refund_id)));
            }
            PaymentStatus::Failed | PaymentStatus::UserDropped => {
                happened.push((order_id, Event::Payment(cf_payment_id)));
            }
            PaymentStatus::NotAttempted | PaymentStatus::Pending => {}
        }
        order.finish_termination();
        Ok(happened)
    }

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
        let done = new.status == "SUCCESS";
        order.refunds.push(Refund {
            cf_refund_id,
            refund_id: new.refund_id,
            cf_payment_id,
            amount: new.amount,
            note: new.note,
            speed: new.speed,
            status: new.status.to_owned(),
            automatic: None,
            created_at: now,
            processed_at: done.then_some(now),
        });
        let ended = matches!(new.status, "SUCCESS" | "FAILED");
        Ok(if ended {
            vec![(order_id.to_owned(), Event::Refund(cf_refund_id))]
        } else {
            Vec::new()
        })
    }

    /// Notes a dispute. An order has one at a time, under the id that its webhooks name.
    pub(crate) fn dispute(&mut self, order_id: &str, now: OffsetDateTime) -> Result<(), ControlError> {
        let order = self.order(order_id)?;
        let dispute_id = order.cf_order_id.to_string();
        if order.disputes.iter().all(|one| one.dispute_id != dispute_id) {
            order.disputes.push(Dispute {
                dispute_id,
                status: "DISPUTE_CREATED".to_owned(),
                created_at: now,
            });
        }
        Ok(())
    }

    /// Decides the dispute of an order against the merchant.
    pub(crate) fn lose_dispute(&mut self, order_id: &str) -> Result<(), ControlError> {
        let dispute = self.order(order_id)?.disputes.last_mut();
        let dispute = dispute.ok_or(ControlError::NoDispute)?;
        "DISPUTE_MERCHANT_LOST".clone_into(&mut dispute.status);
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
        for refund in refunds.filter(|refund| refund.status == "PENDING") {
            let status = if succeeded { "SUCCESS" } else { "FAILED" };
            status.clone_into(&mut refund.status);
            refund.processed_at = succeeded.then_some(now);
            happened.push((order_id.to_owned(), Event::Refund(refund.cf_refund_id)));
        }
        Ok(happened)
    }

    /// Closes an order, at once or when its attempt under way has ended.
    pub(crate) fn terminate(&mut self, order_id: &str, now: OffsetDateTime) -> Result<(), ControlError> {
        let order = self.order(order_id)?;
        match order.status(now) {
            OrderStatus::Active => {
                order.status = OrderStatus::TerminationRequested;
                order.finish_termination();
                Ok(())
            }
            OrderStatus::Terminated | OrderStatus::TerminationRequested => Ok(()),
            OrderStatus::Paid | OrderStatus::Expired => Err(ControlError::Closed),
        }
    }
}

impl Order {
    /// What the merchant's refunds have left of the amount, in paise.
    pub(crate) fn refundable(&self) -> u64 {
        let merchants = self.refunds.iter().filter(|refund| refund.automatic.is_none());
        let refunded = merchants
            .filter(|refund| refund.status != "FAILED")
            .map(|refund| refund.amount);
        self.amount.saturating_sub(refunded.sum())
    }

    fn send_back(&mut self, cf_refund_id: u64, cf_payment_id: u64, reason: &str, now: OffsetDateTime) {
        self.refunds.push(Refund {
            cf_refund_id,
            refund_id: format!("auto_{cf_refund_id}"),
            cf_payment_id,
            amount: self.amount,
            note: None,
            speed: "STANDARD".to_owned(),
            status: "SUCCESS".to_owned(),
            automatic: Some(reason.to_owned()),
            created_at: now,
            processed_at: Some(now),
        });
    }

    fn finish_termination(&mut self) {
        let under_way = self.attempts.iter().any(|attempt| attempt.status.is_open());
        if self.status == OrderStatus::TerminationRequested && !under_way {
            self.status = OrderStatus::Terminated;
        }
    }
}
