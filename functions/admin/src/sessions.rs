//! `/api/admin/sessions`: where the person who asks is signed in, and the end of it.

use crate::{Portal, signed_in::SignedIn};
use axum::{extract::State, http::StatusCode};
use domain::Role;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireSignedIn, Staff};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Session, Succession, Write};
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

/// The password of the person who asks, once more.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasswordAgain {
    /// The present password.
    #[serde(default)]
    #[schema(required)]
    password: String,
}

/// Whose sessions they are.
pub(crate) struct Holder {
    pub(crate) id: String,
    pub(crate) username: String,
    pub(crate) role: Role,
    /// That of the tokens that let the person in; none if there are none.
    pub(crate) version: Option<u64>,
}

impl From<&Staff> for Holder {
    fn from(staff: &Staff) -> Self {
        Self {
            id: staff.id.clone(),
            username: staff.username.clone(),
            role: staff.role,
            version: Some(staff.version),
        }
    }
}

/// Where the person who asks is signed in.
#[utoipa::path(
    get,
    path = "/api/admin/sessions",
    tag = "admin",
    operation_id = "own_sessions",
    responses(
        (status = 200, description = "The sessions, the one that was used last first.", body = [ListedSession]),
    )
)]
pub(crate) async fn sessions(
    State(portal): State<Portal>,
    RequireSignedIn(staff): RequireSignedIn,
) -> ApiResult<Json<Vec<ListedSession>>> {
    portal
        .listed_sessions(&Holder::from(&staff), &staff)
        .await
        .map(Json)
}

/// Ends another session of the person who asks, for the password, and gives this one another token.
#[utoipa::path(
    delete,
    path = "/api/admin/sessions/{id}",
    tag = "admin",
    params(("id" = String, Path)),
    request_body = PasswordAgain,
    responses(
        (status = 200, description = "It has ended; the token that asked has, too, and this one takes its place.", body = SignedIn),
        (status = 404, description = "There is no such session of this person.", body = ErrorBody),
        (status = 409, description = "`current_session`: it is the one that asks; signing out ends it.", body = ErrorBody),
        (status = 422, description = "The password is wrong.", body = ErrorBody),
        (status = 429, description = "A pause after wrong passwords; `Retry-After` says when.", body = ErrorBody),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn end_session(
    State(portal): State<Portal>,
    RequireSignedIn(staff): RequireSignedIn,
    Path(id): Path<String>,
    Json(PasswordAgain { password }): Json<PasswordAgain>,
) -> ApiResult<Json<SignedIn>> {
    let own = portal.own_session(&staff).await?;
    if own.1.id == id {
        let message = "This is the session that you are using. Sign out to end it.";
        return Err(ApiError::conflict("current_session", message));
    }
    let confirmed = portal.ask_password(own, password, "password").await?;
    portal.end_own(&staff, confirmed, &id).await.map(Json)
}

/// Ends every session of the person who asks, this one among them, for the password.
#[utoipa::path(
    delete,
    path = "/api/admin/sessions",
    tag = "admin",
    request_body = PasswordAgain,
    responses(
        (status = 204, description = "They have ended."),
        (status = 422, description = "The password is wrong.", body = ErrorBody),
        (status = 429, description = "A pause after wrong passwords; `Retry-After` says when.", body = ErrorBody),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn end_sessions(
    State(portal): State<Portal>,
    RequireSignedIn(staff): RequireSignedIn,
    Json(PasswordAgain { password }): Json<PasswordAgain>,
) -> ApiResult<StatusCode> {
    let own = portal.own_session(&staff).await?;
    portal.ask_password(own, password, "password").await?;
    portal.end_all(&staff, &Holder::from(&staff)).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn unknown() -> ApiError {
    ApiError::not_found("There is no such session.")
}

impl Portal {
    /// The sessions of a person as `asker` sees them, the one that was used last first.
    pub(crate) async fn listed_sessions(
        &self,
        holder: &Holder,
        asker: &Staff,
    ) -> ApiResult<Vec<ListedSession>> {
        let mut live = self.live_sessions(holder).await?;
        live.sort_by_key(|session| std::cmp::Reverse(session.last_seen));
        let sessions = live.into_iter().map(|session| ListedSession {
            current: asker.session == session.id,
            ends_at: session.began + domain::session::lifetime(holder.role),
            id: session.id,
            device: session.device,
            created_at: session.began,
            last_seen: session.last_seen,
        });
        Ok(sessions.collect())
    }

    /// Ends a session of a person; that of the person themselves goes on as `own` says.
    pub(crate) async fn end_one(
        &self,
        asker: &Staff,
        holder: &Holder,
        id: &str,
        own: Option<Succession<'_>>,
    ) -> ApiResult<()> {
        let live = self.live_sessions(holder).await?;
        let session = live.into_iter().find(|session| session.id == id);
        let session = session.ok_or_else(unknown)?;
        let before = json!({ "username": holder.username, "device": session.device });
        let entry = self.entry(asker, "admin.session_ended", &holder.id, before, Value::Null);
        let audit = self.audit_log.table().audit(&entry);
        let ended = self.access.end_session(&holder.id, &session.id, own, audit);
        match ended.await.map_err(ApiError::internal)? {
            Write::Done => Ok(()),
            Write::Stale => Err(unknown()),
        }
    }

    /// Ends every session of a person.
    pub(crate) async fn end_all(&self, asker: &Staff, holder: &Holder) -> ApiResult<()> {
        // Who has never signed in has nothing to end.
        let Some(version) = holder.version else {
            return Ok(());
        };
        let before = json!({ "username": holder.username });
        let entry = self.entry(
            asker,
            "admin.logged_out_everywhere",
            &holder.id,
            before,
            Value::Null,
        );
        let audit = self.audit_log.table().audit(&entry);
        let ended = self.access.end_sessions(&holder.id, version, audit);
        ended.await.map_err(ApiError::internal)
    }

    /// The sessions of a person that go on.
    pub(crate) async fn live_sessions(&self, holder: &Holder) -> ApiResult<Vec<Session>> {
        let Some(version) = holder.version else {
            return Ok(Vec::new());
        };
        let mut sessions = self
            .access
            .sessions(&holder.id)
            .await
            .map_err(ApiError::internal)?;
        let now = self.clock.now();
        sessions.retain(|session| session.ver == version && !session.times().have_run_out(holder.role, now));
        Ok(sessions)
    }
}
