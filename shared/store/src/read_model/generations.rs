//! The generations of aggregates: one that counts, and one that a rebuild builds.

use super::{
    delta::sort_key,
    earlier::Earlier,
    head::{Head, SHARDS, partition},
};
use crate::{
    dynamo::{StoreError, s},
    registrations::Registrations,
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::{Delete, TransactWriteItem};
use time::OffsetDateTime;

impl Registrations {
    /// Begins to build a generation beside the one that counts, and returns its number.
    pub(super) async fn open_generation(&self, now: OffsetDateTime) -> Result<u32, StoreError> {
        let before = self.head(0).await?;
        // Numbered by the time, a new one is new even if the heads, and with them the last number, were lost.
        let building = u32::try_from(now.unix_timestamp())
            .unwrap_or(0)
            .max(before.current + 1)
            .max(before.building + 1);
        let after = Head { building, ..before };
        self.turn(before, after, 1, None).await?;
        Ok(building)
    }

    /// The new generation takes the old one's place, and the layout of the release before is read no more.
    pub(super) async fn close_generation(&self, head: Head) -> Result<(), StoreError> {
        let after = Head {
            current: head.building,
            building: 0,
            ..head
        };
        let earlier = self.earlier().await?;
        let forget = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(Earlier::key()));
        let forget = forget.build().map_err(incomplete)?;
        let forget = earlier.map(|_| TransactWriteItem::builder().delete(forget).build());
        // The revision goes on from where that layout's ended.
        let changes = 1 + earlier.map_or(0, |earlier| earlier.revision);
        self.turn(head, after, changes, forget).await
    }

    /// Forgets the generations before the one that counts.
    pub(super) async fn remove_older(&self, current: u32) -> Result<(), StoreError> {
        let counts = sort_key(current, "");
        for shard in 0..SHARDS {
            // A later rebuild may be building by now; its number is greater.
            let older = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :shard AND sk < :counts")
                .expression_attribute_values(":shard", s(partition(shard)))
                .expression_attribute_values(":counts", s(counts.as_str()))
                .projection_expression("pk, sk")
                .send()
                .await?;
            self.remove_all(older.items.unwrap_or_default()).await?;
        }
        Ok(())
    }
}
