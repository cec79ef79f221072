//! `GET /api/colleges/{id}`: one college, to be edited.

use crate::college::{CollegeAdminOut, by_id, not_found};
use axum::extract::State;
use catalogue_admin::CatalogueAdmin;
use domain::CollegeId;
use futures::try_join;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireLookup};

/// One college, with its exams.
#[utoipa::path(
    get,
    path = "/api/colleges/{id}",
    tag = "colleges",
    params(("id" = String, Path, description = "The college.")),
    responses(
        (status = 200, description = "The college.", body = CollegeAdminOut),
        (status = 404, description = "There is no such college.", body = ErrorBody),
    )
)]
pub(crate) async fn get_college(
    State(catalogue_admin): State<CatalogueAdmin>,
    _: RequireLookup,
    Path(id): Path<String>,
) -> ApiResult<Json<CollegeAdminOut>> {
    let id = CollegeId::parse(&id).map_err(|_| not_found())?;
    let (college, exams) = try_join!(
        catalogue_admin.catalogue.college(&id),
        catalogue_admin.catalogue.exams()
    )
    .map_err(ApiError::internal)?;
    let college = college.ok_or_else(not_found)?;
    Ok(Json(CollegeAdminOut::new(college, &by_id(exams))))
}
