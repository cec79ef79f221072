//! `GET /api/exam-details` and `GET /api/exam-details/exam/{examId}`: the exams, all of them or those of a stream.

use crate::{detail::ExamDetailOut, state::State};
use axum::extract;
use catalogue_admin::limited;
use domain::{StreamId, catalogue::Exam};
use futures::try_join;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireLookup};

/// Every exam.
#[utoipa::path(
    get,
    path = "/api/exam-details",
    tag = "exam-details",
    responses(
        (status = 200, description = "Every exam, by day and time.", body = Vec<ExamDetailOut>),
    )
)]
pub(crate) async fn list_exam_details(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
) -> ApiResult<Json<Vec<ExamDetailOut>>> {
    let exams = state
        .catalogue
        .catalogue_admin
        .catalogue
        .exams()
        .await
        .map_err(ApiError::internal)?;
    Ok(Json(listed(&state, exams).await?))
}

/// The exams of a stream.
#[utoipa::path(
    get,
    path = "/api/exam-details/exam/{examId}",
    tag = "exam-details",
    params(("examId" = String, Path, description = "The stream.")),
    responses(
        (status = 200, description = "The exams of the stream, by day and time.", body = Vec<ExamDetailOut>),
        (status = 404, description = "There is no such stream.", body = ErrorBody),
    )
)]
pub(crate) async fn list_exam_details_of(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
    Path(stream): Path<String>,
) -> ApiResult<Json<Vec<ExamDetailOut>>> {
    let no_stream = || ApiError::not_found("There is no such exam.");
    let stream = StreamId::parse(&stream).map_err(|_| no_stream())?;
    let catalogue = &state.catalogue.catalogue_admin.catalogue;
    let (found, mut exams) =
        try_join!(catalogue.stream(&stream), catalogue.exams()).map_err(ApiError::internal)?;
    found.ok_or_else(no_stream)?;
    exams.retain(|exam| exam.stream_id == stream);
    Ok(Json(listed(&state, exams).await?))
}

/// In order, with how many of their places are taken, by the totals: it costs the same however many hold them. Where no exam has a
/// capacity nothing is read.
async fn listed(state: &State, mut exams: Vec<Exam>) -> ApiResult<Vec<ExamDetailOut>> {
    exams.sort_by(|a, b| {
        let place = |exam: &Exam| (exam.date.clone(), exam.time_start.clone(), exam.exam_name.clone());
        place(a).cmp(&place(b))
    });
    let limited = limited(&exams);
    if limited.is_empty() {
        return Ok(exams.into_iter().map(ExamDetailOut::from).collect());
    }
    let registrations = &state.catalogue.registrations;
    let read = try_join!(registrations.aggregates(), registrations.places_awaited(&limited));
    let (aggregates, awaited) = read.map_err(ApiError::internal)?;
    let listed = exams.into_iter().map(|exam| {
        let paid = aggregates.holding(&exam.id);
        let held = aggregates.places.get(&exam.id).copied().unwrap_or_default();
        // Who has paid and is to be given a place has it as good as taken.
        let awaited = awaited.get(&exam.id).copied().unwrap_or_default();
        ExamDetailOut::with_places(exam, held.saturating_add(awaited), paid)
    });
    Ok(listed.collect())
}
