//! Mails to people about what became of an order that they have paid for, until they are sent: money that goes back, a
//! pass that is withdrawn or restored, an exam that is another one, a seat. They are in table registrations, which has the index
//! `due`, and are written with what they tell.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | mail | `NEWS#<order>#<what>` | `NEWS` | `kind`, `order_id`, `news`, `at`, `attempts`, `lease`, `lease_until`, `due_shard`, `due_at`, `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | keep the mail about money | Put, in the transaction of the change |
//! | keep the mail about the validity, the exams or the seats of a pass | UpdateItem, mostly in the transaction of the change |
//! | the mails that are due | Query of the partition `DUE#NEWS#0` of index `due`, or of those for crowds, the longest overdue first |
//! | lease a mail | UpdateItem, if it is due and not leased |
//! | try it again later | UpdateItem on its lease |
//! | remove it, and keep that it was sent | DeleteItem on its lease, in a transaction with the history of the order's mails |
//! | remove it unsent | DeleteItem on its lease |
//! | quarantine it | GetItem, UpdateItem on the `due_at` that was read |
//!
//! Whom it goes to is looked up when it is sent: the address may be corrected meanwhile. So are exams, and seats. Of those, and of
//! whether a pass is valid, there is one mail of an order each, whatever changes until it is sent: withdrawn and given back twice
//! within a minute is told once. What changes while it is being sent is noted in it (`wanted_again`), and then it is not removed
//! but looked at once more. A move, a publication or a bulk action has thousands
//! of mails: in shards of their own they hold up neither a mail about money nor a message.

mod news;

pub use news::{OrderNews, Returned};
pub(crate) use news::{refund_news, validity_news};

use crate::{
    change::ItemChange,
    dynamo::{Item, StoreError, write},
    mail_queue::{MailQueue, Queued, QueuedMail, key_of},
    registrations::{Registrations, TABLE},
    transaction::Write,
};
use aws_sdk_dynamodb::types::AttributeValue;
use domain::OrderId;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long a mail about seats waits for others: exams that are published one after the other are one mail, and a move that
/// is taken back is none.
pub const SEATS_WAIT: Duration = Duration::minutes(5);

/// The partition of the index `due` with the mails about exams that were moved, and about what a bulk action has done.
const CROWD_SHARD: &str = "DUE#NEWS#CROWD";

/// The one with the mails about seats.
const SEATS_SHARD: &str = "DUE#NEWS#SEATS";

/// The partitions with mails of which there may be thousands at once, the more urgent first.
pub const CROWD_SHARDS: [&str; 2] = [CROWD_SHARD, SEATS_SHARD];

/// How long after what it tells of TTL may take a mail that nobody could send.
const KEPT: Duration = Duration::days(3);

/// The mails, by order and what they are about.
pub type OrderMails = MailQueue<OrderMail>;

/// What the mail tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderMail {
    /// Of which order.
    pub order_id: OrderId,
    /// What became of it.
    pub news: OrderNews,
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

impl OrderMail {
    /// A mail that nobody has tried to send.
    #[must_use]
    pub const fn new(order_id: OrderId, news: OrderNews, at: OffsetDateTime) -> Self {
        Self {
            order_id,
            news,
            at,
            attempts: 0,
            lease_until: None,
        }
    }
}

impl QueuedMail for OrderMail {
    type Id = str;

    const KIND: &'static str = "NEWS";
    const SHARD: &'static str = "DUE#NEWS#0";

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

/// With how many others a mail is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Company {
    /// With none: one order has changed.
    Alone,
    /// With those of everybody to whom a bulk action was done, or for whom exams were chosen.
    Crowd,
}

impl Company {
    const fn shard(self) -> &'static str {
        match self {
            Self::Alone => OrderMail::SHARD,
            Self::Crowd => CROWD_SHARD,
        }
    }
}

