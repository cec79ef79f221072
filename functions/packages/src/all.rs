//! `GET /api/packages`: the packages as administrators keep them.

use crate::package::{PackageAdminOut, names};
use axum::extract::State;
use catalog_admin::CatalogAdmin;
use futures::try_join;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireLookup};

/// Every package, with the names of its colleges.
#[utoipa::path(
    get,
    path = "/api/packages",
    tag = "packages",
    responses(
        (status = 200, description = "Every package, as visitors see their order.", body = Vec<PackageAdminOut>),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 500, description = "The catalogue could not be read.", body = ErrorBody),
    )
)]
pub(crate) async fn list_packages(
    State(catalog_admin): State<CatalogAdmin>,
    _: RequireLookup,
) -> ApiResult<Json<Vec<PackageAdminOut>>> {
    let (packages, colleges) = try_join!(catalog_admin.catalog.packages(), catalog_admin.catalog.colleges())
        .map_err(ApiError::internal)?;
    let colleges = names(colleges);
    let packages = packages
        .into_iter()
        .map(|package| PackageAdminOut::new(package, &colleges));
    Ok(Json(packages.collect()))
}
