//! `GET /api/packages`: the packages as administrators keep them.

use crate::package::PackageAdminOut;
use axum::extract::State;
use catalogue_admin::WithCandidates;
use http_api::{ApiResult, Json, RequireLookup};

/// Every package in any state, with the names of its colleges.
#[utoipa::path(
    get,
    path = "/api/packages",
    tag = "packages",
    responses(
        (status = 200, description = "Every package, as visitors see their order.", body = Vec<PackageAdminOut>),
    )
)]
pub(crate) async fn list_packages(
    State(state): State<WithCandidates>,
    _: RequireLookup,
) -> ApiResult<Json<Vec<PackageAdminOut>>> {
    let mut snapshot = state.snapshot().await?;
    let packages = std::mem::take(&mut snapshot.everything.packages);
    let packages = packages
        .into_iter()
        .map(|package| PackageAdminOut::new(package, &snapshot));
    Ok(Json(packages.collect()))
}
