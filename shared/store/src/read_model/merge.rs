//! The places of a list in order, merged from its shards and read only as far as they are wanted.

use super::{
    list_entries::{ListSource, ListStart},
    place::{narrowed, within},
    row::Cursor,
};
use crate::{
    dynamo::{Item, StoreError},
    registrations::Registrations,
};
use aws_sdk_dynamodb::types::AttributeValue;
use futures::future::try_join_all;
use std::collections::VecDeque;

/// The most places that are asked for at once when they are only passed over.
pub(super) const PASSED_AT_ONCE: usize = 2_000;

/// How many entries are read for each place that is wanted, where a filter may pass most of them over.
const LOOKED_AT: usize = 8;

/// The places of a shard, as far as they were read.
struct Shard {
    partition: String,
    found: VecDeque<Cursor>,
    /// Where the reading goes on.
    start: Option<Item>,
    ended: bool,
}

/// The places of a list, in order, read as far as they are wanted.
pub(super) struct Places<'a> {
    registrations: &'a Registrations,
    shards: Vec<Shard>,
    source: ListSource,
    newest_first: bool,
    pub(super) consistent: bool,
    /// How many are read of a shard at once.
    at_once: usize,
}

impl<'a> Places<'a> {
    pub(super) fn of(
        registrations: &'a Registrations,
        source: ListSource,
        from: Option<&Cursor>,
        newest_first: bool,
        at_once: usize,
    ) -> Self {
        let shard = |partition: &String| {
            let (start, ended) = match source.start(partition, from, newest_first) {
                ListStart::End => (None, false),
                ListStart::Behind(place) => (Some(place), false),
                ListStart::Nowhere => (None, true),
            };
            Shard {
                start,
                partition: partition.clone(),
                found: VecDeque::new(),
                ended,
            }
        };
        Self {
            registrations,
            shards: source.partitions.iter().map(shard).collect(),
            source,
            newest_first,
            consistent: false,
            at_once,
        }
    }

    /// At most so many of the next places.
    pub(super) async fn take(&mut self, count: usize) -> Result<Vec<Cursor>, StoreError> {
        let mut taken = Vec::with_capacity(count.min(PASSED_AT_ONCE));
        while taken.len() < count {
            match self.next().await? {
                Some(place) => taken.push(place),
                None => break,
            }
        }
        Ok(taken)
    }

    /// Passes so many places over; false when there are fewer.
    pub(super) async fn pass_over(&mut self, count: u64) -> Result<bool, StoreError> {
        for _ in 0..count {
            if self.next().await?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn next(&mut self) -> Result<Option<Cursor>, StoreError> {
        let exhausted = |shard: &Shard| shard.found.is_empty() && !shard.ended;
        if self.shards.iter().any(exhausted) {
            let (registrations, source) = (self.registrations, &self.source);
            let way = (self.newest_first, self.consistent, self.at_once);
            let mut readings = Vec::new();
            for shard in &mut self.shards {
                if exhausted(shard) {
                    readings.push(registrations.read_on(shard, source, way));
                }
            }
            try_join_all(readings).await?;
        }
        let newest_first = self.newest_first;
        let fronts = self.shards.iter_mut().filter(|shard| !shard.found.is_empty());
        let first = fronts.min_by(|one, other| {
            let order = one.found.front().cmp(&other.found.front());
            if newest_first { order.reverse() } else { order }
        });
        Ok(first.and_then(|shard| shard.found.pop_front()))
    }
}

impl Registrations {
    /// Reads a shard on until it has a place or ends.
    async fn read_on(
        &self,
        shard: &mut Shard,
        source: &ListSource,
        (newest_first, consistent, at_once): (bool, bool, usize),
    ) -> Result<(), StoreError> {
        let mut limit = match source.conditions.as_slice() {
            [] => at_once,
            _ => at_once * LOOKED_AT,
        };
        while shard.found.is_empty() && !shard.ended {
            let query = self
                .client
                .query()
                .table_name(&self.table)
                .projection_expression("sk")
                .scan_index_forward(!newest_first)
                .consistent_read(consistent)
                .limit(i32::try_from(limit).unwrap_or(i32::MAX))
                .set_exclusive_start_key(shard.start.take());
            let query = within(query, &shard.partition, source.stretch.as_ref());
            let page = narrowed(query, &source.conditions).send().await?;
            for mut item in page.items.unwrap_or_default() {
                if let Some(AttributeValue::S(place)) = item.remove("sk") {
                    shard.found.extend(Cursor::parse(&place));
                }
            }
            shard.start = page.last_evaluated_key;
            shard.ended = shard.start.is_none();
            limit = limit.saturating_mul(4);
        }
        Ok(())
    }
}
