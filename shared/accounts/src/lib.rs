//! The administrators' accounts and their passwords.
//!
//! Accounts are made by administrators, by the function `operations` and by the local system. Every account has a role.
//! Every change leaves an entry in the audit log, and ends the account's sessions in the same transaction.

mod password;
pub mod second_factor;
mod strength;

pub use password::{HashError, generate_password, hash as hash_password, verify_password};
pub use strength::{SHORTEST, weakness};

use config::{ConfigError, Env};
use domain::{AccountName, Clock, Entropy, Role};
use serde_json::{Value, json};
use store::{
    Access, Administrator, Administrators, AuditEntry, Changed, MailsAfter, SessionsAfter, StoreError, Write,
};

/// The longest name and password, in bytes.
pub const LONGEST: usize = 256;

/// How many symbols name an account for ever.
pub const ACCOUNT_ID: usize = 20;

const SHORTEST_PASSWORD: usize = 8;

/// Changes accounts.
#[derive(Debug, Clone)]
pub struct Accounts {
    administrators: Administrators,
    access: Access,
    clock: Clock,
    entropy: Entropy,
    /// The actor in the audit log.
    by: &'static str,
}

/// Why an account could not be changed.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// The name is none that an account can have, or the password too short or too long.
    #[error("{0}")]
    Refused(&'static str),
    /// There is an administrator of that name already, whatever its case.
    #[error("there is an administrator of that name already")]
    Taken,
    /// There is no administrator of that name.
    #[error("there is no administrator of that name")]
    Unknown,
    /// Another request has changed the account meanwhile. Calling again is safe.
    #[error("somebody else is changing this account; try again")]
    Changed,
    /// The password could not be hashed.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The tables could not be read or written. Calling again is safe.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Accounts {
    /// The accounts in the tables that `TABLE_ADMIN` and `TABLE_ACCESS` name. The audit log says that `by` changed
    /// them.
    pub fn from_env(
        env: &Env,
        clock: Clock,
        entropy: Entropy,
        by: &'static str,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            administrators: Administrators::from_env(env)?,
            access: Access::from_env(env)?,
            clock,
            entropy,
            by,
        })
    }

    /// Makes an account that may do everything.
    ///
    /// # Errors
    /// As [`AccountError`] says, [`AccountError::Taken`] among it.
    pub async fn create(&self, username: &str, password: &str) -> Result<Administrator, AccountError> {
        self.create_as(username, password, Role::Admin).await
    }

    /// Makes an account.
    ///
    /// # Errors
    /// As [`AccountError`] says, [`AccountError::Taken`] among it.
    pub async fn create_as(
        &self,
        username: &str,
        password: &str,
        role: Role,
    ) -> Result<Administrator, AccountError> {
        let name = AccountName::parse(username).map_err(AccountError::Refused)?;
        let (id, hash) = (self.entropy.symbols(ACCOUNT_ID), self.hash(password)?);
        let made = Administrator::new(id, name.as_str().to_owned(), hash, role);
        let entry = self.entry("admin.created", &made, Value::Null, shown(&made));
        match self
            .administrators
            .create(&made, &entry, MailsAfter::default())
            .await?
        {
            Write::Done => Ok(made),
            Write::Stale => Err(AccountError::Taken),
        }
    }

    /// Gives an administrator a new password, ends all their sessions, and lets them in again if disabled.
    ///
    /// # Errors
    /// As [`AccountError`] says, [`AccountError::Unknown`] among it.
    pub async fn reset(&self, username: &str, password: &str) -> Result<Administrator, AccountError> {
        let password_hash = self.hash(password)?;
        let before = self.existing(username).await?;
        let after = Administrator {
            password_hash,
            disabled: false,
            must_change_password: false,
            // What an invitation leaves in the queue opens nothing.
            invitation: None,
            ..before.clone()
        };
        self.change("admin.password_reset", &before, after).await
    }

    /// Gives an account another role, and ends all its sessions.
    ///
    /// # Errors
    /// As [`AccountError`] says, [`AccountError::Unknown`] among it.
    pub async fn set_role(&self, username: &str, role: Role) -> Result<Administrator, AccountError> {
        let before = self.existing(username).await?;
        let after = Administrator {
            role,
            ..before.clone()
        };
        self.change("admin.role_changed", &before, after).await
    }

    /// Lets an administrator in no more, and ends all their sessions.
    ///
    /// # Errors
    /// As [`AccountError`] says, [`AccountError::Unknown`] among it.
    pub async fn disable(&self, username: &str) -> Result<Administrator, AccountError> {
        let before = self.existing(username).await?;
        let after = Administrator {
            disabled: true,
            invitation: None,
            ..before.clone()
        };
        self.change("admin.disabled", &before, after).await
    }

    /// Makes the administrator of a name, or gives the one who is there a new password.
    ///
    /// # Errors
    /// As [`AccountError`] says.
    pub async fn create_or_reset(
        &self,
        username: &str,
        password: &str,
    ) -> Result<Administrator, AccountError> {
        match self.create(username, password).await {
            Err(AccountError::Taken) => self.reset(username, password).await,
            made => made,
        }
    }

    /// Whether this password lets this administrator in.
    pub async fn opens(&self, username: &str, password: &str) -> Result<bool, AccountError> {
        let found = self.administrators.find(username).await?;
        let able = found.filter(|administrator| !administrator.disabled);
        Ok(able.is_some_and(|administrator| verify_password(password, Some(&administrator.password_hash))))
    }

    /// Every administrator, by name.
    pub async fn list(&self) -> Result<Vec<Administrator>, AccountError> {
        Ok(self.administrators.all().await?)
    }

    /// The administrator of a name.
    ///
    /// # Errors
    /// As [`AccountError`] says, [`AccountError::Unknown`] among it.
    pub async fn existing(&self, username: &str) -> Result<Administrator, AccountError> {
        // Whatever it has: an account of before the rule for names must be reached, too.
        let found = self.administrators.find(username.trim()).await?;
        found.ok_or(AccountError::Unknown)
    }

    async fn change(
        &self,
        action: &str,
        before: &Administrator,
        after: Administrator,
    ) -> Result<Administrator, AccountError> {
        let entry = self.entry(action, before, shown(before), shown(&after));
        let mails = MailsAfter::default();
        let changed =
            self.administrators
                .change(&after, &self.access, SessionsAfter::End, None, &entry, mails);
        match changed.await? {
            Changed::Done => Ok(after),
            Changed::Stale | Changed::NoAdministratorLeft => Err(AccountError::Changed),
        }
    }

    fn entry(&self, action: &str, account: &Administrator, before: Value, after: Value) -> AuditEntry {
        let now = self.clock.now();
        AuditEntry::new(now, &self.entropy, self.by, action, &account.id, before, after)
    }

    fn hash(&self, password: &str) -> Result<String, AccountError> {
        if password.chars().count() < SHORTEST_PASSWORD || password.len() > LONGEST {
            return Err(AccountError::Refused(
                "the password of an administrator needs 8 characters or more, and 256 bytes at most",
            ));
        }
        Ok(password::hash(password, &self.entropy)?)
    }
}

/// What the audit log keeps of an account.
fn shown(administrator: &Administrator) -> Value {
    json!({
        "username": administrator.username,
        "role": administrator.role,
        "disabled": administrator.disabled,
    })
}
