//! The places of exams: how many are held, and what a change of their number does.

use crate::WithCandidates;
use domain::{CourseId, catalogue::Exam};
use futures::future::{try_join, try_join_all};
use http_api::{ApiError, ApiResult};
use std::collections::HashMap;
use store::{StoreError, catalogue::PlacesChange, read_model::Course, registrations::places::Awaited};
use time::Duration;

/// When those who have paid are given places, after the change that gave the exam a capacity: what was begun before has
/// ended by then, and the totals and lists have it.
const AFTER: Duration = Duration::minutes(1);

/// Those of exams that have a capacity: of any other nothing is read.
#[must_use]
pub fn limited<'a>(exams: impl IntoIterator<Item = &'a Exam>) -> Vec<CourseId> {
    let limited = exams.into_iter().filter(|exam| exam.capacity.is_some());
    limited.map(|exam| exam.id.clone()).collect()
}

impl WithCandidates {
    /// How many places are held of each of these exams, side by side, with those that are kept for who has paid.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn places_held(&self, exams: Vec<CourseId>) -> Result<HashMap<CourseId, u32>, StoreError> {
        let counts = exams.iter().map(|exam| self.registrations.places_held(exam));
        let (counts, awaited) =
            try_join(try_join_all(counts), self.registrations.places_awaited(&exams)).await?;
        let taken = exams.into_iter().zip(counts).map(|(exam, held)| {
            let awaited = awaited.get(&exam).copied().unwrap_or_default();
            (exam, held.saturating_add(awaited))
        });
        Ok(taken.collect())
    }

    /// How many candidates hold a place of an exam, or are to be given one because they have paid for it.
    ///
    /// # Errors
    /// 500 when a table does not answer.
    pub(crate) async fn places_taken(&self, before: &Exam) -> ApiResult<u32> {
        let held = self.registrations.places_held(&before.id).await;
        let held = held.map_err(ApiError::internal)?;
        match before.capacity {
            Some(_) => Ok(held),
            None => Ok(held.max(self.paid(&before.id).await? + self.places_chosen(&before.id).await?)),
        }
    }

    /// What is written of the places of an exam with a change of it; None where their number stays.
    ///
    /// # Errors
    /// 500 when a table does not answer.
    pub async fn places_change(&self, before: &Exam, after: &Exam) -> ApiResult<Option<PlacesChange<'_>>> {
        if before.capacity == after.capacity {
            return Ok(None);
        }
        let gives_places = match (before.capacity, after.capacity) {
            (None, Some(_)) => true,
            // Those for whom none was left have one before others.
            (Some(before), Some(after)) => before < after,
            (_, None) => false,
        };
        let awaited = if gives_places {
            let held = self.registrations.places_held(&before.id).await;
            let held = held.map_err(ApiError::internal)?;
            // Who chose the exam of all has a place from that moment on, also where there was no capacity.
            let held_by_orders = held.saturating_sub(self.places_chosen(&before.id).await?);
            let count = self.paid(&before.id).await?.saturating_sub(held_by_orders);
            Some(Awaited {
                count,
                due: self.catalogue_admin.now() + AFTER,
            })
        } else {
            None
        };
        Ok(Some(PlacesChange {
            registrations: &self.registrations,
            awaited,
        }))
    }

    async fn places_chosen(&self, exam: &CourseId) -> ApiResult<u32> {
        let chosen = self.registrations.places_chosen(exam).await;
        chosen.map_err(ApiError::internal)
    }

    async fn paid(&self, exam: &CourseId) -> ApiResult<u32> {
        let aggregates = self
            .registrations
            .aggregates()
            .await
            .map_err(ApiError::internal)?;
        let paid = aggregates.valid_passes(|course, _| *course == Course::One(exam.clone()));
        Ok(u32::try_from(paid).unwrap_or(u32::MAX))
    }
}
