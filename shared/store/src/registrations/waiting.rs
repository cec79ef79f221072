//! What waits, to be done and for the metrics: one bounded look at the sparse indexes, however much is in them.

use super::{
    attention::Flag,
    due::Task,
    table::{Registrations, TABLE},
};
use crate::dynamo::{Item, StoreError, read, s};
use domain::{
    AttentionKind, OrderId,
    payment::{Lane, Status},
};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// What is looked at of each shard of a task, the first due first. A full look reads 100 KB, a tenth of a page and
/// about twelve read units; what is beyond it is not counted, and is seen when what is before it is done.
const LOOK: i32 = 500;

/// Up to here flags are counted, which are in one shard.
const LOOK_AT_FLAGS: i32 = 1_000;

/// What waited at one moment. The indexes follow the table after a moment, so an order may be named for which it is
/// already done.
#[derive(Debug, Clone)]
pub struct WaitingWork {
    orders: [(Lane, Vec<Item>); 4],
    refunds: Vec<Item>,
    disputes: Vec<Item>,
    mails: Vec<Item>,
}

/// The flags that wait for a person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FlagsWaiting {
    /// How many: exact up to a thousand, and then a lower bound.
    pub count: u64,
    /// Those of items that cannot be read, the oldest first.
    pub unreadable: Vec<Flag>,
}

/// How much waits. Each count is exact until a shard holds more than is looked at, and then a lower bound.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Since when the oldest order waits about which nothing is known: it is CREATED or ACTIVE since then, or was to
    /// be asked about at that time and is not yet.
    pub oldest_open_order: Option<OffsetDateTime>,
    /// Mails that the mail service has not taken yet.
    pub mails: u64,
    /// Since when the oldest of them waits.
    pub oldest_mail: Option<OffsetDateTime>,
}

impl WaitingWork {
    /// The orders for which this is due at `now`, the longest overdue first.
    #[must_use]
    pub fn due(&self, task: Task, now: OffsetDateTime) -> Vec<OrderId> {
        let items = match task {
            Task::Settle(lane) => self
                .orders
                .iter()
                .find(|(of, _)| *of == lane)
                .map_or(&[][..], |(_, items)| items),
            Task::Refund => &self.refunds,
            Task::Dispute => &self.disputes,
            Task::Mail => &self.mails,
        };
        let mut due: Vec<(OffsetDateTime, OrderId)> = items
            .iter()
            .filter_map(|item| Some((due_at(item).filter(|at| *at <= now)?, order_id(item)?)))
            .collect();
        due.sort();
        due.into_iter().map(|(_, id)| id).collect()
    }

    /// How many orders are still asked about: anything may yet become of them.
    #[must_use]
    pub fn orders(&self) -> usize {
        self.orders.iter().map(|(_, orders)| orders.len()).sum()
    }

    /// How many orders have a refund that has not ended.
    #[must_use]
    pub fn refunds(&self) -> usize {
        self.refunds.len()
    }

    /// How much it is at `now`.
    #[must_use]
    pub fn backlog(&self, now: OffsetDateTime) -> Backlog {
        Backlog {
            oldest_open_order: self
                .orders
                .iter()
                .flat_map(|(_, orders)| orders)
                .filter_map(|order| open_since(order, now))
                .min(),
            mails: u64::try_from(self.mails.len()).unwrap_or(u64::MAX),
            oldest_mail: self.mails.iter().filter_map(created_at).min(),
        }
    }
}

impl Registrations {
    /// What waits, to be done now or later. One read after another, over one connection: nobody waits for the answer,
    /// and several at once would each pay for their own connection.
    pub async fn waiting(&self) -> Result<WaitingWork, StoreError> {
        let mut orders = Lane::ALL.map(|lane| (lane, Vec::new()));
        for (lane, items) in &mut orders {
            *items = self.first_due(Task::Settle(*lane)).await?;
        }
        Ok(WaitingWork {
            orders,
            refunds: self.first_due(Task::Refund).await?,
            disputes: self.first_due(Task::Dispute).await?,
            mails: self.first_due(Task::Mail).await?,
        })
    }

    /// The flags that wait for a person. The filter costs nothing: what it passes over is read either way.
    pub async fn flags_waiting(&self) -> Result<FlagsWaiting, StoreError> {
        let query = self
            .flagged()
            .filter_expression("flag = :unreadable")
            .expression_attribute_values(":unreadable", s(AttentionKind::Unreadable.as_str()));
        let page = query.limit(LOOK_AT_FLAGS).send().await?;
        let items = page.items.unwrap_or_default().into_iter();
        Ok(FlagsWaiting {
            count: u64::from(page.scanned_count.unsigned_abs()),
            unreadable: items.filter_map(|item| read(TABLE, item).ok()).collect(),
        })
    }

    /// The first items of each shard, also those that are due only later.
    async fn first_due(&self, task: Task) -> Result<Vec<Item>, StoreError> {
        let mut items = Vec::new();
        for shard in task.shards() {
            let query = self.client.query().table_name(&self.table).index_name("due");
            let page = query
                .key_condition_expression("due_shard = :shard")
                .expression_attribute_values(":shard", s(shard))
                .limit(LOOK)
                .send()
                .await?;
            items.extend(page.items.unwrap_or_default());
        }
        Ok(items)
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
    due_at(order).filter(|due| *due <= now)
}

fn due_at(item: &Item) -> Option<OffsetDateTime> {
    let at = item.get("due_at")?.as_n().ok()?.parse().ok()?;
    OffsetDateTime::from_unix_timestamp(at).ok()
}

fn order_id(item: &Item) -> Option<OrderId> {
    let (_, id) = item.get("sk")?.as_s().ok()?.split_once('#')?;
    OrderId::parse(id).ok()
}

fn created_at(item: &Item) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(item.get("created_at")?.as_s().ok()?, &Rfc3339).ok()
}
