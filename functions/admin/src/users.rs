//! `GET` and `POST /api/admin/users`: the accounts, and new ones.

use crate::{Portal, invitation::Invited, sessions::Holder};
use accounts::{ACCOUNT_ID, generate_password, hash_password};
use axum::{extract::State, http::StatusCode};
use domain::{AccountName, Email, Role};
use futures::{StreamExt, TryStreamExt};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Administrator, Invitation, InvitationChange, MailsAfter, Write};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

/// How many accounts are looked up side by side.
const AT_ONCE: usize = 8;

/// An account of the portal.
#[derive(Serialize, ToSchema)]
#[schema(as = StaffAccount)]
pub(crate) struct User {
    /// Names the account for ever. Behind `~` it is the account's place in an address, whatever the name is.
    id: String,
    pub(crate) username: String,
    /// `admin`, `counter`, `door`, `accountant`; `unrecognised` for one that is not known, which opens nothing.
    role: &'static str,
    /// Whether nobody is let in by it.
    disabled: bool,
    /// Where the person can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    /// Whether the password was given by an administrator and not replaced yet.
    must_change_password: bool,
    /// Until when the person can choose a password by the link that was mailed; absent where there is no invitation.
    #[serde(with = "rfc3339::option", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    invited_until: Option<OffsetDateTime>,
    /// Whether a code is asked for after the password.
    second_factor: bool,
    /// In how many places the person is signed in.
    sessions: usize,
    /// The last use of a session, to two minutes; absent before the first sign-in.
    #[serde(with = "rfc3339::option", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_seen: Option<OffsetDateTime>,
    /// Counts the edits.
    version: u64,
}

/// An account, and its password where one was given.
#[derive(Serialize, ToSchema)]
#[schema(as = StaffAccountSaved)]
pub(crate) struct UserSaved {
    #[serde(flatten)]
    pub(crate) user: User,
    /// The password that was given, shown this once. It must be replaced at the first sign-in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) password: Option<String>,
}

/// Who is invited.
#[derive(Deserialize, ToSchema)]
#[schema(as = StaffAccountForm)]
pub(crate) struct NewUser {
    #[serde(default)]
    #[schema(required)]
    username: String,
    #[serde(default)]
    #[schema(required)]
    role: String,
    /// Where the person can be reached.
    #[serde(default)]
    email: Option<String>,
    /// True to mail a link by which the person chooses a password, in place of a password in the answer.
    #[serde(default)]
    invite: bool,
}

/// The accounts, by name.
#[utoipa::path(
    get,
    path = "/api/admin/users",
    tag = "admin",
    responses(
        (status = 200, description = "The accounts.", body = [User]),
    )
)]
pub(crate) async fn users(State(portal): State<Portal>, _: RequireAdmin) -> ApiResult<Json<Vec<User>>> {
    let accounts = portal.administrators.listed().await.map_err(ApiError::internal)?;
    let users = futures::stream::iter(accounts)
        .map(|account| portal.user(account))
        .buffered(AT_ONCE)
        .try_collect();
    users.await.map(Json)
}

/// Makes an account, with a password that must be replaced at the first sign-in, or with an invitation by mail.
///
/// An invitation can be accepted once, within 72 hours. Until then no password opens the account.
#[utoipa::path(
    post,
    path = "/api/admin/users",
    tag = "admin",
    operation_id = "create_user",
    request_body = NewUser,
    responses(
        (status = 201, description = "Made; the answer alone has the password, if one was given.", body = UserSaved),
        (status = 409, description = "`username_taken`: there is an account of that name, whatever its case.", body = ErrorBody),
        (status = 422, description = "A field is missing or malformed.", body = ErrorBody),
        (status = 429, description = "Over 5 invitations of this address in a day; `Retry-After` says when.", body = ErrorBody),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn create(
    State(portal): State<Portal>,
    RequireAdmin(admin): RequireAdmin,
    Json(form): Json<NewUser>,
) -> ApiResult<(StatusCode, Json<UserSaved>)> {
    let username = AccountName::parse(&form.username).map_err(|why| ApiError::invalid("username", why))?;
    let role = role(&form.role)?;
    let email = form.email.as_deref().map_or(Ok(None), email)?;
    let invited = match form.invite {
        true => Some(
            portal
                .invite(&admin, username.as_str(), role, email.as_ref())
                .await?,
        ),
        false => None,
    };
    let given = portal.given_password().await?;
    let id = portal.entropy.symbols(ACCOUNT_ID);
    let made = Administrator {
        email,
        must_change_password: invited.is_none(),
        invitation: invited.as_ref().map(|invited| invited.invitation.clone()),
        ..Administrator::new(id, username.as_str().to_owned(), given.hash, role)
    };
    let after = audited(&made);
    let entry = portal.entry(&admin, "admin.created", &made.id, Value::Null, after);
    let mails = MailsAfter {
        invitation: portal.invitation_change(None, invited.as_ref()),
        ..MailsAfter::default()
    };
    match portal
        .administrators
        .create(&made, &entry, mails)
        .await
        .map_err(ApiError::internal)?
    {
        Write::Done => {}
        Write::Stale => {
            let message = "There is an account of that name already.";
            return Err(ApiError::conflict("username_taken", message).field("username"));
        }
    }
    let saved = UserSaved {
        user: portal.user(made).await?,
        // Of an account whose holder is invited nobody learns it.
        password: invited.is_none().then_some(given.password),
    };
    Ok((StatusCode::CREATED, Json(saved)))
}

/// A role that an account can be given.
pub(crate) fn role(word: &str) -> ApiResult<Role> {
    Role::parse(word)
        .ok_or_else(|| ApiError::invalid("role", "Please choose admin, counter, door or accountant."))
}

/// An address; none when it is blank.
pub(crate) fn email(text: &str) -> ApiResult<Option<Email>> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let email = Email::parse(text).map_err(|invalid| invalid.on("email"))?;
    Ok(Some(email))
}

