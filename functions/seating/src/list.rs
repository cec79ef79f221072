//! `GET /api/seating`: the state of the seats of each exam.

use crate::{State, seats::SeatingPhaseOut};
use axum::extract;
use http_api::{ApiError, ApiResult, Json, RequireLookup};
use serde::Serialize;
use utoipa::ToSchema;

/// The state of the seats of an exam.
#[derive(Serialize, ToSchema)]
#[schema(as = SeatingOfExam)]
pub(crate) struct SeatingOfExamOut {
    /// The exam.
    course: String,
    state: SeatingPhaseOut,
    /// Whether candidates see seats, which beside a draft are others than its own.
    is_published: bool,
    /// How many have a seat in the draft, or else in what is published.
    seated: usize,
}

/// Every exam, by its identifier, with the state of its seats.
#[utoipa::path(
    get,
    path = "/api/seating",
    tag = "seating",
    responses(
        (status = 200, description = "The exams.", body = Vec<SeatingOfExamOut>),
    )
)]
pub(crate) async fn list_seating(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
) -> ApiResult<Json<Vec<SeatingOfExamOut>>> {
    let overview = state.plans.overview().await.map_err(ApiError::internal)?;
    let exams = overview.into_iter().map(|exam| SeatingOfExamOut {
        state: match (&exam.state.draft, &exam.state.published) {
            (Some(_), _) => SeatingPhaseOut::Draft,
            (None, Some(_)) => SeatingPhaseOut::Published,
            (None, None) => SeatingPhaseOut::None,
        },
        is_published: exam.state.published.is_some(),
        seated: exam.seated,
        course: exam.state.course.into(),
    });
    Ok(Json(exams.collect()))
}
