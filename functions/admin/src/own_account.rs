//! A person's own account: what is read and written of it by its holder.

use crate::{
    Portal, browser,
    device::Device,
    sessions::Holder,
    signed_in::{SESSION_ID, SignedIn},
};
use accounts::verify_password;
use axum::http::HeaderMap;
use domain::{Restriction, Role};
use http_api::{ApiError, ApiResult, SealPurpose, Staff};
use serde_json::Value;
use store::{
    AccountMail, AccountNews, Administrator, Changed, Counted, GuessAttempt, Guessed, MailsAfter, Session,
    SessionsAfter, Succession, Told,
};

/// An administrator who is signed in and has given the password once more. [`Portal::ask_password`] alone makes one, so what takes
/// one is out of reach of a stolen session.
pub(crate) struct ConfirmedAccount {
    account: Administrator,
    session: Session,
}

impl ConfirmedAccount {
    /// The account as it was read.
    pub(crate) fn account(&self) -> &Administrator {
        &self.account
    }
}

/// A change that a person makes to their own account, once they have proved again who they are.
pub(crate) struct OwnChange {
    /// Who makes it.
    pub(crate) confirmed: ConfirmedAccount,
    /// What the account becomes.
    pub(crate) after: Administrator,
    /// What the audit log calls it.
    pub(crate) action: &'static str,
    pub(crate) audited: Audited,
    /// What the mail to the person says.
    pub(crate) news: AccountNews,
    /// What the answer says.
    pub(crate) msg: &'static str,
}

/// What the audit log keeps of an account before and after a change.
#[derive(Default)]
pub(crate) struct Audited {
    pub(crate) before: Value,
    pub(crate) after: Value,
}

impl Portal {
    /// The account of the person who asks.
    pub(crate) async fn own_account(&self, staff: &Staff) -> ApiResult<Administrator> {
        let found = self
            .administrators
            .find(&staff.username)
            .await
            .map_err(ApiError::internal)?;
        let account = found.filter(|account| account.id == staff.id && !account.disabled);
        account.ok_or_else(ApiError::unauthorized)
    }

    /// The account of the person who asks, and their session.
    pub(crate) async fn own_session(&self, staff: &Staff) -> ApiResult<(Administrator, Session)> {
        let record = self.access.token_record(&staff.id, Some(&staff.session));
        let (account, record) = tokio::join!(self.own_account(staff), record);
        let session = record.map_err(ApiError::internal)?.session;
        Ok((account?, session.ok_or_else(ApiError::unauthorized)?))
    }

    /// Asks the person who is signed in, with what [`Portal::own_session`] has found, for the password once more, in the
    /// member `field` of the form. Guesses are counted by the rule of sign-ins.
    ///
    /// # Errors
    /// 422 for a wrong password, and 429 during a pause.
    pub(crate) async fn ask_password(
        &self,
        (account, session): (Administrator, Session),
        password: String,
        field: &'static str,
    ) -> ApiResult<ConfirmedAccount> {
        if password.is_empty() {
            return Err(ApiError::invalid(field, "Please enter your password."));
        }
        let counted = self.guess(&account, &session).await?;
        let hash = account.password_hash.clone();
        let right = tokio::task::spawn_blocking(move || verify_password(&password, Some(&hash))).await;
        if !right.map_err(ApiError::internal)? {
            return Err(ApiError::invalid(field, "This is not your present password."));
        }
        let forgiven = self.access.forgive_attempt(counted).await;
        forgiven.map_err(ApiError::internal)?;
        Ok(ConfirmedAccount { account, session })
    }

