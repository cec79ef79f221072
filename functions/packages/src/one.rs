//! `GET /api/packages/{id}`: one package, to be edited.

use crate::package::{PackageAdminOut, not_found};
use axum::extract::State;
use catalogue_admin::WithCandidates;
use domain::PackageId;
use http_api::{ApiResult, ErrorBody, Json, Path, RequireLookup};

/// One package, with the names of its colleges.
#[utoipa::path(
    get,
    path = "/api/packages/{id}",
    tag = "packages",
    params(("id" = String, Path, description = "The package.")),
    responses(
        (status = 200, description = "The package.", body = PackageAdminOut),
        (status = 404, description = "There is no such package.", body = ErrorBody),
    )
)]
pub(crate) async fn get_package(
    State(state): State<WithCandidates>,
    _: RequireLookup,
    Path(id): Path<String>,
) -> ApiResult<Json<PackageAdminOut>> {
    let id = PackageId::parse(&id).map_err(|_| not_found())?;
    let snapshot = state.snapshot().await?;
    let mut packages = snapshot.everything.packages.iter();
    let package = packages.find(|package| package.id == id).cloned();
    let package = package.ok_or_else(not_found)?;
    Ok(Json(PackageAdminOut::new(package, &snapshot)))
}
