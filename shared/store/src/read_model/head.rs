//! The head of a shard of the aggregates: which generations it holds, and how often anything changed through it.

use super::chance::{any_of, backoff};
use crate::{
    dynamo::{StoreError, key, n, read, s},
    registrations::{Registrations, TABLE},
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{TransactWriteItem, Update};
use domain::Contended;
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

/// How often all heads are tried to be written while notifiers keep writing them: each try meets one only by chance.
const TURNS: u32 = 60;

/// Among how many partitions the aggregates are spread.
pub(super) const SHARDS: u8 = 16;

/// The sort key of a shard's head.
pub(super) const HEAD: &str = "HEAD";

/// The head of a shard: which generations it holds. All shards agree, and every transaction on a shard
/// holds only if that is what it knew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// How often anything changed through this shard.
    pub(super) revision: u64,
    /// The generation that counts.
    pub(super) current: u32,
    /// The one that a rebuild is making, or 0.
    pub(super) building: u32,
}

/// Before the first change.
impl Default for Head {
    fn default() -> Self {
        Self {
            revision: 0,
            current: 1,
            building: 0,
        }
    }
}

impl Head {
    /// The generations that are kept up to date.
    pub(super) fn live(self) -> impl Iterator<Item = u32> {
        [self.current, self.building]
            .into_iter()
            .filter(|generation| *generation != 0)
    }

    /// The generation that counts a row from now on.
    pub(super) fn newest(self) -> u32 {
        self.current.max(self.building)
    }
}

/// The partition of a shard.
pub(super) fn partition(shard: u8) -> String {
    format!("AGGREGATES#{}", shard % SHARDS)
}

/// A shard by chance: enough to spread what is written at the same moment.
pub(super) fn any_shard() -> u8 {
    any_of(SHARDS)
}

/// The error of a rebuild whose generation another one has replaced.
pub(super) fn superseded() -> StoreError {
    Contended("another rebuild has begun").into()
}

impl Registrations {
    /// The current head of a shard.
    pub(super) async fn head(&self, shard: u8) -> Result<Head, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key(partition(shard), HEAD)))
            .consistent_read(true)
            .send()
            .await?;
        found.item.map_or(Ok(Head::default()), |item| read(TABLE, item))
    }

    /// Notes a change at the head of a shard, if its generations are still those of `before`.
    pub(super) fn turn_head(
        &self,
        shard: u8,
        before: Head,
        after: Head,
        changes: u64,
    ) -> Result<TransactWriteItem, StoreError> {
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key(partition(shard), HEAD)))
            .update_expression(
                "SET #kind = :kind, #current = :current, building = :building ADD revision :changes",
            )
            .condition_expression("attribute_not_exists(pk) OR (#current = :old AND building = :built)")
            .expression_attribute_names("#kind", "kind")
            .expression_attribute_names("#current", "current")
            .expression_attribute_values(":kind", s("AGGREGATE"))
            .expression_attribute_values(":current", n(after.current))
            .expression_attribute_values(":building", n(after.building))
            .expression_attribute_values(":old", n(before.current))
            .expression_attribute_values(":built", n(before.building))
            .expression_attribute_values(":changes", n(changes))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// Changes which generations there are, in all shards together, if they are still the ones named. The first shard
    /// notes the change.
    pub(super) async fn turn(&self, before: Head, after: Head) -> Result<(), StoreError> {
        let turned = (0..SHARDS).map(|shard| self.turn_head(shard, before, after, u64::from(shard == 0)));
        let actions: Vec<TransactWriteItem> = turned.collect::<Result<_, _>>()?;
        let mut backoff = backoff();
        for _ in 0..TURNS {
            match self.transact(actions.clone()).await? {
                Transaction::Done => return Ok(()),
                Transaction::Conflict => sleep(backoff.next_pause()).await,
                Transaction::Refused(_) => return Err(superseded()),
            }
        }
        Err(Contended("the heads of the aggregates").into())
    }
}
