//! `GET /api/admin/logs`: who changed what, the newest first.

mod query;
mod target;

use crate::Portal;
use axum::extract::State;
use domain::CustomerId;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Query, RequireReports};
use query::LogQuery;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use store::AuditEntry;
use target::{Target, candidate_of, target_of};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

/// Some entries of the audit log, the newest first.
#[derive(Serialize, ToSchema)]
#[schema(as = AuditPage)]
pub(crate) struct LogPage {
    entries: Vec<LogEntry>,
    /// The cursor of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// How far back was looked, where a page ends because enough was looked through and not because it is full.
    #[serde(skip_serializing_if = "Option::is_none", with = "rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    searched_to: Option<OffsetDateTime>,
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
    /// The thing that it was done to; absent where it has neither page nor name.
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<Target>,
    /// What it was.
    before: Value,
    /// What it became.
    after: Value,
}

/// The audit log.
///
/// A search by `by` or `kind` looks through at most a thousand entries of each month at once. A page that ends
/// because of that has fewer entries than `limit`, perhaps none, and `searched_to` says how far back it came;
/// `next` goes on from there.
#[utoipa::path(
    get,
    path = "/api/admin/logs",
    tag = "admin",
    params(LogQuery),
    responses(
        (status = 200, description = "The entries.", body = LogPage),
        (status = 422, description = "The limit, the cursor or a filter is not one.", body = ErrorBody),
    )
)]
pub(crate) async fn logs(
    State(portal): State<Portal>,
    _: RequireReports,
    Query(query): Query<LogQuery>,
) -> ApiResult<Json<LogPage>> {
    let asked = query.parse()?;
    let page = portal
        .audit_log
        .search(
            &asked.sought,
            asked.position.as_ref(),
            asked.limit,
            portal.clock.now(),
        )
        .await
        .map_err(ApiError::internal)?;
    let ended_early = page.entries.len() < usize::from(asked.limit);
    let names = names(&portal, &page.entries).await;
    Ok(Json(LogPage {
        searched_to: page
            .next
            .as_ref()
            .filter(|_| ended_early)
            .map(|position| position.moment()),
        next: page.next.map(|position| position.to_string()),
        entries: page
            .entries
            .into_iter()
            .map(|entry| shown(entry, names.as_ref()))
            .collect(),
    }))
}

/// The names of the candidates on a page. The log is complete without them, and also says whether a session still holds,
/// so a table of candidates that does not answer is not its failure.
async fn names(portal: &Portal, entries: &[AuditEntry]) -> Option<HashMap<CustomerId, String>> {
    let candidates: Vec<CustomerId> = entries.iter().filter_map(candidate_of).collect();
    if candidates.is_empty() {
        return None;
    }
    match portal.registrations.names(&candidates).await {
        Ok(names) => Some(names),
        Err(error) => {
            tracing::warn!(cause = %error, "the audit log is shown without the names of candidates");
            None
        }
    }
}

fn shown(entry: AuditEntry, names: Option<&HashMap<CustomerId, String>>) -> LogEntry {
    let target = target_of(&entry, names);
    let AuditEntry {
        at,
        id,
        username,
        action,
        subject,
        before,
        after,
    } = entry;
    LogEntry {
        id,
        at,
        username,
        action,
        subject,
        target,
        before,
        after,
    }
}
