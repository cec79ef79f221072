//! `/api/admin/users/{username}/sessions`: where somebody else is signed in, and the end of it: of a phone that was lost, or
//! of a person who does not work here any more.

use crate::{
    Portal,
    sessions::{ListedSession, listed, unknown},
};
use axum::{extract::State, http::StatusCode};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireAdmin};
use serde_json::{Value, json};
use store::{Administrator, Session, Standing, Write};

/// Where a person is signed in.
#[utoipa::path(
    get,
    path = "/api/admin/users/{username}/sessions",
    tag = "admin",
    operation_id = "user_sessions",
    params(("username" = String, Path)),
    responses(
        (status = 200, description = "The sessions, the one that was used last first.", body = [ListedSession]),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 404, description = "There is no account of that name.", body = ErrorBody),
        (status = 500, description = "The sessions could not be read.", body = ErrorBody),
    )
)]
pub(crate) async fn user_sessions(
    State(portal): State<Portal>,
    RequireAdmin(admin): RequireAdmin,
    Path(username): Path<String>,
) -> ApiResult<Json<Vec<ListedSession>>> {
    let account = portal.account_at(&username).await?;
    let standing = portal.standing_of(&account).await?;
    let live = portal.sessions_of(&account, &standing).await?;
    Ok(Json(listed(live, account.role, &admin)))
}

/// Ends one session of a person.
#[utoipa::path(
    delete,
    path = "/api/admin/users/{username}/sessions/{id}",
    tag = "admin",
    operation_id = "end_user_session",
    params(("username" = String, Path), ("id" = String, Path)),
    responses(
        (status = 204, description = "It has ended."),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 404, description = "There is no such account, or no such session of it.", body = ErrorBody),
        (status = 500, description = "The session could not be ended.", body = ErrorBody),
    )
)]
pub(crate) async fn end_user_session(
    State(portal): State<Portal>,
    RequireAdmin(admin): RequireAdmin,
    Path((username, id)): Path<(String, String)>,
) -> ApiResult<StatusCode> {
    let account = portal.account_at(&username).await?;
    let standing = portal.standing_of(&account).await?;
    let live = portal.sessions_of(&account, &standing).await?;
    let session = live.into_iter().find(|session| session.id == id);
    let session = session.ok_or_else(unknown)?;
    let before = json!({ "username": account.username, "device": session.device });
    let entry = portal.entry(&admin, "admin.session_ended", &account.id, before, Value::Null);
    let table = portal.audit_log.table();
    let ended = portal
        .access
        .end_session(&account.id, &session.id, &entry, table)
        .await;
    match ended.map_err(ApiError::internal)? {
        Write::Done => Ok(StatusCode::NO_CONTENT),
        Write::Stale => Err(unknown()),
    }
}

/// Ends every session of a person.
#[utoipa::path(
    delete,
    path = "/api/admin/users/{username}/sessions",
    tag = "admin",
    operation_id = "end_user_sessions",
    params(("username" = String, Path)),
    responses(
        (status = 204, description = "They have ended."),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 404, description = "There is no account of that name.", body = ErrorBody),
        (status = 500, description = "The sessions could not be ended.", body = ErrorBody),
    )
)]
pub(crate) async fn end_user_sessions(
    State(portal): State<Portal>,
    RequireAdmin(admin): RequireAdmin,
    Path(username): Path<String>,
) -> ApiResult<StatusCode> {
    let account = portal.account_at(&username).await?;
    // Who has never signed in has nothing to end.
    let Some(version) = portal.standing_of(&account).await?.version else {
        return Ok(StatusCode::NO_CONTENT);
    };
    let before = json!({ "username": account.username });
    let entry = portal.entry(
        &admin,
        "admin.logged_out_everywhere",
        &account.id,
        before,
        Value::Null,
    );
    let table = portal.audit_log.table();
    let ended = portal.access.end_sessions(&account.id, version, &entry, table);
    ended.await.map_err(ApiError::internal)?;
    Ok(StatusCode::NO_CONTENT)
}

impl Portal {
    pub(crate) async fn standing_of(&self, account: &Administrator) -> ApiResult<Standing> {
        let standing = self.access.standing(&account.id, None).await;
        standing.map_err(ApiError::internal)
    }

    /// The sessions of an account that go on; none of one that nobody is let in by.
    pub(crate) async fn sessions_of(
        &self,
        account: &Administrator,
        standing: &Standing,
    ) -> ApiResult<Vec<Session>> {
        match standing.version {
            Some(version) if !account.disabled => {
                self.live_sessions(&account.id, account.role, version).await
            }
            Some(_) | None => Ok(Vec::new()),
        }
    }
}
