//! Events of the provider that change no status, kept for the record.

use super::flag::{Flag, item};
use crate::{
    dynamo::{StoreError, attribute, n, write},
    refund_mails::{self, RefundMail},
    registrations::{
        order::{order_key, partition},
        table::{Registrations, TABLE},
    },
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{AttributeValue, ConditionCheck, TransactWriteItem, Update};
use domain::{
    Contended, OrderId, Paise,
    payment::{AutoRefund, Order},
};
use serde::{Deserialize, Serialize};
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
    /// What it sent back of a payment that was never counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_refund: Option<Paise>,
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
        let keyed = EventItem {
            pk: partition(id),
            sk: sort_key(id, &event.key),
            kind: "EVENT",
            event,
        };
        let mut actions = vec![self.put_new(write(TABLE, &keyed)?)?];
        if let Some(flag) = flag {
            actions.push(self.put(item(flag)?)?);
        }
        let decided_on = flag.map(|_| n(order.version));
        if let Some(amount) = event.auto_refund {
            let mail = RefundMail::new(id.clone(), amount, true, event.at);
            actions.push(self.put(refund_mails::item(&event.key, &mail)?)?);
            let refund = AutoRefund { amount, at: event.at };
            // It changes no version: whatever else is decided about the order goes on.
            let condition = match decided_on {
                Some(_) => "version = :decided_on",
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
                .expression_attribute_values(":refund", AttributeValue::L(vec![attribute(TABLE, &refund)?]));
            let update = match decided_on {
                Some(version) => update.expression_attribute_values(":decided_on", version),
                None => update,
            };
            let update = update.build().map_err(incomplete)?;
            actions.push(TransactWriteItem::builder().update(update).build());
        } else if let Some(version) = decided_on {
            let check = ConditionCheck::builder()
                .table_name(&self.table)
                .set_key(Some(order_key(id)))
                .condition_expression("version = :decided_on")
                .expression_attribute_values(":decided_on", version)
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
}

fn sort_key(order: &OrderId, event: &str) -> String {
    format!("EVENT#{order}#{event}")
}
