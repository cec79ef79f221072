//! `PUT /api/admin/password`: a person's own password.

use crate::{
    Portal,
    own_account::{Audited, OwnChange},
    signed_in::SignedIn,
};
use accounts::weakness;
use axum::{extract::State, http::HeaderMap};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequirePasswordHolder};
use serde::Deserialize;
use store::{AccountNews, Administrator};
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

/// Replaces the own password, ends the person's other sessions, and gives this one another token.
#[utoipa::path(
    put,
    path = "/api/admin/password",
    tag = "admin",
    operation_id = "change_password",
    request_body = PasswordChange,
    responses(
        (status = 200, description = "It holds from now on; the token that asked has ended, and this one takes its place.", body = SignedIn),
        (status = 409, description = "`stale_version`: the account was changed meanwhile.", body = ErrorBody),
        (status = 422, description = "The present password is wrong, or the new one too short or too easy to guess.", body = ErrorBody),
        (status = 429, description = "A pause after wrong passwords; `Retry-After` says when.", body = ErrorBody),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn change_password(
    State(portal): State<Portal>,
    RequirePasswordHolder(staff): RequirePasswordHolder,
    headers: HeaderMap,
    Json(PasswordChange { current, new }): Json<PasswordChange>,
) -> ApiResult<Json<SignedIn>> {
    let own = portal.own_session(&staff).await?;
    let account = &own.0;
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
    let confirmed = portal.ask_password(own, current, "current").await?;
    let after = Administrator {
        password_hash: portal.hashed(new).await?,
        must_change_password: false,
        ..confirmed.account().clone()
    };
    let change = OwnChange {
        confirmed,
        after,
        action: "admin.password_changed",
        audited: Audited::default(),
        news: AccountNews::PasswordChanged,
        msg: "Your password is changed.",
    };
    portal.save_own(&staff, &headers, change).await.map(Json)
}
