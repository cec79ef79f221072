//! `POST /api/admin/logout`: the end of an administrator's sessions, on every device.

use crate::Portal;
use axum::extract::State;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireSignedIn};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct LoggedOut {
    message: &'static str,
}

/// Ends all sessions of the administrator who asks: every token issued so far is invalid from now on.
#[utoipa::path(
    post,
    path = "/api/admin/logout",
    tag = "admin",
    responses(
        (status = 200, description = "The sessions have ended.", body = LoggedOut),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 500, description = "The sessions could not be ended.", body = ErrorBody),
    )
)]
pub(crate) async fn logout(
    State(portal): State<Portal>,
    RequireSignedIn(admin): RequireSignedIn,
) -> ApiResult<Json<LoggedOut>> {
    let entry = portal.entry(&admin, "admin.logged_out", &admin.id, Value::Null, Value::Null);
    let table = portal.audit_log.table();
    let ended = portal
        .access
        .end_sessions(&admin.id, admin.version, &entry, table);
    ended.await.map_err(ApiError::internal)?;
    Ok(Json(LoggedOut {
        message: "You are signed out.",
    }))
}
