//! What tests and the operator's page let happen to orders.

use crate::Simulator;
use crate::lifecycle::{Begin, ControlError, Event};
use crate::refunds::NewRefund;
use crate::state::{DISPUTE_LOST, OrderStatus, PaymentMethod, PaymentStatus, RefundStatus, Shown};

impl Simulator {
    /// Begins an attempt as on the checkout page and decides it; one that is to stay pending stays so. Works
    /// on expired and paid orders too, for money that comes late or twice. Returns the attempt's id.
    ///
    /// # Errors
    /// When there is no such order, or it is terminated.
    pub fn attempt(
        &self,
        order_id: &str,
        status: PaymentStatus,
        method: PaymentMethod,
    ) -> Result<String, ControlError> {
        self.change(|state, now| {
            let id = state.begin(order_id, method, Begin::Late, now)?;
            let happened = state.decide(id, status, now)?;
            self.announce(state, &happened, now);
            Ok(id.to_string())
        })
    }

    /// Decides an attempt that is under way.
    ///
    /// # Errors
    /// When there is no such attempt, or it has ended another way.
    pub fn complete(&self, cf_payment_id: &str, status: PaymentStatus) -> Result<(), ControlError> {
        let id = cf_payment_id.parse().map_err(|_| ControlError::NoPayment)?;
        self.change(|state, now| {
            let happened = state.decide(id, status, now)?;
            self.announce(state, &happened, now);
            Ok(())
        })
    }

    /// Ends the time of an order that is open. Attempts under way may still succeed.
    ///
    /// # Errors
    /// When there is no such order, or it is closed.
    pub fn expire(&self, order_id: &str) -> Result<(), ControlError> {
        self.change(|state, now| {
            let order = state.order(order_id)?;
            if order.status != OrderStatus::Active {
                return Err(ControlError::Closed);
            }
            order.expires_at = order.expires_at.min(now);
            Ok(())
        })
    }

    /// Closes an open order early, as the merchant may in the provider's dashboard.
    ///
    /// # Errors
    /// When there is no such order, or it is closed.
    pub fn terminate(&self, order_id: &str) -> Result<(), ControlError> {
        self.change(|state, now| state.terminate(order_id, now))
    }

    /// Sends everything that is left of a paid order back.
    ///
    /// # Errors
    /// When there is no such order, or nothing of it is left.
    pub fn refund(&self, order_id: &str) -> Result<(), ControlError> {
        self.change(|state, now| {
            let serial = state.next_id();
            let amount = state.order(order_id)?.refundable();
            if amount == 0 {
                return Err(ControlError::NothingToRefund);
            }
            let refund = NewRefund {
                refund_id: format!("refund{serial}"),
                amount,
                note: None,
                speed: "STANDARD".to_owned(),
                status: RefundStatus::Success,
            };
            let happened = state.refund(order_id, refund, now)?;
            self.announce(state, &happened, now);
            Ok(())
        })
    }

    /// Ends the refunds of an order that are under way.
    ///
    /// # Errors
    /// When there is no such order.
    pub fn finish_refunds(&self, order_id: &str, succeeded: bool) -> Result<(), ControlError> {
        self.change(|state, now| {
            let happened = state.finish_refunds(order_id, succeeded, now)?;
            self.announce(state, &happened, now);
            Ok(())
        })
    }

    /// Takes back the refunds of an order that went through: they are listed as cancelled, and a webhook says so.
    ///
    /// # Errors
    /// When there is no such order.
    pub fn cancel_refunds(&self, order_id: &str) -> Result<(), ControlError> {
        self.change(|state, now| {
            let happened = state.cancel_refunds(order_id)?;
            self.announce(state, &happened, now);
            Ok(())
        })
    }

    /// Lets the money of an order that went back, or that a dispute took, come again. The reconciliation alone lists it, under
    /// the id and status of what took it.
    ///
    /// # Errors
    /// When there is no such order.
    pub fn give_back(&self, order_id: &str) -> Result<(), ControlError> {
        self.change(|state, now| state.give_back(order_id, now))
    }

    /// Decides the dispute of an order against the merchant.
    ///
    /// # Errors
    /// When there is no such order, or nobody disputes it.
    pub fn lose_dispute(&self, order_id: &str) -> Result<(), ControlError> {
        self.move_dispute(order_id, DISPUTE_LOST)
    }

    /// Lets the dispute of an order stand as one of the provider's words says: a stage and what became of it, such as
    /// `PRE_ARBITRATION_UNDER_REVIEW`.
    ///
    /// # Errors
    /// When there is no such order, or nobody disputes it.
    pub fn move_dispute(&self, order_id: &str, status: &str) -> Result<(), ControlError> {
        self.change(|state, now| {
            state.move_dispute(order_id, status, now)?;
            self.announce(state, &[(order_id.to_owned(), Event::DisputeMoved)], now);
            Ok(())
        })
    }

    /// Lets the payer dispute an order, of its payments the earliest.
    ///
    /// # Errors
    /// When there is no such order.
    pub fn dispute(&self, order_id: &str) -> Result<(), ControlError> {
        self.begin_dispute(order_id, None)
    }

    /// Lets the payer dispute a payment of an order.
    ///
    /// # Errors
    /// When there is no such order, or the payment has no number of ours.
    pub fn dispute_payment(&self, order_id: &str, cf_payment_id: &str) -> Result<(), ControlError> {
        let id = cf_payment_id.parse().map_err(|_| ControlError::NoPayment)?;
        self.begin_dispute(order_id, Some(id))
    }

    fn begin_dispute(&self, order_id: &str, cf_payment_id: Option<u64>) -> Result<(), ControlError> {
        self.change(|state, now| {
            state.dispute(order_id, cf_payment_id, now)?;
            self.announce(state, &[(order_id.to_owned(), Event::Dispute)], now);
            Ok(())
        })
    }

    /// Makes the API say something else of an order than the truth.
    ///
    /// # Errors
    /// When there is no such order.
    pub fn show(&self, order_id: &str, shown: Shown) -> Result<(), ControlError> {
        self.change(|state, _| {
            state.order(order_id)?.shown = shown;
            Ok(())
        })
    }
}
