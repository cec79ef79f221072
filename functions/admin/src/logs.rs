//! `GET /api/admin/logs`: who changed what, the newest first.

use crate::Portal;
use axum::extract::State;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Query, RequireReports};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{AuditEntry, audit::Place};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::{IntoParams, ToSchema};

const ON_A_PAGE: u16 = 50;
const MOST_ON_A_PAGE: u16 = 100;

/// Which part of the log.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wanted {
    /// How many entries, 1 to 100; 50 when left out.
    limit: Option<u16>,
    /// `next` of the page before; the newest entries when left out.
    cursor: Option<String>,
}

/// Some entries of the audit log, the newest first.
#[derive(Serialize, ToSchema)]
#[schema(as = AuditPage)]
pub(crate) struct LogPage {
    entries: Vec<LogEntry>,
    /// The cursor of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// What an administrator did.
#[derive(Serialize, ToSchema)]
#[schema(as = AuditEntry)]
pub(crate) struct LogEntry {
    /// Tells entries of one moment apart.
    id: String,
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    /// The administrator's name, or the command that was used.
    username: String,
    /// What was done, such as `payment.mark_paid`.
    action: String,
    /// To what: the id of an order, a package, an administrator.
    subject: String,
    /// What it was.
    before: Value,
    /// What it became.
    after: Value,
}

/// The audit log.
#[utoipa::path(
    get,
    path = "/api/admin/logs",
    tag = "admin",
    params(Wanted),
    responses(
        (status = 200, description = "The entries.", body = LogPage),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 422, description = "The limit or the cursor is not one.", body = ErrorBody),
        (status = 500, description = "The log could not be read.", body = ErrorBody),
    )
)]
pub(crate) async fn logs(
    State(portal): State<Portal>,
    _: RequireReports,
    Query(wanted): Query<Wanted>,
) -> ApiResult<Json<LogPage>> {
    let limit = wanted.limit.unwrap_or(ON_A_PAGE);
    if !(1..=MOST_ON_A_PAGE).contains(&limit) {
        return Err(ApiError::invalid("limit", "The limit must be 1 to 100"));
    }
    let place = wanted.cursor.map(|cursor| {
        Place::parse(&cursor).ok_or_else(|| ApiError::invalid("cursor", "The cursor is not valid"))
    });
    let page = portal
        .audit_log
        .page(place.transpose()?.as_ref(), limit, portal.clock.now())
        .await
        .map_err(ApiError::internal)?;
    Ok(Json(LogPage {
        entries: page.entries.into_iter().map(LogEntry::from).collect(),
        next: page.next.map(|place| place.to_string()),
    }))
}

impl From<AuditEntry> for LogEntry {
    fn from(entry: AuditEntry) -> Self {
        let AuditEntry {
            at,
            id,
            username,
            action,
            subject,
            before,
            after,
        } = entry;
        Self {
            id,
            at,
            username,
            action,
            subject,
            before,
            after,
        }
    }
}
