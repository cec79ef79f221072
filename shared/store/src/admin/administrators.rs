//! Table admin: the administrators.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | administrator | `ADMIN#<name in lower case>` | `ADMIN` |
//! | that there is one of a name | `ACCOUNTS` | `<name in lower case>` |
//!
//! | access pattern | call |
//! |---|---|
//! | the administrator who signs in | GetItem, strongly consistent |
//! | create one | transaction with its name, its invitation and the audit entry |
//! | change one as it was read | transaction with the audit entry, the token version, the mail about it, its invitations, whether it reads the daily report, and the account that must stay an administrator |
//! | all of them, for the portal | Query of the names, BatchGetItem |
//! | all of them, for the function `operations` alone | Scan |

mod change;
mod list;
mod second_factor;

pub use change::Changed;

use super::{
    audit::{self, AuditEntry},
    second_factor::{Enrolment, SecondFactor},
};
use crate::{
    account_mails::Told,
    dynamo::{Item, StoreError, key, read},
    invitations::{Invitation, InvitationChange},
    transaction::{self, Transaction, Write},
};
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use config::{ConfigError, Env};
use domain::{Contended, Email, Permission, Role};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The administrators in table admin.
#[derive(Debug, Clone)]
pub struct Administrators {
    pub(super) client: Client,
    pub(super) table: String,
}

/// One who may sign in to the portal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Administrator {
    /// Names the administrator for ever; the key of the token version.
    pub id: String,
    /// The name as typed when the administrator was created. Signing in ignores case.
    pub username: String,
    /// The password's hash as a PHC string.
    pub password_hash: String,
    /// What the person may do.
    pub role: Role,
    /// Kept for the audit log, but not let in.
    pub disabled: bool,
    /// Where the person can be reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// Whether an administrator has given the password.
    pub must_change_password: bool,
    /// What is asked for after the password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_factor: Option<SecondFactor>,
    /// A second factor that is being set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enrolment: Option<Enrolment>,
    /// By what the person may choose a password. Nobody is let in by the one that the account has meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<Invitation>,
    /// Whether the person wants the daily report.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub daily_report: bool,
    /// Counts the changes of the account.
    pub rev: u64,
}

impl Administrator {
    /// An account that nothing was done to yet.
    #[must_use]
    pub const fn new(id: String, username: String, password_hash: String, role: Role) -> Self {
        Self {
            id,
            username,
            password_hash,
            role,
            disabled: false,
            email: None,
            must_change_password: false,
            second_factor: None,
            enrolment: None,
            invitation: None,
            daily_report: false,
            rev: 0,
        }
    }

    /// Where the daily report goes, if the account gets it.
    #[must_use]
    pub fn reads_report(&self) -> Option<&Email> {
        let may = self.daily_report && !self.disabled && self.role.may(Permission::Reports);
        self.email.as_ref().filter(|_| may)
    }
}

/// What is kept of mails, or taken back, if and only if a change of an account is made.
#[derive(Debug, Clone, Copy, Default)]
pub struct MailsAfter<'a> {
    /// The mail about it.
    pub told: Option<Told<'a>>,
    /// The invitations that it makes and ends.
    pub invitation: Option<InvitationChange<'a>>,
}

impl MailsAfter<'_> {
    fn actions(self) -> Result<Vec<TransactWriteItem>, StoreError> {
        let told = self.told.map(Told::put).transpose()?;
        let invitation = self.invitation.map(InvitationChange::actions).transpose()?;
        Ok(told.into_iter().chain(invitation.into_iter().flatten()).collect())
    }
}

impl Administrators {
    /// The table that `TABLE_ADMIN` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_ADMIN")?,
        })
    }

    /// The administrator of a name, whatever its case.
    pub async fn find(&self, username: &str) -> Result<Option<Administrator>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(administrator_key(username)))
            .consistent_read(true)
            .send()
            .await?;
        answer.item.map(|item| read("admin", item)).transpose()
    }

    /// Writes a new administrator with the audit entry of it, and mails; `Stale` when there is one of that name.
    pub async fn create(
        &self,
        administrator: &Administrator,
        entry: &AuditEntry,
        mails: MailsAfter<'_>,
    ) -> Result<Write, StoreError> {
        let mut item = crate::dynamo::write("admin", administrator)?;
        item.extend(administrator_key(&administrator.username));
        let mut actions = vec![
            transaction::put_new(&self.table, item)?,
            transaction::put(&self.table, list::name_item(&administrator.username))?,
            audit::put(entry, &self.table)?,
        ];
        actions.extend(mails.actions()?);
        match transaction::transact(&self.client, actions).await? {
            Transaction::Done => Ok(Write::Done),
            Transaction::Refused(_) => Ok(Write::Stale),
            Transaction::Conflict => Err(Contended("an administrator").into()),
        }
    }
}

pub(super) fn administrator_key(username: &str) -> Item {
    key(format!("ADMIN#{}", username.to_lowercase()), "ADMIN")
}

/// Hash and secrets stay out of logs as the password does.
impl fmt::Debug for Administrator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Administrator")
            .field("id", &self.id)
            .field("role", &self.role)
            .field("disabled", &self.disabled)
            .finish_non_exhaustive()
    }
}
