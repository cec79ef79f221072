//! `POST /api/bulk/{id}/stop` and `…/resume`: a bulk action that is under way.

use crate::{
    State,
    begin::entry,
    permitted,
    read::{parse, unknown},
};
use axum::extract;
use domain::BulkAction;
use http::StatusCode;
use http_api::{ApiError, ApiResult, ErrorBody, Path, RequireCounter, Staff};
use jobs::{JobOrder, Obeyed};

/// Stops a bulk action. What is being done at this moment is done; the rest waits until it is resumed, on any later day.
#[utoipa::path(
    post,
    path = "/api/bulk/{id}/stop",
    tag = "bulk",
    params(("id" = String, Path, description = "The bulk action.")),
    responses(
        (status = 204, description = "It is stopped, by this request or an earlier one."),
        (status = 403, description = "`forbidden`: who calls may not do this to a single candidate.", body = ErrorBody),
        (status = 404, description = "There is no such bulk action.", body = ErrorBody),
        (status = 409, description = "`bulk_over`: it has ended already.", body = ErrorBody),
        (status = 503, description = "It is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn stop_bulk(
    extract::State(state): extract::State<State>,
    RequireCounter(staff): RequireCounter,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    state.obey(&id, JobOrder::Stop, &staff, "bulk.stopped").await
}

/// Lets a bulk action that was stopped go on: for those who are left. Where it marks them as paid, only who began it does.
#[utoipa::path(
    post,
    path = "/api/bulk/{id}/resume",
    tag = "bulk",
    params(("id" = String, Path, description = "The bulk action.")),
    responses(
        (status = 204, description = "It goes on, by this request or an earlier one."),
        (status = 403, description = "`forbidden`: who calls may not do this to a single candidate.", body = ErrorBody),
        (status = 404, description = "There is no such bulk action.", body = ErrorBody),
        (status = 409, description = "`bulk_over`: it has ended already. `another_till`: it marks candidates as paid, and the money goes into the till of who began it: only they resume it.", body = ErrorBody),
        (status = 503, description = "It is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn resume_bulk(
    extract::State(state): extract::State<State>,
    RequireCounter(staff): RequireCounter,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    state.obey(&id, JobOrder::Resume, &staff, "bulk.resumed").await
}

impl State {
    async fn obey(&self, id: &str, order: JobOrder, staff: &Staff, action: &str) -> ApiResult<StatusCode> {
        let id = parse(id)?;
        let job = self.dispatcher.jobs().job(&id).await;
        let job = job.map_err(ApiError::internal)?.ok_or_else(unknown)?;
        // A word of another release is nobody's.
        let what = job.work.action.known().ok_or_else(ApiError::forbidden)?;
        permitted(staff, what)?;
        let takes_money = order == JobOrder::Resume && what == BulkAction::MarkPaid;
        if takes_money && job.created_by != staff.username {
            return Err(another_till());
        }
        let entry = |job: &_| entry(self, job, &staff.username, action);
        let obeyed = self.dispatcher.order(&id, order, entry).await;
        match obeyed.map_err(ApiError::internal)? {
            Obeyed::Done => Ok(StatusCode::NO_CONTENT),
            Obeyed::Over => Err(ApiError::conflict(
                "bulk_over",
                "This bulk action has ended already.",
            )),
            Obeyed::Unknown => Err(unknown()),
        }
    }
}

fn another_till() -> ApiError {
    ApiError::conflict(
        "another_till",
        "The money of this bulk action goes into the till of who began it. Only they can resume it; or begin one of your own.",
    )
}
