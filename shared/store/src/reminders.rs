//! Mails for the moment of a place in line, until they are sent. They are in table registrations, which has the index
//! `due`; table access holds no personal data.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | reminder | `REMINDER#<ticket>` | `REMINDER` | `kind`, `email`, `created_at`, `attempts`, `lease`, `lease_until`, `due_shard`, `due_at`, `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | keep a reminder, or give it another address | PutItem, unless it is leased |
//! | the reminders that are due | Query of the partition `DUE#REMINDER#0` of index `due`, the longest overdue first |
//! | lease a reminder | UpdateItem, if it is due and not leased |
//! | postpone it, or try it again later | UpdateItem on its lease |
//! | remove it | DeleteItem on its lease |
//! | quarantine it | GetItem, UpdateItem on the `due_at` that was read |

use crate::{
    dynamo::{StoreError, millis, n, write},
    line::Ticket,
    mail_queue::MailQueue,
    registrations::{TABLE, quarantine::Quarantined},
    transaction::{Write, written},
};
use config::{ConfigError, Env};
use domain::Email;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long after the moment of its place TTL may take a reminder that is still there.
const KEPT: Duration = Duration::days(1);

/// The reminders, in the table registrations.
#[derive(Debug, Clone)]
pub struct Reminders(MailQueue<Reminder>);

/// A mail that a visitor in line asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reminder {
    /// Where it goes.
    pub email: Email,
    /// When it was asked for.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// How often it could not be sent.
    #[serde(default)]
    pub attempts: u32,
    /// Until when somebody is sending it, in epoch milliseconds. Here, so that a word in its place makes the item
    /// unreadable instead of leased for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lease_until: Option<i64>,
}

impl Reminder {
    /// A reminder that nobody has tried to send.
    #[must_use]
    pub fn new(email: Email, created_at: OffsetDateTime) -> Self {
        Self {
            email,
            created_at,
            attempts: 0,
            lease_until: None,
        }
    }
}

impl Reminders {
    /// The reminders in the table that `TABLE_REGISTRATIONS` names.
    ///
    /// # Errors
    /// Names the variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        MailQueue::from_env(env, "REMINDER", "DUE#REMINDER#0").map(Self)
    }

    /// Keeps the one reminder of a ticket, due at `due`, in place of an earlier one. Stale while that is being sent.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn keep(
        &self,
        ticket: &Ticket,
        reminder: &Reminder,
        due: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let Self(queue) = self;
        let item = queue.item(ticket.as_str(), reminder, due, due + KEPT);
        let put = queue.client.put_item().table_name(&queue.table);
        let sent = put
            .set_item(Some(write(TABLE, &item)?))
            .condition_expression("attribute_not_exists(lease_until) OR lease_until < :now")
            .expression_attribute_values(":now", n(millis(reminder.created_at)))
            .send()
            .await;
        written(sent)
    }

    /// Where the reminder of a ticket goes; None where there is none, or it cannot be read.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn email_of(&self, ticket: &Ticket) -> Result<Option<Email>, StoreError> {
        let kept = self.0.kept(ticket.as_str()).await?;
        Ok(kept.map(|reminder| reminder.email))
    }

    /// The tickets of the reminders that are due at `now`, the longest overdue first, and `most` of them at most. The
    /// index follows the table after a moment, so one may be named that was sent just now.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn due(&self, now: OffsetDateTime, most: i32) -> Result<Vec<Ticket>, StoreError> {
        self.0.due(now, most, Ticket::parse).await
    }

    /// Leases a reminder that is due, so that one of any number of callers sends it. None when it is not due, leased, or
    /// gone.
    ///
    /// # Errors
    /// When the table does not answer, and [`StoreError::Corrupt`] for a reminder that cannot be read.
    pub async fn lease(
        &self,
        ticket: &Ticket,
        lease: &str,
        now: OffsetDateTime,
        length: Duration,
    ) -> Result<Option<Reminder>, StoreError> {
        self.0.lease(ticket.as_str(), lease, now, length).await
    }

    /// Gives a leased reminder back, with `attempts` failures so far, to be looked at again at `due`.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the reminder is due again.
    pub async fn postpone(
        &self,
        ticket: &Ticket,
        lease: &str,
        attempts: u32,
        due: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        self.0.postpone(ticket.as_str(), lease, attempts, due).await
    }

    /// Removes a leased reminder: it was sent, or its place needs none.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the reminder is due again.
    pub async fn remove(&self, ticket: &Ticket, lease: &str) -> Result<Write, StoreError> {
        self.0.remove(ticket.as_str(), lease).await
    }

    /// Puts a reminder that is due and cannot be read into quarantine: it is due again after a minute, then after twice
    /// as long each time, up to an hour. None when it is gone.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn quarantine(
        &self,
        ticket: &Ticket,
        now: OffsetDateTime,
    ) -> Result<Option<Quarantined>, StoreError> {
        self.0.quarantine(ticket.as_str(), now).await
    }
}
