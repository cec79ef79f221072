//! What is due: open orders to ask the provider about, and mail to send again.

use super::Registrations;
use crate::dynamo::{StoreError, n, s};
use domain::OrderId;
use time::OffsetDateTime;

/// A single index partition takes about 1,000 writes a second; four carry a rush on the opening day.
const SHARDS: u8 = 4;

/// Something that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// What is to be done.
    pub task: Task,
    /// Since when, in epoch seconds.
    pub at: i64,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Ask the provider about this order.
    Settle(OrderId),
    /// Send the mail of this order.
    Mail(OrderId),
}

/// The shard of an order: by its last, random, symbol.
pub(super) fn shard_of(order: &OrderId) -> String {
    shard(order.as_str().bytes().last().unwrap_or_default() % SHARDS)
}

fn shard(number: u8) -> String {
    format!("DUE#{number}")
}

impl Registrations {
    /// What is due at `now`, the longest overdue first, at most `limit` of each shard. The index follows the
    /// table after a moment, so a thing may be named that is already done.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn due(&self, now: OffsetDateTime, limit: i32) -> Result<Vec<Due>, StoreError> {
        let shards = (0..SHARDS).map(|number| self.due_in(shard(number), now, limit));
        let mut due: Vec<Due> = futures::future::try_join_all(shards)
            .await?
            .into_iter()
            .flatten()
            .collect();
        due.sort_by_key(|due| due.at);
        Ok(due)
    }

    async fn due_in(&self, shard: String, now: OffsetDateTime, limit: i32) -> Result<Vec<Due>, StoreError> {
        let page = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("due")
            .key_condition_expression("due_shard = :shard AND due_at <= :now")
            .expression_attribute_values(":shard", s(shard))
            .expression_attribute_values(":now", n(now.unix_timestamp()))
            .limit(limit)
            .send()
            .await?;
        let read = |item: crate::dynamo::Item| {
            let sk = item.get("sk")?.as_s().ok()?;
            let at = item.get("due_at")?.as_n().ok()?.parse().ok()?;
            let (kind, id) = sk.split_once('#')?;
            let id = OrderId::parse(id).ok()?;
            let task = match kind {
                "ORDER" => Task::Settle(id),
                "MAIL" => Task::Mail(id),
                _ => return None,
            };
            Some(Due { task, at })
        };
        Ok(page
            .items
            .unwrap_or_default()
            .into_iter()
            .filter_map(read)
            .collect())
    }
}
