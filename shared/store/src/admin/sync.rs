//! Table admin: the job that copies the candidates into the spreadsheet. There is one at a time.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | state | `SYNC` | `STATE` |
//!
//! | access pattern | call |
//! |---|---|
//! | its state | GetItem, strongly consistent |
//! | begin one | one transaction: Put with a condition, audit entry |
//! | record its progress, hand it over, end it | PutItem with a condition |
//!
//! The worker of the job holds its lease, a random text that changes with each worker. Every write names the
//! lease that it was decided under, so a worker that was given up for dead learns of it with its next write.

use super::{
    audit::{self, AuditEntry},
    leased::LeasedJob,
};
use crate::{
    dynamo::{StoreError, s},
    transaction::{Write, incomplete, transact},
};
use aws_sdk_dynamodb::types::{Put, TransactWriteItem};
use config::{ConfigError, Env};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// The job's state in table admin.
#[derive(Debug, Clone)]
pub struct SyncJobs(LeasedJob);

/// The state of the job.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SyncState {
    /// Whether a worker is at it, or was when it died.
    pub running: bool,
    /// Which one it is, from its beginning to its end.
    pub job: String,
    /// Who may work on it.
    pub lease: String,
    /// Its worker's last heartbeat, in seconds since 1970.
    pub heartbeat: i64,
    /// Rows written so far.
    pub done: u64,
    /// Rows there were to write when it began.
    pub total: u64,
    /// How often it was found dead and begun again.
    pub resumed: u32,
    /// When it was begun.
    #[serde(with = "time::serde::rfc3339::option")]
    pub started_at: Option<OffsetDateTime>,
    /// Who began it.
    pub started_by: String,
    /// What the spreadsheet holds. None while that is not known: a job is at work, or ended half-way.
    pub written: Option<WrittenSheet>,
    /// How far the job at work has come. None before its first rows are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<Reached>,
    /// When a job last ended well.
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_sync: Option<OffsetDateTime>,
    /// Why the last one did not, in words for people.
    pub error: Option<String>,
    /// What the worker waits for at the moment, in words for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<String>,
}

/// What a job that ended well has written, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenSheet {
    /// The revision of the aggregates before the first row was read.
    pub revision: u64,
    /// The spreadsheet and its tab.
    pub target: String,
    /// The first row.
    pub header: Vec<String>,
}

/// How far a job has come: what is before it is in the spreadsheet, so another worker may go on there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// The place behind the last row that was written.
    pub cursor: String,
    /// The row of the spreadsheet to write next, which counts from 1.
    pub next_row: u64,
    /// What the rows before were written from, and where.
    pub written: WrittenSheet,
}

impl SyncJobs {
    /// The table that `TABLE_ADMIN` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        LeasedJob::from_env(env, "SYNC").map(Self)
    }

    /// The current state of the job; that of no job when there never was one.
    pub async fn state(&self) -> Result<SyncState, StoreError> {
        self.0.state().await
    }

    /// Puts `new` in the place of `seen`, whose job is over or dead, with the entry of who begins it.
    pub async fn begin(
        &self,
        seen: &SyncState,
        new: &SyncState,
        audit: &AuditEntry,
    ) -> Result<Write, StoreError> {
        let put = Put::builder()
            .table_name(&self.0.table)
            .set_item(Some(self.0.item(new)?))
            .condition_expression("attribute_not_exists(pk) OR lease = :seen")
            .expression_attribute_values(":seen", s(&seen.lease))
            .build()
            .map_err(incomplete)?;
        let put = TransactWriteItem::builder().put(put).build();
        let actions = vec![put, audit::put(audit, &self.0.table)?];
        Ok(transact(&self.0.client, actions).await?.written())
    }

    /// Puts `new` in the place of a state with this lease. Stale when the lease has changed hands.
    pub async fn replace(&self, lease: &str, new: &SyncState) -> Result<Write, StoreError> {
        self.0.replace("lease = :lease", lease, new).await
    }
}
