//! A candidate in a rebuild: all that is kept of it is compared with what should be, written and counted.

use super::{
    chance::backoff,
    entries::{entries, possible_places},
    head::{Head, any_shard, superseded},
    place::EntryKey,
    plan::{Decision, Plan, together},
    project::TRIES,
    roster,
    row::Row,
    strays::place_of,
};
use crate::{
    dynamo::{Item, StoreError, key},
    registrations::Registrations,
};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{Contended, CustomerId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use time::OffsetDateTime;
use tokio::time::sleep;

/// What a rebuild has found so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rebuilt {
    /// Candidates that were counted.
    pub candidates: u64,
    /// Projections and entries that were missing or wrong, and were written.
    pub mended: u64,
    /// Projections and entries that belonged to nothing, and were removed.
    pub removed: u64,
}

impl std::ops::AddAssign for Rebuilt {
    fn add_assign(&mut self, other: Self) {
        self.candidates += other.candidates;
        self.mended += other.mended;
        self.removed += other.removed;
    }
}

/// What there is to do for one candidate.
struct Review {
    decision: Decision,
    found: Rebuilt,
}

impl Registrations {
    /// Counts some candidates in, together where they are left alone meanwhile.
    pub(super) async fn rebuild_some(
        &self,
        ids: &[CustomerId],
        head: Head,
        now: OffsetDateTime,
    ) -> Result<Rebuilt, StoreError> {
        let reviews = futures::future::try_join_all(ids.iter().map(|id| self.review(id, head, now))).await?;
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
            rebuilt += self.rebuild_one(id, head, now).await?;
        }
        Ok(rebuilt)
    }

    async fn rebuild_one(
        &self,
        id: &CustomerId,
        head: Head,
        at: OffsetDateTime,
    ) -> Result<Rebuilt, StoreError> {
        let mut backoff = backoff();
        for _ in 0..TRIES {
            let shard = any_shard();
            let now = self.head(shard).await?;
            if (now.current, now.building) != (head.current, head.building) {
                return Err(superseded());
            }
            let review = self.review(id, head, at).await?;
            match review.decision {
                Decision::Nothing => return Ok(Rebuilt::default()),
                Decision::ReadAgain => {}
                Decision::Write(plan) => {
                    if self.commit(plan, shard).await? {
                        return Ok(review.found);
                    }
                }
            }
            sleep(backoff.next_pause()).await;
        }
        Err(Contended("a candidate").into())
    }

    /// Compares all that is kept of a candidate with what should be.
    async fn review(&self, id: &CustomerId, head: Head, now: OffsetDateTime) -> Result<Review, StoreError> {
        let snapshot = self.snapshot(id).await?;
        let row = snapshot.file.as_ref().and_then(Row::of);
        let projected = snapshot.row();
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
        places.extend(snapshot.passes().iter().map(|pass| pass.place(id)));
        let mut present = self.present(places).await?;
        // An entry of the roster that is not there is written again.
        let mut listed = snapshot.passes().to_vec();
        listed.retain(|pass| present.remove(&pass.place(id)).is_some());
        let passes = roster::change(id, snapshot.file.as_ref(), &listed, now)?;
        let mut wanted = row.as_ref().map_or(Ok(BTreeMap::new()), entries)?;
        let gone = present.keys().filter(|place| !wanted.contains_key(*place));
        let gone: Vec<EntryKey> = gone.cloned().chain(passes.gone).collect();
        wanted.retain(|place, item| present.get(place) != Some(item));
        wanted.extend(passes.written);
        match &row {
            Some(row) => found.mended += u64::from(projected != Some(row)),
            None => found.removed += 1,
        }
        found.mended += wanted.len() as u64;
        found.removed += gone.len() as u64;
        let decision = self.plan(id, &snapshot, row, head, wanted, gone, passes.listed)?;
        Ok(Review { decision, found })
    }

    /// The entries that are at these places.
    async fn present(&self, places: BTreeSet<EntryKey>) -> Result<BTreeMap<EntryKey, Item>, StoreError> {
        let keys = places.into_iter().map(|(pk, sk)| key(pk, sk)).collect();
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(true);
        let items = self.batch(wanted).await?;
        Ok(items.into_iter().map(|item| (place_of(&item), item)).collect())
    }
}
