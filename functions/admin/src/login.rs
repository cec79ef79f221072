//! `POST /api/admin/login`: a name and a password for a token.

use crate::{
    Portal,
    challenge::Challenge,
    device::{Device, fingerprint},
    signed_in::{Entered, SignedIn, wrong},
};
use access_control::{LOGIN, throttle};
use accounts::{LONGEST, verify_password};
use axum::{extract::State, http::HeaderMap};
use http_api::{ApiError, ApiResult, ClientAddress, ErrorBody, Json};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use store::{Administrator, GuessAttempt, Guessed};
use telemetry::Metric;
use utoipa::ToSchema;

const TOO_LONG: &str = "This is too long.";

/// A sign-in form.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Credentials {
    #[serde(default)]
    #[schema(required)]
    username: String,
    #[serde(default)]
    #[schema(required)]
    password: String,
    /// `device` of the last answer to this name on this device, where there was one.
    #[serde(default)]
    device: Option<String>,
}

/// What a sign-in is answered with.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum SignInAnswer {
    /// A session.
    SignedIn(SignedIn),
    /// The question for a code, when the account has a second factor.
    SecondFactor(SecondFactorAsked),
}

/// The question for a code.
#[derive(Serialize, ToSchema)]
pub(crate) struct SecondFactorAsked {
    /// What kind of code: `totp`, of an authenticator app. A recovery code will do, too.
    pub(crate) second_factor: &'static str,
    /// Goes back with the code, within five minutes.
    pub(crate) challenge: String,
}

/// Signs an administrator in.
///
/// An account with a second factor is not signed in yet: the challenge goes to the next call, with a code.
///
/// Failures are counted by name over all addresses, whether there is an account of that name or not. The fifth is
/// followed by a pause of a second, and each further one by a pause of twice the length, up to 15 minutes. During a
/// pause every attempt is answered with 429, and does not count. One failure is forgotten every hour. A device that
/// is known has a separate count, by the same rule, so nobody can be locked out of it by others. From one address
/// 300 failures within 15 minutes are answered, known devices excepted.
///
/// A device that proves nothing is ignored, and the person is mailed about the sign-in, if the account has an
/// address and this is not its first one.
#[utoipa::path(
    post,
    path = "/api/admin/login",
    tag = "admin",
    params(("X-Known-Device" = Option<String>, Header, description = "`device` once more: the web ACL counts the sign-ins of each such device by themselves, and all others behind one address together.")),
    request_body = Credentials,
    responses(
        (status = 200, description = "Signed in, or asked for a code.", body = SignInAnswer),
        (status = 401, description = "`invalid_credentials`: wrong name or password, without saying which.", body = ErrorBody),
        (status = 403, description = "The account has a role that is not known.", body = ErrorBody),
        (status = 422, description = "Name or password is missing, or a member is too long.", body = ErrorBody),
        (status = 429, description = "A pause after failures, or too many of them from one address; `Retry-After` says when.", body = ErrorBody),
    )
)]
pub(crate) async fn login(
    State(portal): State<Portal>,
    address: ClientAddress,
    headers: HeaderMap,
    credentials: ApiResult<Json<Credentials>>,
) -> ApiResult<Json<SignInAnswer>> {
    sign_in(&portal, address, &headers, credentials)
        .await
        .map_err(with_msg)
}

/// The refusal of a sign-in, which clients read from `msg` as well.
pub(crate) fn with_msg(error: ApiError) -> ApiError {
    let text = error.text().to_owned();
    error.with("msg", text)
}

