//! `POST /api/seating/{course}/move`: one candidate to another seat.

use crate::{
    State,
    seats::{SeatingOut, course_of, no_exam, seats},
    which::WhichIn,
};
use axum::extract;
use domain::{CustomerId, HallId, Invalid, seating::Seat};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, Query, RequireAdmin};
use seating_plans::{Moved, SeatMove, WhichPlan};
use serde::Deserialize;
use utoipa::ToSchema;

/// Who is to sit where.
#[derive(Deserialize, ToSchema)]
#[schema(as = SeatMoveIn)]
pub(crate) struct MoveIn {
    /// Who, with a seat or without one.
    #[schema(required = true, value_type = String)]
    customer_id: Option<String>,
    /// The hall, one of the plan.
    #[schema(required = true, value_type = String)]
    hall: Option<String>,
    /// The seat: `A1`.
    #[schema(required = true, value_type = String)]
    seat: Option<String>,
    /// The version that the move was decided on.
    #[schema(required = true, value_type = u64)]
    #[serde(default, deserialize_with = "http_api::whole_number")]
    version: Option<u64>,
    /// Whether who sits there gets the seat of the one who moves.
    #[serde(default)]
    swap: bool,
    /// With `swap`, who sat there when it was decided: another one is not moved. Left out, it is whoever sits there.
    #[schema(value_type = Option<String>)]
    with: Option<String>,
}

/// Moves a candidate to a seat of the draft or of what is published, as `of` says.
///
/// A person may put somebody where the rules would not: beside a sibling, or with no seat between. Sent again, it is
/// answered as done.
#[utoipa::path(
    post,
    path = "/api/seating/{course}/move",
    tag = "seating",
    params(("course" = String, Path, description = "The exam."), WhichIn),
    request_body = MoveIn,
    responses(
        (status = 200, description = "They sit there.", body = SeatingOut),
        (status = 404, description = "There is no such exam.", body = ErrorBody),
        (status = 409, description = "`no_draft`: the exam has no seats yet. `seat_taken`: another sits there, or another than `with`. `nothing_to_swap`: with `swap`, and the candidate has no seat to give. `stale_version`: it was changed since `version`.", body = ErrorBody),
        (status = 422, description = "A field is missing or malformed; the hall is none of the exam's, the seat none of the hall's or blocked, or the candidate does not sit the exam.", body = ErrorBody),
    )
)]
pub(crate) async fn move_candidate(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(course): Path<String>,
    Query(which): Query<WhichIn>,
    Json(form): Json<MoveIn>,
) -> ApiResult<Json<SeatingOut>> {
    let course = course_of(&course)?;
    let to = form.parse(which.parse()?)?;
    let found = state.plans.state(&course).await.map_err(ApiError::internal)?;
    found.ok_or_else(no_exam)?;
    let moved = state.plans.move_candidate(&course, &to, &admin.username).await;
    match moved.map_err(ApiError::internal)? {
        Moved::Done => seats(&state, (&course, to.of), admin.role).await.map(Json),
        Moved::NoPlan => Err(ApiError::conflict("no_draft", "Assign the seats first.")),
        Moved::NoHall => Err(Invalid::new("hall", "This is none of the exam's halls").into()),
        Moved::NoSeat => Err(Invalid::new("seat", "Nobody can sit there").into()),
        Moved::NotSitting => Err(Invalid::new("customer_id", "This candidate does not sit this exam").into()),
        Moved::Taken => Err(ApiError::conflict("seat_taken", "Somebody sits there already.").field("seat")),
        Moved::NothingToSwap => Err(ApiError::conflict(
            "nothing_to_swap",
            "This candidate has no seat to give. Choose a free one.",
        )),
        Moved::Stale => Err(ApiError::stale_version()),
    }
}

impl MoveIn {
    fn parse(self, of: WhichPlan) -> Result<SeatMove, Invalid> {
        let Self {
            customer_id,
            hall,
            seat,
            version,
            swap,
            with,
        } = self;
        let with = with.filter(|id| !id.is_empty());
        Ok(SeatMove {
            customer_id: CustomerId::parse(&customer_id.unwrap_or_default())?,
            hall: HallId::parse(&hall.unwrap_or_default())?,
            seat: Seat::parse(&seat.unwrap_or_default())?,
            version: version.ok_or(Invalid::new("version", "The version is missing"))?,
            swap,
            with: with
                .map(|id| CustomerId::parse(&id).map_err(|invalid| invalid.on("with")))
                .transpose()?,
            of,
        })
    }
}
