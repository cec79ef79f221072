//! `PUT /api/admin/password`: a person's own password.

use crate::Portal;
use accounts::{verify_password, weakness};
use axum::{extract::State, http::StatusCode};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequirePasswordHolder};
use serde::Deserialize;
use serde_json::Value;
use store::Administrator;
use utoipa::ToSchema;

/// The present password, and the one that replaces it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasswordChange {
    #[serde(default)]
    #[schema(required)]
    current: String,
    /// At least 12 characters, and hard to guess.
    #[serde(default)]
    #[schema(required)]
    new: String,
}

/// Replaces the own password, and ends the person's other sessions.
#[utoipa::path(
    put,
    path = "/api/admin/password",
    tag = "admin",
    operation_id = "change_password",
    request_body = PasswordChange,
    responses(
        (status = 204, description = "It holds from now on."),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 409, description = "The account was changed meanwhile.", body = ErrorBody),
        (status = 413, description = "Larger than 1 MiB.", body = ErrorBody),
        (status = 422, description = "The present password is wrong, or the new one too short or too easy to guess.", body = ErrorBody),
        (status = 429, description = "A pause after wrong passwords; `Retry-After` says when.", body = ErrorBody),
        (status = 500, description = "It could not be changed.", body = ErrorBody),
    )
)]
pub(crate) async fn change_password(
    State(portal): State<Portal>,
    RequirePasswordHolder(staff): RequirePasswordHolder,
    Json(PasswordChange { current, new }): Json<PasswordChange>,
) -> ApiResult<StatusCode> {
    let (account, session) = portal.own_account(&staff).await?;
    let email = account.email.as_ref().map_or("", domain::Email::as_str);
    if let Some(why) = weakness(&new, &[&account.username, email]) {
        return Err(ApiError::invalid("new", why));
    }
    if new == current {
        return Err(ApiError::invalid(
            "new",
            "Please choose another password than the present one.",
        ));
    }
    let counted = portal.guess(&account).await?;
    let hash = account.password_hash.clone();
    let right = tokio::task::spawn_blocking(move || verify_password(&current, Some(&hash))).await;
    if !right.map_err(ApiError::internal)? {
        return Err(ApiError::invalid("current", "This is not your present password."));
    }
    portal
        .access
        .forgive_attempt(counted)
        .await
        .map_err(ApiError::internal)?;
    let after = Administrator {
        password_hash: portal.hashed(new).await?,
        must_change_password: false,
        ..account
    };
    let entry = portal.entry(
        &staff,
        "admin.password_changed",
        &staff.id,
        Value::Null,
        Value::Null,
    );
    portal.save_own(&after, session.as_ref(), &entry).await?;
    Ok(StatusCode::NO_CONTENT)
}
