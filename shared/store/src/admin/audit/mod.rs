//! Table admin: the audit log. Who changed what, from what to what.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | entry | `AUDIT#<yyyy-mm>` | `<moment>#<random>` |
//!
//! | access pattern | call |
//! |---|---|
//! | an entry of a change | Put in the change's transaction |
//! | an entry of what changes nothing | PutItem |
//! | the log, the newest first, between two moments | Query of a month, then of twelve earlier ones side by side |
//! | an account's acts, or those of a kind | the same, sifted; at most a thousand entries of each month are looked at in one reading |
//!
//! An entry is written in the transaction of its change, so that neither is there without the other.

mod entry;
mod log;
mod position;
mod sought;

pub use entry::AuditEntry;
pub(crate) use entry::put;
pub use log::{AuditLog, AuditPage};
pub use position::LogPosition;
pub use sought::{AuditKind, SoughtEntries};
