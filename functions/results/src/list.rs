//! `GET /api/results`: how far the results of each exam are.

use crate::{State, out::ResultsHeadOut};
use axum::extract;
use domain::CourseId;
use http_api::{ApiError, ApiResult, Json, RequireLookup};
use serde::Serialize;
use store::catalogue::Listed;
use utoipa::ToSchema;

/// An exam with how far its results are.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExamWithResults {
    course: String,
    exam_name: String,
    college_name: String,
    /// `YYYY-MM-DD`; empty while it is not known.
    date: String,
    /// `HH:MM`, in the event's time zone.
    time_start: String,
    results: ResultsHeadOut,
}

/// Every exam by its hours, with how far its results are.
#[utoipa::path(
    get,
    path = "/api/results",
    tag = "results",
    responses(
        (status = 200, description = "The exams.", body = Vec<ExamWithResults>),
    )
)]
pub(crate) async fn list_results(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
) -> ApiResult<Json<Vec<ExamWithResults>>> {
    let everything = state.catalogue.everything().await.map_err(ApiError::internal)?;
    let listed = Listed::all(&everything).into_iter();
    let exams: Vec<_> = listed.filter_map(|listed| listed.exam).collect();
    let ids: Vec<CourseId> = exams.iter().map(|(exam, _)| exam.id.clone()).collect();
    let heads = state
        .registrations
        .results_heads(&ids)
        .await
        .map_err(ApiError::internal)?;
    let now = state.clock.now();
    let exams = exams.into_iter().map(|(exam, college_name)| ExamWithResults {
        results: ResultsHeadOut::of(heads.get(&exam.id), now),
        course: exam.id.to_string(),
        exam_name: exam.exam_name,
        college_name,
        date: exam.date,
        time_start: exam.time_start,
    });
    Ok(Json(exams.collect()))
}
