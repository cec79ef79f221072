//! The recipients of organisers' messages, in the one mail queue: an address of a message is a mail that
//! waits until it is sent. It stays when it is, with what became of it. They are in table registrations.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | recipient | `MESSAGE#<message>#<key of the address>` | `MESSAGE` | `kind`, `message`, `subject`, `email`, `candidates`, `apart`, `outcome`, `reason`, `at`, `attempts`, `lease`, `lease_until`, `due_shard`, `due_at`, `expires` |
//! | what a candidate has of it | `REG#<customer>` | `MESSAGED#<message>` | `kind` (`MESSAGED`), `message`, `subject`, `outcome`, `at` |
//! | an address that messages do not go to | `UNREACHABLE#0` | `<email>` | `kind` (`UNREACHABLE`), `email`, `cause`, `at`, `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | write a recipient down | PutItem, unless it is there |
//! | those that are due | Query of the partition `DUE#MESSAGE#<message>` of index `due`, the longest overdue first |
//! | lease one, try it again later | as of each mail in the queue |
//! | name a candidate in one whose address is theirs by now | UpdateItem, unless it is leased or has an outcome |
//! | name those alone whom it is written to | UpdateItem on its lease |
//! | what became of it | PutItem for each candidate, then UpdateItem: on the lease by who sends, on the outcome by who hears of it |
//! | the recipients of an outcome, and how many | Query of the partition `MESSAGE#<message>#<OUTCOME>` of index `due`, BatchGetItem of the items |
//! | whether another mail waits | Query of the first item of each other queue in the index, side by side |
//! | the addresses that messages do not go to | Query: one page for some thousands |
//! | leave one out, let it in again | Put or Delete with the audit entry, in a transaction |
//!
//! A lease outlasts what the mail service needs to report that it has a mail. So one whose sender died is either reported, and
//! has an outcome before its lease ends, or was never taken, and is sent then.

mod moved;
mod news;
mod outcomes;
mod unreachable;

pub use moved::Redirected;
pub use news::MailReport;
pub use outcomes::{RecipientsPage, is_place};
pub use unreachable::{LeftOut, Unreachable, UnreachableCause};

use crate::{
    AccountMail, DailyReportMail, InvitationMail, OrderMail,
    dynamo::{StoreError, n, s, write},
    mail_queue::{MailQueue, Queued, QueuedMail},
    pass_requests::PassRequest,
    registrations::{TABLE, due::Task},
    reminders::Reminder,
    transaction::Write,
};
use domain::{CustomerId, Email, RecipientKey, Stored, Word, job::JobId};
use futures::future::try_join_all;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long the recipients of a message are kept, and where mail comes back.
const KEPT: Duration = Duration::days(400);

/// The recipients of messages, each by its message and the key of its address.
pub type Recipients = MailQueue<Recipient>;

/// What became of a recipient's mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecipientOutcome {
    /// The mail service has it.
    Sent,
    /// The mail service refused it each time.
    Failed,
    /// It came back, or was called spam.
    Bounced,
    /// It was not sent: earlier mail came back, or was called spam.
    Skipped,
}

impl RecipientOutcome {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Sent, Self::Failed, Self::Bounced, Self::Skipped];
}

impl Word for RecipientOutcome {
    fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Failed => "failed",
            Self::Bounced => "bounced",
            Self::Skipped => "skipped",
        }
    }
}

/// An address that a message goes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipient {
    /// The message.
    pub message: JobId,
    /// Its subject, for who hears of the mail later.
    pub subject: String,
    /// Where it goes.
    pub email: Email,
    /// Who is written to at this address.
    pub candidates: Vec<CustomerId>,
    /// The one candidate, where the mail of the address was out when it became theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    apart: Option<CustomerId>,
    /// What became of it; None while it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Stored<RecipientOutcome>>,
    /// Why, in words for people, or a word of [`UnreachableCause`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// When.
    #[serde(
        default,
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub at: Option<OffsetDateTime>,
    /// How often it could not be sent.
    #[serde(default)]
    attempts: u32,
    /// Until when a sender has it, in epoch milliseconds. Here, so that a word in its place makes the item
    /// unreadable instead of leased for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lease_until: Option<i64>,
}

impl Recipient {
    /// An address that nobody has written to.
    #[must_use]
    pub fn new(message: JobId, subject: &str, email: Email, candidates: Vec<CustomerId>) -> Self {
        Self {
            message,
            subject: subject.to_owned(),
            email,
            candidates,
            apart: None,
            outcome: None,
            reason: None,
            at: None,
            attempts: 0,
            lease_until: None,
        }
    }

