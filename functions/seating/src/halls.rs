//! `GET /api/halls`: the halls.

use crate::{State, hall::HallOut};
use axum::extract;
use http_api::{ApiError, ApiResult, Json, RequireLookup};

/// Every hall.
#[utoipa::path(
    get,
    path = "/api/halls",
    tag = "seating",
    responses(
        (status = 200, description = "Every hall, by name.", body = Vec<HallOut>),
    )
)]
pub(crate) async fn list_halls(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
) -> ApiResult<Json<Vec<HallOut>>> {
    let halls = state.catalogue_admin.catalogue.halls().await;
    let mut halls = halls.map_err(ApiError::internal)?;
    halls.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
    Ok(Json(halls.into_iter().map(HallOut::from).collect()))
}
