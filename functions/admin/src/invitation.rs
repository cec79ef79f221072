//! `POST /api/admin/invitation` and `…/accept`: a person who was invited by mail looks at the invitation, and chooses a
//! password. And how somebody is invited.

use crate::{
    Portal,
    challenge::Challenge,
    device::Device,
    login::{SecondFactorAsked, SignInAnswer},
    signed_in::Entered,
};
use access_control::{INVITATION_LINK, throttle, throttle_invitation};
use accounts::weakness;
use axum::{extract::State, http::HeaderMap};
use domain::{Email, Role};
use http_api::{ApiError, ApiResult, ClientAddress, ErrorBody, Json, Staff};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{
    Administrator, AuditEntry, Changed, Invitation, InvitationMail, InvitationToken, MailsAfter,
    SessionsAfter,
};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

/// How often a password is written that others came before. What changes an account meanwhile is an administrator.
const TRIES: u8 = 3;

/// What a link ends in.
#[derive(Deserialize, ToSchema)]
pub(crate) struct InvitationLink {
    #[serde(default)]
    #[schema(required)]
    token: String,
}

/// What an invitation is for.
#[derive(Serialize, ToSchema)]
pub(crate) struct StaffInvitation {
    /// The name that the person signs in with.
    username: String,
    /// What the person may do: `admin`, `counter`, `door`, `accountant`.
    role: &'static str,
    /// Until when it can be accepted.
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    expires_at: OffsetDateTime,
}

/// What a link ends in, and the password that is chosen.
#[derive(Deserialize, ToSchema)]
pub(crate) struct InvitationAnswer {
    #[serde(default)]
    #[schema(required)]
    token: String,
    /// At least 12 characters, and hard to guess.
    #[serde(default)]
    #[schema(required)]
    password: String,
}

/// What an invitation is for. It stays as it is.
#[utoipa::path(
    post,
    path = "/api/admin/invitation",
    tag = "admin",
    request_body = InvitationLink,
    responses(
        (status = 200, description = "It can be accepted.", body = StaffInvitation),
        (status = 404, description = "`invitation_over`: there is no such invitation, or it was accepted, replaced or taken back, or it is over. Which of them is not said.", body = ErrorBody),
        (status = 422, description = "The token is too long.", body = ErrorBody),
        (status = 429, description = "Too many wrong ones from one address; `Retry-After` says when.", body = ErrorBody),
    )
)]
pub(crate) async fn invitation(
    State(portal): State<Portal>,
    address: ClientAddress,
    Json(InvitationLink { token }): Json<InvitationLink>,
) -> ApiResult<Json<StaffInvitation>> {
    throttle(&portal.access, INVITATION_LINK, &address, &portal.clock).await?;
    let account = portal.invited_by(&token).await?;
    portal
        .forgive_address(INVITATION_LINK, Some(&address))
        .await
        .map_err(ApiError::internal)?;
    let expires_at = account.invitation.map(|invitation| invitation.expires_at);
    Ok(Json(StaffInvitation {
        username: account.username,
        role: account.role.word(),
        expires_at: expires_at.ok_or_else(over)?,
    }))
}

