//! `GET /api/messages`: the newest messages.

use crate::{State, shown::MessageOut};
use axum::extract;
use futures::future::try_join_all;
use http_api::{ApiError, ApiResult, Json, RequireLookup};
use serde::Serialize;
use utoipa::ToSchema;

/// As many as a screen shows.
const SHOWN: u16 = 20;

/// The newest messages, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct MessageList {
    messages: Vec<MessageOut>,
}

/// The newest messages.
#[utoipa::path(
    get,
    path = "/api/messages",
    tag = "messages",
    responses(
        (status = 200, description = "At most 20 of them.", body = MessageList),
    )
)]
pub(crate) async fn list_messages(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
) -> ApiResult<Json<MessageList>> {
    let jobs = state.dispatcher.jobs().newest(SHOWN).await;
    let shown = jobs.map_err(ApiError::internal)?.into_iter();
    let messages = try_join_all(shown.map(|job| state.shown(job))).await;
    Ok(Json(MessageList {
        messages: messages.map_err(ApiError::internal)?,
    }))
}
