//! An entry of the log, and how it is written with its change.

use super::position::LogPosition;
use crate::{
    dynamo::{Item, StoreError, write},
    transaction,
};
use aws_sdk_dynamodb::types::TransactWriteItem;
use domain::Entropy;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::OffsetDateTime;

/// One change by an administrator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// A random part, so that two changes of one moment are two entries.
    pub id: String,
    /// The administrator's name.
    pub username: String,
    /// What was done: `payment.mark_paid`.
    pub action: String,
    /// To what: an order's or another thing's id.
    pub subject: String,
    /// What it was.
    pub before: Value,
    /// What it is now.
    pub after: Value,
}

#[derive(Serialize)]
struct Keyed<'a> {
    pk: String,
    sk: String,
    #[serde(flatten)]
    entry: &'a AuditEntry,
}

impl AuditEntry {
    /// What an administrator did at a moment, of which `entropy` makes one entry among others.
    #[must_use]
    pub fn new(
        at: OffsetDateTime,
        entropy: &Entropy,
        username: &str,
        action: &str,
        subject: &str,
        before: Value,
        after: Value,
    ) -> Self {
        Self {
            at,
            id: entropy.symbols(8),
            username: username.to_owned(),
            action: action.to_owned(),
            subject: subject.to_owned(),
            before,
            after,
        }
    }
}

/// Writes an entry into the table `admin`, in the transaction of its change.
pub(crate) fn put(entry: &AuditEntry, admin: &str) -> Result<TransactWriteItem, StoreError> {
    transaction::put(admin, item(entry)?)
}

pub(super) fn item(entry: &AuditEntry) -> Result<Item, StoreError> {
    let position = LogPosition::of(entry.at, &entry.id);
    let keyed = Keyed {
        pk: position.month().partition(),
        sk: position.sort_key(),
        entry,
    };
    write("admin", &keyed)
}