/// The one mail about something that became of an order, due at once. `what` tells it from every other of the order.
pub(crate) fn item(
    order: &OrderId,
    what: &str,
    news: OrderNews,
    at: OffsetDateTime,
    company: Company,
) -> Result<Item, StoreError> {
    let id = format!("{order}#{what}");
    let mail = OrderMail::new(order.clone(), news, at);
    let shard = company.shard().into();
    write(TABLE, &Queued::in_shard(shard, id.as_str(), &mail, at, at + KEPT))
}

/// Keeps the one mail about whether the pass of an order is valid, or notes in it that this has changed again.
pub(crate) fn about_validity(
    table: &str,
    order: &OrderId,
    news: OrderNews,
    at: OffsetDateTime,
    company: Company,
) -> Result<ItemChange, StoreError> {
    let at = (at, Duration::ZERO);
    keep_or_note(table, (order, "VALIDITY"), company.shard(), news, at)
}

/// Keeps the one mail about the exams of an order that were corrected, or notes in it that they were again.
pub(crate) fn about_correction(
    table: &str,
    order: &OrderId,
    at: OffsetDateTime,
    company: Company,
) -> Result<ItemChange, StoreError> {
    let at = (at, Duration::ZERO);
    keep_or_note(
        table,
        (order, "CORRECTED"),
        company.shard(),
        OrderNews::Corrected,
        at,
    )
}

/// Keeps the one mail about the seats of an order, or notes in it that they have changed again.
pub(crate) fn about_seats(
    table: &str,
    order: &OrderId,
    at: OffsetDateTime,
) -> Result<ItemChange, StoreError> {
    keep_or_note(
        table,
        (order, "SEATS"),
        SEATS_SHARD,
        OrderNews::Seated,
        (at, SEATS_WAIT),
    )
}

/// Keeps the one mail of an order about something that may change again until it is sent, or notes in it that it has.
fn keep_or_note(
    table: &str,
    (order, what): (&OrderId, &str),
    shard: &'static str,
    news: OrderNews,
    (at, wait): (OffsetDateTime, Duration),
) -> Result<ItemChange, StoreError> {
    let id = format!("{order}#{what}");
    let mut set = Vec::new();
    let mut change = ItemChange::begin(table, key_of::<OrderMail>(&id));
    let mail = OrderMail::new(order.clone(), news, at);
    let queued = Queued::in_shard(shard.into(), id.as_str(), &mail, at + wait, at + KEPT);
    let known = ["pk", "sk", "attempts"];
    let members = write(TABLE, &queued)?;
    for (place, (name, value)) in members
        .into_iter()
        .filter(|(name, _)| !known.contains(&name.as_str()))
        .enumerate()
    {
        // One that waits, or is being sent, is due when it was to be.
        let to = match name.as_str() {
            "due_at" => format!("if_not_exists(#m{place}, :m{place})"),
            _ => format!(":m{place}"),
        };
        set.push(format!("#m{place} = {to}"));
        change = change
            .expression_attribute_names(format!("#m{place}"), name)
            .expression_attribute_values(format!(":m{place}"), value);
    }
    let change = change
        .update_expression(format!("SET {}, wanted_again = :again", set.join(", ")))
        .expression_attribute_values(":again", AttributeValue::Bool(true));
    ItemChange::of(change)
}

impl Registrations {
    /// Keeps the one mail about the seats of an order, or notes in it that they have changed again.
    pub async fn tell_seats(&self, order: &OrderId, at: OffsetDateTime) -> Result<Write, StoreError> {
        about_seats(&self.table, order, at)?.alone(&self.client).await
    }

    /// Keeps the one mail about the exams of an order that were moved, due at once, or notes in it that one has moved since.
    /// Stale while a transaction holds it.
    pub async fn tell_moved(&self, order: &OrderId, at: OffsetDateTime) -> Result<Write, StoreError> {
        keep_or_note(
            &self.table,
            (order, "MOVED"),
            CROWD_SHARD,
            OrderNews::Moved,
            (at, Duration::ZERO),
        )?
        .alone(&self.client)
        .await
    }
}
