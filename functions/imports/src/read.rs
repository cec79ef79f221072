//! `GET /api/imports`, `GET /api/imports/{id}`: the lists so far, and how far one is.

use crate::{State, out::ImportOut};
use axum::extract;
use domain::job::{Job, JobId};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireCounter};
use serde::Serialize;
use store::Import;
use utoipa::ToSchema;

/// As many as a screen shows.
const SHOWN: u16 = 50;

/// The newest lists of everybody, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct ImportList {
    imports: Vec<ImportOut>,
}

/// The newest lists.
#[utoipa::path(
    get,
    path = "/api/imports",
    tag = "imports",
    responses(
        (status = 200, description = "At most 50 of them.", body = ImportList),
    )
)]
pub(crate) async fn list_imports(
    extract::State(state): extract::State<State>,
    _: RequireCounter,
) -> ApiResult<Json<ImportList>> {
    let jobs = state
        .dispatcher
        .jobs()
        .newest(SHOWN)
        .await
        .map_err(ApiError::internal)?;
    let imports = jobs.into_iter().map(ImportOut::new);
    Ok(Json(ImportList {
        imports: imports.collect(),
    }))
}

/// One list: how far it is, and the group that it is.
#[utoipa::path(
    get,
    path = "/api/imports/{id}",
    tag = "imports",
    params(("id" = String, Path, description = "The list.")),
    responses(
        (status = 200, description = "The list.", body = ImportOut),
        (status = 404, description = "There is no such list.", body = ErrorBody),
    )
)]
pub(crate) async fn read_import(
    extract::State(state): extract::State<State>,
    _: RequireCounter,
    Path(id): Path<String>,
) -> ApiResult<Json<ImportOut>> {
    Ok(Json(ImportOut::new(one(&state, &id).await?)))
}

/// The list of an identifier.
pub(crate) async fn one(state: &State, id: &str) -> ApiResult<Job<Import>> {
    let unknown = || ApiError::not_found("There is no such list.");
    let id = JobId::parse(id).ok_or_else(unknown)?;
    let job = state
        .dispatcher
        .jobs()
        .job(&id)
        .await
        .map_err(ApiError::internal)?;
    job.ok_or_else(unknown)
}
