//! `POST /api/messages/{id}/stop` and `…/resume`: a message that is on its way.

use crate::{
    State,
    read::{parse, unknown},
    send::entry,
};
use axum::extract;
use domain::job::JobId;
use http::StatusCode;
use http_api::{ApiError, ApiResult, ErrorBody, Path, RequireAdmin, Staff};
use jobs::{JobOrder, Obeyed};

/// Stops a message. What is being sent at this moment goes out; the rest waits until it is resumed, on any later day.
#[utoipa::path(
    post,
    path = "/api/messages/{id}/stop",
    tag = "messages",
    params(("id" = String, Path, description = "The message.")),
    responses(
        (status = 204, description = "It is stopped, by this request or an earlier one."),
        (status = 404, description = "There is no such message.", body = ErrorBody),
        (status = 409, description = "`message_over`: it has ended already.", body = ErrorBody),
        (status = 503, description = "The message is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn stop_message(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    state
        .act(&parse(&id)?, JobOrder::Stop, &admin, "message.stopped")
        .await
}

/// Lets a message that was stopped go on: to those who have not had it.
#[utoipa::path(
    post,
    path = "/api/messages/{id}/resume",
    tag = "messages",
    params(("id" = String, Path, description = "The message.")),
    responses(
        (status = 204, description = "It goes on, by this request or an earlier one."),
        (status = 404, description = "There is no such message.", body = ErrorBody),
        (status = 409, description = "`message_over`: it has ended already.", body = ErrorBody),
        (status = 503, description = "The message is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn resume_message(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    state
        .act(&parse(&id)?, JobOrder::Resume, &admin, "message.resumed")
        .await
}

impl State {
    async fn act(&self, id: &JobId, order: JobOrder, admin: &Staff, action: &str) -> ApiResult<StatusCode> {
        let entry = |job: &_| entry(self, job, &admin.username, action);
        let obeyed = self.dispatcher.order(id, order, entry).await;
        match obeyed.map_err(ApiError::internal)? {
            Obeyed::Done => Ok(StatusCode::NO_CONTENT),
            Obeyed::Over => Err(ApiError::conflict(
                "message_over",
                "This message has ended already.",
            )),
            Obeyed::Unknown => Err(unknown()),
        }
    }
}
