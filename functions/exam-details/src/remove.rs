//! `DELETE /api/exam-details/{id}`: an exam or, with `if_unused`, one that nobody has paid for and no package on sale
//! needs. Registrations for it keep its name.

use crate::{
    detail::{not_found, record},
    state::State,
};
use axum::extract;
use catalogue_admin::{DeleteQuery, Thing};
use domain::CourseId;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, Query, RequireAdmin};
use serde::Serialize;
use serde_json::Value;
use store::Write;
use utoipa::ToSchema;

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExamDetailDeleted {
    message: &'static str,
}

/// Deletes an exam and its picture.
#[utoipa::path(
    delete,
    path = "/api/exam-details/{id}",
    tag = "exam-details",
    params(("id" = String, Path, description = "The exam."), DeleteQuery),
    responses(
        (status = 200, description = "It is deleted.", body = ExamDetailDeleted),
        (status = 404, description = "There is no such exam.", body = ErrorBody),
        (status = 409, description = "`has_candidates`: with `if_unused`, somebody has paid for it, or for all exams. `on_sale`: with `if_unused`, a package on sale cannot be without it. `stale_version`: it kept changing.",
            body = ErrorBody),
        (status = 422, description = "`if_unused` is neither `true` nor `false`.", body = ErrorBody),
    )
)]
pub(crate) async fn delete_exam_detail(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(id): Path<String>,
    Query(deletion): Query<DeleteQuery>,
) -> ApiResult<Json<ExamDetailDeleted>> {
    let id = CourseId::parse(&id).map_err(|_| not_found())?;
    let catalogue = &state.catalogue.catalogue_admin.catalogue;
    let mut tries = state.catalogue.catalogue_admin.tries();
    while tries.next().await {
        let found = catalogue.exam(&id).await.map_err(ApiError::internal)?;
        let exam = found.ok_or_else(not_found)?;
        if deletion.spares_what_is_used() {
            let snapshot = state.catalogue.snapshot().await?;
            snapshot.dependents(&Thing::Exam(id.clone())).permit_deletion()?;
        }
        let change = state.catalogue.catalogue_admin.change(
            &admin,
            "exam_detail.deleted",
            id.as_str(),
            record(&exam),
            Value::Null,
        );
        match catalogue
            .delete_exam(&exam, change.audit(), &state.catalogue.registrations)
            .await
        {
            Ok(Write::Done) => {
                state.images.remove_unused(&[exam.image], &[]).await;
                return Ok(Json(ExamDetailDeleted {
                    message: "Exam detail deleted successfully",
                }));
            }
            Ok(Write::Stale) => {}
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}
