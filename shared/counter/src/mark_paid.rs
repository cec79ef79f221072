//! Taking the money of somebody who is registered.

use crate::Counter;
use domain::{
    OrderId,
    payment::{Channel, Order, Status},
    till::{Entry, ReceiptNo},
};
use serde_json::json;
use store::{
    AuditEntry, BulkMark, StoreError, Tries,
    registrations::paid::{Payment, Recorded, Takings},
};

/// What came of taking somebody's money.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum MarkedPaid {
    /// It is paid.
    Done {
        /// The number on the receipt.
        receipt_no: ReceiptNo,
    },
    /// There is no such order.
    NoOrder,
    /// It is a payment of the site, or paid already.
    NotMarkable,
    /// The address has paid for the same by this order.
    AlreadyPaid(OrderId),
    /// The address is registered at the counter for the same by this order, which is still to be paid.
    AlreadyRegistered(OrderId),
    /// The event is being deleted: what is paid now would be in no accounts.
    Deleting,
    /// Others kept changing it; nothing was done.
    Busy,
}

impl Counter {
    /// Takes the money of a registration at the counter into a clerk's till, by the mode of the registration; with what it means for
    /// a bulk action, where it is part of one.
    ///
    /// # Errors
    /// When a table does not answer. The money may be taken then.
    pub async fn mark_paid(
        &self,
        id: &OrderId,
        clerk: &str,
        bulk: Option<BulkMark<'_>>,
    ) -> Result<MarkedPaid, StoreError> {
        // Once is enough: the deletion waits longer than all tries take.
        if self.registrations.deletion_has_begun().await? {
            return Ok(MarkedPaid::Deleting);
        }
        // A payment of the same e-mail may be written at this very moment: then what was read is read again.
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        while tries.next().await {
            let Some(order) = self.registrations.order(id).await? else {
                return Ok(MarkedPaid::NoOrder);
            };
            if order.channel != Channel::Counter || order.status != Status::Created {
                return Ok(MarkedPaid::NotMarkable);
            }
            let claim = settlement::claim_policy(&self.registrations, &order).await?;
            if let Some(other) = settlement::forbidden_by(&claim, &order) {
                return Ok(MarkedPaid::AlreadyPaid(other.clone()));
            }
            let candidate = self.registrations.registered(&order.customer_id).await?;
            let candidate = candidate.ok_or_else(|| StoreError::Corrupt {
                table: "registrations",
                cause: "an order without a candidate".to_owned(),
            })?;
            let act = self.act_of_payment(clerk, &order);
            let paid = Order {
                status: Status::Paid,
                ..order.clone()
            };
            let place = settlement::place_write(&self.registrations, &order, &paid, false, act.at).await?;
            let entry = Entry::paid(&order, candidate.payment_mode, clerk, act.at);
            let payment = Payment {
                order: &order,
                method: None,
                at: act.at,
                claim: &claim,
                place,
                counter: Some(Takings {
                    audit: self.admin_table.audit(&act),
                    till: self.admin_table.till(&entry),
                    bulk,
                }),
            };
            match self.registrations.record_paid(&payment).await? {
                Recorded::Done => {
                    return Ok(MarkedPaid::Done {
                        receipt_no: entry.receipt_no,
                    });
                }
                Recorded::ClaimTaken => {
                    if let Some(other) = settlement::held_open_by(&self.registrations, &order).await? {
                        return Ok(MarkedPaid::AlreadyRegistered(other));
                    }
                }
                Recorded::Stale => {}
            }
        }
        Ok(MarkedPaid::Busy)
    }

    fn act_of_payment(&self, clerk: &str, order: &Order) -> AuditEntry {
        AuditEntry::new(
            self.clock.now(),
            &self.entropy,
            clerk,
            "payment.mark_paid",
            order.order_id.as_str(),
            json!({ "status": order.status }),
            json!({ "status": Status::Paid }),
        )
    }
}
