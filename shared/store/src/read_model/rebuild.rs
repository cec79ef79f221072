//! Rebuilding the read model from the registrations, for a table that has none yet or one of another
//! layout, and when it is not to be trusted.
//!
//! It may run while registrations come in. A new generation of aggregates is built beside the one that counts: each
//! candidate is counted in as it is met, and whatever changes meanwhile changes both. When all have been met, the
//! new generation takes the place of the old one, in one write of every shard's head (`generations`).
//!
//! It is done in slices, because a function has a time limit. Its progress is written to the table after each page
//! (`progress`), so that an interrupted rebuild can be resumed by its number, at the page it was at.

use super::{
    head::Head,
    place::{EntryKey, customer_of},
    progress::Progress,
    projection::Projection,
    review::Rebuilt,
    strays::place_of,
};
use crate::{
    dynamo::{Item, StoreError, kind},
    registrations::{Registrations, customer_in},
    transaction::Write,
};
use domain::{Clock, CustomerId};
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// How many candidates are read side by side.
const TOGETHER: usize = 24;

/// How far a rebuild is after a slice, with what it has found since it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Slice {
    /// There is more to do.
    Unfinished(Rebuilt),
    /// Nothing is left to do.
    Done(Rebuilt),
    /// There is no such rebuild, another one has begun meanwhile, or another caller is running this one.
    Superseded,
}

/// The relevant items of a page of the table.
#[derive(Default)]
struct Met {
    candidates: Vec<CustomerId>,
    entries: BTreeMap<CustomerId, Vec<EntryKey>>,
}

impl Registrations {
    /// Begins a rebuild, and returns its number, by which [`Registrations::rebuild_slice`] goes on. One that is under
    /// way is given up.
    pub async fn begin_rebuild(&self, now: OffsetDateTime) -> Result<u32, StoreError> {
        let generation = self.open_generation(now).await?;
        self.note_begin(generation, now).await?;
        Ok(generation)
    }

    /// Does the next slice of a rebuild: pages of at most `items` items of the table, at least one, for as long as
    /// `goes_on` says after each. Interrupted, it leaves the aggregates that count as they were, and the next slice
    /// begins with the page that was not finished. After the last slice it changes nothing and returns the same.
    ///
    /// # Errors
    /// When the table does not answer, or a candidate keeps changing.
    pub async fn rebuild_slice(
        &self,
        generation: u32,
        items: u16,
        clock: &Clock,
        goes_on: impl Fn() -> bool,
    ) -> Result<Slice, StoreError> {
        let Some(mut progress) = self.progress(generation).await? else {
            return Ok(Slice::Superseded);
        };
        while !progress.done {
            let head = self.head(0).await?;
            if head.building == generation && !progress.counted {
                self.count_page(&mut progress, head, items, clock).await?;
            } else if head.building == generation {
                self.close_generation(head).await?;
            } else if head.current == generation {
                self.remove_older(generation).await?;
                progress.done = true;
            } else {
                return Ok(Slice::Superseded);
            }
            if self.keep(&mut progress).await? == Write::Stale {
                return Ok(Slice::Superseded);
            }
            if !goes_on() {
                break;
            }
        }
        Ok(match progress.done {
            true => Slice::Done(progress.rebuilt),
            false => Slice::Unfinished(progress.rebuilt),
        })
    }

    /// Counts the candidates of a page of the table in, and removes what belongs to nobody.
    async fn count_page(
        &self,
        progress: &mut Progress,
        head: Head,
        items: u16,
        clock: &Clock,
    ) -> Result<(), StoreError> {
        let (items, next) = self.scan_keys(progress.start.take(), items).await?;
        let met = meet(items, &mut progress.newest);
        for some in met.candidates.chunks(TOGETHER) {
            progress.rebuilt += self.rebuild_some(some, head, clock.now()).await?;
        }
        progress.rebuilt.removed += self.remove_strays(met.entries).await?;
        progress.counted = next.is_none();
        progress.start = next;
        Ok(())
    }
}

/// Sorts out what was read. A candidate comes before its projection, so one that is
/// met alone has lost it.
fn meet(items: Vec<Item>, newest: &mut Option<CustomerId>) -> Met {
    let mut met = Met::default();
    for item in items {
        let place = place_of(&item);
        match kind(&item) {
            "CANDIDATE" | Projection::KIND => {
                let id = customer_in(&place.0);
                if let Some(id) = id.filter(|id| newest.as_ref() != Some(id)) {
                    *newest = Some(id.clone());
                    met.candidates.push(id);
                }
            }
            "ENTRY" | "WORD" | "ROSTER" => {
                if let Some(id) = customer_of(&place.1) {
                    met.entries.entry(id).or_default().push(place);
                }
            }
            _ => {}
        }
    }
    met
}
