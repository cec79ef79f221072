//! A move by hand: to a free seat, or in exchange with who sits there.

use crate::{
    SeatingPlans,
    floor::{FloorHall, clocks},
    people,
};
use domain::{CourseId, CustomerId, HallId, seating::Seat};
use serde_json::{Value, json};
use store::{
    StoreError, Tries, Write,
    seating::{HallSeats, SeatStep, SeatingChange, SeatingPlan, SeatingState},
};

/// What is to be moved where.
#[derive(Debug, Clone)]
pub struct SeatMove {
    /// Who.
    pub customer_id: CustomerId,
    /// Into which hall.
    pub hall: HallId,
    /// To which seat of it.
    pub seat: Seat,
    /// The version of the seats that it was decided on.
    pub version: u64,
    /// Whether who sits there gets the seat of the one who moves.
    pub swap: bool,
    /// Who sat there when it was decided; None to exchange with the present occupant.
    pub with: Option<CustomerId>,
    /// In which plan.
    pub of: WhichPlan,
}

/// Which of an exam's plans is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhichPlan {
    /// The draft, or else what is published.
    Draft,
    /// What is published, whatever draft is beside it.
    Published,
}

impl WhichPlan {
    /// The plan; None where there is none.
    #[must_use]
    pub const fn of(self, state: &SeatingState) -> Option<&SeatingPlan> {
        match (self, &state.draft, &state.published) {
            (Self::Draft, Some(draft), _) => Some(draft),
            (Self::Draft, None, Some(published)) | (Self::Published, _, Some(published)) => Some(published),
            (Self::Draft, None, None) | (Self::Published, _, None) => None,
        }
    }
}

/// How a move ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moved {
    /// They sit there, or did already.
    Done,
    /// The exam has no seats yet.
    NoPlan,
    /// The hall is none of the plan.
    NoHall,
    /// Nobody can sit there: there is no such seat, or it is blocked, in the plan or by now. So is the one that the other gets.
    NoSeat,
    /// The candidate does not sit this exam.
    NotSitting,
    /// Another sits there, or another than the one to change places with.
    Taken,
    /// Another sits there, and the one who moves has no seat to give.
    NothingToSwap,
    /// It was changed since that version, or others kept changing it.
    Stale,
}

/// How one try ended.
enum Try {
    Ended(Moved),
    /// Another came before it.
    Again,
}

impl SeatingPlans {
    /// Moves a candidate in one of an exam's plans.
    pub async fn move_candidate(
        &self,
        course: &CourseId,
        to: &SeatMove,
        by: &str,
    ) -> Result<Moved, StoreError> {
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        while tries.next().await {
            let state = self.seating.state(course).await?;
            let Some(plan) = to.of.of(&state) else {
                return Ok(Moved::NoPlan);
            };
            if let Try::Ended(moved) = self.try_move(&state, plan, to, by).await? {
                return Ok(moved);
            }
        }
        Ok(Moved::Stale)
    }

