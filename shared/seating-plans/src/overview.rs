//! The state of the seats of each exam.

use crate::SeatingPlans;
use std::collections::HashMap;
use store::{
    StoreError,
    seating::{SeatingPlan, SeatingState},
};

/// The state of the seats of an exam.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatingProgress {
    /// Which plans it has.
    pub state: SeatingState,
    /// How many have a seat in the draft, or else in what is published.
    pub seated: usize,
}

impl SeatingPlans {
    /// Every exam of the catalogue, in the order of the identifiers.
    ///
    /// # Errors
    /// When a table does not answer.
    pub async fn overview(&self) -> Result<Vec<SeatingProgress>, StoreError> {
        let exams = self.catalogue.exams().await?;
        let courses: Vec<_> = exams.into_iter().map(|exam| exam.id).collect();
        let states = self.seating.states(&courses).await?;
        let shown: Vec<_> = states
            .iter()
            .filter_map(|state| Some((&state.course, shown_plan(state)?)))
            .collect();
        let mut seated: HashMap<_, usize> = HashMap::new();
        for plan in self.seating.plans_of(&shown).await? {
            *seated.entry(plan.course).or_default() += plan.seats.len();
        }
        let mut states: HashMap<_, _> = states
            .into_iter()
            .map(|state| (state.course.clone(), state))
            .collect();
        let progress = courses.into_iter().map(|course| SeatingProgress {
            seated: seated.remove(&course).unwrap_or_default(),
            state: states
                .remove(&course)
                .unwrap_or_else(|| SeatingState::none(course)),
        });
        Ok(progress.collect())
    }
}

fn shown_plan(state: &SeatingState) -> Option<&SeatingPlan> {
    state.draft.as_ref().or(state.published.as_ref())
}
