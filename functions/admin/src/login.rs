//! `POST /api/admin/login`: a name and a password for a token.

use crate::Portal;
use crate::device::{Device, fingerprint};
use access_control::{LOGIN, throttle};
use accounts::{LONGEST, verify_password};
use axum::extract::State;
use domain::Permission;
use http_api::{ApiError, ApiResult, ClientAddress, ErrorBody, Json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;
use store::{Administrator, Attempt, AuditEntry, Guessed, StoreError};
use telemetry::Metric;
use time::OffsetDateTime;
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

/// A session.
#[derive(Serialize, ToSchema)]
pub(crate) struct Session {
    /// For the header `Authorization: Bearer …`, for 12 hours. Its payload holds id, username and role.
    token: String,
    /// Keep it past the end of the session and send it with the next sign-in by this name. It opens nothing: it exempts
    /// the device from the pauses that others cause by guessing, for 180 days or until the password is another.
    device: String,
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
        (status = 401, description = "Wrong name or password, without saying which.", body = ErrorBody),
        (status = 403, description = "The account has a role that is not known.", body = ErrorBody),
        (status = 413, description = "Larger than 1 MiB.", body = ErrorBody),
        (status = 422, description = "Name or password is missing, or a member is too long.", body = ErrorBody),
        (status = 429, description = "A pause after failures, or too many of them from one address; `Retry-After` says when.", body = ErrorBody),
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
        Attempt::Counted(counted) => counted,
        Attempt::Paused { retry_after } => {
            tell(&name, is_known, "paused");
            return Err(paused(retry_after));
        }
    };

    let Some(account) = opened(found, password).await? else {
        tell(&name, is_known, "wrong");
        return Err(wrong());
    };
    let device = device.unwrap_or_else(|| Device::new(&portal.entropy));
    let (account, version) = still(portal, account).await?;
    // Failures stay out of the audit log, which anybody could fill with them.
    let entry = signed_in(portal, &account, now);
    tokio::try_join!(
        portal.access.forgive_attempt(counted),
        forgive_address(portal, throttled, now),
        portal.audit_log.keep(&entry),
    )
    .map_err(ApiError::internal)?;
    let signer = &portal.signer;
    Ok(Json(Session {
        token: signer.sign(&account.id, &account.username, account.role, version, now)?,
        device: device.proof(&account, signer, now),
        msg: "Login successful.",
    }))
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

fn signed_in(portal: &Portal, account: &Administrator, now: OffsetDateTime) -> AuditEntry {
    AuditEntry::new(
        now,
        &portal.entropy,
        &account.username,
        "admin.logged_in",
        &account.id,
        Value::Null,
        Value::Null,
    )
}

/// The account of a right password as it is once the version of its tokens is known.
///
/// What changes an account raises that version in the same transaction. So a token of this version never bears a role
/// that the account had before, and a change that comes later makes the token worthless.
async fn still(portal: &Portal, account: Administrator) -> ApiResult<(Administrator, u64)> {
    let version = portal.access.version_for_new_token(&account.id).await;
    let version = version.map_err(ApiError::internal)?;
    let found = portal.administrators.find(&account.username).await;
    let found = found.map_err(ApiError::internal)?;
    let still = found.filter(|found| {
        found.id == account.id && found.password_hash == account.password_hash && !found.disabled
    });
    let account = still.ok_or_else(wrong)?;
    match account.role.may(Permission::SignedIn) {
        true => Ok((account, version)),
        false => Err(ApiError::forbidden().message("Your account has a role that is not known here.")),
    }
}

async fn forgive_address(
    portal: &Portal,
    address: Option<ClientAddress>,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    match address {
        Some(address) => portal.access.forgive(LOGIN, &address.bucket(), now).await,
        None => Ok(()),
    }
}

/// Logs a refusal, so that names can be distinguished but not read.
fn tell(name: &str, is_known: bool, why: &'static str) {
    tracing::info!(
        name_hash = name,
        known_device = is_known,
        why,
        "a sign-in was refused"
    );
    telemetry::count(Metric::SignInsRefused);
}

fn wrong() -> ApiError {
    ApiError::unauthorized()
        .code("invalid_credentials")
        .message("Invalid credentials.")
}

fn paused(retry_after: Duration) -> ApiError {
    ApiError::too_many(retry_after).message("Too many failed attempts to sign in. Please wait.")
}

fn required(field: &'static str, value: &str) -> ApiResult<()> {
    match value.chars().count() {
        0 => Err(ApiError::invalid(field, "Username and password are required.")),
        1..=LONGEST => Ok(()),
        _ => Err(ApiError::invalid(field, TOO_LONG)),
    }
}
