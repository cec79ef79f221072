//! Projecting: bringing what is kept of candidates up to date with the registrations.
//!
//! A row is computed from the candidate and its orders as they are now, so it does not matter which change
//! triggered it, in which order changes arrive, or how often. Where the row differs from the projected one, one
//! transaction writes the projection, the entries that differ and the aggregates that it moves, on the condition that
//! the projection is still the one that was read. What a row adds to the aggregates is therefore counted once.
//!
//! As many candidates as fit share a transaction, and their changes of the aggregates are summed. Where that is
//! refused, because another instance projects one of them or one cannot be written, each is projected alone, so that
//! none holds up the others.

use super::{
    chance::backoff,
    entries::entries,
    head::{Head, SHARDS, any_shard},
    plan::{Decision, together},
    projection::CandidateSnapshot,
    roster,
    row::Row,
};
use crate::{dynamo::StoreError, registrations::Registrations};
use domain::{Contended, CustomerId};
use futures::StreamExt;
use std::collections::BTreeMap;
use time::OffsetDateTime;
use tokio::time::sleep;

/// How often a candidate is projected when others write it, or its shard of the aggregates, at the same moment.
pub(super) const TRIES: u32 = 8;

/// How many candidates are read, and how many transactions made, side by side.
const AT_ONCE: usize = 8;

/// A candidate that could not be projected, and why: the change is to be retried.
#[derive(Debug)]
pub struct NotProjected {
    /// The candidate.
    pub customer_id: CustomerId,
    /// Why.
    pub cause: StoreError,
}

impl Registrations {
    /// Brings everything that is kept of these candidates up to date at a moment, and returns those that could not be.
    /// Each must be named once.
    pub async fn project(&self, ids: &[CustomerId], now: OffsetDateTime) -> Vec<NotProjected> {
        if ids.is_empty() {
            return Vec::new();
        }
        let shard = any_shard();
        let head = match self.head(shard).await {
            Ok(head) => head,
            Err(cause) => {
                let failed = |id: &CustomerId| NotProjected {
                    customer_id: id.clone(),
                    cause: cause.clone(),
                };
                return ids.iter().map(failed).collect();
            }
        };
        let (mut failed, mut alone, mut plans) = (Vec::new(), Vec::new(), Vec::new());
        let looks = ids.iter().cloned().map(|id| async move {
            let decision = self.inspect(&id, head, now).await;
            (id, decision)
        });
        let mut looks = futures::stream::iter(looks).buffered(AT_ONCE);
        while let Some((customer_id, decision)) = looks.next().await {
            match decision {
                Ok(Decision::Nothing) => {}
                Ok(Decision::ReadAgain) => alone.push(customer_id),
                Ok(Decision::Write(plan)) => plans.push((customer_id, plan)),
                Err(cause) => failed.push(NotProjected { customer_id, cause }),
            }
        }
        // Each in its own shard, so that they do not wait for one another.
        let commits = (0..SHARDS)
            .cycle()
            .skip(usize::from(shard))
            .zip(together(plans))
            .map(|(shard, (plan, of))| async move {
                let done = self.commit(plan, shard).await;
                (done, of)
            });
        let mut commits = futures::stream::iter(commits).buffer_unordered(AT_ONCE);
        while let Some((done, of)) = commits.next().await {
            if !matches!(done, Ok(true)) {
                alone.extend(of);
            }
        }
        let alone = alone.into_iter().map(|customer_id| async move {
            let done = self.project_alone(&customer_id, now).await;
            done.err().map(|cause| NotProjected { customer_id, cause })
        });
        let mut alone = futures::stream::iter(alone).buffer_unordered(AT_ONCE);
        while let Some(not_projected) = alone.next().await {
            failed.extend(not_projected);
        }
        failed
    }

    async fn inspect(
        &self,
        id: &CustomerId,
        head: Head,
        now: OffsetDateTime,
    ) -> Result<Decision, StoreError> {
        let snapshot = self.snapshot(id).await?;
        self.decide(id, &snapshot, head, now)
    }

    async fn project_alone(&self, id: &CustomerId, now: OffsetDateTime) -> Result<(), StoreError> {
        let mut backoff = backoff();
        for _ in 0..TRIES {
            let shard = any_shard();
            let head = self.head(shard).await?;
            match self.inspect(id, head, now).await? {
                Decision::Nothing => return Ok(()),
                Decision::ReadAgain => {}
                Decision::Write(plan) => {
                    if self.commit(plan, shard).await? {
                        return Ok(());
                    }
                }
            }
            sleep(backoff.next_pause()).await;
        }
        Err(Contended("a candidate").into())
    }

    fn decide(
        &self,
        id: &CustomerId,
        snapshot: &CandidateSnapshot,
        head: Head,
        now: OffsetDateTime,
    ) -> Result<Decision, StoreError> {
        let row = snapshot.file.as_ref().and_then(Row::of);
        let projected = snapshot.row();
        let refusal_is_new = row.is_none() && snapshot.projected.is_none() && snapshot.has_orders();
        let passes = roster::change(id, snapshot.file.as_ref(), snapshot.passes(), now)?;
        if row.as_ref() == projected && !refusal_is_new && passes.is_nothing() {
            return Ok(Decision::Nothing);
        }
        let kept = projected.map_or(Ok(BTreeMap::new()), entries)?;
        let mut wanted = row.as_ref().map_or(Ok(BTreeMap::new()), entries)?;
        let gone = kept.keys().filter(|place| !wanted.contains_key(*place));
        let gone = gone.cloned().chain(passes.gone).collect();
        wanted.retain(|place, item| kept.get(place) != Some(item));
        wanted.extend(passes.written);
        self.plan(id, snapshot, row, head, wanted, gone, passes.listed)
    }
}
