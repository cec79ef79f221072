//! Making rows, lists and figures anew from the registrations: for a table that has none yet, and when they are
//! not to be trusted.
//!
//! It may run while registrations come in. A new generation of figures is built beside the one that counts: each
//! candidate is counted in as it is met, and whatever changes meanwhile changes both. When all have been met, the
//! new generation takes the place of the old one, in one write.

use super::{
    Registrations, Write,
    figures::{Generations, PARTITION, REVISION, prefix},
    follow::{Decision, KeptRow, Place, Plan, entries, pause, possible_places, row_key},
    kind,
    rows::Row,
    settle::refused_is_stale,
};
use crate::{
    dynamo::{Item, StoreError, batch_get, key, n, s},
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{ConditionCheck, Delete, KeysAndAttributes, TransactWriteItem};
use domain::CustomerId;
use std::collections::{BTreeMap, BTreeSet};
use time::OffsetDateTime;

/// How many candidates are looked at side by side.
const TOGETHER: usize = 12;

/// The most writes that a transaction takes.
const MOST_WRITES: usize = 100;

/// How often a candidate is looked at again that somebody else is writing.
const TRIES: u32 = 8;

/// What a recount found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recounted {
    /// Candidates that were counted.
    pub candidates: u64,
    /// Rows and entries of lists that were missing or wrong, and were written.
    pub mended: u64,
    /// Rows and entries of lists that belonged to nothing, and were removed.
    pub removed: u64,
}

/// What a page of the table holds that is looked at.
#[derive(Default)]
struct Met {
    candidates: Vec<CustomerId>,
    entries: BTreeMap<CustomerId, Vec<Place>>,
}

/// What there is to do for one candidate.
struct Review {
    decision: Decision,
    found: Recounted,
}

impl Registrations {
    /// Makes every row, every entry of a list and every figure anew, and tells `progress` how many candidates were
    /// counted so far. It reads the whole table. Interrupted, it leaves the figures as they were; it is then begun
    /// anew.
    ///
    /// # Errors
    /// When the table does not answer, or another recount has begun meanwhile.
    pub async fn recount(
        &self,
        now: OffsetDateTime,
        mut progress: impl FnMut(u64),
    ) -> Result<Recounted, StoreError> {
        let generations = self.begin_recount(now).await?;
        let mut recounted = Recounted::default();
        let mut newest = None;
        let mut start = None;
        loop {
            let page = self
                .client
                .scan()
                .table_name(&self.table)
                .projection_expression("pk, sk, #kind")
                .expression_attribute_names("#kind", "kind")
                .consistent_read(true)
                .set_exclusive_start_key(start)
                .send()
                .await?;
            let met = meet(page.items.unwrap_or_default(), &mut newest);
            for some in met.candidates.chunks(TOGETHER) {
                recounted += self.recount_some(some, generations).await?;
                progress(recounted.candidates);
            }
            recounted.removed += self.remove_strays(met.entries).await?;
            start = page.last_evaluated_key;
            if start.is_none() {
                break;
            }
        }
        self.finish_recount(generations).await?;
        Ok(recounted)
    }

    async fn begin_recount(&self, now: OffsetDateTime) -> Result<Generations, StoreError> {
        let before = self.generations().await?;
        // Numbered by the time, a new one is new even if the figures, and with them the last number, were lost.
        let building = u32::try_from(now.unix_timestamp())
            .unwrap_or(0)
            .max(before.current + 1)
            .max(before.building + 1);
        let after = Generations { building, ..before };
        self.turn(before, after).await?;
        Ok(after)
    }

    /// The new generation takes the old one's place, and all others are forgotten.
    async fn finish_recount(&self, generations: Generations) -> Result<(), StoreError> {
        let after = Generations {
            current: generations.building,
            building: 0,
            ..generations
        };
        self.turn(generations, after).await?;
        let counts = prefix(after.current);
        for item in self.figure_items(true).await? {
            let figure = text(&item, "sk");
            // A later recount may be building by now; its number is greater.
            if figure != REVISION && figure < counts.as_str() {
                self.client
                    .delete_item()
                    .table_name(&self.table)
                    .set_key(Some(key(PARTITION, figure)))
                    .send()
                    .await?;
            }
        }
        Ok(())
    }

