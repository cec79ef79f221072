//! Table admin: the audit log. Who changed what, from what to what.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | entry | `AUDIT#<yyyy-mm>` | `<moment>#<random>` |
//!
//! An entry is written in the transaction of its change, so that neither is there without the other.

use crate::dynamo::{Item, StoreError, write};
use serde::{Deserialize, Serialize};
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
    pub before: serde_json::Value,
    /// What it is now.
    pub after: serde_json::Value,
}

#[derive(Serialize)]
struct Keyed<'a> {
    pk: String,
    sk: String,
    #[serde(flatten)]
    entry: &'a AuditEntry,
}

impl AuditEntry {
    pub(crate) fn item(&self) -> Result<Item, StoreError> {
        let at = self.at;
        let keyed = Keyed {
            pk: format!("AUDIT#{}-{:02}", at.year(), u8::from(at.month())),
            sk: format!("{:014}#{}", at.unix_timestamp_nanos() / 1_000_000, self.id),
            entry: self,
        };
        write("admin", &keyed)
    }
}
