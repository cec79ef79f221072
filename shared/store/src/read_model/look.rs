//! A look into a list of whose length the aggregates know nothing: so much of each of its partitions is read and no
//! more, so that a page costs the same of any number of candidates. It may end before the page is full; the next one
//! goes on from there. Where the first entries fill the page, the others are not read.

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

/// Which part of them is read first.
const FIRST_PART: u16 = 10;

/// Where a look begins or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// At this place.
    pub place: Cursor,
    /// Whether the place lies beyond the edge in the direction of the look, or else before it.
    pub is_ahead: bool,
}

/// What a look found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Looked {
    /// The rows, the newest first.
    pub rows: Vec<Row>,
    /// Where it goes on in the direction of the look; None when nothing is left there.
    pub next: Option<Edge>,
    /// How many candidates it passed over before the rows.
    pub passed: u64,
    /// How many candidates it saw behind those, with some that are not among the rows.
    pub seen: u64,
    /// Whether the list may have more than it saw.
    pub is_cut: bool,
}

/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy)]
pub struct ListLook<'a> {
    /// From this edge, or from the end on.
    pub from: Option<&'a Edge>,
    /// Towards the newest, or else towards the oldest.
    pub is_backwards: bool,
    /// Without the first so many.
    pub skipped: u64,
    /// At most so many rows.
    pub limit: u16,
    /// At most so many entries of each partition.
    pub depth: u16,
}

impl Default for ListLook<'_> {
    fn default() -> Self {
        Self {
            from: None,
            is_backwards: false,
            skipped: 0,
            limit: 0,
            depth: LOOKED_AT,
        }
    }
}

/// What was read of a partition.
struct Part<'a> {
    partition: &'a str,
    places: Vec<Cursor>,
    /// Where its reading goes on.
    start: ListStart,
}

/// The places of all parts in the direction of the look, as far as every one of them was read.
struct Merged {
    places: Vec<Cursor>,
    /// How far that is; None for all of the list.
    end: Option<Cursor>,
    /// How many places there are, with those beyond the end.
    found: u64,
}

impl Merged {
    fn of(parts: &[Part<'_>], is_backwards: bool) -> Self {
        // Beyond the first end something may lie between the places that were found.
        let ends = parts.iter().filter_map(Part::end);
        let end = if is_backwards { ends.min() } else { ends.max() };
        let is_within = |place: &&Cursor| {
            end.as_ref()
                .is_none_or(|end| *place == end || (*place < end) == is_backwards)
        };
        let found = parts.iter().flat_map(|part| &part.places);
        let mut places: Vec<Cursor> = found.clone().filter(is_within).cloned().collect();
        places.sort_unstable();
        if !is_backwards {
            places.reverse();
        }
        Self {
            found: found.count() as u64,
            places,
            end,
        }
    }
}

impl Part<'_> {
    /// How far it was read; None for all of it.
    fn end(&self) -> Option<Cursor> {
        match &self.start {
            ListStart::Behind(key) => Cursor::parse(text(key, "sk")),
            ListStart::End | ListStart::Nowhere => None,
        }
    }
}

impl Registrations {
    /// The rows of a list as far as one look at it goes: a Query of each partition, side by side, a second one where
    /// the first entries do not fill the page, and one BatchGetItem of the rows.
    pub async fn look(&self, filter: &RowFilter, look: ListLook<'_>) -> Result<Looked, StoreError> {
        let ListLook {
            from,
            is_backwards,
            skipped,
            limit,
            depth,
        } = look;
        let mut source = ListSource::of(filter);
        if let Some(edge) = from.filter(|edge| edge.is_ahead) {
            source.begin_with(&edge.place, !is_backwards);
        }
        let behind = from.filter(|edge| !edge.is_ahead).map(|edge| &edge.place);
        // On the way back one more, so that it reaches beyond the beginning of any page that the way on has filled.
        let depth = depth.saturating_add(u16::from(is_backwards));
        let first = depth.div_ceil(FIRST_PART);
        let mut parts: Vec<Part<'_>> = source
            .partitions
            .iter()
            .map(|partition| Part {
                partition,
                places: Vec::new(),
                start: source.start(partition, behind, !is_backwards),
            })
            .collect();
        // On the way back also the next one, which is the edge of the page.
        let wanted = skipped.saturating_add(u64::from(limit) + u64::from(is_backwards));
        let mut merged = self.read_on_all(&mut parts, &source, is_backwards, first).await?;
        if merged.end.is_some() && (merged.places.len() as u64) < wanted && depth > first {
            merged = self
                .read_on_all(&mut parts, &source, is_backwards, depth - first)
                .await?;
        }
        let Merged {
            mut places,
            end,
            found,
        } = merged;
        let passed = usize::try_from(skipped).unwrap_or(usize::MAX).min(places.len());
        places.drain(..passed);
        let further = places.get(usize::from(limit)).cloned();
        places.truncate(usize::from(limit));
        let is_cut = end.is_some();
        // A page is as long on the way back as it was on the way on: what matches nothing belongs to the later one.
        let next = match (further, is_backwards) {
            (Some(place), true) => Some(Edge {
                place,
                is_ahead: true,
            }),
            (Some(_), false) => places.last().cloned().map(Edge::behind),
            (None, _) => end.map(Edge::behind),
        };
        if is_backwards {
            places.reverse();
        }
        let mut rows = self.rows_of(&places).await?;
        // One that has left the list since its entry was read.
        rows.retain(|row| filter.admits(row));
        let passed = passed as u64;
        Ok(Looked {
            rows,
            next,
            passed,
            seen: found - passed,
            is_cut,
        })
    }

    /// Reads so many entries more of each part that has them.
    async fn read_on_all(
        &self,
        parts: &mut [Part<'_>],
        source: &ListSource,
        is_backwards: bool,
        count: u16,
    ) -> Result<Merged, StoreError> {
        let readings = parts
            .iter_mut()
            .map(|part| self.look_on(part, source, is_backwards, count));
        try_join_all(readings).await?;
        Ok(Merged::of(parts, is_backwards))
    }

    async fn look_on(
        &self,
        part: &mut Part<'_>,
        source: &ListSource,
        is_backwards: bool,
        count: u16,
    ) -> Result<(), StoreError> {
        let start = match std::mem::replace(&mut part.start, ListStart::Nowhere) {
            ListStart::End => None,
            ListStart::Behind(place) => Some(place),
            ListStart::Nowhere => return Ok(()),
        };
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .projection_expression("sk")
            .scan_index_forward(is_backwards)
            .limit(i32::from(count))
            .set_exclusive_start_key(start);
        let query = within(query, part.partition, source.stretch.as_ref());
        let page = narrowed(query, &source.conditions).send().await?;
        let found = page.items.unwrap_or_default();
        let places = found.iter().filter_map(|item| Cursor::parse(text(item, "sk")));
        part.places.extend(places);
        if let Some(key) = page.last_evaluated_key {
            part.start = ListStart::Behind(key);
        }
        Ok(())
    }
}

impl Edge {
    const fn behind(place: Cursor) -> Self {
        Self {
            place,
            is_ahead: false,
        }
    }
}
