//! Closing the event: registration is closed, and then everything about candidates is deleted but what the accounts need.
//!
//! | item | table | pk | sk |
//! |---|---|---|---|
//! | that registration is closed | registrations | `EVENT` | `REGISTRATION_CLOSED` |
//! | the job that deletes, and its report | registrations | `EVENT` | `CLOSING` |
//!
//! | access pattern | call |
//! |---|---|
//! | create-order, counter | the first in the BatchGetItem of their context |
//! | close, reopen, begin to delete | one transaction with the audit entry |
//! | the job's progress | as of each [job](crate::jobs) |
//! | what is paid, and what is to go | Scan, a page at a time: the job alone, once |
//! | the jobs of exports, to delete them | Query; DeleteItem of each, which tells the upload that it had begun |
//! | how many messages, bulk actions and queued mails are open | Query of each partition and shard |
//! | the jobs of messages, to delete them | Query; DeleteItem of each |
//! | the audit log, to redact it | Query of each month; UpdateItem of an entry that it changes |
//!
//! What stays of the table registrations is named here (`PARTITION`), and everything else goes, so that a kind of item
//! that is added and forgotten here is deleted, and not kept.

mod erase;
mod exports;
mod job;
mod jobs;
mod redact;
mod switch;

pub use erase::{Erased, PaymentsPage, TablePosition};
pub use exports::ForgottenExport;
pub use job::{Deletion, Records, Step};
pub use redact::{Redacted, months_until};
pub use switch::RegistrationClosed;

use crate::{
    dynamo::{Item, key},
    jobs::Jobs,
};
use aws_sdk_dynamodb::Client;
use config::{ConfigError, Env};

/// The only partition of the table registrations that outlives the closing. It holds nothing personal.
pub(crate) const PARTITION: &str = "EVENT";
pub(crate) const CLOSED: &str = "REGISTRATION_CLOSED";
const JOB: &str = "CLOSING";

/// The closing of the event, over the tables registrations and admin.
#[derive(Debug, Clone)]
pub struct EventClosing {
    client: Client,
    registrations: String,
    admin: String,
    jobs: Jobs<Deletion>,
}

impl EventClosing {
    /// The tables that `TABLE_REGISTRATIONS` and `TABLE_ADMIN` name.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            registrations: env.required("TABLE_REGISTRATIONS")?,
            admin: env.required("TABLE_ADMIN")?,
            jobs: Jobs::from_env(env)?,
        })
    }
}

/// The key of the item that says that registration is closed.
pub(crate) fn closed_key() -> Item {
    key(PARTITION, CLOSED)
}
