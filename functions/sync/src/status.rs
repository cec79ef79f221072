//! `GET /api/sync`: the status of the sync.

use crate::{State, begin};
use axum::extract;
use domain::job::Job;
use http_api::{ApiResult, Json, RequireReports};
use serde::Serialize;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

/// The status of the sync.
#[derive(Serialize, ToSchema)]
#[schema(as = SyncState)]
pub(crate) struct SyncStatus {
    /// Whether one is at work.
    running: bool,
    /// Candidates written so far.
    done: u64,
    /// Candidates there were when it began.
    total: u64,
    /// When a sync last ended well.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "date-time")]
    last_sync: Option<String>,
    /// Why the last one did not, in words for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// What the present one waits for, in words for people. It continues automatically.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<String>,
    /// Where the sheet can be looked at; empty while none is configured.
    sheet_url: String,
    /// When the present one, or the last, was begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "date-time")]
    started_at: Option<String>,
}

/// The status of the sync.
#[utoipa::path(
    get,
    path = "/api/sync",
    operation_id = "sync_state",
    tag = "sync",
    responses(
        (status = 200, description = "Its status.", body = SyncStatus),
    )
)]
pub(crate) async fn status(
    extract::State(state): extract::State<State>,
    _: RequireReports,
) -> ApiResult<Json<SyncStatus>> {
    let job = state.last().await?;
    let is_running = job.as_ref().is_some_and(Job::is_running);
    let error = job.as_ref().and_then(|job| job.error.clone());
    let (sheet_url, error) = match &state.spreadsheet {
        Some(spreadsheet) => (spreadsheet.page.clone(), error),
        None => (String::new(), Some(begin::NO_SPREADSHEET.to_owned())),
    };
    Ok(Json(SyncStatus {
        running: is_running,
        done: job.as_ref().map_or(0, |job| job.done),
        total: job.as_ref().map_or(0, |job| job.total),
        started_at: job.as_ref().and_then(|job| written(job.created_at)),
        last_sync: job.as_ref().and_then(|job| job.work.last_sync).and_then(written),
        error,
        waiting: job.and_then(|job| job.work.waiting).filter(|_| is_running),
        sheet_url,
    }))
}

fn written(moment: OffsetDateTime) -> Option<String> {
    moment.format(&Rfc3339).ok()
}
