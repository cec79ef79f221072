//! Mails about money that went back to who paid, until they are sent. They are in table registrations, which has the index
//! `due`, and are written with what they tell.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | mail | `REFUND#<order>#<refund>` | `REFUND` | `kind`, `order_id`, `amount`, `is_automatic`, `at`, `attempts`, `lease`, `lease_until`, `due_shard`, `due_at`, `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | keep the mail of a refund | Put, in the transaction of its end |
//! | the mails that are due | Query of the partition `DUE#REFUND_MAIL#0` of index `due`, the longest overdue first |
//! | lease a mail | UpdateItem, if it is due and not leased |
//! | try it again later | UpdateItem on its lease |
//! | remove it | DeleteItem on its lease |
//! | quarantine it | GetItem, UpdateItem on the `due_at` that was read |
//!
//! Whom it goes to is looked up when it is sent: the address may be corrected meanwhile.

use crate::{
    dynamo::{Item, StoreError, write},
    mail_queue::{MailQueue, Queued, QueuedMail},
    registrations::TABLE,
};
use domain::{OrderId, Paise};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long after the refund TTL may take a mail that nobody could send.
const KEPT: Duration = Duration::days(3);

/// The mails, by order and refund.
pub type RefundMails = MailQueue<RefundMail>;

/// What the mail tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundMail {
    /// Of which order.
    pub order_id: OrderId,
    /// How much went back.
    pub amount: Paise,
    /// Whether it is of a payment that was never counted.
    pub is_automatic: bool,
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

impl RefundMail {
    /// A mail that nobody has tried to send.
    #[must_use]
    pub const fn new(order_id: OrderId, amount: Paise, is_automatic: bool, at: OffsetDateTime) -> Self {
        Self {
            order_id,
            amount,
            is_automatic,
            at,
            attempts: 0,
            lease_until: None,
        }
    }
}

impl QueuedMail for RefundMail {
    type Id = str;

    const KIND: &'static str = "REFUND";
    const SHARD: &'static str = "DUE#REFUND_MAIL#0";

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

/// The one mail of a refund, due at once.
pub(crate) fn item(refund: &str, mail: &RefundMail) -> Result<Item, StoreError> {
    let id = format!("{}#{refund}", mail.order_id);
    write(TABLE, &Queued::new(id.as_str(), mail, mail.at, mail.at + KEPT))
}