    /// Changes which generations there are, if they are still the ones named.
    async fn turn(&self, before: Generations, after: Generations) -> Result<(), StoreError> {
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key(PARTITION, REVISION)))
            .update_expression(
                "SET #kind = :kind, #current = :current, building = :building ADD revision :one",
            )
            .condition_expression("attribute_not_exists(pk) OR (#current = :old AND building = :built)")
            .expression_attribute_names("#kind", "kind")
            .expression_attribute_names("#current", "current")
            .expression_attribute_values(":kind", s("FIGURE"))
            .expression_attribute_values(":current", n(after.current))
            .expression_attribute_values(":building", n(after.building))
            .expression_attribute_values(":old", n(before.current))
            .expression_attribute_values(":built", n(before.building))
            .expression_attribute_values(":one", n(1))
            .send()
            .await;
        match refused_is_stale(sent)? {
            Write::Done => Ok(()),
            Write::Stale => Err(superseded()),
        }
    }

    /// Counts some candidates in, together where they are left alone meanwhile.
    async fn recount_some(
        &self,
        ids: &[CustomerId],
        generations: Generations,
    ) -> Result<Recounted, StoreError> {
        let reviews =
            futures::future::try_join_all(ids.iter().map(|id| self.review(id, generations))).await?;
        let mut together: Vec<(Plan, Vec<(&CustomerId, Recounted)>)> = Vec::new();
        let mut alone = Vec::new();
        for (id, review) in ids.iter().zip(reviews) {
            match review.decision {
                Decision::Nothing => {}
                Decision::ReadAgain => alone.push(id),
                Decision::Write(plan) => match together.last_mut() {
                    // One more write tells that something changed.
                    Some((all, of)) if all.size() + plan.size() < MOST_WRITES => {
                        all.absorb(plan);
                        of.push((id, review.found));
                    }
                    _ => together.push((plan, vec![(id, review.found)])),
                },
            }
        }
        let mut recounted = Recounted::default();
        for (plan, of) in together {
            if self.carry_out(plan).await? {
                of.into_iter().for_each(|(_, found)| recounted += found);
            } else {
                alone.extend(of.into_iter().map(|(id, _)| id));
            }
        }
        for id in alone {
            recounted += self.recount_one(id, generations).await?;
        }
        Ok(recounted)
    }

    async fn recount_one(&self, id: &CustomerId, generations: Generations) -> Result<Recounted, StoreError> {
        for number in 0..TRIES {
            pause(number).await;
            let now = self.generations().await?;
            if (now.current, now.building) != (generations.current, generations.building) {
                return Err(superseded());
            }
            let review = self.review(id, generations).await?;
            match review.decision {
                Decision::Nothing => return Ok(Recounted::default()),
                Decision::ReadAgain => {}
                Decision::Write(plan) => {
                    if self.carry_out(plan).await? {
                        return Ok(review.found);
                    }
                }
            }
        }
        Err(StoreError::Unavailable("a row kept changing".to_owned()))
    }

    /// Compares all that is kept of a candidate with what should be.
    async fn review(&self, id: &CustomerId, generations: Generations) -> Result<Review, StoreError> {
        let seen = self.seen(id).await?;
        let row = seen.file.as_ref().and_then(Row::of);
        let kept = seen.kept.as_ref().map(|kept| &kept.row);
        let mut found = Recounted {
            candidates: u64::from(row.is_some()),
            ..Recounted::default()
        };
        if row.is_none() && kept.is_none() {
            let decision = Decision::Nothing;
            return Ok(Review { decision, found });
        }
        let places: BTreeSet<Place> = row.iter().chain(kept).flat_map(possible_places).collect();
        let present = self.present(places).await?;
        let mut wanted = match &row {
            Some(row) => entries(row)?,
            None => BTreeMap::new(),
        };
        let gone: Vec<Place> = present
            .keys()
            .filter(|place| !wanted.contains_key(*place))
            .cloned()
            .collect();
        wanted.retain(|place, item| present.get(place) != Some(item));
        match &row {
            Some(row) => found.mended += u64::from(kept != Some(row)),
            None => found.removed += 1,
        }
        found.mended += wanted.len() as u64;
        found.removed += gone.len() as u64;
        let decision = self.plan(id, &seen, row, generations, wanted, gone)?;
        Ok(Review { decision, found })
    }

    /// The entries that are at these places.
    async fn present(&self, places: BTreeSet<Place>) -> Result<BTreeMap<Place, Item>, StoreError> {
        let keys = places.into_iter().map(|(pk, sk)| key(pk, sk)).collect();
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(true)
            .build()
            .map_err(incomplete)?;
        let mut found = batch_get(&self.client, [(self.table.clone(), wanted)].into()).await?;
        let items = found.remove(&self.table).unwrap_or_default();
        Ok(items.into_iter().map(|item| (place_of(&item), item)).collect())
    }

    /// Removes entries that are in no list of their candidate's row.
    async fn remove_strays(&self, entries: BTreeMap<CustomerId, Vec<Place>>) -> Result<u64, StoreError> {
        let ids: Vec<CustomerId> = entries.keys().cloned().collect();
        let mut removed = 0;
        for some in ids.chunks(100) {
            let kept = self.kept_rows(some, true).await?;
            for id in some {
                let kept = kept.get(id);
                let places = match kept {
                    Some(kept) => super::follow::entries(&kept.row)?,
                    None => BTreeMap::new(),
                };
                let strays = entries
                    .get(id)
                    .into_iter()
                    .flatten()
                    .filter(|place| !places.contains_key(*place));
                for (pk, sk) in strays {
                    removed += u64::from(self.remove_stray(id, kept, key(pk, sk)).await?);
                }
            }
        }
        Ok(removed)
    }

    /// Removes an entry, if the row of its candidate is still the one by which it was judged.
    async fn remove_stray(
        &self,
        id: &CustomerId,
        kept: Option<&KeptRow>,
        entry: Item,
    ) -> Result<bool, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(entry))
            .build();
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(row_key(id)));
        let check = match kept {
            Some(kept) => check
                .condition_expression("version = :seen")
                .expression_attribute_values(":seen", n(kept.version)),
            None => check.condition_expression("attribute_not_exists(pk)"),
        };
        let actions = vec![
            TransactWriteItem::builder()
                .delete(delete.map_err(incomplete)?)
                .build(),
            TransactWriteItem::builder()
                .condition_check(check.build().map_err(incomplete)?)
                .build(),
        ];
        Ok(matches!(self.transact(actions).await?, Transaction::Done))
    }
}

