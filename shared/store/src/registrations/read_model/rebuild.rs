//! Rebuilding: making the read model again from the registrations, for a table that has none yet or one of an earlier
//! release, and when it is not to be trusted.
//!
//! It may run while registrations come in. A new generation of aggregates is built beside the one that counts: each
//! candidate is counted in as it is met, and whatever changes meanwhile changes both. When all have been met, the
//! new generation takes the place of the old one, in one write of every shard's head.

use super::{
    Registrations,
    aggregates::{Head, SHARDS, partition},
    delta::sort_key,
    earlier::{Earlier, KINDS},
    entries::{Place, customer_of, entries, possible_places},
    kind,
    project::{Decision, Plan, Projection, TRIES, any_shard, pause, projection_key, together},
    row::Row,
};
use crate::{
    dynamo::{Item, StoreError, batch_get, key, n, s},
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{ConditionCheck, Delete, KeysAndAttributes, TransactWriteItem};
use domain::CustomerId;
use futures::{StreamExt, TryStreamExt};
use std::collections::{BTreeMap, BTreeSet};
use time::OffsetDateTime;

/// How many candidates are looked at side by side.
const TOGETHER: usize = 24;

/// How often the heads are turned while notifiers keep writing them: each try meets one only by chance.
const TURNS: u32 = 60;

/// How many leftovers are removed side by side.
const REMOVED_AT_ONCE: usize = 16;

/// What a rebuild found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Candidates that were counted.
    pub candidates: u64,
    /// Projections and entries that were missing or wrong, and were written.
    pub mended: u64,
    /// Projections and entries that belonged to nothing, and were removed.
    pub removed: u64,
}

/// What a page of the table holds that is looked at.
#[derive(Default)]
struct Met {
    candidates: Vec<CustomerId>,
    entries: BTreeMap<CustomerId, Vec<Place>>,
    /// Whether there is anything of the earlier layout.
    earlier: bool,
}

/// What there is to do for one candidate.
struct Review {
    decision: Decision,
    found: Rebuilt,
}

impl Registrations {
    /// Makes every projection, entry and aggregate again, and tells `progress` how many candidates were counted so
    /// far. It reads the whole table. Interrupted, it leaves the aggregates as they were; it is then begun again.
    ///
    /// # Errors
    /// When the table does not answer, or another rebuild has begun meanwhile.
    pub async fn rebuild(
        &self,
        now: OffsetDateTime,
        mut progress: impl FnMut(u64),
    ) -> Result<Rebuilt, StoreError> {
        let head = self.begin_rebuild(now).await?;
        let mut rebuilt = Rebuilt::default();
        let mut newest = None;
        let mut start = None;
        let mut earlier = false;
        loop {
            let (items, next) = self.scan_keys(start).await?;
            let met = meet(items, &mut newest);
            earlier |= met.earlier;
            for some in met.candidates.chunks(TOGETHER) {
                rebuilt += self.rebuild_some(some, head).await?;
                progress(rebuilt.candidates);
            }
            rebuilt.removed += self.remove_strays(met.entries).await?;
            start = next;
            if start.is_none() {
                break;
            }
        }
        self.finish_rebuild(head).await?;
        if earlier {
            self.remove_earlier().await?;
        }
        Ok(rebuilt)
    }

    /// The keys and kinds of a part of the table, and where the next part begins.
    async fn scan_keys(&self, start: Option<Item>) -> Result<(Vec<Item>, Option<Item>), StoreError> {
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
        Ok((page.items.unwrap_or_default(), page.last_evaluated_key))
    }

    async fn begin_rebuild(&self, now: OffsetDateTime) -> Result<Head, StoreError> {
        let before = self.head(0).await?;
        // Numbered by the time, a new one is new even if the heads, and with them the last number, were lost.
        let building = u32::try_from(now.unix_timestamp())
            .unwrap_or(0)
            .max(before.current + 1)
            .max(before.building + 1);
        let after = Head { building, ..before };
        self.turn(before, after, 1, None).await?;
        Ok(after)
    }

