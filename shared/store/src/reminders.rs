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
    mail_queue::{MailQueue, Queued, QueuedMail},
    registrations::TABLE,
    transaction::{Write, written},
};
use domain::Email;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long after the moment of its place TTL may take a reminder that is still there.
const KEPT: Duration = Duration::days(1);

/// The reminders, by ticket.
pub type Reminders = MailQueue<Reminder>;

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
    attempts: u32,
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

impl QueuedMail for Reminder {
    type Id = Ticket;

    const KIND: &'static str = "REMINDER";
    const SHARD: &'static str = "DUE#REMINDER#0";

    fn key(id: &Ticket) -> &str {
        id.as_str()
    }

    fn id(key: &str) -> Option<Ticket> {
        Ticket::parse(key)
    }

    fn attempts(&self) -> u32 {
        self.attempts
    }
}

impl Reminders {
    /// Keeps the one reminder of a ticket, due at `due`, in place of an earlier one. Stale while that is being sent.
    pub async fn keep(
        &self,
        ticket: &Ticket,
        reminder: &Reminder,
        due: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let item = Queued::new(ticket, reminder, due, due + KEPT);
        let put = self.client.put_item().table_name(&self.table);
        let sent = put
            .set_item(Some(write(TABLE, &item)?))
            .condition_expression("attribute_not_exists(lease_until) OR lease_until < :now")
            .expression_attribute_values(":now", n(millis(reminder.created_at)))
            .send()
            .await;
        written(sent)
    }

    /// Where the reminder of a ticket goes; None where there is none, or it cannot be read.
    pub async fn email_of(&self, ticket: &Ticket) -> Result<Option<Email>, StoreError> {
        let kept = self.kept(ticket).await?;
        Ok(kept.map(|reminder| reminder.email))
    }
}