    /// One that is left out.
    #[must_use]
    pub fn skipped(self, cause: UnreachableCause, at: OffsetDateTime) -> Self {
        Self {
            outcome: Some(RecipientOutcome::Skipped.into()),
            reason: Some(cause.as_str().to_owned()),
            at: Some(at),
            ..self
        }
    }

    /// The same mail beside that of all others of the address.
    fn apart(self, candidate: &CustomerId) -> Self {
        Self {
            apart: Some(candidate.clone()),
            ..self
        }
    }

    /// Its key among those of the message.
    #[must_use]
    pub fn key(&self) -> RecipientKey {
        match &self.apart {
            None => RecipientKey::of(&self.message, &self.email),
            Some(one) => RecipientKey::of_one(&self.message, &self.email, one),
        }
    }
}

/// What names a recipient in the queue.
#[must_use]
pub fn recipient_id(message: &JobId, key: &RecipientKey) -> String {
    format!("{message}#{}", key.as_str())
}

/// What a candidate has of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Messaged {
    /// Which.
    pub message: JobId,
    /// Its subject.
    pub subject: String,
    /// What became of the mail.
    pub outcome: Stored<RecipientOutcome>,
    /// When it was sent, or was not to be.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

impl QueuedMail for Recipient {
    type Id = str;

    const KIND: &'static str = "MESSAGE";
    /// None of them is in it: each message has one of its own.
    const SHARD: &'static str = "DUE#MESSAGE";

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

/// The partition of the index for those that wait.
fn waiting_shard(message: &JobId) -> String {
    format!("{}#{message}", Recipient::SHARD)
}

/// The partition of the index for those that have an outcome.
fn outcome_shard(message: &JobId, outcome: RecipientOutcome) -> String {
    format!("MESSAGE#{message}#{}", outcome.as_str().to_uppercase())
}

impl Recipients {
    /// Writes a recipient down, to be written to at once, or with each candidate that it is left out. Stale when it is there
    /// already, whatever became of it.
    pub async fn add(&self, recipient: &Recipient, now: OffsetDateTime) -> Result<Write, StoreError> {
        let outcome = recipient.outcome.as_ref().and_then(Stored::known);
        let shard = match outcome {
            Some(outcome) => {
                self.note(recipient, outcome, now).await?;
                outcome_shard(&recipient.message, outcome)
            }
            None => waiting_shard(&recipient.message),
        };
        let id = recipient_id(&recipient.message, &recipient.key());
        let item = Queued::in_shard(shard.into(), id.as_str(), recipient, now, now + KEPT);
        self.put_new(write(TABLE, &item)?).await
    }

    /// The recipients of a message that are due, `most` of them at most.
    pub async fn due_of(
        &self,
        message: &JobId,
        now: OffsetDateTime,
        most: i32,
    ) -> Result<Vec<String>, StoreError> {
        self.due_in(&waiting_shard(message), now, most).await
    }

    /// When the next recipient of a message is due; None when none waits.
    pub async fn next_due(&self, message: &JobId) -> Result<Option<OffsetDateTime>, StoreError> {
        let query = self.client.query().table_name(&self.table).index_name("due");
        let page = query
            .key_condition_expression("due_shard = :shard")
            .expression_attribute_values(":shard", s(waiting_shard(message)))
            .limit(1)
            .send()
            .await?;
        let first = page.items.unwrap_or_default().into_iter().next();
        let due = first.and_then(|item| item.get("due_at")?.as_n().ok()?.parse().ok());
        Ok(due.and_then(|due| OffsetDateTime::from_unix_timestamp(due).ok()))
    }

    /// Whether another mail than a message's is due: a pass, the passes of an address, a reminder, a mail about an order or an
    /// account, an invitation of staff, or their daily report. Those to crowds go out beside a message, which would wait for
    /// hours.
    pub async fn others_are_due(&self, now: OffsetDateTime) -> Result<bool, StoreError> {
        let queues = [
            PassRequest::SHARD,
            Reminder::SHARD,
            OrderMail::SHARD,
            AccountMail::SHARD,
            InvitationMail::SHARD,
            DailyReportMail::SHARD,
        ];
        let queues = queues.map(str::to_owned).into_iter().chain(Task::Mail.shards());
        let first = queues.map(|shard| {
            self.client
                .query()
                .table_name(&self.table)
                .index_name("due")
                .key_condition_expression("due_shard = :shard AND due_at <= :now")
                .expression_attribute_values(":shard", s(shard))
                .expression_attribute_values(":now", n(now.unix_timestamp()))
                .limit(1)
                .send()
        });
        let pages = try_join_all(first).await?;
        Ok(pages
            .into_iter()
            .any(|page| !page.items.unwrap_or_default().is_empty()))
    }
}
