//! The one way an order becomes PAID: with its claim and its outbox entry, in one transaction.

use super::{
    Registrations, TABLE,
    attention::{self, Flag},
    claims::{self, Claim, ClaimState},
    order_key, outbox,
};
use crate::{
    AuditEntry, audit,
    dynamo::{StoreError, attribute, n, s},
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{ConditionCheck, Put, TransactWriteItem, Update};
use domain::{
    AttentionKind, OrderId,
    claim::Claimed,
    payment::{Channel, Method, Order, Status},
};
use time::OffsetDateTime;

/// A payment to be recorded, decided on `order`.
#[derive(Debug, Clone, Copy)]
pub struct Payment<'a> {
    /// The order, as it was read.
    pub order: &'a Order,
    /// How it was paid, if the provider told.
    pub method: Option<&'a Method>,
    /// When.
    pub at: OffsetDateTime,
    /// What to do about the claim.
    pub claim: TakeClaim<'a>,
    /// The administrator's act, for a payment at the counter, and the table it is kept in.
    pub audit: Option<(&'a str, &'a AuditEntry)>,
}

/// What a payment does about the claim of what it pays for.
#[derive(Debug, Clone, Copy)]
pub enum TakeClaim<'a> {
    /// Takes it, if no other paid order holds or covers it.
    Take,
    /// Takes it although a paid all-colleges package covers it, and flags this one as a second payment.
    TakeCovered(&'a OrderId),
    /// Leaves it with the paid order that holds it, and flags this one as a second payment.
    Leave(&'a OrderId),
}

/// How the recording of a payment ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Recorded {
    /// The order is PAID, and its mail is in the outbox.
    Done,
    /// The order has changed since it was read; nothing was written.
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
        let claims_from = actions.len();
        let duplicate_of = match payment.claim {
            TakeClaim::Take => {
                actions.extend(self.claim_actions(order)?);
                actions.extend(self.not_covered(order)?);
                None
            }
            TakeClaim::TakeCovered(other) => {
                actions.extend(self.claim_actions(order)?);
                Some(other)
            }
            TakeClaim::Leave(other) => Some(other),
        };
        if let Some(other) = duplicate_of {
            let flag = Flag::new(order, AttentionKind::DuplicatePayment, payment.at)
                .with_note(format!("Already paid by order {other}"));
            actions.push(self.put(attention::item(&flag)?)?);
        }
        if let Some((table, entry)) = payment.audit {
            actions.push(audit::put(entry, table)?);
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
        let at = payment
            .at
            .format(&time::format_description::well_known::Rfc3339)
            .unwrap_or_default();
        let mut set = "SET #status = :paid, version = :next, paid_at = :at, attempt = :none".to_owned();
        let mut update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(order_key(&order.order_id)))
            .condition_expression("version = :decided_on AND #status <> :paid")
            .expression_attribute_names("#status", "status")
            .expression_attribute_values(":paid", s(Status::Paid.as_str()))
            .expression_attribute_values(":at", s(at))
            .expression_attribute_values(":none", s("none"))
            .expression_attribute_values(":decided_on", n(order.version))
            .expression_attribute_values(":next", n(order.version + 1));
        if let Some(method) = payment.method {
            set.push_str(", #method = :method");
            update = update
                .expression_attribute_names("#method", "method")
                .expression_attribute_values(":method", attribute(TABLE, method)?);
        }
        update
            .update_expression(set + " REMOVE due_shard, due_at")
            .build()
            .map_err(incomplete)
    }

    /// The claim of an order, and for an all-colleges package the mark that every course is paid for.
    fn claim_actions(&self, order: &Order) -> Result<Vec<TransactWriteItem>, StoreError> {
        let key = order.claim_key();
        let claim = Claim {
            state: ClaimState::Paid,
            order_id: order.order_id.clone(),
            customer_id: order.customer_id.clone(),
        };
        // An online payment takes an open counter registration's claim over; that one then cannot be
        // marked paid. A counter payment must still hold its own.
        let free = match order.channel {
            Channel::Online => "attribute_not_exists(pk) OR #state = :open OR order_id = :me",
            Channel::Counter => "attribute_not_exists(pk) OR order_id = :me",
        };
        let mut put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(claims::item(claims::own_key(&key), &claim)?))
            .condition_expression(free)
            .expression_attribute_values(":me", s(order.order_id.as_str()));
        if order.channel == Channel::Online {
            put = put
                .expression_attribute_names("#state", "state")
                .expression_attribute_values(":open", attribute(TABLE, &ClaimState::Open)?);
        }
        let mut actions = vec![
            TransactWriteItem::builder()
                .put(put.build().map_err(incomplete)?)
                .build(),
        ];
        if matches!(key.what, Claimed::Package(_)) {
            actions.push(self.put(claims::item(claims::all_key(&key), &claim)?)?);
        }
        Ok(actions)
    }

    /// For a course: that no paid all-colleges package covers it.
    pub(super) fn not_covered(&self, order: &Order) -> Result<Option<TransactWriteItem>, StoreError> {
        let key = order.claim_key();
        if matches!(key.what, Claimed::Package(_)) {
            return Ok(None);
        }
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(claims::all_key(&key)))
            .condition_expression("attribute_not_exists(pk) OR order_id = :me")
            .expression_attribute_values(":me", s(order.order_id.as_str()))
            .build()
            .map_err(incomplete)?;
        Ok(Some(TransactWriteItem::builder().condition_check(check).build()))
    }
}
