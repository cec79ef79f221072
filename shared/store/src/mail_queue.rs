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

mod lease;

use crate::{
    dynamo::{Item, StoreError, key, n, read, s},
    registrations::{
        TABLE,
        quarantine::{self, Quarantined},
    },
    transaction::{Write, refused_is_stale, written},
};
use aws_sdk_dynamodb::Client;
use config::{ConfigError, Env};
use serde::{Serialize, de::DeserializeOwned};
use std::{borrow::Cow, marker::PhantomData};
use time::OffsetDateTime;

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
