//! Mails in table registrations that wait until they are due: each is leased before it is sent, so that one of any number
//! of senders sends it. Such an item has these attributes beside its own:
//!
//! | pk | sk | attributes |
//! |---|---|---|
//! | `<KIND>#<id>` | `<KIND>` | `kind`, `attempts`, `lease`, `lease_until`, `wanted_again`, `due_shard`, `due_at`, `expires` |
//!
//! A partition of an index takes about 1,000 writes a second, far more than the mail service takes, so all of a kind are
//! in one shard. Those of an organisers' message, which can be stopped by itself, have one of their own, and so have those of
//! crowds (seats, exams that moved, bulk actions, runs that fill in), which wait for every other.

use crate::{
    change::ItemChange,
    dynamo::{Item, StoreError, key, millis, n, read, s},
    registrations::{
        TABLE,
        quarantine::{self, Quarantined},
    },
    transaction::{Write, incomplete, made_alone, refused_is_stale, written},
};
use aws_sdk_dynamodb::{
    Client,
    operation::update_item::{UpdateItemError, builders::UpdateItemFluentBuilder},
    types::{Delete, ReturnValue, ReturnValuesOnConditionCheckFailure, TransactWriteItem},
};
use config::{ConfigError, Env};
use serde::{Serialize, de::DeserializeOwned};
use std::{borrow::Cow, marker::PhantomData};
use time::{Duration, OffsetDateTime};

/// The condition of a removal.
const UNCHANGED: &str = "#lease = :lease AND attribute_not_exists(wanted_again)";

/// A kind of mail that waits.
pub trait QueuedMail: DeserializeOwned + Serialize + Send + Sync {
    /// What names a mail among those of its kind.
    type Id: ?Sized + ToOwned<Owned: Send + Sync> + Send + Sync;

    /// The word of the kind, in keys.
    const KIND: &'static str;
    /// The partition of the index `due`.
    const SHARD: &'static str;

    /// An id as a key has it.
    fn key(id: &Self::Id) -> &str;
    /// The id of a key; None for a key of nobody's making.
    fn id(key: &str) -> Option<<Self::Id as ToOwned>::Owned>;
    /// How often it could not be sent.
    fn attempts(&self) -> u32;
}

/// The mails of one kind, each a `T`.
#[derive(Debug, Clone)]
pub struct MailQueue<T> {
    pub(crate) client: Client,
    pub(crate) table: String,
    mail: PhantomData<T>,
}

/// A mail as an item.
#[derive(Serialize)]
pub(crate) struct Queued<'a, T> {
    pk: String,
    sk: &'static str,
    kind: &'static str,
    due_shard: Cow<'static, str>,
    due_at: i64,
    expires: i64,
    #[serde(flatten)]
    mail: &'a T,
}

impl<'a, T: QueuedMail> Queued<'a, T> {
    /// A mail in the shard of its kind, that is due at `due`; TTL may take it after `expires`.
    pub(crate) fn new(id: &T::Id, mail: &'a T, due: OffsetDateTime, expires: OffsetDateTime) -> Self {
        Self::in_shard(T::SHARD.into(), id, mail, due, expires)
    }

    /// The same in a shard of its own.
    pub(crate) fn in_shard(
        shard: Cow<'static, str>,
        id: &T::Id,
        mail: &'a T,
        due: OffsetDateTime,
        expires: OffsetDateTime,
    ) -> Self {
        Self {
            pk: partition::<T>(id),
            sk: T::KIND,
            kind: T::KIND,
            due_shard: shard,
            due_at: due.unix_timestamp(),
            expires: expires.unix_timestamp(),
            mail,
        }
    }
}

fn partition<T: QueuedMail>(id: &T::Id) -> String {
    format!("{}#{}", T::KIND, T::key(id))
}

pub(crate) fn key_of<T: QueuedMail>(id: &T::Id) -> Item {
    key(partition::<T>(id), T::KIND)
}

