//! `PUT /api/admin/users/{username}`: another role, a new password, the end of an account.

use crate::{
    Portal,
    invitation::Invited,
    signed_in::SESSION_ID,
    users::{UserSaved, audited, email, role},
};
use axum::extract::State;
use domain::Role;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireAdmin, Staff};
use serde::Deserialize;
use store::{AccountMail, AccountNews, Administrator, Changed, MailsAfter, SessionsAfter, Told};
use utoipa::ToSchema;

/// What is to change; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[schema(as = StaffAccountChange)]
pub(crate) struct UserChange {
    #[serde(default)]
    role: Option<String>,
    /// Whether nobody is let in by it any more.
    #[serde(default)]
    disabled: Option<bool>,
    /// True for a new password, which the answer has.
    #[serde(default)]
    reset: Option<bool>,
    /// True to mail a link by which the person chooses a password, in place of the present one. An earlier link opens nothing
    /// any more. Not with `disabled` or `reset`.
    #[serde(default)]
    invite: Option<bool>,
    /// True to take the second factor away, of a person who has lost it.
    #[serde(default)]
    reset_second_factor: Option<bool>,
    /// Where the person can be reached; empty for nowhere.
    #[serde(default)]
    email: Option<String>,
    /// The version that was read.
    #[serde(default)]
    version: Option<u64>,
}

