//! `DELETE /api/exams/{id}`: a stream that holds no exam details any more.

use crate::stream::{not_found, record};
use axum::extract::State;
use catalogue_admin::{CatalogueAdmin, NOT_EMPTY};
use domain::StreamId;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireAdmin};
use serde::Serialize;
use serde_json::Value;
use store::Write;
use utoipa::ToSchema;

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct StreamDeleted {
    message: &'static str,
}

/// Deletes a stream.
#[utoipa::path(
    delete,
    path = "/api/exams/{id}",
    tag = "exams",
    params(("id" = String, Path, description = "The stream.")),
    responses(
        (status = 200, description = "It is deleted.", body = StreamDeleted),
        (status = 404, description = "There is no such stream.", body = ErrorBody),
        (status = 409, description = "`not_empty`: it still has exams. `stale_version`: it kept changing.", body = ErrorBody),
    )
)]
pub(crate) async fn delete_exam(
    State(catalogue_admin): State<CatalogueAdmin>,
    RequireAdmin(admin): RequireAdmin,
    Path(id): Path<String>,
) -> ApiResult<Json<StreamDeleted>> {
    let id = StreamId::parse(&id).map_err(|_| not_found())?;
    let mut tries = catalogue_admin.tries();
    while tries.next().await {
        // The stream before its exams: one that comes in after this look is one that the deletion is refused for.
        let found = catalogue_admin
            .catalogue
            .stream(&id)
            .await
            .map_err(ApiError::internal)?;
        let stream = found.ok_or_else(not_found)?;
        let exams = catalogue_admin
            .catalogue
            .exams()
            .await
            .map_err(ApiError::internal)?;
        if exams.iter().any(|exam| exam.stream_id == id) {
            return Err(NOT_EMPTY.into());
        }
        let change =
            catalogue_admin.change(&admin, "exam.deleted", id.as_str(), record(&stream), Value::Null);
        match catalogue_admin
            .catalogue
            .delete_stream(&stream, change.audit())
            .await
        {
            Ok(Write::Done) => {
                return Ok(Json(StreamDeleted {
                    message: "Exam deleted successfully",
                }));
            }
            Ok(Write::Stale) => {}
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}
