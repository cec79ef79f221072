//! What an administrator has to look at, kept until somebody has.

use super::{Registrations, TABLE, Write, partition};
use crate::{
    dynamo::{Item, StoreError, read, s},
    transaction::Transaction,
};
use domain::{AttentionKind, CustomerId, OrderId, payment::Order};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// A payment that needs a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flag {
    /// Of which order.
    pub order_id: OrderId,
    /// Of which candidate.
    pub customer_id: CustomerId,
    /// Why.
    pub flag: AttentionKind,
    /// What is known about it, without personal data.
    #[serde(default)]
    pub note: String,
    /// Since when.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

/// Something the provider told of an order that changes no status: a refund, a dispute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderEvent {
    /// What makes it the same event when it comes again: its type, the provider's id and its state.
    pub key: String,
    /// Its type and state, for a person.
    pub summary: String,
    /// When we heard of it.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

#[derive(Serialize)]
struct FlagItem<'a> {
    pk: String,
    sk: String,
    kind: &'static str,
    attention_shard: &'static str,
    attention_at: String,
    #[serde(flatten)]
    flag: &'a Flag,
}

#[derive(Serialize)]
struct EventItem<'a> {
    pk: String,
    sk: String,
    kind: &'static str,
    #[serde(flatten)]
    event: &'a ProviderEvent,
}

/// Flags are rare, so one shard carries them.
const SHARD: &str = "ATTENTION";

impl Flag {
    /// A flag of an order, without a note.
    #[must_use]
    pub fn new(order: &Order, flag: AttentionKind, at: OffsetDateTime) -> Self {
        Self {
            order_id: order.order_id.clone(),
            customer_id: order.customer_id.clone(),
            flag,
            note: String::new(),
            at,
        }
    }

    /// The same flag with a note.
    #[must_use]
    pub fn with_note(mut self, note: String) -> Self {
        self.note = note;
        self
    }
}

pub(super) fn item(flag: &Flag) -> Result<Item, StoreError> {
    let keyed = FlagItem {
        pk: partition(&flag.order_id),
        sk: format!("ATTENTION#{}#{}", flag.order_id, flag.flag.as_str()),
        kind: "ATTENTION",
        attention_shard: SHARD,
        attention_at: format!(
            "{:014}#{}",
            flag.at.unix_timestamp_nanos() / 1_000_000,
            flag.order_id
        ),
        flag,
    };
    crate::dynamo::write(TABLE, &keyed)
}

impl Registrations {
    /// Flags an order. Flagging it again for the same reason changes nothing.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn flag(&self, flag: &Flag) -> Result<(), StoreError> {
        let sent = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item(flag)?))
            .condition_expression("attribute_not_exists(pk)")
            .send()
            .await;
        match sent {
            Ok(_) => Ok(()),
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(|e| e.is_conditional_check_failed_exception()) =>
            {
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Keeps an event of the provider and flags its order, once: the same event again is `Stale`.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn record_event(&self, event: &ProviderEvent, flag: &Flag) -> Result<Write, StoreError> {
        let keyed = EventItem {
            pk: partition(&flag.order_id),
            sk: format!("EVENT#{}#{}", flag.order_id, event.key),
            kind: "EVENT",
            event,
        };
        let actions = vec![
            self.put_new(crate::dynamo::write(TABLE, &keyed)?)?,
            self.put(item(flag)?)?,
        ];
        Ok(match self.transact(actions).await? {
            Transaction::Done => Write::Done,
            Transaction::Refused(_) => Write::Stale,
            // Another event of the order may hold the same flag: this one is not kept yet.
            Transaction::Conflict => {
                return Err(StoreError::Unavailable("TransactionConflict".to_owned()));
            }
        })
    }

    /// What needs attention, the oldest first, at most `limit`.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn attention(&self, limit: i32) -> Result<Vec<Flag>, StoreError> {
        let page = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("attention")
            .key_condition_expression("attention_shard = :shard")
            .expression_attribute_values(":shard", s(SHARD))
            .limit(limit)
            .send()
            .await?;
        page.items
            .unwrap_or_default()
            .into_iter()
            .map(|item| read(TABLE, item))
            .collect()
    }
}
