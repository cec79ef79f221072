//! `POST` and `DELETE /api/seating/{course}`: a draft of who sits where, made or thrown away.

use crate::{
    State,
    seats::{SeatingOut, course_of, no_exam, seats},
};
use axum::extract;
use domain::{
    Invalid,
    seating::{SeatOrder, SeatingOptions, Spacing},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, Query, RequireAdmin};
use seating_plans::{Drafted, WhichPlan};
use serde::Deserialize;
use store::Write;
use utoipa::{IntoParams, ToSchema};

/// How the candidates are put into the halls.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeatingIn {
    /// `paid`, who paid first; `name`; or `shuffled`, each time in the same way.
    #[schema(required = true, value_type = String)]
    order: Option<String>,
    /// `none`, or `alternate`: every other seat stays empty, as on a chessboard.
    #[schema(required = true, value_type = String)]
    spacing: Option<String>,
    /// Whether those with an e-mail address or a phone number in common sit neither beside one another nor in front, behind or
    /// across a corner.
    #[serde(default)]
    siblings_apart: bool,
    /// Whether those with a published seat keep it, where the exam still has the hall and the hall the seat. Only the others are
    /// assigned then. Left out, everybody is.
    #[serde(default)]
    keep: bool,
    /// The version that was looked at. Without it the draft takes the place of what others have made meanwhile.
    version: Option<u64>,
}

/// Which draft is thrown away.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DiscardQuery {
    /// The version that was looked at. Without it the draft that is there now is thrown away.
    version: Option<u64>,
}

/// Makes a draft of who sits where, in the place of one that is there.
///
/// The same candidates and halls make the same draft. Nobody sees it but staff: what is published stays until this is. Who
/// finds no seat is in `unseated`, with the reason. An exam without halls seats nobody.
#[utoipa::path(
    post,
    path = "/api/seating/{course}",
    tag = "seating",
    params(("course" = String, Path, description = "The exam.")),
    request_body = SeatingIn,
    responses(
        (status = 200, description = "The draft.", body = SeatingOut),
        (status = 404, description = "There is no such exam.", body = ErrorBody),
        (status = 409, description = "`stale_version`: it was changed since `version`, or others kept changing its seats.", body = ErrorBody),
        (status = 422, description = "A field is missing or malformed.", body = ErrorBody),
    )
)]
pub(crate) async fn draft_seating(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(course): Path<String>,
    Json(form): Json<SeatingIn>,
) -> ApiResult<Json<SeatingOut>> {
    let course = course_of(&course)?;
    let seen = form.version;
    let how = form.parse()?;
    match state.plans.draft(&course, how, seen, &admin.username).await {
        Ok(Drafted::Done) => seats(&state, (&course, WhichPlan::Draft), admin.role)
            .await
            .map(Json),
        Ok(Drafted::NoExam) => Err(no_exam()),
        Ok(Drafted::Stale) => Err(ApiError::stale_version()),
        Err(error) => Err(ApiError::internal(error)),
    }
}

/// Throws the draft away; where there is none, that is so already. What is published stays.
#[utoipa::path(
    delete,
    path = "/api/seating/{course}",
    tag = "seating",
    params(("course" = String, Path, description = "The exam."), DiscardQuery),
    responses(
        (status = 200, description = "What is left: what is published, or nothing.", body = SeatingOut),
        (status = 404, description = "There is no such exam.", body = ErrorBody),
        (status = 409, description = "`stale_version`: it was changed since `version`, or others kept changing its seats.", body = ErrorBody),
        (status = 422, description = "The version is malformed.", body = ErrorBody),
    )
)]
pub(crate) async fn discard_seating(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(course): Path<String>,
    Query(DiscardQuery { version }): Query<DiscardQuery>,
) -> ApiResult<Json<SeatingOut>> {
    let course = course_of(&course)?;
    match state.plans.discard_draft(&course, version, &admin.username).await {
        Ok(Write::Done) => seats(&state, (&course, WhichPlan::Draft), admin.role)
            .await
            .map(Json),
        Ok(Write::Stale) => Err(ApiError::stale_version()),
        Err(error) => Err(ApiError::internal(error)),
    }
}

impl SeatingIn {
    fn parse(self) -> Result<(SeatingOptions, bool), Invalid> {
        let Self {
            order,
            spacing,
            siblings_apart,
            keep,
            version: _,
        } = self;
        let options = SeatingOptions {
            order: SeatOrder::parse(order.as_deref().unwrap_or_default())?,
            spacing: Spacing::parse(spacing.as_deref().unwrap_or_default())?,
            siblings_apart,
        };
        Ok((options, keep))
    }
}
