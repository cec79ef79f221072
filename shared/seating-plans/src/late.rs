//! What follows by itself once seats are published: who pays, or is corrected to the exam, gets the next free seat; whose
//! pass is withdrawn, or corrected to another exam, loses the seat; who has none is flagged, as is each of the oversold, who are
//! seated by hand, or like others once they have a place. `one` does it for a candidate.
//!
//! Whose pass has changed is read from the roster, which is written in the order in which they do. How far it was read is
//! noted for each exam after every few of them, behind what was done: whatever dies in between is done again, and changes
//! nothing then.

use crate::{SeatingPlans, floor::FloorHall, people, publish::BEHIND};
use domain::{
    CourseId, CustomerId,
    seating::{Examinee, SeatRoom, assign},
};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use store::{
    Registrations, StoreError, Write,
    catalogue::Everything,
    seating::{PublishedExam, PublishedExams, SeatingPlan},
};
use time::OffsetDateTime;

/// How many changes of each part of the roster one run looks at.
const A_RUN: i32 = 500;

/// How many candidates are looked at before that is noted.
const A_PART: usize = 40;

/// What a run did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LateSeats {
    /// Seats that were given.
    pub seated: usize,
    /// Seats that were left.
    pub freed: usize,
    /// Candidates without a seat, who are flagged.
    pub unseated: usize,
}

/// The exams whose seats are published, and everything that can be bought, as they were read at the beginning of a run.
pub(crate) struct PublishedPlans {
    pub(crate) plans: BTreeMap<CourseId, SeatingPlan>,
    pub(crate) everything: Everything,
}

/// Whose passes have changed, and until when that is known.
struct Changes {
    /// When, in epoch milliseconds, and whose; the earliest first, each candidate once.
    candidates: Vec<(i64, CustomerId)>,
    /// In epoch milliseconds.
    until: i64,
}

/// What a look at a candidate came to.
pub(crate) enum Look {
    /// Nothing is left to be done.
    Done(LateSeats),
    /// Others kept changing the hall: they are to be looked at again.
    Contended(LateSeats),
}

impl SeatingPlans {
    /// Gives seats to those who came later, and takes those of others, as long as `go_on` says. Nothing is published at most
    /// times: one GetItem then.
    pub async fn keep_up(&self, go_on: impl Fn() -> bool) -> Result<LateSeats, StoreError> {
        let published = self.seating.published().await?;
        let mut done = LateSeats::default();
        let Some(since) = published.0.values().map(|exam| exam.since).min() else {
            return Ok(done);
        };
        let changes = self.changes(since).await?;
        if changes.candidates.is_empty() && !published.0.values().any(|exam| exam.whole) {
            return Ok(done);
        }
        let plans = self.published_plans(published).await?;
        self.follow(changes, &plans, &go_on, &mut done).await?;
        for (course, plan) in &plans.plans {
            if !go_on() {
                break;
            }
            // As of this moment: a seat that was left since then is for somebody who waits for one.
            let now = self.seating.published().await?.0.remove(course);
            let Some(exam) = now.filter(|exam| exam.whole && exam.generation == plan.generation) else {
                continue;
            };
            if self.look_through(course, &plans, &go_on, &mut done).await? {
                let after = PublishedExam {
                    whole: false,
                    ..exam.clone()
                };
                // Stale where a seat was left while it was looked through, or another plan was published: the next run looks.
                let (Write::Done | Write::Stale) = self.seating.looked_through(course, &exam, &after).await?;
            }
        }
        Ok(done)
    }

    /// The plans of what is published, each as its exam's state has it.
    pub(crate) async fn published_plans(
        &self,
        published: PublishedExams,
    ) -> Result<PublishedPlans, StoreError> {
        let everything = self.catalogue.everything_now().await?;
        let mut plans = BTreeMap::new();
        for (course, exam) in published.0 {
            let state = self.seating.state(&course).await?;
            // Another plan is published by now: it looks at everybody itself.
            if let Some(plan) = state.published.filter(|plan| plan.generation == exam.generation) {
                plans.insert(course, plan);
            }
        }
        Ok(PublishedPlans { plans, everything })
    }

    /// Whose passes have changed since a moment, until at most as long ago as the roster may be behind.
    async fn changes(&self, since: i64) -> Result<Changes, StoreError> {
        let mut until = millis(self.clock.now() - BEHIND);
        let mut candidates = Vec::new();
        for shard in 0..Registrations::ROSTER_SHARDS {
            let page = self
                .registrations
                .roster(shard, &format!("{since:014}"), A_RUN)
                .await?;
            if page.len() >= usize::try_from(A_RUN).unwrap_or_default() {
                let last = page.last().and_then(store::read_model::RosterChange::at);
                until = until.min(last.unwrap_or(since));
            }
            let changed = page
                .iter()
                .filter_map(|change| Some((change.at()?, change.candidate()?)));
            candidates.extend(changed);
        }
        candidates.sort_unstable();
        let mut known = HashSet::new();
        candidates.retain(|(_, id)| known.insert(id.clone()));
        Ok(Changes { candidates, until })
    }

