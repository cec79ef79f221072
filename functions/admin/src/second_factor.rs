//! `/api/admin/second-factor`: setting up the own second factor, and taking it away.

use crate::{
    Portal,
    own_account::{Audited, OwnChange},
    signed_in::SignedIn,
};
use accounts::second_factor::{
    generate_recovery_codes, generate_secret, otpauth_url, recovery_hash, step_of,
};
use axum::{extract::State, http::HeaderMap};
use domain::event;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireFactorHolder, RequireSignedIn};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{AccountNews, Administrator, Enrolment, SecondFactor, Write};
use time::Duration;
use utoipa::ToSchema;

/// How long after it was begun an enrolment can be confirmed.
const ENROLMENT: Duration = Duration::minutes(15);

/// What an authenticator app is set up with.
#[derive(Serialize, ToSchema)]
pub(crate) struct SecondFactorSecret {
    /// For typing.
    secret: String,
    /// For a QR code.
    otpauth_url: String,
}

/// A code of an authenticator app, or a recovery code where there are some, and the present password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CodeAndPassword {
    #[serde(default)]
    #[schema(required)]
    code: String,
    #[serde(default)]
    #[schema(required)]
    password: String,
}

/// The codes for the day on which the phone is lost.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecoveryCodes {
    /// Each is good once. They are shown this once.
    recovery_codes: Vec<String>,
    #[serde(flatten)]
    session: SignedIn,
}

/// What a code was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proof {
    /// One of the authenticator app.
    Code,
    /// One of the recovery codes.
    RecoveryCode,
}