    /// The new generation takes the old one's place, the layout of the release before is read no more, and all other
    /// generations are forgotten.
    async fn finish_rebuild(&self, head: Head) -> Result<(), StoreError> {
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
        self.turn(head, after, changes, forget).await?;
        let counts = sort_key(after.current, "");
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

    /// Changes which generations there are, in all shards together, if they are still the ones named. The first shard
    /// notes the changes.
    async fn turn(
        &self,
        before: Head,
        after: Head,
        changes: u64,
        besides: Option<TransactWriteItem>,
    ) -> Result<(), StoreError> {
        let mut actions: Vec<TransactWriteItem> = besides.into_iter().collect();
        for shard in 0..SHARDS {
            let changes = if shard == 0 { changes } else { 0 };
            actions.push(self.turn_head(shard, before, after, changes)?);
        }
        for number in 0..TURNS {
            pause(number).await;
            match self.transact(actions.clone()).await? {
                Transaction::Done => return Ok(()),
                Transaction::Conflict => {}
                Transaction::Refused(_) => return Err(superseded()),
            }
        }
        Err(StoreError::Unavailable("the heads kept changing".to_owned()))
    }

    /// Counts some candidates in, together where they are left alone meanwhile.
    async fn rebuild_some(&self, ids: &[CustomerId], head: Head) -> Result<Rebuilt, StoreError> {
        let reviews = futures::future::try_join_all(ids.iter().map(|id| self.review(id, head))).await?;
        let mut plans: Vec<((&CustomerId, Rebuilt), Plan)> = Vec::new();
        let mut alone = Vec::new();
        for (id, review) in ids.iter().zip(reviews) {
            match review.decision {
                Decision::Nothing => {}
                Decision::ReadAgain => alone.push(id),
                Decision::Write(plan) => plans.push(((id, review.found), plan)),
            }
        }
        let mut rebuilt = Rebuilt::default();
        for (plan, of) in together(plans) {
            if self.commit(plan, any_shard()).await? {
                of.into_iter().for_each(|(_, found)| rebuilt += found);
            } else {
                alone.extend(of.into_iter().map(|(id, _)| id));
            }
        }
        for id in alone {
            rebuilt += self.rebuild_one(id, head).await?;
        }
        Ok(rebuilt)
    }

    async fn rebuild_one(&self, id: &CustomerId, head: Head) -> Result<Rebuilt, StoreError> {
        for number in 0..TRIES {
            pause(number).await;
            let shard = any_shard();
            let now = self.head(shard).await?;
            if (now.current, now.building) != (head.current, head.building) {
                return Err(superseded());
            }
            let review = self.review(id, head).await?;
            match review.decision {
                Decision::Nothing => return Ok(Rebuilt::default()),
                Decision::ReadAgain => {}
                Decision::Write(plan) => {
                    if self.commit(plan, shard).await? {
                        return Ok(review.found);
                    }
                }
            }
        }
        Err(StoreError::Unavailable("a candidate kept changing".to_owned()))
    }

    /// Compares all that is kept of a candidate with what should be.
    async fn review(&self, id: &CustomerId, head: Head) -> Result<Review, StoreError> {
        let seen = self.seen(id).await?;
        let row = seen.file.as_ref().and_then(Row::of);
        let projected = seen.row();
        let mut found = Rebuilt {
            candidates: u64::from(row.is_some()),
            ..Rebuilt::default()
        };
        if row.is_none() && projected.is_none() {
            let decision = Decision::Nothing;
            return Ok(Review { decision, found });
        }
        let mut places = BTreeSet::new();
        for row in row.iter().chain(projected) {
            places.extend(possible_places(row)?);
        }
        let present = self.present(places).await?;
        let mut wanted = row.as_ref().map_or(Ok(BTreeMap::new()), entries)?;
        let gone = present.keys().filter(|place| !wanted.contains_key(*place));
        let gone: Vec<Place> = gone.cloned().collect();
        wanted.retain(|place, item| present.get(place) != Some(item));
        match &row {
            Some(row) => found.mended += u64::from(projected != Some(row)),
            None => found.removed += 1,
        }
        found.mended += wanted.len() as u64;
        found.removed += gone.len() as u64;
        let decision = self.plan(id, &seen, row, head, wanted, gone)?;
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
    async fn remove_strays(&self, met: BTreeMap<CustomerId, Vec<Place>>) -> Result<u64, StoreError> {
        let ids: Vec<CustomerId> = met.keys().cloned().collect();
        let mut removed = 0;
        for some in ids.chunks(100) {
            let projections = self.projections(some, Projection::KEY).await?;
            for id in some {
                let projected = projections.get(id);
                let row = projected.and_then(|projected| projected.row.as_ref());
                let places = row.map_or(Ok(BTreeMap::new()), entries)?;
                let entries = met.get(id).into_iter().flatten();
                for (pk, sk) in entries.filter(|place| !places.contains_key(*place)) {
                    removed += u64::from(self.remove_stray(id, projected, key(pk, sk)).await?);
                }
            }
        }
        Ok(removed)
    }

    /// Removes an entry, if the projection of its candidate is still the one by which it was judged.
    async fn remove_stray(
        &self,
        id: &CustomerId,
        projected: Option<&Projection>,
        entry: Item,
    ) -> Result<bool, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(entry))
            .build();
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(projection_key(id)));
        let check = match projected {
            Some(projected) => check
                .condition_expression("version = :seen")
                .expression_attribute_values(":seen", n(projected.version)),
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

    /// Removes what the earlier layout has left, which nothing reads any more.
    async fn remove_earlier(&self) -> Result<(), StoreError> {
        let mut start = None;
        loop {
            let (mut items, next) = self.scan_keys(start).await?;
            items.retain(|item| KINDS.contains(&kind(item)));
            self.remove_all(items).await?;
            start = next;
            if start.is_none() {
                return Ok(());
            }
        }
    }

    async fn remove_all(&self, items: Vec<Item>) -> Result<(), StoreError> {
        let removals = items.into_iter().map(|item| async move {
            let (pk, sk) = place_of(&item);
            let delete = self.client.delete_item().table_name(&self.table);
            delete.set_key(Some(key(pk, sk))).send().await?;
            Ok::<_, StoreError>(())
        });
        let removals = futures::stream::iter(removals).buffer_unordered(REMOVED_AT_ONCE);
        removals.try_collect().await
    }
}

impl std::ops::AddAssign for Rebuilt {
    fn add_assign(&mut self, other: Self) {
        self.candidates += other.candidates;
        self.mended += other.mended;
        self.removed += other.removed;
    }
}

/// Sorts out what is looked at. A candidate stands before its projection, so one that is
/// met alone has lost it.
fn meet(items: Vec<Item>, newest: &mut Option<CustomerId>) -> Met {
    let mut met = Met::default();
    for item in items {
        let place = place_of(&item);
        match kind(&item) {
            "CANDIDATE" | "PROJECTION" => {
                let id = place
                    .0
                    .strip_prefix("REG#")
                    .and_then(|id| CustomerId::parse(id).ok());
                if let Some(id) = id.filter(|id| newest.as_ref() != Some(id)) {
                    *newest = Some(id.clone());
                    met.candidates.push(id);
                }
            }
            "ENTRY" | "WORD" => {
                if let Some(id) = customer_of(&place.1) {
                    met.entries.entry(id).or_default().push(place);
                }
            }
            earlier => met.earlier |= KINDS.contains(&earlier),
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
    StoreError::Unavailable("another rebuild has begun".to_owned())
}
