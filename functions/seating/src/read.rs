//! `GET /api/seating/{course}`: the seats of an exam.

use crate::{
    State,
    seats::{SeatingOut, course_of, seats},
};
use axum::extract;
use http_api::{ApiResult, ErrorBody, Json, Path, RequireSignedIn};

/// The seats of an exam: the draft, or else what is published.
///
/// The door sees hall and seat of what is published, without names.
#[utoipa::path(
    get,
    path = "/api/seating/{course}",
    tag = "seating",
    params(("course" = String, Path, description = "The exam.")),
    responses(
        (status = 200, description = "Its seats.", body = SeatingOut),
        (status = 404, description = "There is no such exam.", body = ErrorBody),
    )
)]
pub(crate) async fn read_seating(
    extract::State(state): extract::State<State>,
    RequireSignedIn(staff): RequireSignedIn,
    Path(course): Path<String>,
) -> ApiResult<Json<SeatingOut>> {
    let course = course_of(&course)?;
    seats(&state, &course, staff.role).await.map(Json)
}