/// Begins to set up a second factor. Nothing changes until a code confirms it.
#[utoipa::path(
    post,
    path = "/api/admin/second-factor",
    tag = "admin",
    operation_id = "begin_second_factor",
    responses(
        (status = 200, description = "What an authenticator app is set up with; a code of it confirms within 15 minutes.", body = SecondFactorSecret),
        (status = 409, description = "`second_factor_exists`: there is one already.", body = ErrorBody),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn begin(
    State(portal): State<Portal>,
    RequireFactorHolder(staff): RequireFactorHolder,
) -> ApiResult<Json<SecondFactorSecret>> {
    let account = portal.own_account(&staff).await?;
    let secret = generate_secret(&portal.entropy);
    let enrolment = Enrolment {
        secret: secret.clone(),
        begun: portal.clock.now(),
    };
    let begun = portal.administrators.begin_enrolment(&account, &enrolment).await;
    match begun.map_err(ApiError::internal)? {
        Write::Done => Ok(Json(SecondFactorSecret {
            otpauth_url: otpauth_url(&secret, event::NAME, &account.username),
            secret,
        })),
        Write::Stale => Err(ApiError::conflict(
            "second_factor_exists",
            "You have a second factor already. Take it away first.",
        )),
    }
}

/// Confirms that the app makes the right codes. From now on one is asked for after the password. The person's other
/// sessions end, and this one gets another token.
#[utoipa::path(
    post,
    path = "/api/admin/second-factor/confirm",
    tag = "admin",
    operation_id = "confirm_second_factor",
    request_body = CodeAndPassword,
    responses(
        (status = 200, description = "Set up; the token that asked has ended, and this one takes its place.", body = RecoveryCodes),
        (status = 409, description = "`enrolment_expired`: none was begun within 15 minutes. `stale_version`: the account was changed meanwhile.", body = ErrorBody),
        (status = 422, description = "The code or the password is not right.", body = ErrorBody),
        (status = 429, description = "A pause after wrong codes or passwords; `Retry-After` says when.", body = ErrorBody),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn confirm(
    State(portal): State<Portal>,
    RequireFactorHolder(staff): RequireFactorHolder,
    headers: HeaderMap,
    Json(CodeAndPassword { code, password }): Json<CodeAndPassword>,
) -> ApiResult<Json<RecoveryCodes>> {
    let own = portal.own_session(&staff).await?;
    let now = portal.clock.now();
    let begun = own.0.enrolment.clone();
    let begun = begun.filter(|enrolment| now < enrolment.begun + ENROLMENT && own.0.second_factor.is_none());
    let Some(Enrolment { secret, .. }) = begun else {
        let message = "Please begin again: this was begun too long ago.";
        return Err(ApiError::conflict("enrolment_expired", message));
    };
    let confirmed = portal.ask_password(own, password, "password").await?;
    let counted = portal.guess_code(&confirmed).await?;
    let last_step = step_of(&secret, &code, now).ok_or_else(wrong)?;
    portal
        .access
        .forgive_attempt(counted)
        .await
        .map_err(ApiError::internal)?;
    let recovery_codes = generate_recovery_codes(&portal.entropy);
    let hashes = recovery_codes.iter().map(|code| (recovery_hash(code), true));
    let after = Administrator {
        second_factor: Some(SecondFactor {
            secret,
            last_step,
            recovery: hashes.collect(),
        }),
        enrolment: None,
        ..confirmed.account().clone()
    };
    let change = OwnChange {
        confirmed,
        after,
        action: "admin.second_factor_set_up",
        audited: Audited {
            before: Value::Null,
            after: json!({ "second_factor": true }),
        },
        news: AccountNews::SecondFactorSetUp,
        msg: "Your second factor is set up.",
    };
    let session = portal.save_own(&staff, &headers, change).await?;
    Ok(Json(RecoveryCodes {
        recovery_codes,
        session,
    }))
}

/// Takes the own second factor away, for the password and a code of it or a recovery code. The person's other sessions
/// end, and this one gets another token.
#[utoipa::path(
    delete,
    path = "/api/admin/second-factor",
    tag = "admin",
    operation_id = "remove_second_factor",
    request_body = CodeAndPassword,
    responses(
        (status = 200, description = "There is none any more; the token that asked has ended, and this one takes its place.", body = SignedIn),
        (status = 409, description = "`no_second_factor`: there is none. `stale_version`: the account was changed meanwhile.", body = ErrorBody),
        (status = 422, description = "The password is not right, or the code, or that was used before.", body = ErrorBody),
        (status = 429, description = "A pause after wrong codes or passwords; `Retry-After` says when.", body = ErrorBody),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn remove(
    State(portal): State<Portal>,
    RequireSignedIn(staff): RequireSignedIn,
    headers: HeaderMap,
    Json(CodeAndPassword { code, password }): Json<CodeAndPassword>,
) -> ApiResult<Json<SignedIn>> {
    let own = portal.own_session(&staff).await?;
    if own.0.second_factor.is_none() {
        return Err(ApiError::conflict(
            "no_second_factor",
            "You have no second factor.",
        ));
    }
    let confirmed = portal.ask_password(own, password, "password").await?;
    let counted = portal.guess_code(&confirmed).await?;
    portal
        .prove(confirmed.account(), &code)
        .await?
        .ok_or_else(wrong)?;
    portal
        .access
        .forgive_attempt(counted)
        .await
        .map_err(ApiError::internal)?;
    let after = Administrator {
        second_factor: None,
        enrolment: None,
        ..confirmed.account().clone()
    };
    let change = OwnChange {
        confirmed,
        after,
        action: "admin.second_factor_removed",
        audited: Audited {
            before: json!({ "second_factor": true }),
            after: json!({ "second_factor": false }),
        },
        news: AccountNews::SecondFactorRemoved,
        msg: "Your second factor is off.",
    };
    portal.save_own(&staff, &headers, change).await.map(Json)
}

/// What is said of a code that proves nothing, whatever was wrong with it.
pub(crate) const WRONG_CODE: &str =
    "This code is wrong, has run out, or was used before. Use the next one that the app shows.";

fn wrong() -> ApiError {
    ApiError::invalid("code", WRONG_CODE)
}

impl Portal {
    /// What a code proves; it is used up by that. `None` for one that is wrong or was used before.
    pub(crate) async fn prove(&self, account: &Administrator, code: &str) -> ApiResult<Option<Proof>> {
        let Some(factor) = &account.second_factor else {
            return Ok(None);
        };
        let (used, proof) = match step_of(&factor.secret, code, self.clock.now()) {
            Some(step) => {
                let used = self.administrators.use_step(account, &factor.secret, step);
                (used.await, Proof::Code)
            }
            None => {
                let hash = recovery_hash(code);
                let used = self.administrators.use_recovery_code(account, &hash);
                (used.await, Proof::RecoveryCode)
            }
        };
        match used.map_err(ApiError::internal)? {
            Write::Done => Ok(Some(proof)),
            Write::Stale => Ok(None),
        }
    }
}
