//! A look into a list of whose length the aggregates know nothing: so much of each of its partitions is read and no
//! more, so that a page costs the same of any number of candidates. It may end before the page is full; the next one
//! goes on from there.

use super::{
    filter::RowFilter,
    list_entries::{ListSource, ListStart},
    place::{narrowed, within},
    row::{Cursor, Row},
};
use crate::{
    dynamo::{StoreError, text},
    registrations::Registrations,
};
use futures::future::try_join_all;

/// How many entries a look reads of each partition: some 200 KB.
pub const LOOKED_AT: u16 = 1_000;

/// What a look found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Looked {
    /// The rows, the newest first.
    pub rows: Vec<Row>,
    /// Where it goes on in the direction of the look; None when nothing is left there.
    pub next: Option<Cursor>,
    /// How many candidates it saw, with those that are not among the rows.
    pub seen: u64,
    /// Whether the list may have more than it saw.
    pub is_cut: bool,
}

/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct ListLook<'a> {
    /// Behind this place, or from the end on.
    pub from: Option<&'a Cursor>,
    /// Towards the newest, or else towards the oldest.
    pub is_backwards: bool,
    /// Without the first so many.
    pub skipped: u64,
    /// At most so many rows.
    pub limit: u16,
}

/// What was read of a partition.
struct Part {
    places: Vec<Cursor>,
    /// How far it was read; None for all of it.
    end: Option<Cursor>,
}

impl Registrations {
    /// The rows of a list as far as one look at it goes: one Query of each partition, side by side, and one
    /// BatchGetItem of the rows.
    pub async fn look(&self, filter: &RowFilter, look: ListLook<'_>) -> Result<Looked, StoreError> {
        let source = ListSource::of(filter);
        let parts = source
            .partitions
            .iter()
            .map(|partition| self.look_into(partition, &source, look));
        let parts = try_join_all(parts).await?;
        let is_after =
            |place: &Cursor, other: &Cursor| (place > other) == look.is_backwards && place != other;
        // Beyond the first end something may lie between the places that were found.
        let ends = parts.iter().filter_map(|part| part.end.clone());
        let end = if look.is_backwards { ends.min() } else { ends.max() };
        let mut places: Vec<Cursor> = parts.into_iter().flat_map(|part| part.places).collect();
        let seen = places.len() as u64;
        if let Some(end) = &end {
            places.retain(|place| !is_after(place, end));
        }
        places.sort_unstable();
        if !look.is_backwards {
            places.reverse();
        }
        let passed = usize::try_from(look.skipped)
            .unwrap_or(usize::MAX)
            .min(places.len());
        places.drain(..passed);
        let limit = usize::from(look.limit);
        let is_more = places.len() > limit;
        places.truncate(limit);
        let next = if is_more {
            places.last().cloned()
        } else {
            end.clone()
        };
        if look.is_backwards {
            places.reverse();
        }
        let mut rows = self.rows_of(&places).await?;
        // One that has left the list since its entry was read.
        rows.retain(|row| filter.admits(row));
        Ok(Looked {
            rows,
            next,
            seen,
            is_cut: end.is_some(),
        })
    }

    async fn look_into(
        &self,
        partition: &str,
        source: &ListSource,
        look: ListLook<'_>,
    ) -> Result<Part, StoreError> {
        let nothing = Part {
            places: Vec::new(),
            end: None,
        };
        let start = match source.start(partition, look.from, !look.is_backwards) {
            ListStart::End => None,
            ListStart::Behind(place) => Some(place),
            ListStart::Nowhere => return Ok(nothing),
        };
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .projection_expression("sk")
            .scan_index_forward(look.is_backwards)
            .limit(i32::from(LOOKED_AT))
            .set_exclusive_start_key(start);
        let query = within(query, partition, source.stretch.as_ref());
        let page = narrowed(query, &source.conditions).send().await?;
        let found = page.items.unwrap_or_default();
        let places = found.iter().filter_map(|item| Cursor::parse(text(item, "sk")));
        Ok(Part {
            places: places.collect(),
            end: page
                .last_evaluated_key
                .and_then(|key| Cursor::parse(text(&key, "sk"))),
        })
    }
}
