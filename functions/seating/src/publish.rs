//! `POST /api/seating/{course}/publish`: candidates see their seats from now on.

use crate::{
    State,
    seats::{SeatingOut, course_of, no_exam, seats},
};
use axum::extract;
use http_api::{ApiError, ApiResult, ErrorBody, Json, OptionalJson, Path, RequireAdmin};
use seating_plans::{Publication, WhichPlan};
use serde::Deserialize;
use utoipa::ToSchema;

/// Which draft is meant.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PublishSeatingIn {
    /// The version that was looked at. Without it the draft is published as it is.
    #[serde(default, deserialize_with = "http_api::whole_number")]
    version: Option<u64>,
}

/// Publishes the draft: candidates see their seats from now on.
///
/// Those who have paid since the draft was made get the next seats, and those whose pass does not count any more lose theirs.
/// Who is left without one is flagged `NO_SEAT`, as are those who pay later and find no seat. Sent again, it is answered as done.
#[utoipa::path(
    post,
    path = "/api/seating/{course}/publish",
    tag = "seating",
    params(("course" = String, Path, description = "The exam.")),
    request_body = PublishSeatingIn,
    responses(
        (status = 200, description = "It is published.", body = SeatingOut),
        (status = 404, description = "There is no such exam.", body = ErrorBody),
        (status = 409, description = "`no_draft`: there is none. `no_halls`: the exam has none. `seats_taken`: candidates of another exam sit there at that time by now; make the draft again. `stale_version`: it was changed since `version`.", body = ErrorBody),
        (status = 422, description = "The version is malformed.", body = ErrorBody),
    )
)]
pub(crate) async fn publish_seating(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(course): Path<String>,
    OptionalJson(form): OptionalJson<PublishSeatingIn>,
) -> ApiResult<Json<SeatingOut>> {
    let course = course_of(&course)?;
    let version = form.and_then(|form| form.version);
    let found = state.plans.state(&course).await.map_err(ApiError::internal)?;
    found.ok_or_else(no_exam)?;
    match state.plans.publish(&course, version, &admin.username).await {
        Ok(Publication::Done) => seats(&state, (&course, WhichPlan::Draft), admin.role)
            .await
            .map(Json),
        Ok(Publication::NoDraft) => Err(ApiError::conflict("no_draft", "Assign the seats first.")),
        Ok(Publication::NoHall) => Err(ApiError::conflict(
            "no_halls",
            "This exam has no hall. Choose its halls, and assign the seats again.",
        )),
        Ok(Publication::SeatsTaken) => Err(ApiError::conflict(
            "seats_taken",
            "Candidates of another exam sit on some of these seats at that time. Assign the seats again.",
        )),
        Ok(Publication::Stale) => Err(ApiError::stale_version()),
        Err(error) => Err(ApiError::internal(error)),
    }
}
