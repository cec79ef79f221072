//! `POST /api/sync` and `POST /api/sync-all`: an administrator wants the sheet to be what the registrations are.

use crate::State;
use axum::extract;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin, Staff};
use serde::Serialize;
use sheet_sync::{SyncDispatchError, SyncStart};
use sheets::Spreadsheet;
use std::time::Duration;
use store::{SyncState, WrittenSheet};
use utoipa::ToSchema;

pub(crate) const NO_SPREADSHEET: &str = "No Google Sheet is configured.";

/// How long the answer waits for the end of the sync. The gateway gives up after 30 s.
const LONGEST_WAIT: time::Duration = time::Duration::seconds(20);

/// How often it looks.
const PAUSE: Duration = Duration::from_millis(300);

/// What came of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct SyncOut {
    message: String,
}

/// Writes the sheet if anything changed since it was last written.
#[utoipa::path(
    post,
    path = "/api/sync",
    tag = "sync",
    responses(
        (status = 200, description = "The sheet is what the registrations are; `message` says how many are in it, or that nothing has changed.", body = SyncOut),
        (status = 202, description = "It takes longer than 20 seconds, and continues in the background.", body = SyncOut),
        (status = 409, description = "`sync_running`: one is at work already. `no_spreadsheet`: no sheet is in the settings.", body = ErrorBody),
        (status = 500, description = "The state could not be read or written.", body = ErrorBody),
        (status = 502, description = "`sync_failed`: the sheet could not be written; `message` says why, and what to do. `sync_not_started`: the work could not be handed over.", body = ErrorBody),
    )
)]
pub(crate) async fn sync(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
) -> ApiResult<Response> {
    begin(&state, &admin, false).await
}

/// Rewrites the whole sheet, whatever changed.
#[utoipa::path(
    post,
    path = "/api/sync-all",
    tag = "sync",
    responses(
        (status = 200, description = "The sheet is what the registrations are; `message` says how many are in it.", body = SyncOut),
        (status = 202, description = "It takes longer than 20 seconds, and continues in the background.", body = SyncOut),
        (status = 409, description = "`sync_running`: one is at work already. `no_spreadsheet`: no sheet is in the settings.", body = ErrorBody),
        (status = 500, description = "The state could not be read or written.", body = ErrorBody),
        (status = 502, description = "`sync_failed`: the sheet could not be written; `message` says why, and what to do. `sync_not_started`: the work could not be handed over.", body = ErrorBody),
    )
)]
pub(crate) async fn sync_all(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
) -> ApiResult<Response> {
    begin(&state, &admin, true).await
}

async fn begin(state: &State, admin: &Staff, anyway: bool) -> ApiResult<Response> {
    let Some(spreadsheet) = &state.spreadsheet else {
        return Err(ApiError::conflict("no_spreadsheet", NO_SPREADSHEET));
    };
    let seen = state.dispatcher.state().await.map_err(ApiError::internal)?;
    if !anyway && is_up_to_date(state, &seen, spreadsheet).await? {
        return Ok(response(
            StatusCode::OK,
            "Nothing has changed since the last sync.".to_owned(),
        ));
    }
    let target = spreadsheet.name();
    let begun = state.dispatcher.begin(&seen, &admin.username, &target).await;
    match begun.map_err(not_begun)? {
        SyncStart::Job { job } => outcome(state, &job).await,
        SyncStart::AnotherRuns => Err(ApiError::conflict("sync_running", "A sync is already running.")),
    }
}

async fn is_up_to_date(state: &State, seen: &SyncState, spreadsheet: &Spreadsheet) -> ApiResult<bool> {
    let Some(WrittenSheet {
        revision,
        target,
        header,
    }) = &seen.written
    else {
        return Ok(false);
    };
    // A release that has other columns writes the sheet once more, whatever else changed.
    if *header != sheet_sync::header() {
        return Ok(false);
    }
    let aggregates = state
        .registrations
        .aggregates()
        .await
        .map_err(ApiError::internal)?;
    Ok(!seen.running && *revision == aggregates.revision && *target == spreadsheet.name())
}

fn not_begun(error: SyncDispatchError) -> ApiError {
    match error {
        SyncDispatchError::Store(error) => ApiError::internal(error),
        SyncDispatchError::Invocation(error) => {
            let message = "The sync could not be started. Please try again.";
            ApiError::bad_gateway("sync_not_started", message).because(error)
        }
    }
}

/// Waits for the end of the job, for as long as a person may wait.
async fn outcome(state: &State, job: &str) -> ApiResult<Response> {
    let until = state.clock.now() + LONGEST_WAIT;
    loop {
        // Looked at before the state: what ended in time is not answered as if it had not.
        let late = state.clock.now() >= until;
        let now = state.dispatcher.state().await.map_err(ApiError::internal)?;
        // Another job can only have begun after this one had ended, and its outcome is asked for by another.
        if !now.running || now.job != job {
            return match now.error {
                Some(error) if now.job == job => Err(ApiError::bad_gateway("sync_failed", error)),
                _ => Ok(response(StatusCode::OK, summary(now.done))),
            };
        }
        if late {
            let message = "The sync is still running. It continues automatically.";
            return Ok(response(StatusCode::ACCEPTED, message.to_owned()));
        }
        state.pauses.wait(PAUSE).await;
    }
}

fn summary(candidates: u64) -> String {
    match candidates {
        1 => "1 candidate is in the sheet.".to_owned(),
        _ => format!("{candidates} candidates are in the sheet."),
    }
}

fn response(status: StatusCode, message: String) -> Response {
    (status, Json(SyncOut { message })).into_response()
}
