//! `POST /api/admin/logout`: the end of the session that asks.

use crate::Portal;
use axum::extract::State;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireSession};
use serde::Serialize;
use serde_json::Value;
use store::Write;
use utoipa::ToSchema;

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct LoggedOut {
    message: &'static str,
}

/// Ends the session that asks; others of the same person go on.
#[utoipa::path(
    post,
    path = "/api/admin/logout",
    tag = "admin",
    responses(
        (status = 200, description = "The session has ended.", body = LoggedOut),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn logout(
    State(portal): State<Portal>,
    RequireSession(staff): RequireSession,
) -> ApiResult<Json<LoggedOut>> {
    let entry = portal.entry(&staff, "admin.logged_out", &staff.id, Value::Null, Value::Null);
    let audit = portal.audit_log.table().audit(&entry);
    let ended = portal.access.end_session(&staff.id, &staff.session, None, audit);
    match ended.await.map_err(ApiError::internal)? {
        // Ended already is ended.
        Write::Done | Write::Stale => {}
    }
    Ok(Json(LoggedOut {
        message: "You are signed out.",
    }))
}
