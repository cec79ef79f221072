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
    mail_queue::{MailQueue, Queued},
    registrations::{TABLE, quarantine::Quarantined},
    transaction::Write,
};
use config::{ConfigError, Env};
use domain::{OrderId, Paise};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

const KIND: &str = "REFUND";
const SHARD: &str = "DUE#REFUND_MAIL#0";

/// How long after the refund TTL may take a mail that nobody could send.
const KEPT: Duration = Duration::days(3);

/// The mails, in the table registrations.
#[derive(Debug, Clone)]
pub struct RefundMails(MailQueue<RefundMail>);

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
    pub attempts: u32,
    /// Until when somebody is sending it, in epoch milliseconds. Here, so that a word in its place makes the item
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

/// The one mail of a refund, due at once.
pub(crate) fn item(refund: &str, mail: &RefundMail) -> Result<Item, StoreError> {
    let id = format!("{}#{refund}", mail.order_id);
    write(
        TABLE,
        &Queued::new((KIND, SHARD), &id, mail, mail.at, mail.at + KEPT),
    )
}

impl RefundMails {
    /// The mails in the table that `TABLE_REGISTRATIONS` names.
    ///
    /// # Errors
    /// Names the variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        MailQueue::from_env(env, KIND, SHARD).map(Self)
    }

    /// The mails that are due at `now`, by order and refund, the longest overdue first, and `most` of them at most. The
    /// index follows the table after a moment, so one may be named that was sent just now.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn due(&self, now: OffsetDateTime, most: i32) -> Result<Vec<String>, StoreError> {
        self.0.due(now, most, |id| Some(id.to_owned())).await
    }

    /// Leases a mail that is due, so that one of any number of callers sends it. None when it is not due, leased, or
    /// gone.
    ///
    /// # Errors
    /// When the table does not answer, and [`StoreError::Corrupt`] for a mail that cannot be read.
    pub async fn lease(
        &self,
        id: &str,
        lease: &str,
        now: OffsetDateTime,
        length: Duration,
    ) -> Result<Option<RefundMail>, StoreError> {
        self.0.lease(id, lease, now, length).await
    }

    /// Gives a leased mail back, with `attempts` failures so far, to be tried again at `due`.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the mail is due again.
    pub async fn postpone(
        &self,
        id: &str,
        lease: &str,
        attempts: u32,
        due: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        self.0.postpone(id, lease, attempts, due).await
    }

    /// Removes a leased mail: it was sent, or given up.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the mail is due again.
    pub async fn remove(&self, id: &str, lease: &str) -> Result<Write, StoreError> {
        self.0.remove(id, lease).await
    }

    /// Puts a mail that is due and cannot be read into quarantine: it is due again after a minute, then after twice as
    /// long each time, up to an hour. None when it is gone.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn quarantine(&self, id: &str, now: OffsetDateTime) -> Result<Option<Quarantined>, StoreError> {
        self.0.quarantine(id, now).await
    }
}
