//! What happened at a list, in the order in which it became known: devices follow it.

use super::{CheckIns, SHARDS, TABLE, item, shard, sort_key};
use crate::dynamo::{Item, StoreError, count_all, key, query_all, read, s, text};
use domain::{
    CustomerId, Stored, Word,
    check_in::{List, ScanPlace},
};
use futures::future::try_join_all;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// The way somebody went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DoorMovement {
    /// Admitted.
    In,
    /// The admission was taken back.
    Out,
    /// Went out, of a list that counts it.
    Left,
    /// Inside again.
    Back,
}

impl Word for DoorMovement {
    fn as_str(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::Out => "out",
            Self::Left => "left",
            Self::Back => "back",
        }
    }
}

/// That somebody came in, that it was taken back, or that they went out and came in again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoorEvent {
    /// Which of these.
    pub movement: Stored<DoorMovement>,
    /// Who.
    pub customer_id: CustomerId,
    /// The lookups by which devices know what happens to the candidate (`RosterSeal::news_lookup`).
    #[serde(default)]
    pub lookups: Vec<String>,
    /// Where, when and by whom.
    pub place: ScanPlace,
    /// The scan that let them in, or that was taken back; empty for the others.
    #[serde(default)]
    pub nonce: String,
}

/// Where the reading of a partition goes on: behind this sort key.
pub type Since = String;

pub(super) fn event_item(
    list: &List,
    event: &DoorEvent,
    now: OffsetDateTime,
    random: &str,
) -> Result<Item, StoreError> {
    let partition = events(list, shard(event.customer_id.as_str()));
    item(event, key(partition, sort_key(now, &event.customer_id, random)))
}

fn events(list: &List, shard: u8) -> String {
    format!("EVENTS#{list}#{shard}")
}

impl CheckIns {
    /// How many partitions the events of a list are in.
    pub const EVENT_SHARDS: u8 = SHARDS;

    /// The events of a list in one of its partitions, behind a place: at most `most`, each with its own place.
    pub async fn events(
        &self,
        list: &List,
        shard: u8,
        since: &str,
        most: i32,
    ) -> Result<Vec<(Since, DoorEvent)>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        let page = query
            .key_condition_expression("pk = :events AND sk > :since")
            .expression_attribute_values(":events", s(events(list, shard)))
            .expression_attribute_values(":since", s(after(since)))
            .limit(most)
            .send()
            .await?;
        let items = page.items.unwrap_or_default().into_iter();
        items
            .map(|item| Ok((text(&item, "sk").to_owned(), read(TABLE, item)?)))
            .collect()
    }

    /// Everything that ever happened at a list, in the order in which it became known, each with its own place.
    pub async fn every_event(&self, list: &List) -> Result<Vec<(Since, DoorEvent)>, StoreError> {
        let shards = (0..SHARDS).map(|shard| {
            let query = self.client.query().table_name(&self.table);
            query_all(
                query
                    .key_condition_expression("pk = :events")
                    .expression_attribute_values(":events", s(events(list, shard)))
                    .consistent_read(true),
            )
        });
        let items = try_join_all(shards).await?.into_iter().flatten();
        let events = items.map(|item| Ok((text(&item, "sk").to_owned(), read(TABLE, item)?)));
        let mut events = events.collect::<Result<Vec<_>, StoreError>>()?;
        events.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(events)
    }

    /// How often somebody came in to a list.
    pub async fn entries(&self, list: &List) -> Result<u64, StoreError> {
        let shards = (0..SHARDS).map(async |shard| {
            let query = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :events")
                .filter_expression("movement = :in")
                .expression_attribute_values(":events", s(events(list, shard)))
                .expression_attribute_values(":in", s(DoorMovement::In.as_str()));
            count_all(query).await
        });
        Ok(try_join_all(shards).await?.into_iter().sum())
    }
}

/// A key must not be empty: from the beginning on is behind `!`, which sorts before every digit.
pub(super) fn after(since: &str) -> &str {
    if since.is_empty() { "!" } else { since }
}
