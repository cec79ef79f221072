//! The job that deletes: what it has done, who works on it, and what it reports.

use super::{EventClosing, JOB, PARTITION};
use crate::{
    admin::audit::{self, AuditEntry},
    dynamo::{Item, StoreError, key, s, write},
    registrations::TABLE,
    transaction::{Write, incomplete, transact, written},
};
use aws_sdk_dynamodb::types::{Put, TransactWriteItem};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// What the job does next. Each step may be done again from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Writing down what the accounts need.
    Records,
    /// Deleting from the table registrations.
    Erase,
    /// Emptying the spreadsheet.
    Sheet,
    /// Redacting the audit log.
    AuditLog,
    /// Deleting exports, with their files.
    Exports,
    /// Nothing: it is over.
    Done,
}

/// What was written down for the accounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Records {
    /// The object in the bucket.
    pub object: String,
    /// How many payments are in it.
    pub payments: u64,
    /// What was paid in them, in paise.
    pub paid: u64,
    /// What went back of that, in paise.
    pub refunded: u64,
    /// What lost disputes took of it, in paise.
    #[serde(default)]
    pub lost: u64,
    /// The SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
}

/// The state of the job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosingJob {
    /// What is done next.
    pub step: Step,
    /// Who may work on it.
    pub lease: String,
    /// Its worker's last sign of life, in seconds since 1970; 0 while none has begun.
    pub heartbeat: i64,
    /// When it was begun.
    #[serde(with = "time::serde::rfc3339")]
    pub started_at: OffsetDateTime,
    /// Who began it.
    pub started_by: String,
    /// When it ended.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub finished_at: Option<OffsetDateTime>,
    /// What was written down for the accounts.
    #[serde(default)]
    pub records: Option<Records>,
    /// How many items were deleted, by kind. A worker that died may have counted some of them twice or not at all.
    #[serde(default)]
    pub erased: BTreeMap<String, u64>,
    /// How many entries of the audit log were redacted.
    #[serde(default)]
    pub redacted: u64,
    /// How many files of exports were deleted.
    #[serde(default)]
    pub exports: u64,
    /// Whether a spreadsheet was emptied; None where none is configured.
    #[serde(default)]
    pub sheet_emptied: Option<bool>,
    /// Why it does not go on, in words for people. It is tried again all the same.
    #[serde(default)]
    pub error: Option<String>,
}

impl EventClosing {
    /// The job, as of this moment; None while nothing is to be deleted.
    pub async fn job(&self) -> Result<Option<ClosingJob>, StoreError> {
        self.get(key(PARTITION, JOB)).await
    }

    /// Begins the job. Stale when there is one, or registration is open.
    pub async fn begin(&self, job: &ClosingJob, entry: &AuditEntry) -> Result<Write, StoreError> {
        let put = Put::builder()
            .table_name(&self.registrations)
            .set_item(Some(item(job)?))
            .condition_expression("attribute_not_exists(pk)")
            .build()
            .map_err(incomplete)?;
        let actions = vec![
            TransactWriteItem::builder().put(put).build(),
            self.is_closed()?,
            audit::put(entry, &self.admin)?,
        ];
        Ok(transact(&self.client, actions).await?.written())
    }

    /// Puts `new` in the place of a state with this lease. Stale when another worker has it.
    pub async fn replace(&self, lease: &str, new: &ClosingJob) -> Result<Write, StoreError> {
        let sent = self
            .client
            .put_item()
            .table_name(&self.registrations)
            .set_item(Some(item(new)?))
            .condition_expression("lease = :lease")
            .expression_attribute_values(":lease", s(lease))
            .send()
            .await;
        written(sent)
    }
}

fn item(job: &ClosingJob) -> Result<Item, StoreError> {
    let mut item = write(TABLE, job)?;
    item.extend(key(PARTITION, JOB));
    Ok(item)
}
