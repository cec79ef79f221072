//! Mails to staff about their accounts until they are sent: of sign-ins from devices that had not signed in before, and of
//! changes of what opens an account. They are in table registrations, which has the index `due`; accounts and sessions
//! have no such index.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | mail | `SIGN_IN#<session, or a random id>` | `SIGN_IN` | `kind`, `news`, `email`, `username`, `device`, `at`, `attempts`, `lease`, `lease_until`, `due_shard`, `due_at`, `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | keep the mail of a sign-in | PutItem, unless it is there |
//! | keep the mail about a change | in the transaction of the change |
//! | the mails that are due | Query of the partition `DUE#SIGN_IN#0` of index `due`, the longest overdue first |
//! | lease a mail | UpdateItem, if it is due and not leased |
//! | try it again later | UpdateItem on its lease |
//! | remove it | DeleteItem on its lease |
//! | quarantine it | GetItem, UpdateItem on the `due_at` that was read |

use crate::{
    dynamo::{StoreError, write},
    mail_queue::{MailQueue, Queued, QueuedMail},
    registrations::TABLE,
    transaction::{Write, put_new},
};
use aws_sdk_dynamodb::types::TransactWriteItem;
use domain::Email;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long after what it tells of TTL may take a mail that nobody could send.
const KEPT: Duration = Duration::days(3);

/// The mails, by the session that a sign-in began, or by a random id.
pub type AccountMails = MailQueue<AccountMail>;

/// What a mail tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AccountNews {
    /// A sign-in from a device that had not signed in before.
    SignIn,
    /// The person has another password, which they chose.
    PasswordChanged,
    /// The person was given another password.
    PasswordGiven,
    /// A code is asked for from now on.
    SecondFactorSetUp,
    /// No code is asked for any more.
    SecondFactorRemoved,
    /// The account has another address, or none. This goes to the one that it had.
    AddressChanged,
}

/// What the mail tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountMail {
    /// What it is about.
    pub news: AccountNews,
    /// Where it goes: the address that the account had.
    pub email: Email,
    /// The account.
    pub username: String,
    /// By what or whom, in plain words: "Chrome on Android".
    pub device: String,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// How often it could not be sent.
    #[serde(default)]
    attempts: u32,
    /// Until when a sender has it, in epoch milliseconds. Here, so that a word in its place makes the item
    /// unreadable instead of leased for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lease_until: Option<i64>,
}

impl AccountMail {
    /// A mail that nobody has tried to send.
    #[must_use]
    pub fn new(news: AccountNews, email: Email, username: &str, device: &str, at: OffsetDateTime) -> Self {
        Self {
            news,
            email,
            username: username.to_owned(),
            device: device.to_owned(),
            at,
            attempts: 0,
            lease_until: None,
        }
    }
}

impl QueuedMail for AccountMail {
    type Id = str;

    const KIND: &'static str = "SIGN_IN";
    const SHARD: &'static str = "DUE#SIGN_IN#0";

    fn key(id: &str) -> &str {
        id
    }

    fn id(key: &str) -> Option<String> {
        Some(key.to_owned())
    }

    fn attempts(&self) -> u32 {
        self.attempts
    }
}

/// A mail about a change, which is kept if and only if the change is made.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    /// Where it is kept.
    pub mails: &'a AccountMails,
    /// Names it among them.
    pub id: &'a str,
    /// What it tells.
    pub mail: &'a AccountMail,
}

impl Told<'_> {
    pub(crate) fn put(self) -> Result<TransactWriteItem, StoreError> {
        let Self { mails, id, mail } = self;
        let item = Queued::new(id, mail, mail.at, mail.at + KEPT);
        put_new(&mails.table, write(TABLE, &item)?)
    }
}

impl AccountMails {
    /// Keeps the one mail of the sign-in that began `session`, due at once. Stale when it is there already.
    pub async fn keep(&self, session: &str, mail: &AccountMail) -> Result<Write, StoreError> {
        let item = Queued::new(session, mail, mail.at, mail.at + KEPT);
        self.put_new(write(TABLE, &item)?).await
    }
}
