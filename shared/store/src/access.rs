//! Table access: throttling counters, failed attempts to sign in and token versions. No personal data.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | window of a throttle | `THROTTLE#<bucket>#<hash of the key>` | `<start of the window, s>` | `count`, `expires` |
//! | failed attempts to sign in by a name | `LOGIN#NAME#<keyed hash of the name>` | `LOGIN` | `failures` (`count`, `since`, `until`), `rev`, `expires` |
//! | those of a device that is known | `LOGIN#DEVICE#<keyed hash of account and device>` | `LOGIN` | the same |
//! | what follows without a pause | `THROTTLE#<bucket>#<hash of the key>` | `RUN` | `count`, `expires` |
//! | version of an administrator's tokens | `TOKEN#<administrator's id>` | `TOKEN` | `ver` |
//!
//! | access pattern | call |
//! |---|---|
//! | count an attempt unless the window is full | UpdateItem with a condition |
//! | take an attempt back | UpdateItem with a condition |
//! | count an attempt to sign in, or take it back | GetItem, strongly consistent; PutItem if `rev` is still the one read |
//! | how many follow without a pause | UpdateItem; one more after a pause |
//! | the version a token must bear | GetItem, strongly consistent |
//! | the version a new token gets | UpdateItem `if_not_exists` |
//! | end all sessions | Update `ADD` in a transaction with the audit entry |

mod attempts;

pub use attempts::{Attempt, Counted, Guessed};

use crate::{
    audit::{self, AuditEntry},
    dynamo::{Item, StoreError, key, n},
    transaction::{Transaction, incomplete, transact},
};
use aws_sdk_dynamodb::{
    Client,
    error::SdkError,
    operation::update_item::{UpdateItemError, UpdateItemOutput},
    types::{AttributeValue, ReturnValue, TransactWriteItem, Update, builders::UpdateBuilder},
};
use config::{ConfigError, Env};
use sha2::{Digest, Sha256};
use std::time::Duration;
use time::OffsetDateTime;

/// The table access.
#[derive(Debug, Clone)]
pub struct Access {
    client: Client,
    table: String,
}

/// How often something may happen, for each key by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// What is limited: `create-order`, `login`.
    pub bucket: &'static str,
    /// How often in one window.
    pub attempts: u32,
    /// The length of the windows, which follow one another from 1970 on. At least a second.
    pub window: Duration,
}

/// Whether a caller may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Throttle {
    /// Within the limit.
    Allowed,
    /// Over it, until then.
    Exceeded {
        /// How long to wait.
        retry_after: Duration,
    },
}

impl Access {
    /// The table that `TABLE_ACCESS` names.
    ///
    /// # Errors
    /// Names the variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_ACCESS")?,
        })
    }

    /// Counts an attempt of `caller`, unless the window of `now` is full.
    ///
    /// Counting and checking are one conditional write, so that no number of attempts side by side gets past the
    /// limit. `caller` is stored as a hash.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn throttle(
        &self,
        limit: Limit,
        caller: &str,
        now: OffsetDateTime,
    ) -> Result<Throttle, StoreError> {
        let window = Window::of(limit, now);
        let answer = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(window.key(limit, caller)))
            .update_expression("SET expires = :end ADD #count :one")
            .condition_expression("attribute_not_exists(#count) OR #count < :limit")
            .expression_attribute_names("#count", "count")
            .expression_attribute_values(":end", n(window.end))
            .expression_attribute_values(":one", n(1))
            .expression_attribute_values(":limit", n(limit.attempts))
            .send()
            .await;
        Ok(match held(answer)? {
            true => Throttle::Allowed,
            false => Throttle::Exceeded {
                retry_after: window.remainder(now),
            },
        })
    }

    /// Takes back an attempt that [`Access::throttle`] counted at `now`, where only failures are to count.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn forgive(&self, limit: Limit, caller: &str, now: OffsetDateTime) -> Result<(), StoreError> {
        self.take_back(Window::of(limit, now).key(limit, caller)).await
    }

    /// Counts one more that `caller` begins, and answers how many have begun with no pause of `pause` between them. What
    /// began less than that long ago is among them, so these are never more. `caller` is stored as a hash.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn count_run(
        &self,
        bucket: &str,
        caller: &str,
        pause: Duration,
        now: OffsetDateTime,
    ) -> Result<u64, StoreError> {
        let now = now.unix_timestamp();
        let end = now.saturating_add(i64::try_from(pause.as_secs()).unwrap_or(i64::MAX));
        let counted = |update: &'static str, condition: &'static str| {
            self.client
                .update_item()
                .table_name(&self.table)
                .set_key(Some(run_key(bucket, caller)))
                .update_expression(update)
                .condition_expression(condition)
                .expression_attribute_names("#count", "count")
                .expression_attribute_values(":end", n(end))
                .expression_attribute_values(":one", n(1))
                .expression_attribute_values(":now", n(now))
                .return_values(ReturnValue::UpdatedNew)
                .send()
        };
        for _ in 0..2 {
            let goes_on = "attribute_not_exists(pk) OR expires > :now";
            if let Some(count) = count_of(counted("SET expires = :end ADD #count :one", goes_on).await)? {
                return Ok(count);
            }
            let paused = "expires <= :now";
            if let Some(count) = count_of(counted("SET expires = :end, #count = :one", paused).await)? {
                return Ok(count);
            }
        }
        Err(StoreError::Unavailable("a count kept changing".to_owned()))
    }

    /// Takes back one that [`Access::count_run`] counted.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn uncount(&self, bucket: &str, caller: &str) -> Result<(), StoreError> {
        self.take_back(run_key(bucket, caller)).await
    }

    /// Counts one less in the item with this key, which may be gone.
    async fn take_back(&self, key: Item) -> Result<(), StoreError> {
        let answer = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key))
            .update_expression("ADD #count :less")
            .condition_expression("#count > :none")
            .expression_attribute_names("#count", "count")
            .expression_attribute_values(":less", n(-1))
            .expression_attribute_values(":none", n(0))
            .send()
            .await;
        held(answer).map(drop)
    }

    /// The version that the tokens of an administrator must bear; `None` when none was ever given out.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn token_version(&self, administrator: &str) -> Result<Option<u64>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(token_key(administrator)))
            .consistent_read(true)
            .send()
            .await?;
        answer.item.as_ref().map(version).transpose()
    }

    /// Makes every token of an administrator that bears `version` invalid, with the audit entry of it in the table
    /// `admin`. When they are invalid already, nothing is written.
    ///
    /// # Errors
    /// When the tables cannot be written.
    pub async fn end_sessions(
        &self,
        administrator: &str,
        version: u64,
        entry: &AuditEntry,
        admin: &str,
    ) -> Result<(), StoreError> {
        let raise = self
            .raise(administrator)
            .condition_expression("ver = :version")
            .expression_attribute_values(":version", n(version))
            .build()
            .map_err(incomplete)?;
        let raise = TransactWriteItem::builder().update(raise).build();
        match transact(&self.client, vec![raise, audit::put(entry, admin)?]).await? {
            Transaction::Done | Transaction::Refused(_) => Ok(()),
            Transaction::Conflict => Err(StoreError::Unavailable("TransactionConflict".to_owned())),
        }
    }

    /// Makes every token of an administrator invalid, as a part of a transaction.
    pub(crate) fn raise(&self, administrator: &str) -> UpdateBuilder {
        Update::builder()
            .table_name(&self.table)
            .set_key(Some(token_key(administrator)))
            .update_expression("ADD ver :one")
            .expression_attribute_values(":one", n(1))
    }

    /// The version that a new token of an administrator gets. The first is 1.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn version_for_new_token(&self, administrator: &str) -> Result<u64, StoreError> {
        let answer = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(token_key(administrator)))
            .update_expression("SET ver = if_not_exists(ver, :one)")
            .expression_attribute_values(":one", n(1))
            .return_values(ReturnValue::AllNew)
            .send()
            .await?;
        version(&answer.attributes.unwrap_or_default())
    }
}

