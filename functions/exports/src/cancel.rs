//! `DELETE /api/exports/{id}`: an export that is no longer wanted.

use crate::{
    State,
    begin::entry,
    read::{parse, unknown},
};
use axum::extract;
use http::StatusCode;
use http_api::{ApiError, ApiResult, ErrorBody, Path, RequireReports};
use jobs::{JobOrder, Obeyed};

/// Cancels an export that is running.
#[utoipa::path(
    delete,
    path = "/api/exports/{id}",
    tag = "exports",
    params(("id" = String, Path, description = "The export.")),
    responses(
        (status = 204, description = "It is cancelled, by this request or an earlier one."),
        (status = 404, description = "There is no such export.", body = ErrorBody),
        (status = 409, description = "`export_over`: it has ended already.", body = ErrorBody),
        (status = 503, description = "The export is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn cancel_export(
    extract::State(state): extract::State<State>,
    RequireReports(staff): RequireReports,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let id = parse(&id)?;
    let cancelled = state.dispatcher.order(&id, JobOrder::Cancel, |job| {
        entry(&state, job, &staff.username, "export.cancelled")
    });
    match cancelled.await.map_err(ApiError::internal)? {
        Obeyed::Done => Ok(StatusCode::NO_CONTENT),
        Obeyed::Over => Err(ApiError::conflict(
            "export_over",
            "This export has ended already.",
        )),
        Obeyed::Unknown => Err(unknown()),
    }
}
