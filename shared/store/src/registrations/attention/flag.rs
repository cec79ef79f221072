//! Flags: the item of one, and how it is raised and cleared.

use crate::{
    admin::Audit,
    dynamo::{Item, StoreError, held, key, s},
    registrations::{
        order::partition,
        table::{Registrations, TABLE},
    },
    transaction::{Write, incomplete, refused_is_stale},
};
use aws_sdk_dynamodb::types::{Delete, TransactWriteItem};
use domain::{AttentionKind, CustomerId, OrderId, payment::Order};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// Flags are rare, so one shard carries them.
pub(super) const SHARD: &str = "ATTENTION";

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
    pub note: String,
    /// Since when.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

/// A flag of which the item cannot be read, as far as its keys tell. Another release may have written it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableFlag {
    /// Of which order.
    pub order_id: Option<OrderId>,
    /// Why, in the word of the table.
    pub word: String,
    /// What is known about it.
    pub note: String,
    /// Since when.
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

impl UnreadableFlag {
    pub(super) fn of(item: &Item) -> Self {
        let text = |name: &str| item.get(name).and_then(|value| value.as_s().ok());
        let mut key = text("sk").map_or("", String::as_str).splitn(3, '#').skip(1);
        let order_id = key.next().and_then(|id| OrderId::parse(id).ok());
        let word = key.next().unwrap_or_default().to_owned();
        let place = text("attention_at").and_then(|place| place.split_once('#')?.0.parse::<i64>().ok());
        let at = place.and_then(|millis| OffsetDateTime::from_unix_timestamp(millis / 1_000).ok());
        Self {
            order_id,
            word,
            note: text("note").cloned().unwrap_or_default(),
            at: at.unwrap_or(OffsetDateTime::UNIX_EPOCH),
        }
    }
}

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

pub(in crate::registrations) fn item(flag: &Flag) -> Result<Item, StoreError> {
    let keyed = FlagItem {
        pk: partition(&flag.order_id),
        sk: sort_key(&flag.order_id, flag.flag),
        kind: "ATTENTION",
        attention_shard: SHARD,
        attention_at: place(flag),
        flag,
    };
    crate::dynamo::write(TABLE, &keyed)
}

fn sort_key(order: &OrderId, kind: AttentionKind) -> String {
    format!("ATTENTION#{order}#{}", kind.as_str())
}

pub(in crate::registrations) fn flag_key(order: &OrderId, kind: AttentionKind) -> Item {
    key(partition(order), sort_key(order, kind))
}

/// A flag's position in the list.
fn place(flag: &Flag) -> String {
    format!(
        "{:014}#{}",
        flag.at.unix_timestamp_nanos() / 1_000_000,
        flag.order_id
    )
}

impl Registrations {
    /// Flags an order. Flagging it again for the same reason changes nothing.
    pub async fn flag(&self, flag: &Flag) -> Result<(), StoreError> {
        let sent = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item(flag)?))
            .condition_expression("attribute_not_exists(pk)")
            .send()
            .await;
        held(sent).map(drop)
    }

    /// Puts a flag in the place of one of its kind, as that was read; `Stale` when it has been cleared, or raised again, since.
    pub async fn renew_flag(&self, read: &Flag, flag: &Flag) -> Result<Write, StoreError> {
        let put = self.client.put_item().table_name(&self.table);
        let put = put
            .set_item(Some(item(flag)?))
            .condition_expression("attention_at = :read")
            .expression_attribute_values(":read", s(place(read)));
        refused_is_stale(put.send().await)
    }

    /// Clears a flag as it was read, with the audit entry of it; `Stale` when it has been cleared, or raised again,
    /// since.
    pub async fn clear(&self, flag: &Flag, audit: Audit<'_>) -> Result<Write, StoreError> {
        let actions = vec![
            self.take_off(flag)?,
            audit.put()?,
            self.act(flag.customer_id.as_str(), audit.entry())?,
        ];
        Ok(self.transact(actions).await?.written())
    }

    /// Deletes a flag as it was read, in a transaction.
    pub(in crate::registrations) fn take_off(&self, flag: &Flag) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(flag_key(&flag.order_id, flag.flag)))
            .condition_expression("attention_at = :read")
            .expression_attribute_values(":read", s(place(flag)))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }
}
