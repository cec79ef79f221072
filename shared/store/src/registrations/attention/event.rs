//! Events of the provider that change no status, kept for the record.

use super::flag::{Flag, item};
use crate::{
    dynamo::{Item, StoreError, attribute, n, query_all, read, s, write},
    order_mails::{self, Company, OrderNews},
    registrations::{
        order::{order_key, partition},
        table::{Registrations, TABLE},
    },
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{AttributeValue, ConditionCheck, TransactWriteItem, Update};
use domain::{
    Contended, OrderId,
    payment::{AutoRefund, Order},
};
use serde::{Deserialize, Serialize};
use std::iter;
use time::OffsetDateTime;

/// Something the provider reported about an order that changes no status: a refund, a dispute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderEvent {
    /// What identifies the event when it is reported again: its type, the provider's id and its state.
    pub key: String,
    /// Its type and state, for a person.
    pub summary: String,
    /// When we learned of it.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// When the provider changed the dispute that it is about, by its own clock.
    #[serde(
        default,
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub updated_at: Option<OffsetDateTime>,
    /// What it sent back of a payment that was never counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_refund: Option<AutoRefund>,
}

/// How keeping an event of the provider ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Kept {
    /// It is kept now.
    Now,
    /// It was kept before.
    Before,
    /// The order has changed since it was read, so that another flag may be due; nothing was written.
    Stale,
}

/// What of an order, as it was read, a flag was decided on: its version, and how many automatic refunds are in it, since
/// those change no version.
#[derive(Debug, Clone, Copy)]
struct DecidedOn {
    version: u64,
    auto_refunds: usize,
    condition: &'static str,
}

impl DecidedOn {
    fn of(order: &Order) -> Self {
        let auto_refunds = order.auto_refunds.len();
        Self {
            version: order.version,
            auto_refunds,
            condition: match auto_refunds {
                0 => "version = :decided_on AND attribute_not_exists(auto_refunds)",
                _ => "version = :decided_on AND size(auto_refunds) = :known",
            },
        }
    }

    fn values(self) -> impl Iterator<Item = (String, AttributeValue)> {
        let known = (self.auto_refunds > 0).then(|| (":known".to_owned(), n(self.auto_refunds)));
        iter::once((":decided_on".to_owned(), n(self.version))).chain(known)
    }
}

#[derive(Serialize)]
struct EventItem<'a> {
    pk: String,
    sk: String,
    kind: &'static str,
    #[serde(flatten)]
    event: &'a ProviderEvent,
}

impl Registrations {
    /// Keeps an event of the provider, once, with the flag that it raises of its order as it was read: what is told late
    /// must not be written over what is known by then. What it sent back is in the order then, and its mail is due.
    pub async fn record_event(
        &self,
        order: &Order,
        event: &ProviderEvent,
        flag: Option<&Flag>,
    ) -> Result<Kept, StoreError> {
        let id = &order.order_id;
        let mut actions = vec![self.put_new(event_item(id, event)?)?];
        if let Some(flag) = flag {
            actions.push(self.put(item(flag)?)?);
        }
        let decided_on = flag.map(|_| DecidedOn::of(order));
        if let Some(refund) = &event.auto_refund {
            let news = OrderNews::AutomaticRefund {
                reference: refund.id.clone(),
                amount: refund.amount,
            };
            actions.push(self.put(order_mails::item(
                id,
                &event.key,
                news,
                refund.at,
                Company::Alone,
            )?)?);
            // It changes no version: whatever else is decided about the order goes on.
            let condition = match decided_on {
                Some(decided_on) => decided_on.condition,
                None => "attribute_exists(pk)",
            };
            let update = Update::builder()
                .table_name(&self.table)
                .set_key(Some(order_key(id)))
                .update_expression(
                    "SET auto_refunds = list_append(if_not_exists(auto_refunds, :none), :refund)",
                )
                .condition_expression(condition)
                .expression_attribute_values(":none", AttributeValue::L(Vec::new()))
                .expression_attribute_values(":refund", AttributeValue::L(vec![attribute(TABLE, refund)?]));
            let known = decided_on.into_iter().flat_map(DecidedOn::values);
            let update = known
                .fold(update, |update, (name, value)| {
                    update.expression_attribute_values(name, value)
                })
                .build()
                .map_err(incomplete)?;
            actions.push(TransactWriteItem::builder().update(update).build());
        } else if let Some(decided_on) = decided_on {
            let check = ConditionCheck::builder()
                .table_name(&self.table)
                .set_key(Some(order_key(id)))
                .condition_expression(decided_on.condition)
                .set_expression_attribute_values(Some(decided_on.values().collect()))
                .build()
                .map_err(incomplete)?;
            actions.push(TransactWriteItem::builder().condition_check(check).build());
        }
        match self.transact(actions).await? {
            Transaction::Done => Ok(Kept::Now),
            Transaction::Refused(places) if places.contains(&0) => Ok(Kept::Before),
            Transaction::Refused(_) => Ok(Kept::Stale),
            // Another event of the order may hold the same flag: this one is not kept yet.
            Transaction::Conflict => Err(Contended("an event of the provider").into()),
        }
    }

    /// The events of an order that are kept under keys that begin so, as of this moment. One that cannot be read is left out: it may
    /// not hold up what is told now.
    pub async fn events(&self, order: &OrderId, beginning: &str) -> Result<Vec<ProviderEvent>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        let kept = query_all(
            query
                .key_condition_expression("pk = :candidate AND begins_with(sk, :beginning)")
                .expression_attribute_values(":candidate", s(partition(order)))
                .expression_attribute_values(":beginning", s(sort_key(order, beginning)))
                .consistent_read(true),
        );
        let kept = kept.await?.into_iter();
        Ok(kept.filter_map(|item| read(TABLE, item).ok()).collect())
    }
}

pub(in crate::registrations) fn event_item(id: &OrderId, event: &ProviderEvent) -> Result<Item, StoreError> {
    let keyed = EventItem {
        pk: partition(id),
        sk: sort_key(id, &event.key),
        kind: "EVENT",
        event,
    };
    write(TABLE, &keyed)
}

fn sort_key(order: &OrderId, event: &str) -> String {
    format!("EVENT#{order}#{event}")
}
