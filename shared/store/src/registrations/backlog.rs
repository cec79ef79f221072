//! How much waits, for the metrics: one bounded look at the sparse indexes, however much is in them.

use super::{Registrations, due::Task};
use crate::dynamo::{Item, StoreError, s};
use aws_sdk_dynamodb::types::Select;
use domain::payment::Status;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// What is looked at of each shard of a task, the first due first. A full look reads 100 KB, a tenth of a page and
/// about twelve read units; what is beyond it is not counted.
const LOOK: i32 = 500;

/// Up to here flags are counted, which are in one shard.
const LOOK_AT_FLAGS: i32 = 1_000;

/// How much waits. Each figure is exact until a shard holds more than is looked at, and then a lower bound.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Since when the oldest order waits about which nothing is known: it is CREATED or ACTIVE since then, or was to
    /// be asked about at that time and is not yet.
    pub oldest_open_order: Option<OffsetDateTime>,
    /// Mails that the mail service has not taken yet.
    pub mails: u64,
    /// Since when the oldest of them waits.
    pub oldest_mail: Option<OffsetDateTime>,
    /// Flags that wait for a person.
    pub flags: u64,
}

impl Registrations {
    /// How much waits at `now`.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn backlog(&self, now: OffsetDateTime) -> Result<Backlog, StoreError> {
        let (orders, mails, flags) = futures::future::try_join3(
            self.first_due(Task::Settle),
            self.first_due(Task::Mail),
            self.flags_up_to(LOOK_AT_FLAGS),
        )
        .await?;
        Ok(Backlog {
            oldest_open_order: orders.iter().filter_map(|order| open_since(order, now)).min(),
            mails: u64::try_from(mails.len()).unwrap_or(u64::MAX),
            oldest_mail: mails.iter().filter_map(created_at).min(),
            flags,
        })
    }

    /// The first items of each shard, also those that are due only later.
    async fn first_due(&self, task: Task) -> Result<Vec<Item>, StoreError> {
        let pages = task.shards().map(|shard| {
            let query = self.client.query().table_name(&self.table).index_name("due");
            query
                .key_condition_expression("due_shard = :shard")
                .expression_attribute_values(":shard", s(shard))
                .limit(LOOK)
                .send()
        });
        let pages = futures::future::try_join_all(pages).await?;
        Ok(pages
            .into_iter()
            .flat_map(|page| page.items.unwrap_or_default())
            .collect())
    }

    async fn flags_up_to(&self, limit: i32) -> Result<u64, StoreError> {
        let query = self.flagged().select(Select::Count).limit(limit);
        Ok(u64::from(query.send().await?.count.unsigned_abs()))
    }
}

/// None for an order that has ended as far as is known, and is asked about once more in time.
fn open_since(order: &Item, now: OffsetDateTime) -> Option<OffsetDateTime> {
    let status = order.get("status").and_then(|status| status.as_s().ok());
    let is_open = status.is_some_and(|status| {
        [Status::Created, Status::Active]
            .map(Status::as_str)
            .contains(&status.as_str())
    });
    if is_open {
        return created_at(order);
    }
    let due_at = order.get("due_at")?.as_n().ok()?.parse().ok()?;
    OffsetDateTime::from_unix_timestamp(due_at)
        .ok()
        .filter(|due| *due <= now)
}

fn created_at(item: &Item) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(item.get("created_at")?.as_s().ok()?, &Rfc3339).ok()
}
