//! Writing down who is meant. Nothing is done before all of them are, and afterwards nobody is added.

use super::working::{BulkWorking, NOT_OURS};
use audience::{AudienceScope, Gathering};
use domain::CustomerId;
use jobs::{Held, Stepped, WorkNotDone};
use std::collections::BTreeSet;
use store::{BulkJob, Write, bulk::BulkPhase};

/// Candidates that are written down between two signs of life.
const BETWEEN: usize = 990;

impl BulkWorking<'_> {
    pub(super) async fn freeze(&self, held: &mut Held<BulkJob>) -> Result<Stepped, WorkNotDone> {
        let worker = self.worker;
        // It was read when it was asked for: only another release may think differently of it.
        let scope =
            AudienceScope::parse(&held.job.work.audience).map_err(|_| WorkNotDone::Failed(NOT_OURS))?;
        let mut gathering = Gathering::until(held.job.created_at);
        // A candidate may be met twice where the list moves while it is read.
        let mut meant: BTreeSet<CustomerId> = BTreeSet::new();
        while !gathering.is_done {
            let rows = worker.sources.more(&scope, &mut gathering).await?;
            meant.extend(rows.into_iter().map(|row| row.customer_id));
            held.keep().await?;
        }
        let meant: Vec<CustomerId> = meant.into_iter().collect();
        for some in meant.chunks(BETWEEN) {
            let now = worker.clock.now();
            match worker.items.write_down(&held.job, some, now).await? {
                Write::Done => held.keep().await?,
                Write::Stale => return Err(WorkNotDone::Lost),
            }
        }
        held.job.total = meant.len() as u64;
        held.job.work.phase = BulkPhase::Working.into();
        Ok(Stepped::More)
    }
}
