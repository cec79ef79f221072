//! `GET /api/exports`: the newest exports.

use crate::{State, job::ExportOut};
use axum::extract;
use http_api::{ApiError, ApiResult, Json, RequireReports};
use serde::Serialize;
use utoipa::ToSchema;

/// As many as a screen shows.
const SHOWN: u16 = 20;

/// The newest exports of everybody, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportList {
    exports: Vec<ExportOut>,
}

/// The newest exports.
#[utoipa::path(
    get,
    path = "/api/exports",
    tag = "exports",
    responses(
        (status = 200, description = "At most 20 of them.", body = ExportList),
    )
)]
pub(crate) async fn list_exports(
    extract::State(state): extract::State<State>,
    _: RequireReports,
) -> ApiResult<Json<ExportList>> {
    let jobs = state
        .dispatcher
        .jobs()
        .newest(SHOWN)
        .await
        .map_err(ApiError::internal)?;
    let exports = jobs.into_iter().map(|job| ExportOut::new(job, None));
    Ok(Json(ExportList {
        exports: exports.collect(),
    }))
}
