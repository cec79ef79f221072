//! A person's own account: what is read and written of it by its holder.

use crate::Portal;
use domain::{Restriction, Role};
use http_api::{ApiError, ApiResult, Seal, Staff};
use store::{Administrator, Attempt, AuditEntry, Changed, Counted, Guessed, Session, SessionsAfter};

impl Portal {
    /// The account of the person who asks, and their session.
    pub(crate) async fn own_account(&self, staff: &Staff) -> ApiResult<(Administrator, Option<Session>)> {
        let found = self
            .administrators
            .find(&staff.username)
            .await
            .map_err(ApiError::internal)?;
        let account = found.filter(|account| account.id == staff.id && !account.disabled);
        let account = account.ok_or_else(ApiError::unauthorized)?;
        let standing = self.access.standing(&staff.id, staff.session.as_deref()).await;
        Ok((account, standing.map_err(ApiError::internal)?.session))
    }

    /// Makes the own account what `after` is. Other sessions end; this one may be used for whatever is not asked for any
    /// more. A token of release 1.0 ends with the others.
    pub(crate) async fn save_own(
        &self,
        after: &Administrator,
        session: Option<&Session>,
        entry: &AuditEntry,
    ) -> ApiResult<()> {
        let sessions = session.map_or(SessionsAfter::End, |session| {
            SessionsAfter::EndOthers(session, self.restriction(after))
        });
        let changed = self
            .administrators
            .change(after, &self.access, sessions, None, entry);
        match changed.await.map_err(ApiError::internal)? {
            Changed::Done => Ok(()),
            Changed::Stale | Changed::NoAdministratorLeft => Err(ApiError::stale_version()),
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

    /// Counts an attempt of somebody who is signed in to prove once more who they are, by the rule of sign-ins.
    pub(crate) async fn guess(&self, account: &Administrator) -> ApiResult<Counted> {
        self.guess_by(&[account.id.as_bytes(), b"signed in"]).await
    }

    /// Counts an attempt by whatever `parts` are.
    pub(crate) async fn guess_by(&self, parts: &[&[u8]]) -> ApiResult<Counted> {
        let hash = self.signer.seal(Seal::Proof, parts);
        let of = Guessed::Proof(crate::device::short(&hash));
        match self
            .access
            .attempt(of, self.clock.now())
            .await
            .map_err(ApiError::internal)?
        {
            Attempt::Counted(counted) => Ok(counted),
            Attempt::Paused { retry_after } => {
                Err(ApiError::too_many(retry_after).message("Too many wrong attempts. Please wait."))
            }
        }
    }
}
