//! Table admin: the jobs that export something into a file.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | job | `EXPORTS` | `<moment>-<random>` |
//!
//! | access pattern | call |
//! |---|---|
//! | begin one | one transaction: Put of a new item, audit entry |
//! | one job | GetItem, strongly consistent |
//! | the newest jobs, and those since a moment | Query, the newest first, strongly consistent |
//! | record its progress, hand it over, end it | PutItem with a condition |
//! | cancel it | one transaction: Put with the same condition, audit entry |
//!
//! The worker of a job holds its lease, as that of the spreadsheet does: every write of a job that is at work names the
//! lease that it was decided under, and a job that has ended is never written again.

use super::audit::{self, AuditEntry};
use crate::{
    dynamo::{Item, StoreError, key, read, s, write},
    transaction::{self, Write, incomplete, transact},
};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Put, TransactWriteItem},
};
use config::{ConfigError, Env};
use domain::{
    Stored, Word,
    export::{ExportFilters, ExportFormat, ExportId, ExportKind, ExportState},
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use time::OffsetDateTime;

pub(crate) const PARTITION: &str = "EXPORTS";

/// A job that is at work, under the lease that it was read with.
const HELD: &str = "lease = :lease AND #state = :running";

/// The jobs in table admin.
#[derive(Debug, Clone)]
pub struct ExportJobs {
    client: Client,
    table: String,
}

/// One job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportJob {
    /// Which one.
    pub export_id: ExportId,
    /// What is exported.
    pub kind: Stored<ExportKind>,
    /// As which file.
    pub format: Stored<ExportFormat>,
    /// What is left out.
    pub filters: ExportFilters,
    /// How it is.
    pub state: Stored<ExportState>,
    /// Who may work on it.
    pub lease: String,
    /// Its worker's last heartbeat, in seconds since 1970.
    pub heartbeat: i64,
    /// How often it was found dead and given to another worker.
    #[serde(default)]
    pub resumed: u32,
    /// How often it was begun from the first line.
    #[serde(default)]
    pub begun: u32,
    /// When it was asked for.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// By whom.
    pub created_by: String,
    /// When it ended.
    #[serde(
        default,
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub ended_at: Option<OffsetDateTime>,
    /// How much there was to go through when it was begun: candidates, days or entries. None before that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// How far it is.
    #[serde(default)]
    pub progress: ExportProgress,
    /// Where the next worker goes on: everything before it is in the parts of the file. None for the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<ExportReached>,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<ExportFile>,
    /// Why there is no file, in words for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// How far a job is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportProgress {
    /// What was gone through, of the total.
    pub done: u64,
    /// The lines that came of it.
    pub rows: u64,
}

/// What is safe of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportReached {
    /// The place in the source, as its kind spells it.
    pub place: String,
    /// What was gone through up to there.
    pub progress: ExportProgress,
}

/// The file of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportFile {
    /// Its key in the bucket.
    pub key: String,
    /// The upload that it is made by, while that goes on.
    pub upload: String,
    /// The tags of the parts, the first one first.
    #[serde(default)]
    pub parts: Vec<String>,
    /// How many bytes they have.
    #[serde(default)]
    pub bytes: u64,
}

impl ExportJob {
    /// Whether a worker is at it, or should be.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.state == ExportState::Running
    }
}

impl ExportJobs {
    /// The table that `TABLE_ADMIN` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_ADMIN")?,
        })
    }

    /// Keeps a new job, with the entry of who asks for it.
    pub async fn begin(&self, job: &ExportJob, audit: &AuditEntry) -> Result<Write, StoreError> {
        let put = transaction::put_new(&self.table, item(job)?)?;
        let actions = vec![put, audit::put(audit, &self.table)?];
        Ok(transact(&self.client, actions).await?.written())
    }

    /// One job, as of this moment.
    ///
    /// # Errors
    /// When the table cannot be read, or the item.
    pub async fn job(&self, id: &ExportId) -> Result<Option<ExportJob>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key(PARTITION, id.as_str())))
            .consistent_read(true)
            .send()
            .await?;
        answer.item.map(|item| read("admin", item)).transpose()
    }

    /// At most so many of the newest jobs, the newest first.
    ///
    /// # Errors
    /// When the table cannot be read, or an item.
    pub async fn newest(&self, limit: u16) -> Result<Vec<ExportJob>, StoreError> {
        self.query(None, limit).await
    }

    /// Every job that was asked for since a moment, the newest first.
    ///
    /// # Errors
    /// When the table cannot be read, or an item.
    pub async fn since(&self, moment: OffsetDateTime) -> Result<Vec<ExportJob>, StoreError> {
        self.query(Some(ExportId::first_of(moment)), u16::MAX).await
    }

    async fn query(&self, since: Option<String>, limit: u16) -> Result<Vec<ExportJob>, StoreError> {
        let limit = usize::from(limit);
        let mut jobs = Vec::new();
        let mut from = None;
        loop {
            let answer = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :exports AND sk >= :since")
                .expression_attribute_values(":exports", s(PARTITION))
                .expression_attribute_values(":since", s(since.as_deref().unwrap_or("0")))
                .scan_index_forward(false)
                .consistent_read(true)
                .limit(i32::try_from(limit - jobs.len()).unwrap_or(i32::MAX))
                .set_exclusive_start_key(from)
                .send()
                .await?;
            for item in answer.items.unwrap_or_default() {
                jobs.push(read("admin", item)?);
            }
            from = answer.last_evaluated_key;
            if from.is_none() || jobs.len() >= limit {
                return Ok(jobs);
            }
        }
    }

    /// Puts `new` in the place of the same job at work with this lease. Stale when the lease has changed hands, or the
    /// job has ended.
    pub async fn replace(&self, lease: &str, new: &ExportJob) -> Result<Write, StoreError> {
        let sent = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item(new)?))
            .condition_expression(HELD)
            .expression_attribute_names("#state", "state")
            .set_expression_attribute_values(Some(held_by(lease)))
            .send()
            .await;
        transaction::refused_is_stale(sent)
    }

    /// The same with an audit entry.
    pub async fn replace_audited(
        &self,
        lease: &str,
        new: &ExportJob,
        audit: &AuditEntry,
    ) -> Result<Write, StoreError> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item(new)?))
            .condition_expression(HELD)
            .expression_attribute_names("#state", "state")
            .set_expression_attribute_values(Some(held_by(lease)))
            .build()
            .map_err(incomplete)?;
        let put = TransactWriteItem::builder().put(put).build();
        let actions = vec![put, audit::put(audit, &self.table)?];
        Ok(transact(&self.client, actions).await?.written())
    }
}

fn held_by(lease: &str) -> HashMap<String, AttributeValue> {
    HashMap::from([
        (":lease".to_owned(), s(lease)),
        (":running".to_owned(), s(ExportState::Running.as_str())),
    ])
}

fn item(job: &ExportJob) -> Result<Item, StoreError> {
    let mut item = write("admin", job)?;
    item.extend(key(PARTITION, job.export_id.as_str()));
    Ok(item)
}