async fn sign_in(
    portal: &Portal,
    address: ClientAddress,
    headers: &HeaderMap,
    credentials: ApiResult<Json<Credentials>>,
) -> ApiResult<Json<SignInAnswer>> {
    let Credentials {
        username,
        password,
        device,
    } = checked(credentials?.0)?;
    let now = portal.clock.now();
    let found = portal.administrators.find(&username).await;
    let found = found.map_err(ApiError::internal)?;
    let device = found
        .as_ref()
        .zip(device)
        .and_then(|(account, proof)| Device::recognise(&proof, account, &portal.signer, now));
    let name = fingerprint(&username, &portal.signer);
    let is_known = device.is_some();
    let id = found.as_ref().map(|account| account.id.clone());
    let refused = |error: ApiError| match id {
        Some(id) => error.of_account(id),
        None => error,
    };

    // Counted before the password is checked, so that guesses side by side cannot get past a pause. A device that is
    // known answers for itself: neither its name's pauses nor its address's limit are its own doing.
    let throttled = (!is_known).then_some(address);
    if let Some(address) = &throttled {
        throttle(&portal.access, LOGIN, address, &portal.clock).await?;
    }
    let of = match (&found, device) {
        (Some(account), Some(device)) => device.guessed(account, &portal.signer),
        _ => Guessed::Name(name.clone()),
    };
    let attempt = portal.access.attempt(of, now).await.map_err(ApiError::internal)?;
    let counted = match attempt {
        GuessAttempt::Counted(counted) => counted,
        GuessAttempt::Paused { retry_after } => {
            tell(&name, is_known, "paused");
            return Err(refused(paused(retry_after)));
        }
    };

    let Some(account) = opened(found, password).await? else {
        tell(&name, is_known, "wrong");
        return Err(refused(wrong()));
    };
    let device = device.unwrap_or_else(|| Device::new(&portal.entropy));
    let entered = Entered {
        device,
        is_known,
        proof: None,
    };
    if account.second_factor.is_some() {
        tokio::try_join!(
            portal.access.forgive_attempt(counted),
            portal.forgive_address(LOGIN, throttled.as_ref())
        )
        .map_err(ApiError::internal)?;
        return Ok(Json(SignInAnswer::SecondFactor(SecondFactorAsked {
            second_factor: "totp",
            challenge: Challenge::issue(&account, device, is_known, &portal.signer, now),
        })));
    }
    let session = portal
        .begin(account, entered, headers, Some(counted), throttled)
        .await?;
    Ok(Json(SignInAnswer::SignedIn(session)))
}

fn checked(mut credentials: Credentials) -> ApiResult<Credentials> {
    credentials.username = credentials.username.trim().to_owned();
    required("username", &credentials.username)?;
    required("password", &credentials.password)?;
    let device = credentials.device.as_deref().unwrap_or_default();
    match device.chars().count() {
        0..=LONGEST => Ok(credentials),
        _ => Err(ApiError::invalid("device", TOO_LONG)),
    }
}

/// The account, if the password opens it. A password is verified even where there is no account, so that the time tells
/// nothing.
async fn opened(found: Option<Administrator>, password: String) -> ApiResult<Option<Administrator>> {
    let hash = found.as_ref().map(|account| account.password_hash.clone());
    let right = tokio::task::spawn_blocking(move || verify_password(&password, hash.as_deref()));
    let right = right.await.map_err(ApiError::internal)?;
    Ok(found.filter(|account| right && !account.disabled))
}

/// Logs a refusal, so that names can be distinguished but not read.
pub(crate) fn tell(name: &str, is_known: bool, why: &'static str) {
    tracing::info!(
        name_hash = name,
        known_device = is_known,
        why,
        "a sign-in was refused"
    );
    telemetry::count(Metric::SignInsRefused);
}

pub(crate) fn paused(retry_after: Duration) -> ApiError {
    ApiError::too_many(retry_after).message("Too many failed attempts to sign in. Please wait.")
}

fn required(field: &'static str, value: &str) -> ApiResult<()> {
    match value.chars().count() {
        0 => Err(ApiError::invalid(field, "Username and password are required.")),
        1..=LONGEST => Ok(()),
        _ => Err(ApiError::invalid(field, TOO_LONG)),
    }
}
