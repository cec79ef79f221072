//! The halls of an exam as they are filled at this moment, by it and by others at its time.

use crate::SeatingPlans;
use domain::{
    HallId,
    catalogue::Exam,
    seating::{Hall, Seat, SeatRoom},
};
use futures::{StreamExt, TryStreamExt};
use std::collections::{BTreeMap, BTreeSet};
use store::{
    StoreError,
    catalogue::Everything,
    seating::{HallNow, HallSeats, PublishedExams},
};

/// How many halls are read side by side.
const AT_ONCE: usize = 8;

/// A hall of a plan, and what others have of it.
#[derive(Debug, Clone)]
pub(crate) struct FloorHall {
    /// The plan.
    pub(crate) seats: HallSeats,
    /// The hall's clock when `taken` was read.
    pub(crate) clock: u64,
    /// Where candidates of other exams sit at that time.
    pub(crate) taken: BTreeSet<Seat>,
    /// The seats of the plan that the hall does not have any more. Who sits there stays; nobody else is put there.
    pub(crate) gone: BTreeSet<Seat>,
}

impl FloorHall {
    /// As the assignment takes it.
    pub(crate) fn room(&self) -> SeatRoom {
        SeatRoom {
            plan: self.seats.plan.clone(),
            taken: self.taken.union(&self.gone).copied().collect(),
            seated: self.seats.seats.clone(),
        }
    }
}

/// The times of the clocks that a change was decided at.
pub(crate) fn clocks<'a>(halls: impl IntoIterator<Item = &'a FloorHall>) -> Vec<(HallId, u64)> {
    halls
        .into_iter()
        .map(|hall| (hall.seats.hall.clone(), hall.clock))
        .collect()
}

/// An empty plan of a hall for an exam.
pub(crate) fn empty(hall: &Hall, exam: &Exam, generation: &str) -> HallSeats {
    HallSeats {
        hall: hall.id.clone(),
        course: exam.id.clone(),
        generation: generation.to_owned(),
        name: hall.name.clone(),
        plan: hall.plan.clone(),
        date: exam.date.clone(),
        time_start: exam.time_start.clone(),
        time_end: exam.time_end.clone(),
        seats: BTreeMap::new(),
    }
}

impl SeatingPlans {
    /// These plans, with what others have of their halls.
    pub(crate) async fn floor(
        &self,
        plans: Vec<HallSeats>,
        everything: &Everything,
    ) -> Result<Vec<FloorHall>, StoreError> {
        let halls = plans.into_iter().map(|seats| async move {
            let now = self.seating.hall_now(&seats.hall).await?;
            Ok::<_, StoreError>((seats, now))
        });
        let halls: Vec<(HallSeats, HallNow)> = futures::stream::iter(halls)
            .buffered(AT_ONCE)
            .try_collect()
            .await?;
        // Behind the clocks.
        let published = self.seating.published().await?;
        let floor = halls
            .into_iter()
            .map(|(seats, now)| beside(seats, &now, &published, everything));
        Ok(floor.collect())
    }

    /// One plan as it is now, with what others have of its hall.
    pub(crate) async fn hall_of(
        &self,
        plan: &HallSeats,
        everything: &Everything,
    ) -> Result<Option<FloorHall>, StoreError> {
        let now = self.seating.hall_now(&plan.hall).await?;
        let same = now
            .plans
            .iter()
            .find(|one| one.course == plan.course && one.generation == plan.generation);
        let Some(same) = same.cloned() else {
            return Ok(None);
        };
        // Behind the clock.
        let published = self.seating.published().await?;
        Ok(Some(beside(same, &now, &published, everything)))
    }
}

/// When an exam is held: as the catalogue has it now, for it may have moved since its plan was made.
struct Hours<'a> {
    date: &'a str,
    start: &'a str,
    end: &'a str,
}

impl<'a> Hours<'a> {
    /// Those of the exam of a plan. Of an exam that is no more the plan says them.
    fn of(seats: &'a HallSeats, everything: &'a Everything) -> Self {
        let (date, start, end) = match everything.exams.get(&seats.course) {
            Some(exam) => (&exam.date, &exam.time_start, &exam.time_end),
            None => (&seats.date, &seats.time_start, &seats.time_end),
        };
        Self { date, start, end }
    }

    fn overlap(&self, other: &Self) -> bool {
        // `HH:MM`, so their order as text is that of the times.
        self.date == other.date && self.start < other.end && other.start < self.end
    }
}

fn beside(seats: HallSeats, now: &HallNow, published: &PublishedExams, everything: &Everything) -> FloorHall {
    let hours = Hours::of(&seats, everything);
    let others = now.plans.iter().filter(|other| {
        other.course != seats.course
            && hours.overlap(&Hours::of(other, everything))
            && published.is_current(&other.course, &other.generation)
    });
    // Of a hall that is no more the plan says what there was.
    let hall = everything.halls.get(&seats.hall);
    let is_gone = |seat: &Seat| hall.is_some_and(|hall| !hall.plan.takes(*seat));
    FloorHall {
        gone: seats.plan.seats().filter(is_gone).collect(),
        taken: others.flat_map(|other| other.seats.keys().copied()).collect(),
        clock: now.clock,
        seats,
    }
}
