//! `DELETE /api/packages/{id}`: a package or, with `if_unused`, one that nobody has paid for. Registrations for it keep
//! its name and price.

use crate::package::{not_found, record};
use axum::extract::State;
use catalogue_admin::{DeleteQuery, Thing, WithCandidates};
use domain::PackageId;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, Query, RequireAdmin};
use serde::Serialize;
use serde_json::Value;
use store::Write;
use utoipa::ToSchema;

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct PackageDeleted {
    message: &'static str,
}

/// Deletes a package.
#[utoipa::path(
    delete,
    path = "/api/packages/{id}",
    tag = "packages",
    params(("id" = String, Path, description = "The package."), DeleteQuery),
    responses(
        (status = 200, description = "It is deleted.", body = PackageDeleted),
        (status = 404, description = "There is no such package.", body = ErrorBody),
        (status = 409, description = "`has_candidates`: with `if_unused`, somebody has paid for it. `stale_version`: it kept changing.", body = ErrorBody),
        (status = 422, description = "`if_unused` is neither `true` nor `false`.", body = ErrorBody),
    )
)]
pub(crate) async fn delete_package(
    State(state): State<WithCandidates>,
    RequireAdmin(admin): RequireAdmin,
    Path(id): Path<String>,
    Query(deletion): Query<DeleteQuery>,
) -> ApiResult<Json<PackageDeleted>> {
    let id = PackageId::parse(&id).map_err(|_| not_found())?;
    let catalogue_admin = &state.catalogue_admin;
    let mut tries = catalogue_admin.tries();
    while tries.next().await {
        let found = catalogue_admin
            .catalogue
            .package(&id)
            .await
            .map_err(ApiError::internal)?;
        let package = found.ok_or_else(not_found)?;
        if deletion.spares_what_is_used() {
            let snapshot = state.snapshot().await?;
            snapshot
                .dependents(&Thing::Package(id.clone()))
                .permit_deletion()?;
        }
        let change = catalogue_admin.change(
            &admin,
            "package.deleted",
            id.as_str(),
            record(&package),
            Value::Null,
        );
        match catalogue_admin
            .catalogue
            .delete_package(&package, change.audit())
            .await
        {
            Ok(Write::Done) => {
                return Ok(Json(PackageDeleted {
                    message: "Package deleted successfully",
                }));
            }
            Ok(Write::Stale) => {}
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}
