//! `GET /api/exports/{id}`: how far an export is, and where its file is.

use crate::{
    State,
    job::{ExportOut, file_of, name_of},
};
use axum::extract;
use domain::job::JobId;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireReports};

/// One export. Of a `done` one it has an address of the file that works for ten minutes.
#[utoipa::path(
    get,
    path = "/api/exports/{id}",
    tag = "exports",
    params(("id" = String, Path, description = "The export.")),
    responses(
        (status = 200, description = "The export.", body = ExportOut),
        (status = 404, description = "There is no such export.", body = ErrorBody),
    )
)]
pub(crate) async fn read_export(
    extract::State(state): extract::State<State>,
    _: RequireReports,
    Path(id): Path<String>,
) -> ApiResult<Json<ExportOut>> {
    let id = parse(&id)?;
    let job = state
        .dispatcher
        .jobs()
        .job(&id)
        .await
        .map_err(ApiError::internal)?;
    let job = job.ok_or_else(unknown)?;
    let now = state.clock.now();
    let url = match file_of(&job, now) {
        Some(key) => {
            let link = state.files.link(key, &name_of(&job), now).await;
            Some(link.map_err(ApiError::internal)?)
        }
        None => None,
    };
    Ok(Json(ExportOut::new(job, url)))
}

pub(crate) fn parse(id: &str) -> ApiResult<JobId> {
    JobId::parse(id).ok_or_else(unknown)
}

pub(crate) fn unknown() -> ApiError {
    ApiError::not_found("There is no such export.")
}
