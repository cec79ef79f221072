//! Mails with the daily report until they are sent, and for three days after it. They are in table registrations, which has
//! the index `due`; what they say is in table admin ([`Reports`](crate::Reports)).
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | mail | `DAILY_REPORT#<day>#<account>` | `DAILY_REPORT` | `kind`, `attempts`, `lease`, `lease_until`, `due_shard`, `due_at`, `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | keep the mail of a day to an account | PutItem, unless it is there |
//! | the mails that are due | Query of the partition `DUE#DAILY_REPORT#0` of index `due`, the longest overdue first |
//! | lease a mail | UpdateItem, if it is due and not leased |
//! | try it again later | UpdateItem on its lease |
//! | it is sent | UpdateItem on its lease |
//! | remove it | DeleteItem on its lease |
//! | quarantine it | GetItem, UpdateItem on the `due_at` that was read |
//!
//! One that is sent stays, so that whatever puts the mails of its day into the queue again finds it there.

use crate::{
    dynamo::{StoreError, write},
    mail_queue::{MailQueue, Queued, QueuedMail},
    registrations::TABLE,
    transaction::Write,
};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long after it was kept TTL may take a mail.
const KEPT: Duration = Duration::days(3);

/// The mails, by day and account.
pub type DailyReportMails = MailQueue<DailyReportMail>;

/// A mail with the report of a day to an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DailyReportMail {
    /// How often it could not be sent.
    #[serde(default)]
    attempts: u32,
    /// Until when a sender has it, in epoch milliseconds. Here, so that a word in its place makes the item
    /// unreadable instead of leased for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lease_until: Option<i64>,
}

/// Which mail: of a day, to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DailyReportMailId {
    key: String,
    day: usize,
}

impl DailyReportMailId {
    /// The mail with the report of a day to an account.
    #[must_use]
    pub fn new(day: &str, account: &str) -> Self {
        Self {
            key: format!("{day}#{account}"),
            day: day.len(),
        }
    }

    /// The day of the report.
    #[must_use]
    pub fn day(&self) -> &str {
        &self.key[..self.day]
    }

    /// The account.
    #[must_use]
    pub fn account(&self) -> &str {
        &self.key[self.day + 1..]
    }
}

impl QueuedMail for DailyReportMail {
    type Id = DailyReportMailId;

    const KIND: &'static str = "DAILY_REPORT";
    const SHARD: &'static str = "DUE#DAILY_REPORT#0";

    fn key(id: &DailyReportMailId) -> &str {
        &id.key
    }

    fn id(key: &str) -> Option<DailyReportMailId> {
        let (day, account) = key.split_once('#')?;
        Some(DailyReportMailId::new(day, account))
    }

    fn attempts(&self) -> u32 {
        self.attempts
    }
}

impl DailyReportMails {
    /// Keeps the one mail of a day to an account, due at once. Stale when it is there already, sent or not.
    pub async fn keep(&self, id: &DailyReportMailId, now: OffsetDateTime) -> Result<Write, StoreError> {
        let mail = DailyReportMail {
            attempts: 0,
            lease_until: None,
        };
        let item = Queued::new(id, &mail, now, now + KEPT);
        self.put_new(write(TABLE, &item)?).await
    }
}
