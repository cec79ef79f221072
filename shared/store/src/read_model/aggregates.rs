//! Aggregates: how many candidates there are of each kind, and what was paid, by day, package and college.
//!
//! They are counted in sixteen shards, so that no partition key is written by every registration, and summed when they
//! are read. Each transaction draws a shard; a candidate may be counted in by one and out by another, so a counter of
//! a shard alone says nothing and may be below zero.

use super::{
    delta::{GROUPS, GROUPS_OF_COURSES, sort_key},
    head::{HEAD, Head, SHARDS, partition},
    summed::Summed,
    totals::Aggregates,
};
use crate::{
    dynamo::{Item, StoreError, key, read, text},
    registrations::{Registrations, TABLE},
};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{Contended, CourseId};
use std::collections::HashMap;

/// How often the shards are read again when another generation has taken over meanwhile.
const TRIES: u8 = 4;

fn is_head(item: &Item) -> bool {
    text(item, "sk") == HEAD
}

impl Registrations {
    /// The aggregates: two reads, one after the other. They follow the registrations within seconds.
    pub async fn aggregates(&self) -> Result<Aggregates, StoreError> {
        self.summed(&GROUPS).await
    }

    /// How many places are held of each exam of which any is, by what the aggregates say: a read that costs the same however many
    /// hold them.
    pub async fn places_counted(&self) -> Result<HashMap<CourseId, u32>, StoreError> {
        Ok(self.summed(GROUPS_OF_COURSES).await?.places)
    }

    async fn summed(&self, groups: &[&str]) -> Result<Aggregates, StoreError> {
        let head = self.items_at(vec![key(partition(0), HEAD)]).await?.pop();
        let head: Head = head.map_or(Ok(Head::default()), |item| read(TABLE, item))?;
        let mut generation = head.current;
        for _ in 0..TRIES {
            let (heads, summed) = self.shards(generation, groups).await?;
            let revision = heads.iter().map(|head| head.revision).sum();
            match heads.iter().find(|head| head.current != generation) {
                Some(other) => generation = other.current,
                None => return Ok(summed.finish(revision)),
            }
        }
        Err(Contended("the generations of the aggregates").into())
    }

    async fn items_at(&self, keys: Vec<Item>) -> Result<Vec<Item>, StoreError> {
        self.batch(KeysAndAttributes::builder().set_keys(Some(keys)))
            .await
    }

    /// The heads of all shards that have one, and the counters of some groups of a generation.
    async fn shards(&self, generation: u32, groups: &[&str]) -> Result<(Vec<Head>, Summed), StoreError> {
        let groups: Vec<String> = groups.iter().map(|group| sort_key(generation, group)).collect();
        let keys = (0..SHARDS).flat_map(|shard| {
            let items = groups.iter().map(String::as_str).chain([HEAD]);
            items.map(move |item| key(partition(shard), item))
        });
        let (mut heads, mut summed) = (Vec::new(), Summed::default());
        for item in self.items_at(keys.collect()).await? {
            if is_head(&item) {
                heads.push(read(TABLE, item)?);
            } else {
                summed.take(item);
            }
        }
        Ok((heads, summed))
    }
}
