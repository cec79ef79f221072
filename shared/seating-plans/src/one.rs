//! The seats of one candidate in what is published: given where they are lacking, taken where they are not theirs any more.

use crate::{
    SeatingPlans,
    floor::{FloorHall, clocks},
    late::{LateSeats, Look, PublishedPlans},
    people,
};
use domain::{
    CourseId, CustomerId, OrderId,
    seating::{Examinee, Seat, assign},
};
use store::{
    StoreError, Tries, Write,
    registrations::CandidateFile,
    seating::{HallSeats, SeatStep, SeatingChange, SeatingPlan},
};
use time::OffsetDateTime;

/// How giving a seat ended.
enum Given {
    /// It is theirs now.
    New,
    /// They had one.
    Had,
    /// There is none for them.
    NoSeat,
    /// Others kept changing the hall that has one.
    Contended,
}

/// How taking a seat ended.
enum Freed {
    Done,
    /// They had none.
    HadNone,
    /// Others kept changing the hall.
    Contended,
}

impl SeatingPlans {
    /// Gives a candidate the seats that are lacking and takes those that are not theirs any more, as of this moment.
    pub(crate) async fn look_after(
        &self,
        id: &CustomerId,
        plans: &PublishedPlans,
    ) -> Result<Look, StoreError> {
        let (file, seats) = self.registrations.candidate_with_seats(id).await?;
        let mut done = LateSeats::default();
        let mut lacking = Vec::new();
        let mut is_contended = false;
        for (course, plan) in &plans.plans {
            let has = seats
                .iter()
                .any(|seat| seat.course == *course && seat.generation == plan.generation);
            match (has, file.as_ref().filter(|file| people::sits(file, course))) {
                (true, Some(_)) | (false, None) => {}
                (true, None) => match self.free(id, course, plans).await? {
                    Freed::Done => done.freed += 1,
                    Freed::HadNone => {}
                    Freed::Contended => is_contended = true,
                },
                // A free seat is for who holds a place, though they may pay later.
                (false, Some(file))
                    if file.is_oversold() && people::is_limited(&plans.everything, course) =>
                {
                    lacking.push((course, plan));
                }
                (false, Some(file)) => match self.seat(course, plan, file, plans).await? {
                    Given::New => done.seated += 1,
                    Given::Had => {}
                    Given::NoSeat => lacking.push((course, plan)),
                    Given::Contended => is_contended = true,
                },
            }
        }
        if !lacking.is_empty() {
            // The halls of a plan that was replaced are gone: the new one looks at everybody itself.
            let now = self.seating.published().await?;
            lacking.retain(|(course, plan)| now.is_current(course, &plan.generation));
        }
        // Of who is to be looked at again it is not known yet what they lack.
        if let Some(file) = file.as_ref().filter(|_| !is_contended) {
            let names: Vec<String> = lacking.iter().map(|(_, plan)| plan.exam_name.clone()).collect();
            self.flag(file, &names).await?;
        }
        done.unseated += usize::from(!is_contended && !lacking.is_empty());
        Ok(match is_contended {
            true => Look::Contended(done),
            false => Look::Done(done),
        })
    }

    /// Gives a candidate the next free seat of a published plan.
    async fn seat(
        &self,
        course: &CourseId,
        plan: &SeatingPlan,
        file: &CandidateFile,
        plans: &PublishedPlans,
    ) -> Result<Given, StoreError> {
        let id = &file.candidate.customer_id;
        for hall in self.seating.plans(course, plan).await? {
            let mut tries = Tries::begin(&self.clock, &self.entropy);
            loop {
                if !tries.next().await {
                    return Ok(Given::Contended);
                }
                let has = self.seating.seat_of(id, course, &plan.generation).await?;
                if has.is_some() {
                    return Ok(Given::Had);
                }
                let Some(now) = self.hall_of(&hall, &plans.everything).await? else {
                    break;
                };
                let people = self.people_of(plan, &now.seats, file).await?;
                let Some(seat) = seat_for(id, course, plan, &people, &now) else {
                    break;
                };
                let step = step(&now.seats, seat, None, Some(id));
                let told = self.told(file);
                match self.change_alone(&step, &now, (&told, &[])).await? {
                    Write::Done => return Ok(Given::New),
                    Write::Stale => {}
                }
            }
        }
        Ok(Given::NoSeat)
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

    /// Frees the seat of a candidate, and notes with each exam of the hall that those who wait are to be looked at.
    async fn free(
        &self,
        id: &CustomerId,
        course: &CourseId,
        plans: &PublishedPlans,
    ) -> Result<Freed, StoreError> {
        let Some(plan) = plans.plans.get(course) else {
            return Ok(Freed::HadNone);
        };
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        while tries.next().await {
            let Some(place) = self.seating.seat_of(id, course, &plan.generation).await? else {
                return Ok(Freed::HadNone);
            };
            let halls = self.seating.plans(course, plan).await?;
            let Some(hall) = halls.iter().find(|hall| hall.hall == place.hall) else {
                return Ok(Freed::HadNone);
            };
            let Some(now) = self.hall_of(hall, &plans.everything).await? else {
                return Ok(Freed::HadNone);
            };
            let of_hall = plans
                .plans
                .iter()
                .filter(|(_, plan)| plan.halls.contains(&place.hall));
            let waiting: Vec<CourseId> = of_hall.map(|(course, _)| course.clone()).collect();
            let step = step(&now.seats, place.seat, Some(id), None);
            // What has happened to the pass is told by itself.
            match self.change_alone(&step, &now, (&[], &waiting)).await? {
                Write::Done => return Ok(Freed::Done),
                // Moved to another seat, or another change came first.
                Write::Stale => {}
            }
        }
        Ok(Freed::Contended)
    }

    async fn change_alone(
        &self,
        step: &SeatStep<'_>,
        hall: &FloorHall,
        (told, waiting): (&[(OrderId, OffsetDateTime)], &[CourseId]),
    ) -> Result<Write, StoreError> {
        let change = SeatingChange {
            steps: std::slice::from_ref(step),
            clocks: &clocks([hall]),
            told,
            waiting,
            by_staff: None,
        };
        self.seating.change(&change).await
    }
}

/// The next seat of a hall that the rules of a plan let a candidate have.
fn seat_for(
    id: &CustomerId,
    course: &CourseId,
    plan: &SeatingPlan,
    people: &[Examinee],
    hall: &FloorHall,
) -> Option<Seat> {
    let assignment = assign(course, plan.options, people, &[hall.room()]);
    let mut seats = assignment.rooms.iter().flatten();
    let (seat, _) = seats.find(|(_, who)| *who == id)?;
    Some(*seat)
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
