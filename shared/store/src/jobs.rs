//! Jobs: what each kind of them has in common in the table. Where a kind is, its type says ([`JobKind::PLACE`]).
//!
//! | item | table | pk | sk |
//! |---|---|---|---|
//! | a job of a kind of which there are many | of the kind | of the kind | the job's identifier |
//! | the last job of a kind of which there is one at a time | of the kind | of the kind | of the kind |
//!
//! | access pattern | call |
//! |---|---|
//! | begin one | one transaction: Put with a condition, audit entry; with the key of a form that makes it once |
//! | one job; of a kind with one at a time the last | GetItem, strongly consistent |
//! | the newest jobs, and those since a moment | Query, the newest first, strongly consistent |
//! | whatever its worker or the reconciler changes | PutItem with a condition |
//! | whatever a person changes | one transaction: Put with the same condition, audit entry |
//!
//! Every write of a job that exists is conditional on the lease and the state that it was decided on, so a worker that was
//! given up for dead learns of it with its next write, and what is over is never written again. Who changes it without the
//! lease must have seen what the worker wrote last: an order that was decided before would take the worker's progress back.

mod read;

use crate::{
    access::{KeyUse, Made, make},
    admin::{
        Audit,
        audit::{self, AuditEntry},
    },
    dynamo::{Item, StoreError, key, n, s, write},
    tables::Table,
    transaction::{self, Write, incomplete, transact},
};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, ConditionCheck, Put, TransactWriteItem},
};
use config::{ConfigError, Env};
use domain::job::{Job, JobWork};
use serde::{Serialize, de::DeserializeOwned};
use std::{collections::HashMap, marker::PhantomData};

/// A job that is still under the lease, and in the state, in which it was seen: nobody but who has the lease has written it.
const AS_SEEN: &str = "lease = :lease AND #state = :state";
/// And who has the lease has not written it either.
const UNTOUCHED: &str = "lease = :lease AND #state = :state AND writes = :writes";
const NO_JOB: &str = "attribute_not_exists(pk)";

/// A kind of job, by what it remembers.
pub trait JobKind: JobWork + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Where its jobs are.
    const PLACE: JobPlace;
}

/// Where the jobs of a kind are.
#[derive(Debug, Clone, Copy)]
pub struct JobPlace {
    /// In which table.
    pub table: Table,
    /// Under which partition key.
    pub partition: &'static str,
    /// Under which sort key, of a kind of which there is one at a time. None where each has a key of its own.
    pub only: Option<&'static str>,
}

/// The jobs of a kind.
#[derive(Debug)]
pub struct Jobs<W> {
    client: Client,
    table: String,
    /// Where the audit log is.
    admin: String,
    kind: PhantomData<fn() -> W>,
}

/// A new job that is kept in the transaction of what it follows from. Nobody calls its worker: the reconciler does, when the
/// moment has come that the job names.
#[derive(Debug)]
pub struct JobStart<'a, W> {
    jobs: &'a Jobs<W>,
    job: &'a Job<W>,
}

impl<W: JobKind> JobStart<'_, W> {
    /// In a transaction: the job, where there is none of its identifier.
    pub(crate) fn put(&self) -> Result<TransactWriteItem, StoreError> {
        self.jobs.put(None, self.job)
    }
}

impl<W> Clone for Jobs<W> {
    fn clone(&self) -> Self {
        Self {
            client: self.client.clone(),
            table: self.table.clone(),
            admin: self.admin.clone(),
            kind: PhantomData,
        }
    }
}