impl<T: QueuedMail> MailQueue<T> {
    /// The mails of a kind in the table that `TABLE_REGISTRATIONS` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_REGISTRATIONS")?,
            mail: PhantomData,
        })
    }

    /// A mail as it is kept now; None where there is none, or it cannot be read.
    pub(crate) async fn kept(&self, id: &T::Id) -> Result<Option<T>, StoreError> {
        let get = self.client.get_item().table_name(&self.table);
        let found = get.set_key(Some(key_of::<T>(id))).consistent_read(true);
        Ok(found.send().await?.item.and_then(|item| read(TABLE, item).ok()))
    }

    /// The mails that are due at `now`, the longest overdue first, and `most` of them at most. The index follows the table
    /// after a moment, so one may be named that was sent just now.
    pub async fn due(
        &self,
        now: OffsetDateTime,
        most: i32,
    ) -> Result<Vec<<T::Id as ToOwned>::Owned>, StoreError> {
        self.due_in(T::SHARD, now, most).await
    }

    /// The same of the mails in a shard.
    pub async fn due_in(
        &self,
        shard: &str,
        now: OffsetDateTime,
        most: i32,
    ) -> Result<Vec<<T::Id as ToOwned>::Owned>, StoreError> {
        let query = self.client.query().table_name(&self.table).index_name("due");
        let page = query
            .key_condition_expression("due_shard = :shard AND due_at <= :now")
            .expression_attribute_values(":shard", s(shard))
            .expression_attribute_values(":now", n(now.unix_timestamp()))
            .limit(most)
            .send()
            .await?;
        let id = |item: &Item| T::id(item.get("pk")?.as_s().ok()?.split_once('#')?.1);
        Ok(page.items.unwrap_or_default().iter().filter_map(id).collect())
    }

    /// Leases a mail that is due, so that one of any number of callers sends it. None when it is not due, leased, or
    /// gone.
    ///
    /// # Errors
    /// When the table does not answer, and [`StoreError::Corrupt`] for a mail that cannot be read.
    pub async fn lease(
        &self,
        id: &T::Id,
        lease: &str,
        now: OffsetDateTime,
        length: Duration,
    ) -> Result<Option<T>, StoreError> {
        let until = now + length;
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key_of::<T>(id)))
            .update_expression("SET #lease = :lease, lease_until = :until, due_at = :due REMOVE wanted_again")
            .condition_expression(
                "due_at <= :second AND (attribute_not_exists(lease_until) OR lease_until < :now)",
            )
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":lease", s(lease))
            .expression_attribute_values(":until", n(millis(until)))
            .expression_attribute_values(":now", n(millis(now)))
            .expression_attribute_values(":second", n(now.unix_timestamp()))
            .expression_attribute_values(":due", n(until.unix_timestamp() + 1))
            .return_values(ReturnValue::AllNew)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .send()
            .await;
        match sent {
            Ok(leased) => read(TABLE, leased.attributes.unwrap_or_default()).map(Some),
            Err(error) => match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(refused)) => {
                    let Some(item) = refused.item().filter(|item| !item.is_empty()) else {
                        return Ok(None);
                    };
                    let is_ours = item
                        .get("lease")
                        .and_then(|held| held.as_s().ok())
                        .is_some_and(|held| held == lease);
                    let mail = read(TABLE, item.clone())?;
                    // The first answer was lost, and the client retried.
                    Ok(is_ours.then_some(mail))
                }
                _ => Err(error.into()),
            },
        }
    }

    /// Gives a leased mail back, with `attempts` failures so far, to be looked at again at `due`.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the mail is due again.
    pub async fn postpone(
        &self,
        id: &T::Id,
        lease: &str,
        attempts: u32,
        due: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let sent = self
            .update_leased(id, lease)
            .update_expression("SET due_at = :due, attempts = :attempts REMOVE #lease, lease_until")
            .expression_attribute_values(":due", n(due.unix_timestamp()))
            .expression_attribute_values(":attempts", n(attempts))
            .send()
            .await;
        refused_is_stale(sent)
    }

    /// Removes a leased mail: it was sent, or need not be. Stale, beside one whose lease ran out, for one that was asked for
    /// again since it was leased: when the lease has run out, it is due again.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the mail is due again.
    pub async fn remove(&self, id: &T::Id, lease: &str) -> Result<Write, StoreError> {
        let delete = self.client.delete_item().table_name(&self.table);
        let sent = delete
            .set_key(Some(key_of::<T>(id)))
            .condition_expression(UNCHANGED)
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":lease", s(lease))
            .send()
            .await;
        made_alone(sent, &self.client, self.removal(id, lease)?).await
    }

    /// Keeps a mail. Stale when it is there already.
    pub(crate) async fn put_new(&self, item: Item) -> Result<Write, StoreError> {
        let put = self.client.put_item().table_name(&self.table);
        let sent = put
            .set_item(Some(item))
            .condition_expression("attribute_not_exists(pk)")
            .send()
            .await;
        written(sent)
    }

    /// Ends the sending of a leased mail whose item stays.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the mail is due again.
    pub async fn end_sending(&self, id: &T::Id, lease: &str) -> Result<Write, StoreError> {
        let end = ItemChange::begin(&self.table, key_of::<T>(id))
            .condition_expression("#lease = :lease")
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":lease", s(lease))
            .update_expression("REMOVE #lease, lease_until, due_shard, due_at");
        ItemChange::of(end)?.alone(&self.client).await
    }

    /// Removes a leased mail in a transaction.
    pub(crate) fn removal(&self, id: &T::Id, lease: &str) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(key_of::<T>(id)))
            .condition_expression(UNCHANGED)
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":lease", s(lease))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// An update of a mail on its lease.
    pub(crate) fn update_leased(&self, id: &T::Id, lease: &str) -> UpdateItemFluentBuilder {
        self.client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key_of::<T>(id)))
            .condition_expression("#lease = :lease")
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":lease", s(lease))
    }

    /// Puts a mail that is due and cannot be read into quarantine: it is due again after a minute, then after twice as
    /// long each time, up to an hour. None when it is gone. There is no registration that a flag could be about, so
    /// the caller's count and log are all that is said of it.
    pub async fn quarantine(
        &self,
        id: &T::Id,
        now: OffsetDateTime,
    ) -> Result<Option<Quarantined>, StoreError> {
        let get = self.client.get_item().table_name(&self.table);
        let found = get
            .set_key(Some(key_of::<T>(id)))
            .consistent_read(true)
            .send()
            .await?;
        let Some(item) = found.item else {
            return Ok(None);
        };
        let Some(seen) = quarantine::number::<i64>(&item, "due_at") else {
            return Ok(None);
        };
        let times = quarantine::number(&item, quarantine::COUNT).unwrap_or_default();
        let due = now + quarantine::pause_after(times);
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key_of::<T>(id)))
            .update_expression(format!("SET due_at = :due ADD {} :one", quarantine::COUNT))
            .condition_expression("due_at = :seen")
            .expression_attribute_values(":due", n(due.unix_timestamp()))
            .expression_attribute_values(":seen", n(seen))
            .expression_attribute_values(":one", n(1))
            .send()
            .await;
        let (Write::Done | Write::Stale) = refused_is_stale(sent)?;
        Ok(Some(Quarantined {
            kind: T::KIND,
            field: quarantine::unreadable::<T>(item),
        }))
    }
}
