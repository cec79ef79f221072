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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Writing down what the accounts need.
    #[default]
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Deletion {
    /// What is done next.
    pub step: Step,
    /// What was written down for the accounts.
    pub records: Option<Records>,
    /// How many items were deleted, by kind. A worker that died may have counted some of them twice or not at all.
    pub erased: BTreeMap<String, u64>,
    /// How many entries of the audit log were redacted.
    pub redacted: u64,
    /// How many files of exports were deleted.
    pub exports: u64,
    /// Whether a spreadsheet was emptied; None where none is configured.
    pub sheet_emptied: Option<bool>,
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
