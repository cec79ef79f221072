//! `GET /api/seating/{course}`: the seats of an exam.

use crate::{
    State,
    seats::{SeatingOut, course_of, seats},
    which::WhichIn,
};
use axum::extract;
use http_api::{ApiResult, ErrorBody, Json, Path, Query, RequireSignedIn};

/// The seats of an exam: the draft, or else what is published; with `of` what is published, whatever draft is beside it.
///
/// The door sees hall and seat of what is published, without names.
#[utoipa::path(
    get,
    path = "/api/seating/{course}",
    tag = "seating",
    params(("course" = String, Path, description = "The exam."), WhichIn),
    responses(
        (status = 200, description = "Its seats.", body = SeatingOut),
        (status = 404, description = "There is no such exam.", body = ErrorBody),
        (status = 422, description = "`of` is neither.", body = ErrorBody),
    )
)]
pub(crate) async fn read_seating(
    extract::State(state): extract::State<State>,
    RequireSignedIn(staff): RequireSignedIn,
    Path(course): Path<String>,
    Query(which): Query<WhichIn>,
) -> ApiResult<Json<SeatingOut>> {
    let course = course_of(&course)?;
    seats(&state, (&course, which.parse()?), staff.role)
        .await
        .map(Json)
}