    async fn try_move(
        &self,
        state: &SeatingState,
        plan: &SeatingPlan,
        to: &SeatMove,
        by: &str,
    ) -> Result<Try, StoreError> {
        let plans = self.seating.plans(&state.course, plan).await?;
        let sits = |hall: &HallSeats| {
            let found = hall.seats.iter().find(|(_, id)| **id == to.customer_id);
            found.map(|(seat, _)| *seat)
        };
        let from = plans.iter().find_map(|hall| Some((hall, sits(hall)?)));
        let Some(target) = plans.iter().find(|hall| hall.hall == to.hall) else {
            return Ok(Try::Ended(Moved::NoHall));
        };
        // A client that lost the answer sends the same again.
        if from.is_some_and(|(hall, seat)| hall.hall == to.hall && seat == to.seat) {
            return Ok(Try::Ended(Moved::Done));
        }
        if state.version != to.version {
            return Ok(Try::Ended(Moved::Stale));
        }
        if !target.plan.takes(to.seat) {
            return Ok(Try::Ended(Moved::NoSeat));
        }
        if from.is_none() && !self.is_sitting(&state.course, &to.customer_id).await? {
            return Ok(Try::Ended(Moved::NotSitting));
        }
        let floor = self.involved(from.map(|(hall, _)| hall), target).await?;
        if let Some(refused) = refusal(&floor, &to.hall, to.seat) {
            return Ok(Try::Ended(refused));
        }
        let occupant = target.seats.get(&to.seat);
        let refused = match (occupant, from) {
            // Whose seat was left changes no version: a late payer may have it by now.
            (Some(occupant), _) if !to.swap || to.with.as_ref().is_some_and(|with| with != occupant) => {
                Some(Moved::Taken)
            }
            (Some(_), None) => Some(Moved::NothingToSwap),
            // The other is put on it.
            (Some(_), Some((hall, seat))) => refusal(&floor, &hall.hall, seat),
            (None, _) => None,
        };
        if let Some(refused) = refused {
            return Ok(Try::Ended(refused));
        }
        let arrives = SeatStep {
            hall: target,
            seat: to.seat,
            before: occupant,
            after: Some(&to.customer_id),
        };
        let leaves = from.map(|(hall, seat)| SeatStep {
            hall,
            seat,
            before: Some(&to.customer_id),
            after: occupant,
        });
        let steps: Vec<SeatStep<'_>> = [arrives].into_iter().chain(leaves).collect();
        let is_published = state
            .published
            .as_ref()
            .is_some_and(|one| one.generation == plan.generation);
        let after = SeatingState {
            version: state.version + 1,
            ..state.clone()
        };
        let entry = self.entry(
            by,
            if occupant.is_some() {
                "seating.swapped"
            } else {
                "seating.moved"
            },
            to.customer_id.as_str(),
            from.map_or(
                Value::Null,
                |(hall, seat)| json!({ "hall": hall.name, "seat": seat }),
            ),
            json!({ "course": state.course, "hall": target.name, "seat": to.seat, "with": occupant }),
        );
        let mut told = Vec::new();
        if is_published {
            for id in [Some(&to.customer_id), occupant].into_iter().flatten() {
                told.extend(self.told_of(id).await?);
            }
        }
        let written = self
            .seating
            .change(&SeatingChange {
                steps: &steps,
                clocks: &if is_published { clocks(&floor) } else { Vec::new() },
                told: &told,
                waiting: &[],
                by_staff: Some((&after, self.admin_table.audit(&entry))),
            })
            .await?;
        if written == Write::Stale {
            return Ok(Try::Again);
        }
        if is_published && from.is_none() {
            self.no_longer_lacks(&to.customer_id).await;
        }
        Ok(Try::Ended(Moved::Done))
    }

    /// Takes the flag off who has every seat now. Where that fails, staff do it by hand.
    async fn no_longer_lacks(&self, id: &CustomerId) {
        let look = async {
            let plans = self.published_plans(self.seating.published().await?).await?;
            self.look_after(id, &plans).await
        };
        if let Err(error) = look.await {
            tracing::warn!(%error, "the flag of a candidate who has a seat was left");
        }
    }

    /// The halls that a move is about, each once, as they are now.
    async fn involved(
        &self,
        from: Option<&HallSeats>,
        target: &HallSeats,
    ) -> Result<Vec<FloorHall>, StoreError> {
        let other = from.filter(|hall| hall.hall != target.hall);
        let halls = [Some(target), other].into_iter().flatten().cloned();
        let everything = self.catalogue.everything_now().await?;
        self.floor(halls.collect(), &everything).await
    }

    async fn is_sitting(&self, course: &CourseId, id: &CustomerId) -> Result<bool, StoreError> {
        let file = self.registrations.candidate(id).await?;
        Ok(file.is_some_and(|file| people::sits(&file, course)))
    }
}

/// Why nobody is put on a seat of these halls; None where that is possible.
fn refusal(floor: &[FloorHall], hall: &HallId, seat: Seat) -> Option<Moved> {
    let now = floor.iter().find(|now| now.seats.hall == *hall)?;
    if now.gone.contains(&seat) {
        return Some(Moved::NoSeat);
    }
    now.taken.contains(&seat).then_some(Moved::Taken)
}