impl<W: JobKind> Jobs<W> {
    /// The table of the kind, and that of the audit log.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required(W::PLACE.table.variable())?,
            admin: env.required(Table::Admin.variable())?,
            kind: PhantomData,
        })
    }

    /// Keeps a new job in the place of `seen`, the last one of a kind of which there is one at a time, with the entry of who
    /// asks for it.
    pub async fn begin(
        &self,
        seen: Option<&Job<W>>,
        new: &Job<W>,
        audit: &AuditEntry,
    ) -> Result<Write, StoreError> {
        let actions = vec![self.put(seen, new)?, audit::put(audit, &self.admin)?];
        Ok(transact(&self.client, actions).await?.written())
    }

    /// Keeps a new job of a kind of which there are many, with the entry of who asks for it and the key of their form.
    pub async fn begin_once(
        &self,
        new: &Job<W>,
        audit: Audit<'_>,
        key: Option<&KeyUse<'_>>,
    ) -> Result<Made, StoreError> {
        make(&self.client, self.put(None, new)?, audit, key).await
    }

    /// A new job of a kind of which there are many, to be kept in the transaction of something else.
    #[must_use]
    pub const fn start<'a>(&'a self, job: &'a Job<W>) -> JobStart<'a, W> {
        JobStart { jobs: self, job }
    }

    /// Puts `new` in the place of the same job as it was seen, for who has its lease. Stale when it is another worker's by now,
    /// or is in another state.
    pub async fn keep(&self, seen: &Job<W>, new: &Job<W>) -> Result<Write, StoreError> {
        self.put_over(AS_SEEN, as_seen(seen), new).await
    }

    /// The same for who does not have its lease. Stale when it was written in any way since it was seen.
    pub async fn replace(&self, seen: &Job<W>, new: &Job<W>) -> Result<Write, StoreError> {
        self.put_over(UNTOUCHED, untouched(seen), new).await
    }

    async fn put_over(
        &self,
        condition: &str,
        seen: HashMap<String, AttributeValue>,
        new: &Job<W>,
    ) -> Result<Write, StoreError> {
        let sent = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item(new)?))
            .condition_expression(condition)
            .expression_attribute_names("#state", "state")
            .set_expression_attribute_values(Some(seen))
            .send()
            .await;
        transaction::refused_is_stale(sent)
    }

    /// The same, with the entry of who changes it.
    pub async fn replace_audited(
        &self,
        seen: &Job<W>,
        new: &Job<W>,
        audit: &AuditEntry,
    ) -> Result<Write, StoreError> {
        self.begin(Some(seen), new, audit).await
    }

    /// In a transaction: a new job in the place of `seen`, or where there is none.
    pub(crate) fn put(&self, seen: Option<&Job<W>>, new: &Job<W>) -> Result<TransactWriteItem, StoreError> {
        let put = Put::builder().table_name(&self.table).set_item(Some(item(new)?));
        let put = match seen {
            None => put.condition_expression(NO_JOB),
            Some(seen) => put
                .condition_expression(UNTOUCHED)
                .expression_attribute_names("#state", "state")
                .set_expression_attribute_values(Some(untouched(seen))),
        };
        let put = put.build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// In a transaction: that a job is still as it was seen, another worker's by no means.
    pub(crate) fn check(&self, seen: &Job<W>) -> Result<TransactWriteItem, StoreError> {
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(key(
                W::PLACE.partition,
                W::PLACE.only.unwrap_or(seen.id.as_str()),
            )))
            .condition_expression(AS_SEEN)
            .expression_attribute_names("#state", "state")
            .set_expression_attribute_values(Some(as_seen(seen)))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }
}

fn untouched<W>(seen: &Job<W>) -> HashMap<String, AttributeValue> {
    let mut values = as_seen(seen);
    values.insert(":writes".to_owned(), n(seen.writes));
    values
}

fn as_seen<W>(seen: &Job<W>) -> HashMap<String, AttributeValue> {
    HashMap::from([
        (":lease".to_owned(), s(&seen.lease)),
        (":state".to_owned(), s(seen.state.as_str())),
    ])
}

fn item<W: JobKind>(job: &Job<W>) -> Result<Item, StoreError> {
    let mut item = write(W::PLACE.table.name(), job)?;
    item.extend(key(W::PLACE.partition, W::PLACE.only.unwrap_or(job.id.as_str())));
    Ok(item)
}