/// Changes an account, and ends its sessions unless only the address changes. An invitation that waits ends with a new
/// password, another address, or the account.
#[utoipa::path(
    put,
    path = "/api/admin/users/{username}",
    tag = "admin",
    operation_id = "change_user",
    params(("username" = String, Path, description = "The name, or `~` and the id of the account.")),
    request_body = UserChange,
    responses(
        (status = 200, description = "Changed; after a reset the answer alone has the password.", body = UserSaved),
        (status = 404, description = "There is no account of that name.", body = ErrorBody),
        (status = 409, description = "`stale_version`: it was changed since `version`. `own_account`: nobody disables or resets the own account, or changes its address, here. `last_administrator`: nobody else who can sign in is one.", body = ErrorBody),
        (status = 422, description = "A field is malformed, or nobody can be invited: there is no address, or the account is disabled.", body = ErrorBody),
        (status = 429, description = "Over 5 invitations of this address in a day; `Retry-After` says when.", body = ErrorBody),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn change(
    State(portal): State<Portal>,
    RequireAdmin(admin): RequireAdmin,
    Path(username): Path<String>,
    Json(change): Json<UserChange>,
) -> ApiResult<Json<UserSaved>> {
    let before = portal.account_at(&username).await?;
    if change.version.is_some_and(|version| version != before.rev) {
        return Err(ApiError::stale_version());
    }
    if before.id == admin.id {
        refuse_own(&change)?;
    }
    let (mut after, mut password) = (before.clone(), None);
    if let Some(word) = &change.role {
        after.role = role(word)?;
    }
    if let Some(text) = &change.email {
        after.email = email(text)?;
    }
    after.disabled = change.disabled.unwrap_or(before.disabled);
    if change.reset_second_factor == Some(true) {
        (after.second_factor, after.enrolment) = (None, None);
    }
    if change.reset == Some(true) {
        let given = portal.given_password().await?;
        (after.password_hash, after.must_change_password) = (given.hash, true);
        password = Some(given.password);
    }
    // A link that is under way leads into the account as it was given out.
    if change.reset == Some(true) || after.disabled || after.email != before.email {
        after.invitation = None;
    }
    let mut invited = None;
    if change.invite == Some(true) {
        if after.disabled || change.reset == Some(true) {
            let why = "Nobody is invited to an account that is disabled, or that is given a password.";
            return Err(ApiError::invalid("invite", why));
        }
        let sent = portal
            .invite(&admin, &after.username, after.role, after.email.as_ref())
            .await?;
        // Nobody learns it.
        (after.password_hash, after.must_change_password) = (portal.given_password().await?.hash, false);
        after.invitation = Some(sent.invitation.clone());
        invited = Some(sent);
    }
    if after != before {
        portal.save(&admin, &before, &after, invited.as_ref()).await?;
        after.rev += 1;
    }
    let user = portal.user(after).await?;
    Ok(Json(UserSaved { user, password }))
}

/// What nobody may do to the own account: it would end in nobody being let in, or get past the question for the present
/// password.
fn refuse_own(change: &UserChange) -> ApiResult<()> {
    let message = if change.disabled == Some(true) {
        "You cannot disable your own account. Ask another administrator."
    } else if change.reset == Some(true)
        || change.invite == Some(true)
        || change.reset_second_factor == Some(true)
        || change.email.is_some()
    {
        "Change your own address, password and second factor under My account."
    } else {
        return Ok(());
    };
    Err(ApiError::conflict("own_account", message))
}

impl Portal {
    async fn save(
        &self,
        admin: &Staff,
        before: &Administrator,
        after: &Administrator,
        invited: Option<&Invited>,
    ) -> ApiResult<()> {
        let left = self.who_is_left(admin, before, after).await?;
        let entry = self.entry(
            admin,
            action(before, after),
            &before.id,
            audited(before),
            audited(after),
        );
        let is_address_alone = action(before, after) == "admin.email_changed";
        let sessions = match is_address_alone {
            true => SessionsAfter::Keep,
            false => SessionsAfter::End,
        };
        let mail = before
            .email
            .clone()
            .zip(news(before, after))
            .map(|(email, news)| AccountMail::new(news, email, &before.username, BY, self.clock.now()));
        let id = self.entropy.symbols(SESSION_ID);
        let told = mail.as_ref().map(|mail| Told {
            mails: &self.account_mails,
            id: &id,
            mail,
        });
        let void = before
            .invitation
            .as_ref()
            .filter(|before| after.invitation.as_ref() != Some(before));
        let mails = MailsAfter {
            told,
            invitation: self.invitation_change(void, invited),
        };
        let changed = self
            .administrators
            .change(after, &self.access, sessions, left.as_ref(), &entry, mails);
        match changed.await.map_err(ApiError::internal)? {
            Changed::Done => Ok(()),
            Changed::Stale => Err(ApiError::stale_version()),
            Changed::NoAdministratorLeft => Err(last_administrator()),
        }
    }

    /// The administrator who must be left for the change to be made: the one who makes it, or another one if they give up
    /// their own role. `None` when the change takes no administrator away.
    async fn who_is_left(
        &self,
        admin: &Staff,
        before: &Administrator,
        after: &Administrator,
    ) -> ApiResult<Option<Administrator>> {
        if !works(before) || works(after) {
            return Ok(None);
        }
        let accounts = self.administrators.listed().await.map_err(ApiError::internal)?;
        let mut others: Vec<Administrator> = accounts
            .into_iter()
            .filter(|account| account.id != before.id && works(account))
            .collect();
        others.sort_by_key(|account| account.id != admin.id);
        match others.into_iter().next() {
            Some(left) => Ok(Some(left)),
            None => Err(last_administrator()),
        }
    }
}

/// Whom a person hears of, in the place of a device.
const BY: &str = "an administrator of the portal";

/// What the person is mailed at the address that the account had; `None` for what they notice anyway.
fn news(before: &Administrator, after: &Administrator) -> Option<AccountNews> {
    if before.email != after.email {
        Some(AccountNews::AddressChanged)
    } else if after.invitation.is_some() && after.invitation != before.invitation {
        // The invitation says it.
        None
    } else if before.password_hash != after.password_hash {
        Some(AccountNews::PasswordGiven)
    } else if before.second_factor.is_some() && after.second_factor.is_none() {
        Some(AccountNews::SecondFactorRemoved)
    } else {
        None
    }
}

fn works(account: &Administrator) -> bool {
    account.role == Role::Admin && !account.disabled && account.invitation.is_none()
}

fn last_administrator() -> ApiError {
    let message =
        "This is the last administrator who can sign in. Make somebody else an administrator first.";
    ApiError::conflict("last_administrator", message)
}

/// What the audit log calls a change.
fn action(before: &Administrator, after: &Administrator) -> &'static str {
    let changes = [
        (before.role != after.role, "admin.role_changed"),
        (!before.disabled && after.disabled, "admin.disabled"),
        (before.disabled && !after.disabled, "admin.enabled"),
        (
            after.invitation.is_some() && before.invitation != after.invitation,
            "admin.invited",
        ),
        (
            after.invitation.is_none() && before.password_hash != after.password_hash,
            "admin.password_reset",
        ),
        (
            before.second_factor.is_some() && after.second_factor.is_none(),
            "admin.second_factor_reset",
        ),
        (before.email != after.email, "admin.email_changed"),
    ];
    let mut made = changes
        .iter()
        .filter(|(made, _)| *made)
        .map(|(_, action)| *action);
    match (made.next(), made.next()) {
        (Some(action), None) => action,
        _ => "admin.changed",
    }
}