    /// Makes a change of the own account. Every session ends; the one that asks goes on under another token, with the
    /// limit that it had, and whatever is not asked for any more is not asked for.
    pub(crate) async fn save_own(
        &self,
        staff: &Staff,
        headers: &HeaderMap,
        change: OwnChange,
    ) -> ApiResult<SignedIn> {
        let OwnChange {
            confirmed:
                ConfirmedAccount {
                    account: before,
                    session,
                },
            after,
            action,
            audited: Audited {
                before: was,
                after: is,
            },
            news,
            msg,
        } = change;
        let next = Session {
            ver: session.ver + 1,
            restriction: self.restriction(&after),
            ..self.successor(&session)
        };
        let now = next.last_seen;
        let by = browser::in_plain_words(headers);
        let mail = before
            .email
            .clone()
            .map(|email| AccountMail::new(news, email, &before.username, &by, now));
        let told = mail.as_ref().map(|mail| Told {
            mails: &self.account_mails,
            id: &next.id,
            mail,
        });
        let mails = MailsAfter {
            told,
            ..MailsAfter::default()
        };
        let entry = self.entry(staff, action, &staff.id, was, is);
        let sessions = SessionsAfter::Replace(Succession {
            ended: &session,
            next: &next,
            role: after.role,
        });
        let changed = self
            .administrators
            .change(&after, &self.access, sessions, None, &entry, mails);
        match changed.await.map_err(ApiError::internal)? {
            Changed::Done => self.signed_in(after, next, Device::new(&self.entropy), msg),
            Changed::Stale | Changed::NoAdministratorLeft => Err(ApiError::stale_version()),
        }
    }

    /// Ends another session of the person who asks. This one goes on under another token, because the person has proved
    /// again who they are.
    pub(crate) async fn end_own(
        &self,
        staff: &Staff,
        confirmed: ConfirmedAccount,
        id: &str,
    ) -> ApiResult<SignedIn> {
        let ConfirmedAccount { account, session } = confirmed;
        let next = self.successor(&session);
        let own = Succession {
            ended: &session,
            next: &next,
            role: account.role,
        };
        self.end_one(staff, &Holder::from(staff), id, Some(own)).await?;
        self.signed_in(
            account,
            next,
            Device::new(&self.entropy),
            "The session has ended.",
        )
    }

    /// What a session that goes on under another token becomes, with the limit that it had.
    fn successor(&self, session: &Session) -> Session {
        Session {
            id: self.entropy.symbols(SESSION_ID),
            last_seen: self.clock.now(),
            ..session.clone()
        }
    }

    /// What an account's sessions may not be used without.
    pub(crate) fn restriction(&self, account: &Administrator) -> Option<Restriction> {
        let lacks_factor = account.role == Role::Admin && account.second_factor.is_none();
        if account.must_change_password {
            Some(Restriction::PasswordChange)
        } else if self.admins_need_second_factor && lacks_factor {
            Some(Restriction::SecondFactor)
        } else {
            None
        }
    }

    /// Counts the attempt at a code of who has given the password already.
    pub(crate) async fn guess_code(&self, confirmed: &ConfirmedAccount) -> ApiResult<Counted> {
        self.guess(&confirmed.account, &confirmed.session).await
    }

    /// Counts an attempt of a person who is signed in to prove once more who they are, by the rule of sign-ins. Each session
    /// has a count of its own, as a stolen one would keep its owner from ending it otherwise; there is no other one without the
    /// password.
    async fn guess(&self, account: &Administrator, session: &Session) -> ApiResult<Counted> {
        let parts: [&[u8]; 3] = [account.id.as_bytes(), session.id.as_bytes(), b"signed in"];
        self.guess_by(&parts).await
    }

    /// Counts an attempt by whatever `parts` are.
    pub(crate) async fn guess_by(&self, parts: &[&[u8]]) -> ApiResult<Counted> {
        let hash = self.signer.seal(SealPurpose::Proof, parts);
        let of = Guessed::Proof(crate::device::short(&hash));
        match self
            .access
            .attempt(of, self.clock.now())
            .await
            .map_err(ApiError::internal)?
        {
            GuessAttempt::Counted(counted) => Ok(counted),
            GuessAttempt::Paused { retry_after } => {
                Err(ApiError::too_many(retry_after).message("Too many wrong attempts. Please wait."))
            }
        }
    }
}
