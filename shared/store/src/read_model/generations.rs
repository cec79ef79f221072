//! The generations of aggregates: one that counts, and one that a rebuild builds.

use super::{
    delta::sort_key,
    head::{Head, SHARDS, partition},
};
use crate::{
    dynamo::{StoreError, s},
    registrations::Registrations,
};
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
        self.turn(before, after).await?;
        Ok(building)
    }

    /// The new generation takes the old one's place.
    pub(super) async fn close_generation(&self, head: Head) -> Result<(), StoreError> {
        let after = Head {
            current: head.building,
            building: 0,
            ..head
        };
        self.turn(head, after).await
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
