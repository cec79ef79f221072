//! `GET /api/exams`: the streams.

use crate::stream::StreamOut;
use axum::extract::State;
use catalogue_admin::CatalogueAdmin;
use http_api::{ApiError, ApiResult, Json, RequireLookup};

/// Every stream.
#[utoipa::path(
    get,
    path = "/api/exams",
    tag = "exams",
    responses(
        (status = 200, description = "Every stream, the oldest first.", body = Vec<StreamOut>),
    )
)]
pub(crate) async fn list_exams(
    State(catalogue_admin): State<CatalogueAdmin>,
    _: RequireLookup,
) -> ApiResult<Json<Vec<StreamOut>>> {
    let mut streams = catalogue_admin
        .catalogue
        .streams()
        .await
        .map_err(ApiError::internal)?;
    streams.sort_by_key(|stream| stream.created_at);
    Ok(Json(streams.into_iter().map(StreamOut::from).collect()))
}