/// What the audit log keeps of an account: no address, and nothing that opens it.
pub(crate) fn audited(account: &Administrator) -> Value {
    json!({
        "username": account.username,
        "role": account.role,
        "disabled": account.disabled,
        "email": account.email.is_some(),
        "second_factor": account.second_factor.is_some(),
        "invited": account.invitation.is_some(),
        "daily_report": account.daily_report,
    })
}

/// A generated password, and its hash.
pub(crate) struct GivenPassword {
    pub(crate) password: String,
    pub(crate) hash: String,
}

impl Portal {
    /// The account that a path names: by `~` and its id, or by its name.
    ///
    /// # Errors
    /// 404 when there is none.
    pub(crate) async fn account_at(&self, place: &str) -> ApiResult<Administrator> {
        let by_id = match place.strip_prefix('~') {
            Some(id) => {
                let accounts = self.administrators.listed().await.map_err(ApiError::internal)?;
                accounts.into_iter().find(|account| account.id == id)
            }
            None => None,
        };
        let found = match by_id {
            Some(account) => Some(account),
            None => self
                .administrators
                .find(place.trim())
                .await
                .map_err(ApiError::internal)?,
        };
        found.ok_or_else(|| ApiError::not_found("There is no account of that name."))
    }

    /// An account as the list shows it.
    pub(crate) async fn user(&self, account: Administrator) -> ApiResult<User> {
        let record = self.token_record_of(&account).await?;
        let sessions = self.live_sessions(&Holder::new(&account, &record)).await?;
        let used = sessions.iter().map(|session| session.last_seen).max();
        Ok(User {
            id: account.id,
            username: account.username,
            role: account.role.word(),
            disabled: account.disabled,
            email: account.email.map(|email| email.as_str().to_owned()),
            must_change_password: account.must_change_password,
            invited_until: account.invitation.map(|invitation| invitation.expires_at),
            second_factor: account.second_factor.is_some(),
            sessions: sessions.len(),
            last_seen: used.max(record.signed_in),
            version: account.rev,
        })
    }

    /// What becomes of invitations with a change: `before` opens nothing any more, and `sent` is in the queue.
    pub(crate) fn invitation_change<'a>(
        &'a self,
        before: Option<&'a Invitation>,
        sent: Option<&'a Invited>,
    ) -> Option<InvitationChange<'a>> {
        let is_one = before.is_some() || sent.is_some();
        is_one.then(|| InvitationChange {
            invitations: &self.invitations,
            void: before,
            sent: sent.map(|Invited { invitation, mail }| (invitation, mail)),
        })
    }

    /// A password for another person.
    pub(crate) async fn given_password(&self) -> ApiResult<GivenPassword> {
        let password = generate_password(&self.entropy);
        let hash = self.hashed(password.clone()).await?;
        Ok(GivenPassword { password, hash })
    }

    /// The hash of a password; takes a while.
    pub(crate) async fn hashed(&self, password: String) -> ApiResult<String> {
        let entropy = self.entropy.clone();
        let hash = tokio::task::spawn_blocking(move || hash_password(&password, &entropy)).await;
        hash.map_err(ApiError::internal)?.map_err(ApiError::internal)
    }
}
