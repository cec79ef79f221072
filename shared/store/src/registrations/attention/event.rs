//! Events of the provider that change no status, kept for the record.

use super::flag::{Flag, item};
use crate::{
    dynamo::{StoreError, attribute, write},
    refund_mails::{self, RefundMail},
    registrations::{
        order::{order_key, partition},
        table::{Registrations, TABLE},
    },
    transaction::{Transaction, Write, incomplete},
};
use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem, Update};
use domain::{Contended, OrderId, Paise, payment::AutoRefund};
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

#[derive(Serialize)]
struct EventItem<'a> {
    pk: String,
    sk: String,
    kind: &'static str,
    #[serde(flatten)]
    event: &'a ProviderEvent,
}

impl Registrations {
    /// Keeps an event of the provider, with the flag of its order that it raises, once: the same event again is `Stale`. What it
    /// sent back is in the order then, and its mail is due.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn record_event(
        &self,
        order: &OrderId,
        event: &ProviderEvent,
        flag: Option<&Flag>,
    ) -> Result<Write, StoreError> {
        let keyed = EventItem {
            pk: partition(order),
            sk: sort_key(order, &event.key),
            kind: "EVENT",
            event,
        };
        let mut actions = vec![self.put_new(write(TABLE, &keyed)?)?];
        if let Some(flag) = flag {
            actions.push(self.put(item(flag)?)?);
        }
        if let Some(amount) = event.auto_refund {
            let mail = RefundMail::new(order.clone(), amount, true, event.at);
            actions.push(self.put(refund_mails::item(&event.key, &mail)?)?);
            let refund = AutoRefund { amount, at: event.at };
            // Beside whatever else is decided about the order, so it names no version.
            let update = Update::builder()
                .table_name(&self.table)
                .set_key(Some(order_key(order)))
                .update_expression(
                    "SET auto_refunds = list_append(if_not_exists(auto_refunds, :none), :refund)",
                )
                .condition_expression("attribute_exists(pk)")
                .expression_attribute_values(":none", AttributeValue::L(Vec::new()))
                .expression_attribute_values(":refund", AttributeValue::L(vec![attribute(TABLE, &refund)?]))
                .build()
                .map_err(incomplete)?;
            actions.push(TransactWriteItem::builder().update(update).build());
        }
        Ok(match self.transact(actions).await? {
            Transaction::Done => Write::Done,
            Transaction::Refused(_) => Write::Stale,
            // Another event of the order may hold the same flag: this one is not kept yet.
            Transaction::Conflict => {
                return Err(Contended("an event of the provider").into());
            }
        })
    }
}

fn sort_key(order: &OrderId, event: &str) -> String {
    format!("EVENT#{order}#{event}")
}
