//! `GET` and `PUT /api/admin/account`: a person's own account, and another address for it.

use crate::{
    Portal,
    own_account::{Audited, OwnChange},
    signed_in::SignedIn,
    users,
};
use axum::{extract::State, http::HeaderMap};
use domain::Permission;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireSession, RequireSignedIn};
use serde::{Deserialize, Serialize};
use store::{AccountNews, Administrator};
use utoipa::ToSchema;

/// The account of the person who asks.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnAccount {
    username: String,
    role: &'static str,
    /// Where the person can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    /// Whether a code is asked for after the password.
    second_factor: bool,
    /// How many recovery codes are unused.
    recovery_codes: usize,
    /// Whether the daily report is mailed to the person; absent for a role that reads no reports.
    #[serde(skip_serializing_if = "Option::is_none")]
    daily_report: Option<bool>,
}

/// The own account.
#[utoipa::path(
    get,
    path = "/api/admin/account",
    tag = "admin",
    operation_id = "own_account",
    responses(
        (status = 200, description = "The account.", body = OwnAccount),
    )
)]
pub(crate) async fn account(
    State(portal): State<Portal>,
    RequireSession(staff): RequireSession,
) -> ApiResult<Json<OwnAccount>> {
    let account = portal.own_account(&staff).await?;
    let factor = account.second_factor.as_ref();
    Ok(Json(OwnAccount {
        username: account.username.clone(),
        role: account.role.word(),
        email: account.email.as_ref().map(|email| email.as_str().to_owned()),
        second_factor: factor.is_some(),
        recovery_codes: factor.map_or(0, |factor| factor.recovery.len()),
        daily_report: account
            .role
            .may(Permission::Reports)
            .then_some(account.daily_report),
    }))
}

/// Another address for the own account.
#[derive(Deserialize, ToSchema)]
pub(crate) struct AddressChange {
    /// Where the person can be reached from now on; empty for nowhere.
    #[serde(default)]
    email: String,
    /// The present password.
    #[serde(default)]
    #[schema(required)]
    password: String,
}

/// Changes the own address, ends the person's other sessions, and gives this one another token. The address that the
/// account had is notified.
#[utoipa::path(
    put,
    path = "/api/admin/account",
    tag = "admin",
    operation_id = "change_own_address",
    request_body = AddressChange,
    responses(
        (status = 200, description = "Changed; the token that asked has ended, and this one takes its place.", body = SignedIn),
        (status = 409, description = "`same_address`: it is the present address. `stale_version`: the account was changed meanwhile.", body = ErrorBody),
        (status = 422, description = "The address is malformed, or the password is wrong.", body = ErrorBody),
        (status = 429, description = "A pause after wrong passwords; `Retry-After` says when.", body = ErrorBody),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn change_address(
    State(portal): State<Portal>,
    RequireSignedIn(staff): RequireSignedIn,
    headers: HeaderMap,
    Json(AddressChange { email, password }): Json<AddressChange>,
) -> ApiResult<Json<SignedIn>> {
    let own = portal.own_session(&staff).await?;
    let email = users::email(&email)?;
    if email == own.0.email {
        let message = "This is the address that your account has already.";
        return Err(ApiError::conflict("same_address", message).field("email"));
    }
    let confirmed = portal.ask_password(own, password, "password").await?;
    let after = Administrator {
        email,
        ..confirmed.account().clone()
    };
    let change = OwnChange {
        action: "admin.email_changed",
        audited: Audited {
            before: users::audited(confirmed.account()),
            after: users::audited(&after),
        },
        confirmed,
        after,
        news: AccountNews::AddressChanged,
        msg: "Your address is changed.",
    };
    portal.save_own(&staff, &headers, change).await.map(Json)
}
