//! The life of orders and attempts. Pure: the time comes in, and what happened goes out.

use crate::state::{Attempt, Order, OrderStatus, PaymentMethod, PaymentStatus, State};
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
    DisputeMoved,
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
    fn finish_termination(&mut self) {
        let under_way = self.attempts.iter().any(|attempt| attempt.status.is_open());
        if self.status == OrderStatus::TerminationRequested && !under_way {
            self.status = OrderStatus::Terminated;
        }
    }
}
