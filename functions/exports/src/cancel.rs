//! `DELETE /api/exports/{id}`: an export that is no longer wanted.

use crate::{
    State,
    read::{parse, unknown},
};
use axum::extract;
use export_jobs::Cancelled;
use http::StatusCode;
use http_api::{ApiError, ApiResult, ErrorBody, Path, RequireReports};

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
        (status = 500, description = "The export could not be read or written.", body = ErrorBody),
        (status = 503, description = "The export is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn cancel_export(
    extract::State(state): extract::State<State>,
    RequireReports(staff): RequireReports,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let id = parse(&id)?;
    let cancelled = state.dispatcher.cancel(&id, &staff.username).await;
    match cancelled.map_err(ApiError::internal)? {
        Cancelled::Done => Ok(StatusCode::NO_CONTENT),
        Cancelled::Over => Err(ApiError::conflict(
            "export_over",
            "This export has ended already.",
        )),
        Cancelled::Unknown => Err(unknown()),
    }
}
