//! `POST /api/admin/login/second-factor`: the code of a sign-in whose password was right.

use crate::{
    Portal,
    challenge::Challenge,
    device::fingerprint,
    login::{tell, with_msg},
    second_factor::WRONG_CODE,
    signed_in::{Entered, SignedIn},
};
use access_control::{LOGIN, throttle};
use accounts::LONGEST;
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use http_api::{ApiError, ApiResult, ClientAddress, ErrorBody, Json};
use serde::Deserialize;
use utoipa::ToSchema;

/// The longest challenge: that of the longest name.
const LONGEST_CHALLENGE: usize = 512;

/// The code that was asked for.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SecondFactorAnswer {
    /// As it was asked with.
    #[serde(default)]
    #[schema(required)]
    challenge: String,
    /// Of the authenticator app, or a recovery code.
    #[serde(default)]
    #[schema(required)]
    code: String,
}

/// Signs an administrator in who has a second factor.
#[utoipa::path(
    post,
    path = "/api/admin/login/second-factor",
    tag = "admin",
    operation_id = "login_second_factor",
    request_body = SecondFactorAnswer,
    responses(
        (status = 200, description = "Signed in.", body = SignedIn),
        (status = 401, description = "`invalid_code`: wrong, or used before. `challenge_expired`: older than five minutes, or the password is another.", body = ErrorBody),
        (status = 403, description = "The account has a role that is not known.", body = ErrorBody),
        (status = 422, description = "Challenge or code is missing or too long.", body = ErrorBody),
        (status = 429, description = "A pause after wrong codes, or too many of them from one address; `Retry-After` says when.", body = ErrorBody),
    )
)]
pub(crate) async fn login_second_factor(
    State(portal): State<Portal>,
    address: ClientAddress,
    headers: HeaderMap,
    answer: ApiResult<Json<SecondFactorAnswer>>,
) -> ApiResult<Json<SignedIn>> {
    sign_in(&portal, address, &headers, answer)
        .await
        .map(Json)
        .map_err(with_msg)
}

async fn sign_in(
    portal: &Portal,
    address: ClientAddress,
    headers: &HeaderMap,
    answer: ApiResult<Json<SecondFactorAnswer>>,
) -> ApiResult<SignedIn> {
    let SecondFactorAnswer { challenge, code } = answer?.0;
    bounded("challenge", &challenge, LONGEST_CHALLENGE)?;
    bounded("code", &code, LONGEST)?;
    let challenge = Challenge::read(&challenge).ok_or_else(expired)?;
    let found = portal.administrators.find(&challenge.username).await;
    let found = found.map_err(ApiError::internal)?;
    let account = found
        .filter(|account| !account.disabled && challenge.is_of(account, &portal.signer, portal.clock.now()));
    let account = account.ok_or_else(expired)?;

    // As at the first step: counted before the code is looked at, and a device that is known answers for itself.
    let name = fingerprint(&challenge.username, &portal.signer);
    let throttled = (!challenge.is_known).then_some(address);
    if let Some(address) = &throttled {
        throttle(&portal.access, LOGIN, address, &portal.clock).await?;
    }
    let counted = match challenge.is_known {
        true => {
            portal
                .guess_by(&[account.id.as_bytes(), challenge.device.id()])
                .await
        }
        false => portal.guess_by(&[account.id.as_bytes()]).await,
    };
    let counted = counted.map_err(|error| {
        if error.status() == StatusCode::TOO_MANY_REQUESTS {
            tell(&name, challenge.is_known, "paused");
        }
        error.of_account(account.id.clone())
    })?;
    let Some(proof) = portal.prove(&account, &code).await? else {
        tell(&name, challenge.is_known, "wrong code");
        return Err(wrong_code().of_account(account.id));
    };
    let entered = Entered {
        device: challenge.device,
        is_known: challenge.is_known,
        proof: Some(proof),
    };
    portal
        .begin(account, entered, headers, Some(counted), throttled)
        .await
}

fn bounded(field: &'static str, text: &str, longest: usize) -> ApiResult<()> {
    match text.trim().len() {
        0 => Err(ApiError::invalid(field, "Please enter the code.")),
        length if length > longest => Err(ApiError::invalid(field, "This is too long.")),
        _ => Ok(()),
    }
}

fn expired() -> ApiError {
    ApiError::unauthorized()
        .code("challenge_expired")
        .message("This took too long. Please enter your password again.")
}

fn wrong_code() -> ApiError {
    ApiError::unauthorized().code("invalid_code").message(WRONG_CODE)
}
