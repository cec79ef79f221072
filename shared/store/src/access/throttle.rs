//! Throttles: how often something happens within a window, and how much of it without a pause.

use super::table::Access;
use crate::dynamo::{Item, StoreError, held, key, n};
use aws_sdk_dynamodb::{
    error::SdkError,
    operation::update_item::{UpdateItemError, UpdateItemOutput},
    types::ReturnValue,
};
use domain::Contended;
use sha2::{Digest, Sha256};
use std::time::Duration;
use time::OffsetDateTime;

/// How often something may happen, for each key separately.
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
    /// Counts an attempt of `caller`, unless the window of `now` is full.
    ///
    /// Counting and checking are one conditional write, so that no number of attempts side by side gets past the
    /// limit. `caller` is stored as a hash.
    pub async fn throttle(
        &self,
        limit: Limit,
        caller: &str,
        now: OffsetDateTime,
    ) -> Result<Throttle, StoreError> {
        Ok(match self.counted(limit, caller, now).await? {
            Some(_) => Throttle::Allowed,
            None => Throttle::Exceeded {
                retry_after: Window::of(limit, now).remainder(now),
            },
        })
    }

    /// The same, and the how many-th in its window the attempt is; None over the limit.
    pub async fn counted(
        &self,
        limit: Limit,
        caller: &str,
        now: OffsetDateTime,
    ) -> Result<Option<u64>, StoreError> {
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
            .return_values(ReturnValue::UpdatedNew)
            .send()
            .await;
        count_of(answer)
    }

    /// Takes back an attempt that [`Access::throttle`] counted at `now`, where only failures are to count.
    pub async fn forgive(&self, limit: Limit, caller: &str, now: OffsetDateTime) -> Result<(), StoreError> {
        self.take_back(Window::of(limit, now).key(limit, caller)).await
    }

    /// Counts one more that `caller` begins, and returns how many have begun with no pause of `pause` between them.
    /// What began less than that long ago is among them, so these are never more. `caller` is stored as a hash.
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
        Err(Contended("a throttle's count").into())
    }

    /// Takes back one that [`Access::count_run`] counted.
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
}

/// A stretch of time with its own counter, in seconds since 1970.
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
    format!("THROTTLE#{bucket}#{}", hex::encode(&hash[..12]))
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
    let Some(written) = held(answer)? else {
        return Ok(None);
    };
    let count = written.attributes.unwrap_or_default();
    let count = count
        .get("count")
        .and_then(|count| count.as_n().ok()?.parse().ok());
    count.map(Some).ok_or_else(|| StoreError::Corrupt {
        table: "access",
        cause: "a count is no number".to_owned(),
    })
}
