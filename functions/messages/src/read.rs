//! `GET /api/messages/{id}`: how far a message is.

use crate::{State, shown::MessageOut};
use axum::extract;
use domain::job::JobId;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireLookup};

/// One message.
#[utoipa::path(
    get,
    path = "/api/messages/{id}",
    tag = "messages",
    params(("id" = String, Path, description = "The message.")),
    responses(
        (status = 200, description = "The message.", body = MessageOut),
        (status = 404, description = "There is no such message.", body = ErrorBody),
    )
)]
pub(crate) async fn read_message(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
    Path(id): Path<String>,
) -> ApiResult<Json<MessageOut>> {
    let job = state.dispatcher.jobs().job(&parse(&id)?).await;
    let job = job.map_err(ApiError::internal)?.ok_or_else(unknown)?;
    Ok(Json(state.shown(job).await.map_err(ApiError::internal)?))
}

pub(crate) fn parse(id: &str) -> ApiResult<JobId> {
    JobId::parse(id).ok_or_else(unknown)
}

pub(crate) fn unknown() -> ApiError {
    ApiError::not_found("There is no such message.")
}
