//! The end of a sign-in, with or without a second factor: a session, its token, and what is said of it.

use crate::{Portal, browser, device::Device, second_factor::Proof};
use access_control::LOGIN;
use axum::http::HeaderMap;
use domain::{Permission, Restriction};
use http_api::{ApiError, ApiResult, ClientAddress, Staff};
use serde::Serialize;
use serde_json::{Value, json};
use store::{Administrator, AuditEntry, Counted, Limit, NewToken, Session, StoreError};
use utoipa::ToSchema;

/// How many symbols name a session: 130 bits.
pub(crate) const SESSION_ID: usize = 26;

/// What a sign-in gives, and what a change of what opens the account gives in its place.
#[derive(Serialize, ToSchema)]
#[schema(as = Session)]
pub(crate) struct SignedIn {
    /// For the header `Authorization: Bearer …`, for 12 hours at most. Its payload holds id, username and role.
    token: String,
    /// Keep it past the end of the session and send it with the next sign-in by this name. It opens nothing: it exempts
    /// the device from the pauses that others cause by guessing, for 180 days or until the password is another.
    device: String,
    /// For people.
    msg: &'static str,
    /// Present, and true, while the session is good for nothing but replacing a password that an administrator has given.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    must_change_password: bool,
    /// Present, and true, while the session is good for nothing but setting up a second factor.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    second_factor_required: bool,
}

/// How the person signed in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entered {
    pub(crate) device: Device,
    /// Whether it had signed in before.
    pub(crate) is_known: bool,
    /// What was proved after the password.
    pub(crate) proof: Option<Proof>,
}

/// No such name, or another password: which of them is not said.
pub(crate) fn wrong() -> ApiError {
    ApiError::unauthorized()
        .code("invalid_credentials")
        .message("Invalid credentials.")
}

impl Portal {
    /// Begins a session of an account whose password, and code, were right, or that a link has opened: nothing was guessed then.
    pub(crate) async fn begin(
        &self,
        account: Administrator,
        entered: Entered,
        headers: &HeaderMap,
        counted: Option<Counted>,
        throttled: Option<ClientAddress>,
    ) -> ApiResult<SignedIn> {
        let now = self.clock.now();
        let (account, NewToken { version, is_first }) = self.still(account).await?;
        let session = Session {
            id: self.entropy.symbols(SESSION_ID),
            ver: version,
            began: now,
            last_seen: now,
            device: browser::in_plain_words(headers),
            restriction: self.restriction(&account),
        };
        // Failures stay out of the audit log, which anybody could fill with them.
        let entry = self.entry_of_sign_in(&account, entered.proof);
        tokio::try_join!(
            self.access.begin_session(&account.id, account.role, &session),
            self.forgive_attempt(counted),
            self.forgive_address(LOGIN, throttled.as_ref()),
            self.audit_log.keep(&entry),
        )
        .map_err(ApiError::internal)?;
        if !entered.is_known && !is_first {
            self.tell_of_new_device(&account, &session).await;
        }
        self.signed_in(account, session, entered.device, "Login successful.")
    }

    /// What the holder of a session that has just begun is answered.
    pub(crate) fn signed_in(
        &self,
        account: Administrator,
        session: Session,
        device: Device,
        msg: &'static str,
    ) -> ApiResult<SignedIn> {
        let device = device.proof(&account, &self.signer, self.clock.now());
        let bearer = Staff {
            id: account.id,
            username: account.username,
            role: account.role,
            version: session.ver,
            session: session.id,
        };
        Ok(SignedIn {
            token: self.signer.sign(bearer, session.began)?,
            device,
            msg,
            must_change_password: session.restriction == Some(Restriction::PasswordChange),
            second_factor_required: session.restriction == Some(Restriction::SecondFactor),
        })
    }

    fn entry_of_sign_in(&self, account: &Administrator, proof: Option<Proof>) -> AuditEntry {
        let after = match proof {
            None => Value::Null,
            Some(Proof::Code) => json!({ "second_factor": "code" }),
            Some(Proof::RecoveryCode) => json!({ "second_factor": "recovery code" }),
        };
        AuditEntry::new(
            self.clock.now(),
            &self.entropy,
            &account.username,
            "admin.logged_in",
            &account.id,
            Value::Null,
            after,
        )
    }

    /// The account of a right password as it is once the version of its tokens is known.
    ///
    /// What changes an account raises that version in the same transaction. So a token of this version never bears a role
    /// that the account had before, and a change that comes later makes the token worthless.
    async fn still(&self, account: Administrator) -> ApiResult<(Administrator, NewToken)> {
        let token = self
            .access
            .version_for_new_token(&account.id, self.clock.now())
            .await;
        let token = token.map_err(ApiError::internal)?;
        let found = self.administrators.find(&account.username).await;
        let found = found.map_err(ApiError::internal)?;
        let still = found.filter(|found| {
            found.id == account.id
                && found.password_hash == account.password_hash
                && found.second_factor.is_some() == account.second_factor.is_some()
                && !found.disabled
        });
        let account = still.ok_or_else(wrong)?;
        match account.role.may(Permission::SignedIn) {
            true => Ok((account, token)),
            false => Err(ApiError::forbidden().message("Your account has a role that is not known here.")),
        }
    }

    async fn forgive_attempt(&self, counted: Option<Counted>) -> Result<(), StoreError> {
        match counted {
            Some(counted) => self.access.forgive_attempt(counted).await,
            None => Ok(()),
        }
    }

    /// Takes back what a limit counted of an address whose password or link was right.
    pub(crate) async fn forgive_address(
        &self,
        limit: Limit,
        address: Option<&ClientAddress>,
    ) -> Result<(), StoreError> {
        match address {
            Some(address) => {
                self.access
                    .forgive(limit, &address.bucket(), self.clock.now())
                    .await
            }
            None => Ok(()),
        }
    }
}
