//! Publishing: what the draft says, for those who sit the exam at that moment.

use crate::{
    SeatingPlans,
    draft::record,
    floor::{FloorHall, clocks},
    people,
};
use domain::{
    CourseId, CustomerId,
    seating::{Examinee, SeatRoom, assign},
};
use std::collections::BTreeSet;
use store::{
    StoreError, Tries, Write,
    seating::{SeatingPlan, SeatingState},
};
use time::Duration;

/// How far the lists may be behind the payments. Whose pass changed since then is looked at again after the publication.
pub(crate) const BEHIND: Duration = Duration::minutes(2);

/// How publishing ended.
#[derive(Debug)]
pub enum Publication {
    /// It is published, or was already.
    Done,
    /// There is no draft, and nothing is published.
    NoDraft,
    /// It has no hall.
    NoHall,
    /// Another exam's candidates sit there at that time by now.
    SeatsTaken,
    /// It was changed since that version, or others kept changing it.
    Stale,
}

impl SeatingPlans {
    /// Publishes the draft of an exam's seats, if it is at `version` where one is given. Those who have paid since it was made
    /// get the next seats; those whose pass does not count any more lose theirs.
    pub async fn publish(
        &self,
        course: &CourseId,
        version: Option<u64>,
        by: &str,
    ) -> Result<Publication, StoreError> {
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        while tries.next().await {
            let state = self.seating.state(course).await?;
            let Some(draft) = &state.draft else {
                // A client that lost the answer sends the same again.
                let from = state.published.as_ref().map(|plan| plan.made_from);
                return Ok(match (from, version) {
                    (None, _) => Publication::NoDraft,
                    (Some(_), None) => Publication::Done,
                    (Some(from), Some(_)) if from == version => Publication::Done,
                    (Some(_), Some(version)) if version == state.version => Publication::Done,
                    (Some(_), Some(_)) => Publication::Stale,
                });
            };
            if version.is_some_and(|version| version != state.version) {
                return Ok(Publication::Stale);
            }
            if let Some(ended) = self.publish_draft(&state, draft, by).await? {
                return Ok(ended);
            }
        }
        Ok(Publication::Stale)
    }

    /// One try; None where it is to be decided again.
    async fn publish_draft(
        &self,
        state: &SeatingState,
        draft: &SeatingPlan,
        by: &str,
    ) -> Result<Option<Publication>, StoreError> {
        let course = &state.course;
        if draft.halls.is_empty() {
            return Ok(Some(Publication::NoHall));
        }
        let since = self.clock.now() - BEHIND;
        let rows = self.registrations.holders(course).await?.sitting;
        let examinees: Vec<Examinee> = rows.iter().filter_map(people::examinee).collect();
        let plans = self.seating.plans(course, draft).await?;
        let everything = self.catalogue.everything_now().await?;
        let mut floor = self.floor(plans, &everything).await?;
        let there: BTreeSet<&CustomerId> = examinees.iter().map(|one| &one.customer_id).collect();
        for hall in &mut floor {
            hall.seats.seats.retain(|_, id| there.contains(&*id));
            if hall.seats.seats.keys().any(|seat| hall.taken.contains(seat)) {
                return Ok(Some(Publication::SeatsTaken));
            }
        }
        let rooms: Vec<SeatRoom> = floor.iter().map(FloorHall::room).collect();
        let assignment = assign(course, draft.options, &examinees, &rooms);
        let plan = SeatingPlan {
            generation: self.generation(),
            at: self.clock.now(),
            by: by.to_owned(),
            made_from: Some(state.version),
            ..draft.clone()
        };
        for (hall, seated) in floor.iter_mut().zip(assignment.rooms) {
            hall.seats.seats = seated;
            hall.seats.generation.clone_from(&plan.generation);
        }
        let clocks = clocks(&floor);
        let plans: Vec<_> = floor.into_iter().map(|hall| hall.seats).collect();
        let after = SeatingState {
            version: state.version + 1,
            draft: None,
            published: Some(plan.clone()),
            ..state.clone()
        };
        let seated = plans.iter().map(|plan| plan.seats.len()).sum();
        let entry = self.entry_of(
            by,
            "seating.published",
            course,
            record(&plan, seated, assignment.unseated.len()),
        );
        let audit = self.admin_table.audit(&entry);
        let written = self
            .seating
            .publish((&after, &plan), &plans, &clocks, since, audit)
            .await?;
        if written == Write::Stale {
            self.seating.forget_published(&plans).await;
            return Ok(None);
        }
        self.seating.forget_plans(course, draft).await;
        self.forget_replaced(state).await;
        // Else the reconciler does, within a minute.
        let left = assignment.unseated.into_iter().map(|(id, _)| id);
        self.flag_unseated(&plan.exam_name, left.collect()).await;
        Ok(Some(Publication::Done))
    }

    /// Deletes what was published before, which counts no more; what fails is left, and is nobody's.
    async fn forget_replaced(&self, state: &SeatingState) {
        let Some(replaced) = &state.published else { return };
        match self.seating.plans(&state.course, replaced).await {
            Ok(plans) => self.seating.forget_published(&plans).await,
            Err(error) => tracing::warn!(%error, "seats that were published before were left behind"),
        }
    }
}
