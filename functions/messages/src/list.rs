//! `GET /api/messages`: the newest messages.

use crate::{State, shown::MessageOut};
use axum::extract;
use domain::job::JobState;
use futures::future::try_join_all;
use http_api::{ApiError, ApiResult, Json, RequireLookup};
use serde::Serialize;
use utoipa::ToSchema;

/// As many as a screen shows.
const SHOWN: usize = 20;

/// Among as many of the newest these are found: more than an event sends, those about single results included.
const LOOKED_AT: u16 = 1_000;

/// The newest messages, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct MessageList {
    messages: Vec<MessageOut>,
}

/// The newest messages.
///
/// One that was stopped is among them however old it is, since it can go on. One about a single result that was corrected is left
/// out once it is done: the page of its candidate has it.
#[utoipa::path(
    get,
    path = "/api/messages",
    tag = "messages",
    responses(
        (status = 200, description = "At most 20 of them, and each earlier one that is stopped.", body = MessageList),
    )
)]
pub(crate) async fn list_messages(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
) -> ApiResult<Json<MessageList>> {
    let jobs = state.dispatcher.jobs().listed(LOOKED_AT).await;
    let listed = jobs.map_err(ApiError::internal)?.into_iter().enumerate();
    let listed = listed.filter(|(place, job)| *place < SHOWN || job.state == JobState::Stopped);
    let messages = try_join_all(listed.map(|(_, job)| state.shown(job))).await;
    Ok(Json(MessageList {
        messages: messages.map_err(ApiError::internal)?,
    }))
}
