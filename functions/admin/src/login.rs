//! `POST /api/admin/login`: a name and a password for a token.

use crate::Portal;
use accounts::{LONGEST, verify_password};
use axum::extract::State;
use domain::Permission;
use http_api::{ApiError, ApiResult, ClientAddress, ErrorBody, Json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;
use store::{AuditEntry, Limit, Throttle};
use utoipa::ToSchema;

/// Failures of one name from one address.
const FAILURES: Limit = Limit {
    bucket: "login",
    attempts: 10,
    window: Duration::from_secs(15 * 60),
};

/// Who wants to sign in.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Credentials {
    #[serde(default)]
    #[schema(required)]
    username: String,
    #[serde(default)]
    #[schema(required)]
    password: String,
}

/// A session.
#[derive(Serialize, ToSchema)]
pub(crate) struct Session {
    /// For the header `Authorization: Bearer …`, for 12 hours. Its payload holds id, username and role.
    token: String,
    /// For people.
    msg: &'static str,
}

/// Signs an administrator in.
#[utoipa::path(
    post,
    path = "/api/admin/login",
    tag = "admin",
    request_body = Credentials,
    responses(
        (status = 200, description = "Signed in.", body = Session),
        (status = 401, description = "Wrong name or password; which of them is not told.", body = ErrorBody),
        (status = 403, description = "The account has a role that is not known.", body = ErrorBody),
        (status = 413, description = "Larger than 1 MiB.", body = ErrorBody),
        (status = 422, description = "Name or password is missing.", body = ErrorBody),
        (status = 429, description = "Ten failures in 15 minutes; `Retry-After` says when.", body = ErrorBody),
        (status = 500, description = "The accounts could not be read.", body = ErrorBody),
    )
)]
pub(crate) async fn login(
    State(portal): State<Portal>,
    address: ClientAddress,
    credentials: ApiResult<Json<Credentials>>,
) -> ApiResult<Json<Session>> {
    sign_in(&portal, address, credentials).await.map_err(|error| {
        let text = error.text().to_owned();
        error.with("msg", text)
    })
}

async fn sign_in(
    portal: &Portal,
    address: ClientAddress,
    credentials: ApiResult<Json<Credentials>>,
) -> ApiResult<Json<Session>> {
    let Json(Credentials { username, password }) = credentials?;
    let username = username.trim();
    required("username", username)?;
    required("password", &password)?;

    // Counted before the password is looked at, so that guesses side by side cannot get past the limit.
    let caller = format!("{} {}", username.to_lowercase(), address.bucket());
    let now = portal.clock.now();
    let throttle = portal
        .access
        .throttle(FAILURES, &caller, now)
        .await
        .map_err(ApiError::internal)?;
    if let Throttle::Exceeded { retry_after } = throttle {
        return Err(ApiError::too_many(retry_after));
    }

    let found = portal
        .administrators
        .find(username)
        .await
        .map_err(ApiError::internal)?;
    let hash = found
        .as_ref()
        .map(|administrator| administrator.password_hash.clone());
    let right = tokio::task::spawn_blocking(move || verify_password(&password, hash.as_deref()));
    let right = right.await.map_err(ApiError::internal)?;
    let Some(administrator) = found.filter(|administrator| right && !administrator.disabled) else {
        return Err(ApiError::unauthorized()
            .code("invalid_credentials")
            .message("Invalid credentials."));
    };

    if !administrator.role.may(Permission::SignedIn) {
        return Err(ApiError::forbidden().message("Your account has a role that is not known here."));
    }

    // Failures stay out of the audit log, which anybody could fill with them.
    let entry = AuditEntry::new(
        now,
        &portal.entropy,
        &administrator.username,
        "admin.logged_in",
        &administrator.id,
        Value::Null,
        Value::Null,
    );
    let (version, (), ()) = tokio::try_join!(
        portal.access.version_for_new_token(&administrator.id),
        portal.access.forgive(FAILURES, &caller, now),
        portal.audit_log.keep(&entry),
    )
    .map_err(ApiError::internal)?;
    let token = portal.signer.sign(
        &administrator.id,
        &administrator.username,
        administrator.role,
        version,
        now,
    )?;
    Ok(Json(Session {
        token,
        msg: "Login successful.",
    }))
}

fn required(field: &'static str, value: &str) -> ApiResult<()> {
    match value.chars().count() {
        0 => Err(ApiError::invalid(field, "Username and password are required.")),
        1..=LONGEST => Ok(()),
        _ => Err(ApiError::invalid(field, "This is too long.")),
    }
}
