//! A draft: made, or thrown away.

use crate::{
    SeatingPlans,
    floor::{FloorHall, empty},
    people,
};
use domain::{
    CourseId, CustomerId,
    catalogue::Exam,
    seating::{Examinee, SeatRoom, SeatingOptions, assign},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use store::{
    StoreError, Tries, Write,
    catalogue::Everything,
    seating::{SeatingPlan, SeatingState},
};

/// How making a draft ended.
#[derive(Debug)]
pub enum Drafted {
    /// It is there.
    Done,
    /// There is no such exam.
    NoExam,
    /// They were changed since the version that was seen, or others kept changing them.
    Stale,
}

impl SeatingPlans {
    /// Makes a draft of an exam's seats, in the place of one that is there. What is published stays; with `keep`, who has a seat
    /// in it has it in the draft as well, where the hall still takes it. With `seen`, only while the exam's seats have that version.
    pub async fn draft(
        &self,
        course: &CourseId,
        (options, keep): (SeatingOptions, bool),
        seen: Option<u64>,
        by: &str,
    ) -> Result<Drafted, StoreError> {
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        let everything = self.catalogue.everything_now().await?;
        let Some(exam) = everything.exams.get(course) else {
            return Ok(Drafted::NoExam);
        };
        let with_all = people::is_for_all(&everything, course);
        let rows = self.registrations.holders(course).await?.sitting;
        let examinees: Vec<Examinee> = rows.iter().filter_map(people::examinee).collect();
        let generation = self.generation();
        let mut floor = self
            .floor(plans(&everything, exam, &generation), &everything)
            .await?;
        let kept = match keep {
            true => self.keep_published(course, &mut floor, &examinees).await?,
            false => 0,
        };
        let rooms: Vec<SeatRoom> = floor.iter().map(FloorHall::room).collect();
        let assignment = assign(course, options, &examinees, &rooms);
        for (hall, seated) in floor.iter_mut().zip(assignment.rooms) {
            hall.seats.seats = seated;
        }
        let plans: Vec<_> = floor.into_iter().map(|hall| hall.seats).collect();
        let draft = SeatingPlan {
            generation,
            exam_name: exam.exam_name.clone(),
            options,
            halls: plans.iter().map(|plan| plan.hall.clone()).collect(),
            with_all,
            at: self.clock.now(),
            by: by.to_owned(),
            made_from: None,
        };
        let seated: usize = plans.iter().map(|plan| plan.seats.len()).sum();
        let mut after = record(&draft, seated, assignment.unseated.len());
        after["kept"] = kept.into();
        let entry = self.entry_of(by, "seating.drafted", course, after);
        while tries.next().await {
            let before = self.seating.state(course).await?;
            if seen.is_some_and(|seen| seen != before.version) {
                break;
            }
            let state = SeatingState {
                version: before.version + 1,
                draft: Some(draft.clone()),
                ..before.clone()
            };
            match self
                .seating
                .keep_draft(&state, &plans, self.admin_table.audit(&entry))
                .await?
            {
                Write::Done => {
                    if let Some(replaced) = &before.draft {
                        self.seating.forget_plans(course, replaced).await;
                    }
                    return Ok(Drafted::Done);
                }
                Write::Stale => {}
            }
        }
        self.seating.forget_plans(course, &draft).await;
        Ok(Drafted::Stale)
    }

    /// Puts those who still sit an exam on the seats that are published, in the halls that it still has; how many that are.
    async fn keep_published(
        &self,
        course: &CourseId,
        floor: &mut [FloorHall],
        examinees: &[Examinee],
    ) -> Result<usize, StoreError> {
        let Some(published) = self.seating.state(course).await?.published else {
            return Ok(0);
        };
        let sitting: BTreeSet<&CustomerId> = examinees.iter().map(|one| &one.customer_id).collect();
        let mut kept = 0;
        for plan in self.seating.plans(course, &published).await? {
            let Some(now) = floor.iter_mut().find(|hall| hall.seats.hall == plan.hall) else {
                continue;
            };
            let mut seats = plan.seats;
            seats.retain(|seat, id| {
                now.seats.plan.takes(*seat) && !now.taken.contains(seat) && sitting.contains(&*id)
            });
            kept += seats.len();
            now.seats.seats = seats;
        }
        Ok(kept)
    }

    /// Throws the draft of an exam away; where there is none, that is so already. With `seen`, only while the exam's seats have that
    /// version.
    pub async fn discard_draft(
        &self,
        course: &CourseId,
        seen: Option<u64>,
        by: &str,
    ) -> Result<Write, StoreError> {
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        while tries.next().await {
            let before = self.seating.state(course).await?;
            let Some(draft) = &before.draft else {
                return Ok(Write::Done);
            };
            if seen.is_some_and(|seen| seen != before.version) {
                break;
            }
            let entry = self.entry_of(by, "seating.draft_discarded", course, Value::Null);
            let state = SeatingState {
                version: before.version + 1,
                draft: None,
                ..before.clone()
            };
            match self
                .seating
                .write_state(&state, self.admin_table.audit(&entry))
                .await?
            {
                Write::Done => {
                    self.seating.forget_plans(course, draft).await;
                    return Ok(Write::Done);
                }
                Write::Stale => {}
            }
        }
        Ok(Write::Stale)
    }
}

/// Empty plans of the exam's halls, in its order. One that is not there any more is left out.
fn plans(everything: &Everything, exam: &Exam, generation: &str) -> Vec<store::seating::HallSeats> {
    let halls = exam
        .seating
        .halls
        .iter()
        .filter_map(|id| everything.halls.get(id));
    halls.map(|hall| empty(hall, exam, generation)).collect()
}

/// What the audit log keeps of a plan.
pub(crate) fn record(plan: &SeatingPlan, seated: usize, unseated: usize) -> Value {
    json!({
        "order": plan.options.order,
        "spacing": plan.options.spacing,
        "siblings_apart": plan.options.siblings_apart,
        "halls": plan.halls,
        "seated": seated,
        "unseated": unseated,
    })
}
