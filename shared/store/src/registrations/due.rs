//! What is due: open orders to ask the provider about, and mail to send again.

use super::{Registrations, attention::Flag, order_key};
use crate::dynamo::{StoreError, n, s};
use domain::{AttentionKind, CustomerId, OrderId};
use time::OffsetDateTime;

/// A single index partition takes about 1,000 writes a second; four carry a rush on the opening day.
const SHARDS: u8 = 4;

/// What is to be done. Each kind is found by itself, so that a backlog of one does not hide the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Ask the provider about an order.
    Settle,
    /// Send the mail of an order.
    Mail,
}

impl Task {
    /// The partition of the index in which an order's task is: by the order's last, random, symbol.
    pub(super) fn shard_of(self, order: &OrderId) -> String {
        self.shard(order.as_str().bytes().last().unwrap_or_default() % SHARDS)
    }

    /// Every partition of the index that holds such tasks.
    pub(super) fn shards(self) -> impl Iterator<Item = String> {
        (0..SHARDS).map(move |number| self.shard(number))
    }

    fn shard(self, number: u8) -> String {
        match self {
            Self::Settle => format!("DUE#ORDER#{number}"),
            Self::Mail => format!("DUE#MAIL#{number}"),
        }
    }
}

impl Registrations {
    /// The orders for which this is due at `now`, the longest overdue first, at most `limit` of each shard. The
    /// index follows the table after a moment, so one may be named for which it is already done.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn due(&self, task: Task, now: OffsetDateTime, limit: i32) -> Result<Vec<OrderId>, StoreError> {
        let shards = task.shards().map(|shard| self.due_in(shard, now, limit));
        let found = futures::future::try_join_all(shards).await?;
        let mut due: Vec<(i64, OrderId)> = found.into_iter().flatten().collect();
        due.sort();
        Ok(due.into_iter().map(|(_, id)| id).collect())
    }

    /// Sets an order aside that cannot even be read: it is due no more, and a person must look.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn set_aside(&self, id: &OrderId, now: OffsetDateTime) -> Result<(), StoreError> {
        if let Ok(customer_id) = CustomerId::parse(id.customer_part()) {
            let note = "Its entry cannot be read".to_owned();
            let flag = Flag {
                order_id: id.clone(),
                customer_id,
                flag: AttentionKind::Unresolved,
                note,
                at: now,
            };
            self.flag(&flag).await?;
        }
        self.client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(order_key(id)))
            .update_expression("REMOVE due_shard, due_at")
            .condition_expression("attribute_exists(pk)")
            .send()
            .await?;
        Ok(())
    }

    async fn due_in(
        &self,
        shard: String,
        now: OffsetDateTime,
        limit: i32,
    ) -> Result<Vec<(i64, OrderId)>, StoreError> {
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
            let at = item.get("due_at")?.as_n().ok()?.parse().ok()?;
            let (_, id) = item.get("sk")?.as_s().ok()?.split_once('#')?;
            Some((at, OrderId::parse(id).ok()?))
        };
        Ok(page
            .items
            .unwrap_or_default()
            .into_iter()
            .filter_map(read)
            .collect())
    }
}
