//! What an administrator has to look at, kept until somebody has.

use super::{Registrations, TABLE, Write, partition};
use crate::{
    audit::{self, AuditEntry},
    dynamo::{Item, StoreError, batch_get, key, read, s},
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::{
    operation::query::builders::QueryFluentBuilder,
    types::{Delete, KeysAndAttributes, Select, TransactWriteItem},
};
use domain::{AttentionKind, CustomerId, OrderId, payment::Order};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use time::OffsetDateTime;

/// A payment that needs a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredFlag", into = "StoredFlag")]
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
    pub at: OffsetDateTime,
}

/// A flag as the table has it. Release 1.0 reads `flag` alone and fails at a word that it does not know, so a later
/// kind stands in `reason`, beside the nearest that 1.0 knows.
#[derive(Serialize, Deserialize)]
struct StoredFlag {
    order_id: OrderId,
    customer_id: CustomerId,
    flag: AttentionKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<AttentionKind>,
    #[serde(default)]
    note: String,
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
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

impl From<StoredFlag> for Flag {
    fn from(stored: StoredFlag) -> Self {
        let StoredFlag {
            order_id,
            customer_id,
            flag,
            reason,
            note,
            at,
        } = stored;
        Self {
            order_id,
            customer_id,
            flag: reason.unwrap_or(flag),
            note,
            at,
        }
    }
}

impl From<Flag> for StoredFlag {
    fn from(flag: Flag) -> Self {
        let Flag {
            order_id,
            customer_id,
            flag: kind,
            note,
            at,
        } = flag;
        let flag = kind.known_to_1_0();
        Self {
            order_id,
            customer_id,
            flag,
            reason: (flag != kind).then_some(kind),
            note,
            at,
        }
    }
}

impl UnreadableFlag {
    fn of(item: &Item) -> Self {
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

/// Flags are rare, so one shard carries them.
const SHARD: &str = "ATTENTION";

/// What one BatchGetItem takes.
const BATCH: usize = 100;

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

pub(super) fn flag_key(order: &OrderId, kind: AttentionKind) -> Item {
    key(partition(order), sort_key(order, kind))
}

/// Where a flag stands in the list.
fn place(flag: &Flag) -> String {
    format!(
        "{:014}#{}",
        flag.at.unix_timestamp_nanos() / 1_000_000,
        flag.order_id
    )
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

    /// What needs attention, the oldest first, at most `limit`. A flag that cannot be read has its place among them.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn attention(&self, limit: i32) -> Result<Vec<Result<Flag, UnreadableFlag>>, StoreError> {
        let page = self.flagged().limit(limit).send().await?;
        let items = page.items.unwrap_or_default().into_iter();
        let flags = items.map(|item| {
            let unreadable = UnreadableFlag::of(&item);
            read(TABLE, item).map_err(|_| unreadable)
        });
        Ok(flags.collect())
    }

    /// How many flags there are.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn attention_count(&self) -> Result<u64, StoreError> {
        let mut count = 0;
        let mut from = None;
        loop {
            let query = self.flagged().select(Select::Count);
            let page = query.set_exclusive_start_key(from).send().await?;
            count += u64::from(page.count.unsigned_abs());
            from = page.last_evaluated_key;
            if from.is_none() {
                return Ok(count);
            }
        }
    }

    /// The names of candidates; those who are not there, or cannot be read, are left out.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn names(&self, ids: &[CustomerId]) -> Result<HashMap<CustomerId, String>, StoreError> {
        #[derive(Deserialize)]
        struct Named {
            customer_id: CustomerId,
            person: Name,
        }
        #[derive(Deserialize)]
        struct Name {
            name: String,
        }
        let ids: BTreeSet<&CustomerId> = ids.iter().collect();
        let ids: Vec<&CustomerId> = ids.into_iter().collect();
        let mut names = HashMap::new();
        for batch in ids.chunks(BATCH) {
            let keys = batch.iter().map(|id| key(format!("REG#{id}"), "CANDIDATE"));
            let wanted = KeysAndAttributes::builder()
                .set_keys(Some(keys.collect()))
                .projection_expression("customer_id, person.#name")
                .expression_attribute_names("#name", "name")
                .build()
                .map_err(incomplete)?;
            let mut found = batch_get(&self.client, [(self.table.clone(), wanted)].into()).await?;
            for item in found.remove(&self.table).unwrap_or_default() {
                if let Ok(named) = read::<Named>(TABLE, item) {
                    names.insert(named.customer_id, named.person.name);
                }
            }
        }
        Ok(names)
    }

    /// One flag, as of this moment.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn flag_of(&self, id: &OrderId, kind: AttentionKind) -> Result<Option<Flag>, StoreError> {
        let get = self.client.get_item().table_name(&self.table);
        let found = get.set_key(Some(flag_key(id, kind))).consistent_read(true);
        let item = found.send().await?.item;
        item.map(|item| read(TABLE, item)).transpose()
    }

    /// Clears a flag as it was read, with the audit entry of it in the table `admin`; `Stale` when it has been
    /// cleared, or raised anew, since.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn clear(&self, flag: &Flag, entry: &AuditEntry, admin: &str) -> Result<Write, StoreError> {
        let actions = vec![self.take_off(flag)?, audit::put(entry, admin)?];
        Ok(match self.transact(actions).await? {
            Transaction::Done => Write::Done,
            Transaction::Refused(_) | Transaction::Conflict => Write::Stale,
        })
    }

    /// Deletes a flag as it was read, in a transaction.
    pub(super) fn take_off(&self, flag: &Flag) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(flag_key(&flag.order_id, flag.flag)))
            .condition_expression("attention_at = :read")
            .expression_attribute_values(":read", s(place(flag)))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    pub(super) fn flagged(&self) -> QueryFluentBuilder {
        let query = self.client.query().table_name(&self.table);
        query
            .index_name("attention")
            .key_condition_expression("attention_shard = :shard")
            .expression_attribute_values(":shard", s(SHARD))
    }
}