    /// Looks at those whose passes have changed, and notes after every few of them how far that is.
    async fn follow(
        &self,
        Changes { candidates, until }: Changes,
        plans: &PublishedPlans,
        go_on: &impl Fn() -> bool,
        done: &mut LateSeats,
    ) -> Result<(), StoreError> {
        // Nothing is noted behind one who is to be looked at again.
        let mut known = until;
        let mut rest = candidates.as_slice();
        while !rest.is_empty() {
            let mut looked_at = 0;
            for (at, id) in rest.iter().take(A_PART) {
                if !go_on() {
                    break;
                }
                looked_at += 1;
                if let Look::Contended(_) = self.look(id, plans, done).await? {
                    known = known.min(*at);
                }
            }
            let is_cut_off = looked_at < rest.len().min(A_PART);
            rest = &rest[looked_at..];
            let next = rest.first().map_or(until, |(at, _)| *at);
            self.note(plans, known.min(next)).await?;
            if is_cut_off {
                break;
            }
        }
        Ok(())
    }

    /// Notes until when the changes have been looked at, with each exam that is still published as it was.
    async fn note(&self, plans: &PublishedPlans, until: i64) -> Result<(), StoreError> {
        for (course, exam) in self.seating.published().await?.0 {
            let plan = plans.plans.get(&course);
            if plan.is_none_or(|plan| plan.generation != exam.generation) || exam.since >= until {
                continue;
            }
            let after = PublishedExam {
                since: until,
                ..exam.clone()
            };
            // Stale where another run has noted more, or a seat was left: the next part notes it.
            let (Write::Done | Write::Stale) = self.seating.looked_through(&course, &exam, &after).await?;
        }
        Ok(())
    }

    /// Looks at everybody who sits an exam, or has a seat in it. False where somebody is to be looked at again.
    async fn look_through(
        &self,
        course: &CourseId,
        plans: &PublishedPlans,
        go_on: &impl Fn() -> bool,
        done: &mut LateSeats,
    ) -> Result<bool, StoreError> {
        let Some(plan) = plans.plans.get(course) else {
            return Ok(true);
        };
        let halls = self.seating.plans(course, plan).await?;
        let floor = self.floor(halls, &plans.everything).await?;
        let rows = self.registrations.holders(course).await?.sitting;
        let examinees: Vec<Examinee> = rows.iter().filter_map(people::examinee).collect();
        let rooms: Vec<SeatRoom> = floor.iter().map(FloorHall::room).collect();
        // The oversold are looked at one by one: the lists may not say yet that they have a place.
        let oversold: BTreeSet<&CustomerId> = examinees
            .iter()
            .filter(|one| one.is_oversold)
            .map(|one| &one.customer_id)
            .collect();
        // For whom else there is no seat is known for all of them at once.
        let left = assign(course, plan.options, &examinees, &rooms).unseated;
        let left = left.into_iter().map(|(id, _)| id);
        let left: BTreeSet<CustomerId> = left.filter(|id| !oversold.contains(id)).collect();
        let seated: BTreeSet<&CustomerId> = floor.iter().flat_map(|hall| hall.seats.seats.values()).collect();
        let sitting: BTreeSet<&CustomerId> = rows.iter().map(|row| &row.customer_id).collect();
        let differ = sitting
            .symmetric_difference(&seated)
            .filter(|id| !left.contains(**id));
        let flagged = self.flagged().await?;
        let have_one = flagged.iter().filter(|id| seated.contains(id));
        let mut is_whole = true;
        for id in differ.copied().chain(have_one) {
            if !go_on() {
                return Ok(false);
            }
            if let Look::Contended(_) = self.look(id, plans, done).await? {
                is_whole = false;
            }
        }
        done.unseated += left.len();
        self.flag_unseated(&plan.exam_name, left.into_iter().collect())
            .await;
        Ok(is_whole)
    }

    /// Looks at one of many, and counts what that came to. One that cannot be read holds nobody up.
    async fn look(
        &self,
        id: &CustomerId,
        plans: &PublishedPlans,
        done: &mut LateSeats,
    ) -> Result<Look, StoreError> {
        let look = match self.look_after(id, plans).await {
            Err(error @ StoreError::Corrupt { .. }) => {
                tracing::error!(candidate = id.as_str(), %error, "a candidate cannot be read, and gets no seat");
                Look::Done(LateSeats::default())
            }
            look => look?,
        };
        let (Look::Done(came) | Look::Contended(came)) = &look;
        done.add(*came);
        Ok(look)
    }
}

impl LateSeats {
    fn add(&mut self, other: Self) {
        self.seated += other.seated;
        self.freed += other.freed;
        self.unseated += other.unseated;
    }
}

fn millis(moment: OffsetDateTime) -> i64 {
    i64::try_from(moment.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX)
}
