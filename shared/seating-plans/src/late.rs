//! What follows by itself once seats are published: who pays, or is corrected to the exam, gets the next free seat; whose
//! pass is withdrawn, or corrected to another exam, loses the seat; who has none is flagged.
//!
//! Whose pass has changed is read from the roster, which is written in the order in which they do. How far it was read is
//! noted for each exam behind what was done, so whatever dies in between is done again, and changes nothing then.

use crate::{
    SeatingPlans,
    floor::{FloorHall, clocks},
    people,
    publish::BEHIND,
};
use domain::{
    CourseId, CustomerId, OrderId,
    seating::{Examinee, NoSeat, Seat, SeatRoom, assign},
};
use std::collections::BTreeSet;
use store::{
    Registrations, StoreError, Tries, Write,
    catalogue::Everything,
    registrations::CandidateFile,
    seating::{HallSeats, PublishedExam, SeatStep, SeatingChange, SeatingPlan},
};
use time::OffsetDateTime;

/// How many changes of each part of the roster one run looks at.
const A_RUN: i32 = 500;

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

/// Whose passes have changed, and until when that is known.
struct Changes {
    candidates: BTreeSet<CustomerId>,
    /// In epoch milliseconds.
    until: i64,
}

impl SeatingPlans {
    /// Gives seats to those who came later, and takes those of others, as long as `go_on` says. Nothing is published at most
    /// times: one GetItem then.
    pub async fn keep_up(&self, go_on: impl Fn() -> bool) -> Result<LateSeats, StoreError> {
        let published = self.seating.published().await?;
        let Some(since) = published.0.values().map(|exam| exam.since).min() else {
            return Ok(LateSeats::default());
        };
        let mut done = LateSeats::default();
        let changes = self.changes(since).await?;
        for id in &changes.candidates {
            if !go_on() {
                return Ok(done);
            }
            done.add(self.look_after(id).await?);
        }
        for (course, exam) in &published.0 {
            // A seat that was left is for somebody who waits for one.
            let whole = exam.whole || done.freed > 0;
            if whole && !self.look_through(course, exam, &go_on, &mut done).await? {
                return Ok(done);
            }
            let after = PublishedExam {
                since: changes.until.max(exam.since),
                whole: false,
                ..exam.clone()
            };
            // Nothing is read twice where nothing was read.
            if after != *exam && (exam.whole || !changes.candidates.is_empty()) {
                // Stale where another plan was published meanwhile: it begins by itself.
                let (Write::Done | Write::Stale) = self.seating.looked_through(course, exam, &after).await?;
            }
        }
        Ok(done)
    }

    /// Whose passes have changed since a moment, until at most as long ago as the roster may be behind.
    async fn changes(&self, since: i64) -> Result<Changes, StoreError> {
        let now = self.clock.now() - BEHIND;
        let mut changes = Changes {
            candidates: BTreeSet::new(),
            until: millis(now),
        };
        for shard in 0..Registrations::ROSTER_SHARDS {
            let page = self
                .registrations
                .roster(shard, &format!("{since:014}"), A_RUN)
                .await?;
            if page.len() >= usize::try_from(A_RUN).unwrap_or_default() {
                let last = page.last().and_then(store::read_model::RosterChange::at);
                changes.until = changes.until.min(last.unwrap_or(since));
            }
            changes
                .candidates
                .extend(page.iter().filter_map(store::read_model::RosterChange::candidate));
        }
        Ok(changes)
    }

    /// Looks at everybody who sits an exam, or has a seat in it. False where there was not time for all.
    async fn look_through(
        &self,
        course: &CourseId,
        exam: &PublishedExam,
        go_on: &impl Fn() -> bool,
        done: &mut LateSeats,
    ) -> Result<bool, StoreError> {
        let state = self.seating.state(course).await?;
        let Some(plan) = state.published.filter(|plan| plan.generation == exam.generation) else {
            return Ok(true);
        };
        let plans = self.seating.plans(course, &plan).await?;
        let everything = self.catalogue.everything_now().await?;
        let floor = self.floor(plans, &everything).await?;
        let rows = self.registrations.holders(course).await?.sitting;
        let examinees: Vec<Examinee> = rows.iter().filter_map(people::examinee).collect();
        let rooms: Vec<SeatRoom> = floor.iter().map(FloorHall::room).collect();
        // For whom there is no seat is known for all of them at once.
        let left = assign(course, plan.options, &examinees, &rooms).unseated;
        let left: BTreeSet<CustomerId> = left.into_iter().map(|(id, _)| id).collect();
        let seated: BTreeSet<&CustomerId> = floor.iter().flat_map(|hall| hall.seats.seats.values()).collect();
        let sitting: BTreeSet<&CustomerId> = rows.iter().map(|row| &row.customer_id).collect();
        let differ = sitting
            .symmetric_difference(&seated)
            .filter(|id| !left.contains(**id));
        let flagged = self.flagged().await?;
        let have_one = flagged.iter().filter(|id| seated.contains(id));
        for id in differ.copied().chain(have_one) {
            if !go_on() {
                return Ok(false);
            }
            done.add(self.look_after(id).await?);
        }
        done.unseated += left.len();
        self.flag_unseated(&plan.exam_name, left.into_iter().collect())
            .await;
        Ok(true)
    }

