//! `GET /api/bulk` and `GET /api/bulk/{id}`: the newest bulk actions, and how far one is.

use crate::{State, shown::BulkOut};
use axum::extract;
use domain::job::{JobId, JobState};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireLookup};
use serde::Serialize;
use utoipa::ToSchema;

/// As many as a screen shows.
const SHOWN: usize = 20;

/// Among as many of the newest those are found that can go on: more than an event has.
const LOOKED_AT: u16 = 1_000;

/// The newest bulk actions, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct BulkList {
    bulk: Vec<BulkOut>,
}

/// The newest bulk actions.
///
/// One that was stopped is among them however old it is, since it can go on.
#[utoipa::path(
    get,
    path = "/api/bulk",
    tag = "bulk",
    responses(
        (status = 200, description = "At most 20 of them, and each earlier one that is stopped.", body = BulkList),
    )
)]
pub(crate) async fn list_bulk(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
) -> ApiResult<Json<BulkList>> {
    let jobs = state.dispatcher.jobs().newest(LOOKED_AT).await;
    let jobs = jobs.map_err(ApiError::internal)?.into_iter().enumerate();
    let listed = jobs.filter(|(place, job)| *place < SHOWN || job.state == JobState::Stopped);
    Ok(Json(BulkList {
        bulk: listed.map(|(_, job)| BulkOut::from(job)).collect(),
    }))
}

/// One bulk action.
#[utoipa::path(
    get,
    path = "/api/bulk/{id}",
    tag = "bulk",
    params(("id" = String, Path, description = "The bulk action.")),
    responses(
        (status = 200, description = "The bulk action.", body = BulkOut),
        (status = 404, description = "There is no such bulk action.", body = ErrorBody),
    )
)]
pub(crate) async fn read_bulk(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
    Path(id): Path<String>,
) -> ApiResult<Json<BulkOut>> {
    let job = state.dispatcher.jobs().job(&parse(&id)?).await;
    let job = job.map_err(ApiError::internal)?.ok_or_else(unknown)?;
    Ok(Json(job.into()))
}

pub(crate) fn parse(id: &str) -> ApiResult<JobId> {
    JobId::parse(id).ok_or_else(unknown)
}

pub(crate) fn unknown() -> ApiError {
    ApiError::not_found("There is no such bulk action.")
}
