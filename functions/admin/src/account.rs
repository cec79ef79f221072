//! `GET /api/admin/account`: a person's own account.

use crate::Portal;
use axum::extract::State;
use http_api::{ApiResult, ErrorBody, Json, RequireSession};
use serde::Serialize;
use utoipa::ToSchema;

/// The account of the person who asks.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnAccount {
    username: String,
    role: &'static str,
    /// Where the person can be reached; an administrator sets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    /// Whether a code is asked for after the password.
    second_factor: bool,
    /// How many recovery codes are unused.
    recovery_codes: usize,
}

/// The own account.
#[utoipa::path(
    get,
    path = "/api/admin/account",
    tag = "admin",
    operation_id = "own_account",
    responses(
        (status = 200, description = "The account.", body = OwnAccount),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 500, description = "The account could not be read.", body = ErrorBody),
    )
)]
pub(crate) async fn account(
    State(portal): State<Portal>,
    RequireSession(staff): RequireSession,
) -> ApiResult<Json<OwnAccount>> {
    let (account, _) = portal.own_account(&staff).await?;
    let factor = account.second_factor.as_ref();
    Ok(Json(OwnAccount {
        username: account.username.clone(),
        role: account.role.word(),
        email: account.email.as_ref().map(|email| email.as_str().to_owned()),
        second_factor: factor.is_some(),
        recovery_codes: factor.map_or(0, |factor| factor.recovery.len()),
    }))
}
