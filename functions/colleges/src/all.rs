//! `GET /api/colleges`: the colleges as administrators keep them.

use crate::college::{CollegeAdminOut, by_id};
use axum::extract::State;
use catalogue_admin::CatalogueAdmin;
use futures::try_join;
use http_api::{ApiError, ApiResult, Json, RequireLookup};

/// Every college, with its exams.
#[utoipa::path(
    get,
    path = "/api/colleges",
    tag = "colleges",
    responses(
        (status = 200, description = "Every college, by name.", body = Vec<CollegeAdminOut>),
    )
)]
pub(crate) async fn list_colleges(
    State(catalogue_admin): State<CatalogueAdmin>,
    _: RequireLookup,
) -> ApiResult<Json<Vec<CollegeAdminOut>>> {
    let (mut colleges, exams) = try_join!(
        catalogue_admin.catalogue.colleges(),
        catalogue_admin.catalogue.exams()
    )
    .map_err(ApiError::internal)?;
    colleges.sort_by_cached_key(|college| college.name.to_lowercase());
    let exams = by_id(exams);
    let colleges = colleges
        .into_iter()
        .map(|college| CollegeAdminOut::new(college, &exams));
    Ok(Json(colleges.collect()))
}
