//! `DELETE /api/colleges/{id}`: a college or, with `if_unused`, one that nobody has paid for and no package on sale
//! needs. Registrations for it keep its name.

use crate::college::{not_found, record};
use axum::extract::State;
use catalogue_admin::{DeleteQuery, Thing, WithCandidates};
use domain::CollegeId;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, Query, RequireAdmin};
use serde::Serialize;
use serde_json::Value;
use store::Write;
use utoipa::ToSchema;

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct CollegeDeleted {
    message: &'static str,
}

/// Deletes a college.
#[utoipa::path(
    delete,
    path = "/api/colleges/{id}",
    tag = "colleges",
    params(("id" = String, Path, description = "The college."), DeleteQuery),
    responses(
        (status = 200, description = "It is deleted.", body = CollegeDeleted),
        (status = 404, description = "There is no such college.", body = ErrorBody),
        (status = 409, description = "`has_candidates`: with `if_unused`, somebody has paid for an exam of it. `on_sale`: with `if_unused`, a package on sale cannot be without it. `stale_version`: it kept changing.",
            body = ErrorBody),
        (status = 422, description = "`if_unused` is neither `true` nor `false`.", body = ErrorBody),
    )
)]
pub(crate) async fn delete_college(
    State(state): State<WithCandidates>,
    RequireAdmin(admin): RequireAdmin,
    Path(id): Path<String>,
    Query(deletion): Query<DeleteQuery>,
) -> ApiResult<Json<CollegeDeleted>> {
    let id = CollegeId::parse(&id).map_err(|_| not_found())?;
    let catalogue_admin = &state.catalogue_admin;
    let mut tries = catalogue_admin.tries();
    while tries.next().await {
        let found = catalogue_admin
            .catalogue
            .college(&id)
            .await
            .map_err(ApiError::internal)?;
        let college = found.ok_or_else(not_found)?;
        if deletion.spares_what_is_used() {
            let snapshot = state.snapshot().await?;
            snapshot
                .dependents(&Thing::College(id.clone()))
                .permit_deletion()?;
        }
        let change = catalogue_admin.change(
            &admin,
            "college.deleted",
            id.as_str(),
            record(&college),
            Value::Null,
        );
        match catalogue_admin
            .catalogue
            .delete_college(&college, change.audit())
            .await
        {
            Ok(Write::Done) => {
                return Ok(Json(CollegeDeleted {
                    message: "College deleted successfully",
                }));
            }
            Ok(Write::Stale) => {}
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}
