//! The one way an order becomes PAID: with its claim and its outbox entry, in one transaction.

use super::{
    order::order_key,
    outbox,
    places::PlaceAction,
    refused::MARKS,
    table::{Registrations, TABLE},
};
use crate::{
    admin::{Audit, TillWrite},
    bulk::BulkMark,
    dynamo::{StoreError, attribute, n, rfc3339, s},
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{TransactWriteItem, Update};
use domain::payment::{Method, Order, Status};
use time::OffsetDateTime;

pub use super::claiming::{ClaimPolicy, PaidCourse};

/// A payment to be recorded, decided on `order`.
#[derive(Debug, Clone, Copy)]
pub struct Payment<'a> {
    /// The order, as it was read.
    pub order: &'a Order,
    /// How it was paid, if the provider said so.
    pub method: Option<&'a Method>,
    /// When.
    pub at: OffsetDateTime,
    /// What to do about the claim.
    pub claim: &'a ClaimPolicy,
    /// What it does about a place of its exam.
    pub place: PlaceAction,
    /// What else is written about a payment at the counter.
    pub counter: Option<Takings<'a>>,
}

/// A payment that a clerk took, as the table `admin` keeps it.
#[derive(Debug, Clone, Copy)]
pub struct Takings<'a> {
    /// The clerk's act.
    pub audit: Audit<'a>,
    /// The entry in the clerk's till.
    pub till: TillWrite<'a>,
    /// That a bulk action has done it.
    pub bulk: Option<BulkMark<'a>>,
}

impl Takings<'_> {
    pub(super) fn actions(&self) -> Result<Vec<TransactWriteItem>, StoreError> {
        let mut actions = self.till.put()?;
        actions.push(self.audit.put()?);
        Ok(actions)
    }
}

/// How the recording of a payment ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Recorded {
    /// The order is PAID, and its mail is in the outbox.
    Done,
    /// The order has changed since it was read, or its place was taken; nothing was written.
    Stale,
    /// Another order holds or covers the claim; nothing was written.
    ClaimTaken,
}

impl Registrations {
    /// Writes PAID, the claim and the outbox entry, or nothing.
    ///
    /// # Errors
    /// When the table does not answer. The transaction may then have happened: read again.
    pub async fn record_paid(&self, payment: &Payment<'_>) -> Result<Recorded, StoreError> {
        let order = payment.order;
        let mut actions = vec![
            TransactWriteItem::builder()
                .update(self.paid_update(payment)?)
                .build(),
            self.put_new(outbox::new_item(order, payment.at)?)?,
        ];
        actions.extend(self.place_action(order, payment.place)?);
        let claims_from = actions.len();
        actions.extend(self.claim_actions(order, payment.claim)?);
        actions.extend(self.second_payment(order, payment.claim, payment.at)?);
        actions.extend(self.oversold(order, payment.place, payment.at)?);
        if let Some(takings) = payment.counter {
            actions.extend(takings.actions()?);
            actions.push(self.act(order.customer_id.as_str(), takings.audit.entry())?);
            if let Some(mark) = takings.bulk {
                actions.extend(mark.actions(&self.table)?);
            }
        }
        Ok(match self.transact(actions).await? {
            Transaction::Done => Recorded::Done,
            Transaction::Refused(refused) if refused.iter().all(|at| *at >= claims_from) => {
                Recorded::ClaimTaken
            }
            Transaction::Refused(_) | Transaction::Conflict => Recorded::Stale,
        })
    }

    fn paid_update(&self, payment: &Payment<'_>) -> Result<Update, StoreError> {
        let order = payment.order;
        let mut set = "SET #status = :paid, version = :next, paid_at = :at, attempt = :none".to_owned();
        let mut update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(order_key(&order.order_id)))
            .condition_expression("version = :decided_on AND #status <> :paid")
            .expression_attribute_names("#status", "status")
            .expression_attribute_values(":paid", s(Status::Paid.as_str()))
            .expression_attribute_values(":at", rfc3339(TABLE, payment.at)?)
            .expression_attribute_values(":none", s("none"))
            .expression_attribute_values(":decided_on", n(order.version))
            .expression_attribute_values(":next", n(order.version + 1));
        if let Some(place) = payment.place.set(order)? {
            set.push_str(", place = :place");
            update = update.expression_attribute_values(":place", place);
        }
        let place = match payment.place.removes(order) {
            true => ", place",
            false => "",
        };
        if let Some(method) = payment.method {
            set.push_str(", #method = :method");
            update = update
                .expression_attribute_names("#method", "method")
                .expression_attribute_values(":method", attribute(TABLE, method)?);
        }
        update
            .update_expression(format!(
                "{set} REMOVE due_shard, due_at, unread_at, {MARKS}{place}"
            ))
            .build()
            .map_err(incomplete)
    }
}
