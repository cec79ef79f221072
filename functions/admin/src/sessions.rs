//! `/api/admin/sessions`: where the person who asks is signed in, and the end of it.

use crate::Portal;
use axum::{extract::State, http::StatusCode};
use domain::Role;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireSignedIn, Staff};
use serde::Serialize;
use serde_json::{Value, json};
use store::{Session, StoreError, Write};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

/// A session that goes on.
#[derive(Serialize, ToSchema)]
#[schema(as = StaffSession)]
pub(crate) struct ListedSession {
    id: String,
    /// What it was begun with, such as "Chrome on Android".
    device: String,
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    created_at: OffsetDateTime,
    /// Its last use, to two minutes.
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    last_seen: OffsetDateTime,
    /// When it ends, however much it is used.
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    ends_at: OffsetDateTime,
    /// Whether it is the one that asks.
    current: bool,
}

/// Where the person who asks is signed in.
#[utoipa::path(
    get,
    path = "/api/admin/sessions",
    tag = "admin",
    operation_id = "own_sessions",
    responses(
        (status = 200, description = "The sessions, the one that was used last first.", body = [ListedSession]),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 500, description = "The sessions could not be read.", body = ErrorBody),
    )
)]
pub(crate) async fn sessions(
    State(portal): State<Portal>,
    RequireSignedIn(staff): RequireSignedIn,
) -> ApiResult<Json<Vec<ListedSession>>> {
    let live = portal.live_sessions(&staff.id, staff.role, staff.version).await?;
    Ok(Json(listed(live, staff.role, &staff)))
}

/// Sessions of a person in `role` as `asker` sees them, the one that was used last first.
pub(crate) fn listed(mut live: Vec<Session>, role: Role, asker: &Staff) -> Vec<ListedSession> {
    live.sort_by_key(|session| std::cmp::Reverse(session.last_seen));
    let sessions = live.into_iter().map(|session| ListedSession {
        current: asker.session.as_ref() == Some(&session.id),
        ends_at: session.began + domain::session::lifetime(role),
        id: session.id,
        device: session.device,
        created_at: session.began,
        last_seen: session.last_seen,
    });
    sessions.collect()
}

/// Ends one session of the person who asks.
#[utoipa::path(
    delete,
    path = "/api/admin/sessions/{id}",
    tag = "admin",
    params(("id" = String, Path)),
    responses(
        (status = 204, description = "It has ended."),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 404, description = "There is no such session of this person.", body = ErrorBody),
        (status = 500, description = "The session could not be ended.", body = ErrorBody),
    )
)]
pub(crate) async fn end_session(
    State(portal): State<Portal>,
    RequireSignedIn(staff): RequireSignedIn,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let live = portal.live_sessions(&staff.id, staff.role, staff.version).await?;
    let session = live.into_iter().find(|session| session.id == id);
    let session = session.ok_or_else(unknown)?;
    let before = json!({ "device": session.device });
    let entry = portal.entry(&staff, "admin.session_ended", &staff.id, before, Value::Null);
    let table = portal.audit_log.table();
    let ended = portal
        .access
        .end_session(&staff.id, &session.id, &entry, table)
        .await;
    match ended.map_err(ApiError::internal)? {
        Write::Done => Ok(StatusCode::NO_CONTENT),
        Write::Stale => Err(unknown()),
    }
}

/// Ends every session of the person who asks, this one among them.
#[utoipa::path(
    delete,
    path = "/api/admin/sessions",
    tag = "admin",
    responses(
        (status = 204, description = "They have ended."),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 500, description = "The sessions could not be ended.", body = ErrorBody),
    )
)]
pub(crate) async fn end_sessions(
    State(portal): State<Portal>,
    RequireSignedIn(staff): RequireSignedIn,
) -> ApiResult<StatusCode> {
    let entry = portal.entry(
        &staff,
        "admin.logged_out_everywhere",
        &staff.id,
        Value::Null,
        Value::Null,
    );
    let table = portal.audit_log.table();
    let ended = portal
        .access
        .end_sessions(&staff.id, staff.version, &entry, table);
    ended.await.map_err(ApiError::internal)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) fn unknown() -> ApiError {
    ApiError::not_found("There is no such session.")
}

impl Portal {
    /// The sessions of an account that go on.
    pub(crate) async fn live_sessions(&self, id: &str, role: Role, version: u64) -> ApiResult<Vec<Session>> {
        let found: Result<Vec<Session>, StoreError> = self.access.sessions(id).await;
        let mut sessions = found.map_err(ApiError::internal)?;
        let now = self.clock.now();
        sessions.retain(|session| session.ver == version && !session.times().have_run_out(role, now));
        Ok(sessions)
    }
}
