//! `/api/admin/users/{username}/sessions`: where another person is signed in, and the end of it: of a phone that was lost, or
//! of a person who does not work here any more.

use crate::{
    Portal,
    sessions::{Holder, ListedSession},
};
use axum::{extract::State, http::StatusCode};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireAdmin, Staff};
use store::{Administrator, TokenRecord};

/// Where a person is signed in.
#[utoipa::path(
    get,
    path = "/api/admin/users/{username}/sessions",
    tag = "admin",
    operation_id = "user_sessions",
    params(("username" = String, Path)),
    responses(
        (status = 200, description = "The sessions, the one that was used last first.", body = [ListedSession]),
        (status = 404, description = "There is no account of that name.", body = ErrorBody),
    )
)]
pub(crate) async fn user_sessions(
    State(portal): State<Portal>,
    RequireAdmin(admin): RequireAdmin,
    Path(username): Path<String>,
) -> ApiResult<Json<Vec<ListedSession>>> {
    let holder = portal.holder_at(&username).await?;
    portal.listed_sessions(&holder, &admin).await.map(Json)
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
        (status = 404, description = "There is no such account, or no such session of it.", body = ErrorBody),
        (status = 409, description = "`own_account`: the account is one's own.", body = ErrorBody),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn end_user_session(
    State(portal): State<Portal>,
    RequireAdmin(admin): RequireAdmin,
    Path((username, id)): Path<(String, String)>,
) -> ApiResult<StatusCode> {
    let holder = portal.other_at(&username, &admin).await?;
    portal.end_one(&admin, &holder, &id, None).await?;
    Ok(StatusCode::NO_CONTENT)
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
        (status = 404, description = "There is no account of that name.", body = ErrorBody),
        (status = 409, description = "`own_account`: the account is one's own.", body = ErrorBody),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn end_user_sessions(
    State(portal): State<Portal>,
    RequireAdmin(admin): RequireAdmin,
    Path(username): Path<String>,
) -> ApiResult<StatusCode> {
    let holder = portal.other_at(&username, &admin).await?;
    portal.end_all(&admin, &holder).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl Portal {
    pub(crate) async fn token_record_of(&self, account: &Administrator) -> ApiResult<TokenRecord> {
        let record = self.access.token_record(&account.id, None).await;
        record.map_err(ApiError::internal)
    }

    /// Whose sessions are asked for by name.
    async fn holder_at(&self, username: &str) -> ApiResult<Holder> {
        let account = self.account_at(username).await?;
        let record = self.token_record_of(&account).await?;
        Ok(Holder::new(&account, &record))
    }

    /// Whose sessions are to be ended: another person's. The own ones are ended for the password alone.
    async fn other_at(&self, username: &str, admin: &Staff) -> ApiResult<Holder> {
        let holder = self.holder_at(username).await?;
        if holder.id == admin.id {
            let message = "End your own sessions under My account.";
            return Err(ApiError::conflict("own_account", message));
        }
        Ok(holder)
    }
}

impl Holder {
    /// A person by their account; nobody is let in by one that is disabled.
    pub(crate) fn new(account: &Administrator, record: &TokenRecord) -> Self {
        Self {
            id: account.id.clone(),
            username: account.username.clone(),
            role: account.role,
            version: record.version.filter(|_| !account.disabled),
        }
    }
}
