//! The seats of an exam as staff see them.

use crate::{SeatingPlans, floor::FloorHall, people};
use domain::{
    CourseId, CustomerId, HallId,
    seating::{Examinee, NoSeat, Seat, SeatRoom, assign},
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use store::{
    StoreError,
    read_model::{ExamHolders, Row},
    seating::{HallSeats, SeatingPlan, SeatingState},
};

/// The seats of an exam: those of the draft, or else those that are published.
#[derive(Debug, Default)]
pub struct ShownSeating {
    /// The halls, in the order in which they are filled.
    pub halls: Vec<ShownHall>,
    /// Who sits the exam and has no seat in it, and who may still choose it.
    pub unseated: Vec<Unseated>,
    /// The names of those who have a seat.
    pub names: HashMap<CustomerId, String>,
    /// How many of those with a published seat have another one in the draft, or none; None where not both are there.
    pub changes: Option<usize>,
}

/// A hall with who sits where.
#[derive(Debug)]
pub struct ShownHall {
    /// The plan.
    pub seats: HallSeats,
    /// Where candidates of another exam sit at that time.
    pub taken: BTreeSet<Seat>,
    /// The seats that the hall does not have any more.
    pub gone: BTreeSet<Seat>,
}

/// A candidate without a seat.
#[derive(Debug)]
pub struct Unseated {
    /// Who.
    pub customer_id: CustomerId,
    /// By which name.
    pub name: String,
    /// Why.
    pub why: WhyUnseated,
}

/// Why a candidate has no seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyUnseated {
    /// The rules of the plan have none left.
    NoSeat(NoSeat),
    /// They came after the plan was made, and get a seat with the publication, or within a minute.
    Later,
    /// They have bought every exam and not chosen which they sit.
    NotChosen,
    /// They are one more than the exam has places, and came after the publication: a seat is given to them by hand.
    Oversold,
}

impl SeatingPlans {
    /// Which plans an exam has, as of this moment; None where there is no such exam.
    pub async fn state(&self, course: &CourseId) -> Result<Option<SeatingState>, StoreError> {
        match self.catalogue.exam(course).await? {
            None => Ok(None),
            Some(_) => self.seating.state(course).await.map(Some),
        }
    }

    /// The halls of a plan with the identifiers of who sits where, and nothing else of anybody.
    pub async fn halls_of(
        &self,
        course: &CourseId,
        plan: &SeatingPlan,
    ) -> Result<Vec<HallSeats>, StoreError> {
        self.seating.plans(course, plan).await
    }

    /// How many seats change between one of an exam's plans, of which this was read, and the other.
    async fn changed_seats(
        &self,
        state: &SeatingState,
        plan: &SeatingPlan,
        plans: &[HallSeats],
    ) -> Result<Option<usize>, StoreError> {
        let (Some(draft), Some(published)) = (&state.draft, &state.published) else {
            return Ok(None);
        };
        let is_draft = plan.generation == draft.generation;
        let other = if is_draft { published } else { draft };
        let other = self.seating.plans(&state.course, other).await?;
        let (then, now) = match is_draft {
            true => (by_candidate(plans), by_candidate(&other)),
            false => (by_candidate(&other), by_candidate(plans)),
        };
        let changes = now.iter().filter(|(id, place)| then.get(*id) != Some(*place));
        Ok(Some(changes.count()))
    }

    /// One of an exam's plans with the names of who sits where, and with those who have no seat in it.
    pub async fn shown(&self, state: &SeatingState, plan: &SeatingPlan) -> Result<ShownSeating, StoreError> {
        let course = &state.course;
        let plans = self.seating.plans(course, plan).await?;
        let changes = self.changed_seats(state, plan, &plans).await?;
        let everything = self.catalogue.everything_now().await?;
        let floor = self.floor(plans, &everything).await?;
        let ExamHolders {
            sitting: rows,
            others,
        } = self.registrations.holders(course).await?;
        let is_limited = people::is_limited(&everything, course);
        let mut unseated = unseated((course, is_limited), plan, &floor, &rows);
        if plan.with_all {
            let not_chosen = |row: &Row| Unseated::of(row, WhyUnseated::NotChosen);
            // Who takes the exams on the web needs no seat.
            let on_offer = everything.on_offer();
            let undecided = others
                .iter()
                .filter(|row| row.has_chosen(&on_offer) == Some(false));
            let undecided = undecided.filter(|row| !row.exam_preference.is_online());
            unseated.extend(undecided.map(not_chosen));
        }
        let mut names: HashMap<CustomerId, String> = HashMap::new();
        for row in rows {
            names.insert(row.customer_id, row.person.name.into());
        }
        // Who has a seat and does not sit the exam any more: the pass is withdrawn, or corrected.
        let seated = floor.iter().flat_map(|hall| hall.seats.seats.values());
        let others: Vec<CustomerId> = seated.filter(|id| !names.contains_key(*id)).cloned().collect();
        for (id, row) in self.registrations.rows_by_candidate(&others).await? {
            names.insert(id, row.person.name.into());
        }
        let halls = floor.into_iter().map(|hall| ShownHall {
            taken: hall.taken,
            gone: hall.gone,
            seats: hall.seats,
        });
        Ok(ShownSeating {
            halls: halls.collect(),
            unseated,
            names,
            changes,
        })
    }
}

/// The hall and seat of each.
fn by_candidate(plans: &[HallSeats]) -> HashMap<&CustomerId, (&HallId, Seat)> {
    let seats = plans
        .iter()
        .flat_map(|hall| hall.seats.iter().map(move |(seat, id)| (id, (&hall.hall, *seat))));
    seats.collect()
}

/// Who has no seat, with the reason that the rules of the plan say now, and whether the exam has so many places and no more.
fn unseated(
    (course, is_limited): (&CourseId, bool),
    plan: &SeatingPlan,
    floor: &[FloorHall],
    rows: &[Row],
) -> Vec<Unseated> {
    let examinees: Vec<Examinee> = rows.iter().filter_map(people::examinee).collect();
    // Who does not sit it any more makes room with the publication, or within a minute.
    let sitting: BTreeSet<&CustomerId> = examinees.iter().map(|one| &one.customer_id).collect();
    let seated: BTreeSet<&CustomerId> = floor.iter().flat_map(|hall| hall.seats.seats.values()).collect();
    let waiting: BTreeMap<&CustomerId, &Row> = rows
        .iter()
        .map(|row| (&row.customer_id, row))
        .filter(|(id, _)| sitting.contains(id) && !seated.contains(id))
        .collect();
    if waiting.is_empty() {
        return Vec::new();
    }
    let rooms = floor.iter().map(FloorHall::room).map(|mut room| {
        room.seated.retain(|_, id| sitting.contains(&*id));
        room
    });
    let rooms: Vec<SeatRoom> = rooms.collect();
    let reasons: HashMap<CustomerId, NoSeat> = assign(course, plan.options, &examinees, &rooms)
        .unseated
        .into_iter()
        .collect();
    let of = |(id, row): (&CustomerId, &Row)| {
        let why = match reasons.get(id) {
            Some(why) => WhyUnseated::NoSeat(*why),
            // A draft has room for them, behind all others.
            None if row.oversold && is_limited && plan.made_from.is_some() => WhyUnseated::Oversold,
            None => WhyUnseated::Later,
        };
        Unseated::of(row, why)
    };
    waiting.into_iter().map(of).collect()
}

impl Unseated {
    fn of(row: &Row, why: WhyUnseated) -> Self {
        Self {
            customer_id: row.customer_id.clone(),
            name: row.person.name.as_str().to_owned(),
            why,
        }
    }
}
