//! `GET /api/check-in/lists`: what somebody can be checked in to.

use crate::State;
use axum::extract;
use domain::{check_in::List, registration::ExamPreference};
use futures::future::try_join3;
use http_api::{ApiError, ApiResult, Json, RequireSignedIn};
use serde::Serialize;
use store::{
    catalogue::Listed,
    check_in::{Count, ListOptions},
    read_model::Aggregates,
};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

/// A list that people are checked in to.
#[derive(Serialize, ToSchema)]
pub(crate) struct CheckInList {
    /// `day:2025-05-31`, or `exam:` and an exam's identifier.
    list: String,
    /// For people.
    label: String,
    /// How many may come: every valid pass on a day; to an exam those who take it at the venue, of those with a pass for all exams
    /// who has chosen it, or none yet.
    expected: u64,
    /// How many are in. Before the list begins it counts practice, afterwards none of it.
    admitted: u64,
    /// How many of them have not gone out again; null where that is not counted.
    inside: Option<u64>,
    /// When it begins to count; null for an exam whose day is not known.
    #[serde(with = "rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    begins_at: Option<OffsetDateTime>,
}

/// The lists: the days of the event, then the exams by their hours.
#[utoipa::path(
    get,
    path = "/api/check-in/lists",
    tag = "check-in",
    responses(
        (status = 200, description = "The lists.", body = Vec<CheckInList>),
    )
)]
pub(crate) async fn check_in_lists(
    extract::State(state): extract::State<State>,
    _: RequireSignedIn,
) -> ApiResult<Json<Vec<CheckInList>>> {
    let everything = state.catalogue.everything().await?;
    let read = try_join3(
        state.registrations.aggregates(),
        state.check_ins.counts(None),
        state.check_ins.options(),
    );
    let (aggregates, counts, options) = read.await.map_err(ApiError::internal)?;
    let now = state.clock.now();
    let lists = Listed::all(&everything).into_iter().map(|listed| {
        let name = listed.list.to_string();
        let counts = counts.iter().filter(|count| count.list == name);
        let counts = counts.filter(|count| self::counts(count, listed.begins_at(), now));
        let counts: Vec<_> = counts.cloned().collect();
        CheckInList {
            inside: inside(&listed.list, &counts, &options),
            label: listed.label(),
            expected: expected(&listed.list, &aggregates),
            admitted: sum(&counts, |count| count.admitted),
            begins_at: listed.begins_at(),
            list: name,
        }
    });
    Ok(Json(lists.collect()))
}

/// How many may come.
pub(crate) fn expected(list: &List, aggregates: &Aggregates) -> u64 {
    match list {
        List::Day(_) => aggregates.valid_passes(|_, _| true),
        // As the verdicts do, a preference of another release is expected at the venue.
        List::Exam(exam) => aggregates.may_sit(exam, |preference| *preference != ExamPreference::Online),
    }
}

/// Whether a count is shown: practice is not, once the list has begun.
pub(crate) fn counts(count: &Count, begins_at: Option<OffsetDateTime>, now: OffsetDateTime) -> bool {
    begins_at.is_none_or(|begins| now < begins || !count.is_before(begins))
}

/// Whether what was scanned at a moment is shown: practice is not, once the list has begun.
pub(crate) fn is_shown(at: OffsetDateTime, begins_at: Option<OffsetDateTime>, now: OffsetDateTime) -> bool {
    begins_at.is_none_or(|begins| now < begins || at >= begins)
}

fn sum(shown: &[Count], of: impl Fn(&Count) -> i64) -> u64 {
    u64::try_from(shown.iter().map(of).sum::<i64>()).unwrap_or(0)
}

/// How many are inside now, by the counts that are shown; None where the list does not count who goes out.
pub(crate) fn inside(list: &List, shown: &[Count], options: &[ListOptions]) -> Option<u64> {
    counts_outside(list, options).then(|| sum(shown, |count| count.admitted - count.outside))
}

/// Whether a list counts who goes out.
pub(crate) fn counts_outside(list: &List, options: &[ListOptions]) -> bool {
    options
        .iter()
        .any(|options| options.list == *list && options.check_out)
}
