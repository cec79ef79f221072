//! The entry of a mail in the outbox.

use super::history::{CalendarEntry, MailNews};
use crate::{
    dynamo::{Item, StoreError, key, read, s, write},
    registrations::{
        due::Task,
        order::partition,
        table::{Keyed, Registrations, TABLE},
    },
};
use aws_sdk_dynamodb::types::AttributeValue;
use domain::{OrderId, payment::Order};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long the stream is given before the reconciler sends what it did not.
const STREAM_GRACE: Duration = Duration::minutes(2);

/// The state of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum MailState {
    /// To be sent.
    Pending,
    /// A sender has leased it.
    Sending,
    /// The mail service has it.
    Sent,
    /// Not sent for 48 hours, which a person must look at; or not yet, because the pass was withdrawn before.
    Failed,
}

/// What the mail service reported about one sending of a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feedback {
    /// The lease under which the mail went out; of a later mail about the order, its `message_id`.
    pub attempt: String,
    /// The mail service's id of it.
    pub message_id: String,
    /// The mail service's reason, without personal data.
    #[serde(default)]
    pub reason: String,
    /// When we learned of it.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

/// The mail of one paid order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxEntry {
    /// Whose pass it brings.
    pub order_id: OrderId,
    /// Its state.
    pub state: MailState,
    /// How often it was tried.
    pub attempts: u32,
    /// Who is sending it, or sent it last.
    #[serde(default)]
    pub lease: String,
    /// Until when, in epoch milliseconds.
    #[serde(default)]
    pub lease_until: i64,
    /// When it was written.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// The mail service's id of it, once sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
    /// When the mail service took it.
    #[serde(
        default,
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub sent_at: Option<OffsetDateTime>,
    /// Who is sending it once more, or tried to and died.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again_lease: Option<String>,
    /// The last news that it did not arrive and never will; maybe of an earlier sending ([`OutboxEntry::bounce`]), or of a
    /// later mail about the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounced: Option<Feedback>,
    /// The last news that its reader called it spam; maybe of an earlier sending, or of a later mail about the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complained: Option<Feedback>,
    /// What happened to the mails about the order, in the order in which it did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<MailNews>,
    /// What the calendar's entry in the last mail said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calendar: Option<CalendarEntry>,
    /// A digest of the seats that the last mail about these named, or the word for that they do not count any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<String>,
}

impl MailState {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "PENDING",
            Self::Sending => "SENDING",
            Self::Sent => "SENT",
            Self::Failed => "FAILED",
        }
    }

    pub(super) fn attribute(self) -> AttributeValue {
        s(self.as_str())
    }
}

impl OutboxEntry {
    /// That the last sending did not arrive, if that is known.
    #[must_use]
    pub fn bounce(&self) -> Option<&Feedback> {
        self.bounced.as_ref().filter(|feedback| self.is_of_last(feedback))
    }

    /// That the reader of the last sending called it spam, if that is known.
    #[must_use]
    pub fn complaint(&self) -> Option<&Feedback> {
        self.complained
            .as_ref()
            .filter(|feedback| self.is_of_last(feedback))
    }

    /// Whether this is the latest sending: the one that is repeated at this moment, or the last.
    #[must_use]
    pub fn is_latest(&self, attempt: &str) -> bool {
        self.again_lease.as_deref() == Some(attempt)
            || (self.lease == attempt && self.state != MailState::Pending)
    }

    /// That an earlier mail than this sending did not arrive, if that is known.
    pub(super) fn bounced_before(&self, attempt: &str) -> Option<&Feedback> {
        let is_under_way = self.again_lease.as_deref() == Some(attempt);
        let is_earlier = |bounced: &&Feedback| {
            bounced.attempt != attempt && (is_under_way || self.sent_at.is_none_or(|at| at >= bounced.at))
        };
        self.bounced.as_ref().filter(is_earlier)
    }

    fn is_of_last(&self, feedback: &Feedback) -> bool {
        let is_its_mail = |id: &String| *id == feedback.message_id;
        feedback.attempt == self.lease && self.message_id.as_ref().is_none_or(is_its_mail)
    }
}

pub(in crate::registrations) fn mail_key(order: &OrderId) -> Item {
    key(partition(order), format!("MAIL#{order}"))
}

/// The mail of an order that was just paid.
pub(in crate::registrations) fn new_item(order: &Order, at: OffsetDateTime) -> Result<Item, StoreError> {
    again_item(order, at, None)
}

/// The mail of an order, to be sent as if it had not been. What its mails have told stays known.
pub(in crate::registrations) fn again_item(
    order: &Order,
    at: OffsetDateTime,
    before: Option<&OutboxEntry>,
) -> Result<Item, StoreError> {
    let entry = OutboxEntry {
        order_id: order.order_id.clone(),
        state: MailState::Pending,
        attempts: 0,
        lease: String::new(),
        lease_until: 0,
        created_at: at,
        message_id: None,
        sent_at: None,
        again_lease: None,
        bounced: None,
        complained: None,
        history: before.map_or_else(Vec::new, |before| before.history.clone()),
        calendar: before.and_then(|before| before.calendar.clone()),
        seats: before.and_then(|before| before.seats.clone()),
    };
    let keyed = Keyed {
        pk: partition(&order.order_id),
        sk: format!("MAIL#{}", order.order_id),
        kind: "MAIL",
        due_shard: Some(Task::Mail.shard_of(&order.order_id)),
        due_at: Some((at + STREAM_GRACE).unix_timestamp()),
        value: &entry,
    };
    write(TABLE, &keyed)
}

impl Registrations {
    /// The mail of an order, as of this moment.
    pub async fn mail(&self, id: &OrderId) -> Result<Option<OutboxEntry>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(mail_key(id)))
            .consistent_read(true)
            .send()
            .await?;
        found.item.map(|item| read(TABLE, item)).transpose()
    }
}
