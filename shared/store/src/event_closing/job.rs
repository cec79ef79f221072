//! The job that deletes: what it has done, and what it reports.

use super::{EventClosing, JOB, PARTITION};
use crate::{
    admin::audit::{self, AuditEntry},
    dynamo::StoreError,
    jobs::{JobKind, JobPlace},
    tables::Table,
    transaction::{Write, transact},
};
use domain::job::{Job, JobWork};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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

/// What is remembered of the deletion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deletion {
    /// What is done next.
    pub step: Step,
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
}

impl Deletion {
    /// One that has deleted nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            step: Step::Records,
            records: None,
            erased: BTreeMap::new(),
            redacted: 0,
            exports: 0,
            sheet_emptied: None,
        }
    }
}

impl JobWork for Deletion {}

impl JobKind for Deletion {
    const PLACE: JobPlace = JobPlace {
        table: Table::Registrations,
        partition: PARTITION,
        only: Some(JOB),
    };
}

impl EventClosing {
    /// The job, as of this moment; None while nothing is to be deleted.
    pub async fn job(&self) -> Result<Option<Job<Deletion>>, StoreError> {
        Ok(self.jobs.newest(1).await?.pop())
    }

    /// Begins the job. Stale when there is one, or registration is open.
    pub async fn begin(&self, job: &Job<Deletion>, entry: &AuditEntry) -> Result<Write, StoreError> {
        let actions = vec![
            self.jobs.put(None, job)?,
            self.is_closed()?,
            audit::put(entry, &self.admin)?,
        ];
        Ok(transact(&self.client, actions).await?.written())
    }
}