    /// Gives a candidate the seats that are lacking and takes those that are not theirs any more, as of this moment.
    pub(crate) async fn look_after(&self, id: &CustomerId) -> Result<LateSeats, StoreError> {
        let published = self.seating.published().await?;
        let everything = self.catalogue.everything_now().await?;
        let (file, seats) = self.registrations.candidate_with_seats(id).await?;
        let mut done = LateSeats::default();
        let mut lacking = Vec::new();
        for (course, exam) in &published.0 {
            let state = self.seating.state(course).await?;
            // Another plan is published by now: it looks at everybody itself.
            let Some(plan) = state.published.filter(|plan| plan.generation == exam.generation) else {
                continue;
            };
            let has = seats
                .iter()
                .find(|seat| seat.course == *course && seat.generation == exam.generation);
            match (has, file.as_ref().filter(|file| people::sits(file, course))) {
                (Some(_), Some(_)) | (None, None) => {}
                (Some(_), None) => done.freed += usize::from(self.free(id, course, &plan, &everything).await?),
                (None, Some(file)) => match self.seat(course, &plan, file, &everything).await? {
                    Ok(is_new) => done.seated += usize::from(is_new),
                    Err(NoSeat::NoHall | NoSeat::Full | NoSeat::Sibling) => lacking.push(plan.exam_name),
                },
            }
        }
        if let Some(file) = &file {
            self.flag(file, &lacking).await?;
        }
        done.unseated += usize::from(!lacking.is_empty());
        Ok(done)
    }

    /// Gives a candidate the next free seat of a published plan; says whether it was not given by another meanwhile.
    async fn seat(
        &self,
        course: &CourseId,
        plan: &SeatingPlan,
        file: &CandidateFile,
        everything: &Everything,
    ) -> Result<Result<bool, NoSeat>, StoreError> {
        let id = &file.candidate.customer_id;
        let mut why = NoSeat::NoHall;
        for hall in self.seating.plans(course, plan).await? {
            let mut tries = Tries::begin(&self.clock, &self.entropy);
            while tries.next().await {
                if self
                    .seating
                    .seat_of(id, course, &plan.generation)
                    .await?
                    .is_some()
                {
                    return Ok(Ok(false));
                }
                let Some(now) = self.hall_of(&hall, everything).await? else {
                    break;
                };
                let people = self.people_of(plan, &now.seats, file).await?;
                let assignment = assign(course, plan.options, &people, &[now.room()]);
                let mut seats = assignment.rooms.iter().flatten();
                let Some((seat, _)) = seats.find(|(_, who)| *who == id) else {
                    let reason = assignment.unseated.first().map(|(_, reason)| *reason);
                    why = why.max(reason.unwrap_or(why));
                    break;
                };
                let step = step(&now.seats, *seat, None, Some(id));
                let told = self.told(file);
                match self.change_alone(&[step], &clocks([&now]), &told).await? {
                    Write::Done => return Ok(Ok(true)),
                    Write::Stale => {}
                }
            }
        }
        Ok(Err(why))
    }

    /// Those who decide about the seat of one: that one, and with siblings apart those in the hall.
    async fn people_of(
        &self,
        plan: &SeatingPlan,
        hall: &HallSeats,
        file: &CandidateFile,
    ) -> Result<Vec<Examinee>, StoreError> {
        let candidate = &file.candidate;
        // Alone in the line.
        let paid_at = OffsetDateTime::UNIX_EPOCH;
        let mut people = vec![people::examinee_of(
            &candidate.customer_id,
            &candidate.person,
            paid_at,
        )];
        if plan.options.siblings_apart {
            let seated: Vec<CustomerId> = hall.seats.values().cloned().collect();
            let rows = self.registrations.rows_by_candidate(&seated).await?;
            people.extend(rows.values().filter_map(people::examinee));
        }
        Ok(people)
    }

    /// Frees the seat of a candidate; says whether there was one.
    async fn free(
        &self,
        id: &CustomerId,
        course: &CourseId,
        plan: &SeatingPlan,
        everything: &Everything,
    ) -> Result<bool, StoreError> {
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        while tries.next().await {
            let Some(place) = self.seating.seat_of(id, course, &plan.generation).await? else {
                return Ok(false);
            };
            let plans = self.seating.plans(course, plan).await?;
            let Some(hall) = plans.iter().find(|hall| hall.hall == place.hall) else {
                return Ok(false);
            };
            let Some(now) = self.hall_of(hall, everything).await? else {
                return Ok(false);
            };
            let step = step(&now.seats, place.seat, Some(id), None);
            // What has happened to the pass is told by itself.
            match self.change_alone(&[step], &clocks([&now]), &[]).await? {
                Write::Done => return Ok(true),
                // Moved to another seat, or another change came first.
                Write::Stale => {}
            }
        }
        Ok(false)
    }

    async fn change_alone(
        &self,
        steps: &[SeatStep<'_>],
        clocks: &[(domain::HallId, u64)],
        told: &[(OrderId, OffsetDateTime)],
    ) -> Result<Write, StoreError> {
        let change = SeatingChange {
            steps,
            clocks,
            told,
            by_staff: None,
        };
        self.seating.change(&change).await
    }
}

impl LateSeats {
    fn add(&mut self, other: Self) {
        self.seated += other.seated;
        self.freed += other.freed;
        self.unseated += other.unseated;
    }
}

fn step<'a>(
    hall: &'a HallSeats,
    seat: Seat,
    before: Option<&'a CustomerId>,
    after: Option<&'a CustomerId>,
) -> SeatStep<'a> {
    SeatStep {
        hall,
        seat,
        before,
        after,
    }
}

fn millis(moment: OffsetDateTime) -> i64 {
    i64::try_from(moment.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX)
}