/// Accepts an invitation, once: gives the account its password, and signs the person in.
///
/// An account with a second factor is not signed in yet, as after a password.
#[utoipa::path(
    put,
    path = "/api/admin/invitation",
    tag = "admin",
    operation_id = "accept_invitation",
    request_body = InvitationAnswer,
    responses(
        (status = 200, description = "The password holds from now on: signed in, or asked for a code.", body = SignInAnswer),
        (status = 404, description = "`invitation_over`: there is no such invitation, or it was accepted, replaced or taken back, or it is over. Which of them is not said.", body = ErrorBody),
        (status = 422, description = "The password is too short or too easy to guess, or the token too long.", body = ErrorBody),
        (status = 429, description = "Too many wrong ones from one address; `Retry-After` says when.", body = ErrorBody),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn accept(
    State(portal): State<Portal>,
    address: ClientAddress,
    headers: HeaderMap,
    Json(InvitationAnswer { token, password }): Json<InvitationAnswer>,
) -> ApiResult<Json<SignInAnswer>> {
    throttle(&portal.access, INVITATION_LINK, &address, &portal.clock).await?;
    let account = portal.invited_by(&token).await?;
    let email = account.email.as_ref().map_or("", Email::as_str);
    if let Some(why) = weakness(&password, &[&account.username, email]) {
        return Err(ApiError::invalid("password", why));
    }
    let hash = portal.hashed(password).await?;
    let account = portal.accept(&token, hash).await?;
    portal
        .forgive_address(INVITATION_LINK, Some(&address))
        .await
        .map_err(ApiError::internal)?;
    let device = Device::new(&portal.entropy);
    if account.second_factor.is_some() {
        let now = portal.clock.now();
        return Ok(Json(SignInAnswer::SecondFactor(SecondFactorAsked {
            second_factor: "totp",
            challenge: Challenge::issue(&account, device, false, &portal.signer, now),
        })));
    }
    let entered = Entered {
        device,
        is_known: false,
        proof: None,
    };
    let session = portal.begin(account, entered, &headers, None, None);
    Ok(Json(SignInAnswer::SignedIn(session.await?)))
}

/// An invitation that is to be sent, and what its mail says.
pub(crate) struct Invited {
    pub(crate) invitation: Invitation,
    pub(crate) mail: InvitationMail,
}

impl Portal {
    /// Invites the holder of an account by mail. The link opens nothing unless the account is written with it.
    ///
    /// # Errors
    /// 422 without an address, and 429 when the address has had enough invitations for a day.
    pub(crate) async fn invite(
        &self,
        admin: &Staff,
        username: &str,
        role: Role,
        email: Option<&Email>,
    ) -> ApiResult<Invited> {
        let email = email.ok_or_else(|| {
            ApiError::invalid(
                "email",
                "Please enter the address that the invitation is sent to.",
            )
        })?;
        throttle_invitation(&self.access, email, &self.clock)
            .await
            .map_err(|error| {
                error.message("This address has had enough invitations for a day. Please try again tomorrow.")
            })?;
        let invitation = Invitation::new(&self.entropy, self.clock.now());
        let until = invitation.expires_at;
        let mail = InvitationMail::new(email.clone(), username, role, &admin.username, until);
        Ok(Invited { invitation, mail })
    }

    /// The account that a link opens.
    async fn invited_by(&self, link: &str) -> ApiResult<Administrator> {
        if link.len() > accounts::LONGEST {
            return Err(ApiError::invalid("token", "This is too long."));
        }
        let token = InvitationToken::parse(link).ok_or_else(over)?;
        let mail = self.invitations.of_link(&token).await;
        let mail = mail.map_err(ApiError::internal)?.ok_or_else(over)?;
        let found = self.administrators.find(&mail.username).await;
        let now = self.clock.now();
        let opens = |account: &Administrator| {
            let invitation = account.invitation.as_ref();
            let is_it = invitation.is_some_and(|it| it.id == token.id() && now < it.expires_at);
            is_it && !account.disabled
        };
        found.map_err(ApiError::internal)?.filter(opens).ok_or_else(over)
    }

    /// Gives the account of a link its password. Of any number at once, one does.
    async fn accept(&self, link: &str, hash: String) -> ApiResult<Administrator> {
        for _ in 0..TRIES {
            let before = self.invited_by(link).await?;
            let after = Administrator {
                password_hash: hash.clone(),
                must_change_password: false,
                invitation: None,
                ..before.clone()
            };
            let entry = AuditEntry::new(
                self.clock.now(),
                &self.entropy,
                &before.username,
                "admin.invitation_accepted",
                &before.id,
                Value::Null,
                Value::Null,
            );
            let mails = MailsAfter {
                invitation: self.invitation_change(before.invitation.as_ref(), None),
                ..MailsAfter::default()
            };
            let changed =
                self.administrators
                    .change(&after, &self.access, SessionsAfter::End, None, &entry, mails);
            match changed.await.map_err(ApiError::internal)? {
                Changed::Done => return Ok(after),
                // It was accepted, or an administrator has changed the account.
                Changed::Stale | Changed::NoAdministratorLeft => {}
            }
        }
        Err(ApiError::stale_version())
    }
}

/// Why a link opens nothing: nobody learns from it whether it ever did.
fn over() -> ApiError {
    ApiError::not_found(
        "This link cannot be used. It is good once, for 72 hours, and only the latest one counts.",
    )
    .code("invitation_over")
}
