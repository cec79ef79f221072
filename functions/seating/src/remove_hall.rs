//! `DELETE /api/halls/{id}`: a hall that no exam is in any more.

use crate::{
    State,
    hall::{not_found, record},
};
use axum::extract;
use domain::HallId;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireAdmin};
use serde::Serialize;
use serde_json::Value;
use store::Write;
use utoipa::ToSchema;

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct HallDeleted {
    message: &'static str,
}

/// Deletes a hall.
#[utoipa::path(
    delete,
    path = "/api/halls/{id}",
    tag = "seating",
    params(("id" = String, Path, description = "The hall.")),
    responses(
        (status = 200, description = "It is deleted.", body = HallDeleted),
        (status = 404, description = "There is no such hall.", body = ErrorBody),
        (status = 409, description = "`hall_in_use`: an exam is in it. `stale_version`: it kept changing.", body = ErrorBody),
    )
)]
pub(crate) async fn delete_hall(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(id): Path<String>,
) -> ApiResult<Json<HallDeleted>> {
    let id = HallId::parse(&id).map_err(|_| not_found())?;
    let catalogue_admin = &state.catalogue_admin;
    let mut tries = catalogue_admin.tries();
    while tries.next().await {
        let everything = catalogue_admin
            .catalogue
            .everything_now()
            .await
            .map_err(ApiError::internal)?;
        let hall = everything.halls.get(&id).ok_or_else(not_found)?;
        let mut exams = everything
            .exams
            .values()
            .filter(|exam| exam.seating.halls.contains(&id));
        if let Some(exam) = exams.next() {
            let words = format!("{} is held there. Take the hall out of it first.", exam.exam_name);
            return Err(ApiError::conflict("hall_in_use", words));
        }
        let change = catalogue_admin.change(&admin, "hall.deleted", id.as_str(), record(hall), Value::Null);
        match catalogue_admin.catalogue.delete_hall(hall, change.audit()).await {
            Ok(Write::Done) => {
                return Ok(Json(HallDeleted {
                    message: "Hall deleted successfully",
                }));
            }
            Ok(Write::Stale) => {}
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}