impl std::ops::AddAssign for Recounted {
    fn add_assign(&mut self, other: Self) {
        self.candidates += other.candidates;
        self.mended += other.mended;
        self.removed += other.removed;
    }
}

/// Sorts out what is looked at. A candidate stands before its row, so a row that is met alone has lost it.
fn meet(items: Vec<Item>, newest: &mut Option<CustomerId>) -> Met {
    let mut met = Met::default();
    for item in items {
        let place = place_of(&item);
        match kind(&item) {
            "CANDIDATE" | "ROW" => {
                let id = place
                    .0
                    .strip_prefix("REG#")
                    .and_then(|id| CustomerId::parse(id).ok());
                if let Some(id) = id.filter(|id| newest.as_ref() != Some(id)) {
                    *newest = Some(id.clone());
                    met.candidates.push(id);
                }
            }
            "LIST" | "EMAILS" => {
                let id = place
                    .1
                    .rsplit_once('#')
                    .and_then(|(_, id)| CustomerId::parse(id).ok());
                if let Some(id) = id {
                    met.entries.entry(id).or_default().push(place);
                }
            }
            _ => {}
        }
    }
    met
}

fn place_of(item: &Item) -> Place {
    (text(item, "pk").to_owned(), text(item, "sk").to_owned())
}

fn text<'a>(item: &'a Item, name: &str) -> &'a str {
    item.get(name)
        .and_then(|value| value.as_s().ok())
        .map_or("", String::as_str)
}

fn superseded() -> StoreError {
    StoreError::Unavailable("another recount has begun".to_owned())
}