/// A stretch of time with a counter of its own, in seconds since 1970.
struct Window {
    start: i64,
    end: i64,
}

impl Window {
    fn of(limit: Limit, now: OffsetDateTime) -> Self {
        let length = i64::try_from(limit.window.as_secs()).unwrap_or(i64::MAX).max(1);
        let start = now.unix_timestamp() - now.unix_timestamp().rem_euclid(length);
        Self {
            start,
            end: start.saturating_add(length),
        }
    }

    fn key(&self, limit: Limit, caller: &str) -> Item {
        key(partition(limit.bucket, caller), self.start.to_string())
    }

    fn remainder(&self, now: OffsetDateTime) -> Duration {
        let seconds = self.end.saturating_sub(now.unix_timestamp());
        Duration::from_secs(seconds.unsigned_abs())
    }
}

fn partition(bucket: &str, caller: &str) -> String {
    let hash = Sha256::digest(caller.as_bytes());
    let hash: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("THROTTLE#{bucket}#{hash}")
}

fn run_key(bucket: &str, caller: &str) -> Item {
    key(partition(bucket, caller), "RUN")
}

/// The count that a write left; None when its condition did not hold.
fn count_of<R>(
    answer: Result<UpdateItemOutput, SdkError<UpdateItemError, R>>,
) -> Result<Option<u64>, StoreError>
where
    R: std::fmt::Debug + Send + Sync + 'static,
{
    match answer {
        Ok(written) => {
            let written = written.attributes.unwrap_or_default();
            let count = written
                .get("count")
                .and_then(|count| count.as_n().ok()?.parse().ok());
            count.map(Some).ok_or_else(|| StoreError::Corrupt {
                table: "access",
                cause: "a count is no number".to_owned(),
            })
        }
        answer => held(answer).map(|_| None),
    }
}

/// Whether the condition of a write held.
fn held<R>(answer: Result<UpdateItemOutput, SdkError<UpdateItemError, R>>) -> Result<bool, StoreError>
where
    R: std::fmt::Debug + Send + Sync + 'static,
{
    match answer {
        Ok(_) => Ok(true),
        Err(error)
            if error
                .as_service_error()
                .is_some_and(UpdateItemError::is_conditional_check_failed_exception) =>
        {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

fn token_key(administrator: &str) -> Item {
    key(format!("TOKEN#{administrator}"), "TOKEN")
}

fn version(item: &Item) -> Result<u64, StoreError> {
    let ver = item
        .get("ver")
        .and_then(|ver| AttributeValue::as_n(ver).ok()?.parse().ok());
    ver.ok_or_else(|| StoreError::Corrupt {
        table: "access",
        cause: "a token version is no number".to_owned(),
    })
}
