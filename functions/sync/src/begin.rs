//! `POST /api/sync` and `POST /api/sync-all`: an administrator wants the sheet to be what the registrations are.

use crate::State;
use axum::extract;
use axum::response::{IntoResponse, Response};
use domain::job::{Due, Job, JobId};
use http::StatusCode;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin, Staff};
use jobs::DispatchError;
use serde::Serialize;
use serde_json::{Value, json};
use sheet_sync::DELETING;
use sheets::Spreadsheet;
use std::time::Duration;
use store::{AuditEntry, SheetSync, Write, WrittenSheet};
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
        (status = 409, description = "`sync_running`: one is at work already. `no_spreadsheet`: no sheet is in the settings. `deletion_begun`: the event is being deleted.", body = ErrorBody),
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
        (status = 409, description = "`sync_running`: one is at work already. `no_spreadsheet`: no sheet is in the settings. `deletion_begun`: the event is being deleted.", body = ErrorBody),
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
    let is_deleting = state.registrations.deletion_has_begun().await;
    if is_deleting.map_err(ApiError::internal)? {
        return Err(ApiError::conflict("deletion_begun", DELETING));
    }
    let seen = state.last().await?;
    if !anyway && is_up_to_date(state, seen.as_ref(), spreadsheet).await? {
        return Ok(response(
            StatusCode::OK,
            "Nothing has changed since the last sync.".to_owned(),
        ));
    }
    let now = state.clock.now();
    if seen
        .as_ref()
        .is_some_and(|seen| seen.is_running() && seen.due(now) != Due::Dead)
    {
        return Err(running());
    }
    let last_sync = seen.as_ref().and_then(|seen| seen.work.last_sync);
    let sync = SheetSync {
        last_sync,
        ..SheetSync::default()
    };
    let job = state.dispatcher.plan(sync, &admin.username);
    let (by, target) = (&admin.username, spreadsheet.name());
    let named = json!({ "job": job.id });
    let entry = AuditEntry::new(
        now,
        &state.entropy,
        by,
        "sync.started",
        &target,
        Value::Null,
        named,
    );
    let begun = state.dispatcher.begin(seen.as_ref(), &job, &entry).await;
    match begun.map_err(not_begun)? {
        Write::Done => outcome(state, &job.id).await,
        Write::Stale => Err(running()),
    }
}

fn running() -> ApiError {
    ApiError::conflict("sync_running", "A sync is already running.")
}

async fn is_up_to_date(
    state: &State,
    seen: Option<&Job<SheetSync>>,
    spreadsheet: &Spreadsheet,
) -> ApiResult<bool> {
    let Some(seen) = seen.filter(|seen| !seen.is_running()) else {
        return Ok(false);
    };
    let Some(WrittenSheet {
        revision,
        target,
        header,
        exam_names,
    }) = &seen.work.written
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
    if *revision != aggregates.revision || *target != spreadsheet.name() {
        return Ok(false);
    }
    // The sheet says what the chosen exams are called, and no candidate changes when one is renamed.
    let names = state.catalogue.exam_names().await.map_err(ApiError::internal)?;
    Ok(exam_names.as_ref() == Some(&names.digest()))
}

fn not_begun(error: DispatchError) -> ApiError {
    match error {
        DispatchError::Store(error) => ApiError::internal(error),
        DispatchError::Invocation(error) => {
            let message = "The sync could not be started. Please try again.";
            ApiError::bad_gateway("sync_not_started", message).because(error)
        }
    }
}

/// Waits for the end of the job, for as long as a person may wait.
async fn outcome(state: &State, id: &JobId) -> ApiResult<Response> {
    let until = state.clock.now() + LONGEST_WAIT;
    loop {
        // Looked at before the state: what ended in time is not answered as if it had not.
        let late = state.clock.now() >= until;
        // Another job can only have begun after this one had ended, and its outcome is asked for by another.
        let last = state.last().await?;
        let (is_running, done, error) = match last {
            Some(job) if job.id == *id => (job.is_running(), job.done, job.error),
            Some(other) => (false, other.done, None),
            None => (false, 0, None),
        };
        if !is_running {
            return match error {
                Some(error) => Err(ApiError::bad_gateway("sync_failed", error)),
                None => Ok(response(StatusCode::OK, summary(done))),
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
