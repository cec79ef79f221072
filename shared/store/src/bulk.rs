//! Bulk actions: the [job](crate::jobs) that does the same to many candidates, who is left, and what became of the others.
//!
//! | item | table | pk | sk |
//! |---|---|---|---|
//! | a bulk action, as a job | registrations | `BULK#JOBS` | `<moment>-<random>` |
//! | a candidate who is left | registrations | `BULK#<job>` | `LEFT#<customer>`; dies by `expires` |
//! | what became of a candidate | registrations | `BULK#<job>` | `<OUTCOME>#<customer>`; dies by `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | write down who is meant, before anything is done | transactions of Puts, each with a check of the worker's lease |
//! | the next who are left | Query, strongly consistent |
//! | take one for what cannot be taken back | UpdateItem, unless it is taken |
//! | what became of one | Delete of who is left and Put, in the transaction of the change itself ([`BulkMark`]) |
//! | how many have an outcome, and who | Query of the outcome's keys |
//!
//! A candidate is left until the transaction that does it takes them out, so whatever dies in between, it is done once and
//! its outcome is known.

mod job;
mod mark;

pub use job::{BulkJob, BulkPhase};
pub use mark::BulkMark;

use crate::{
    dynamo::{Item, StoreError, count_all, held, key, millis, n, read, s, text, write},
    jobs::Jobs,
    tables::Table,
    transaction::{Write, put, transact},
};
use aws_sdk_dynamodb::Client;
use config::{ConfigError, Env};
use domain::{BulkOutcome, CustomerId, Stored, job::Job, job::JobId};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long it is known what became of whom.
const KEPT: Duration = Duration::days(400);
/// How many candidates one transaction writes down, beside the check of the lease.
const TOGETHER: usize = 99;

const LEFT: &str = "LEFT#";

/// A candidate to whom it is not done yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkItem {
    /// Who.
    pub customer_id: CustomerId,
    /// How often the mail service refused their mail.
    #[serde(default)]
    pub attempts: u32,
    /// When a worker began what cannot be taken back, in epoch milliseconds; None while nobody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun_at: Option<i64>,
}

/// What became of a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkResult {
    /// Who.
    pub customer_id: CustomerId,
    /// What.
    pub outcome: Stored<BulkOutcome>,
    /// Why it was not done, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

/// Some results, by the candidate's identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BulkResultsPage {
    /// The results.
    pub results: Vec<BulkResult>,
    /// The last of them; None at the end.
    pub next: Option<CustomerId>,
}

/// Who is left and what became of the others.
#[derive(Debug, Clone)]
pub struct BulkItems {
    client: Client,
    table: String,
    jobs: Jobs<BulkJob>,
}

/// An item with what all of them have.
#[derive(Serialize)]
struct Kept<'a, T> {
    pk: String,
    sk: String,
    kind: &'static str,
    expires: i64,
    #[serde(flatten)]
    value: &'a T,
}

impl BulkItems {
    /// The table that `TABLE_REGISTRATIONS` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required(Table::Registrations.variable())?,
            jobs: Jobs::from_env(env)?,
        })
    }

    /// Writes down who is meant, as long as the job is this worker's: one that was given up for dead adds nobody. To write
    /// somebody down again changes nothing, for nothing is done before all are.
    ///
    /// # Errors
    /// When the table does not answer. Some may be written down then.
    pub async fn write_down(
        &self,
        job: &Job<BulkJob>,
        customers: &[CustomerId],
        now: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        for together in customers.chunks(TOGETHER) {
            let mut actions = vec![self.jobs.check(job)?];
            for customer in together {
                let left = BulkItem {
                    customer_id: customer.clone(),
                    attempts: 0,
                    begun_at: None,
                };
                let sk = format!("{LEFT}{customer}");
                actions.push(put(&self.table, item(&job.id, sk, "BULK_LEFT", now, &left)?)?);
            }
            match transact(&self.client, actions).await?.written() {
                Write::Done => {}
                Write::Stale => return Ok(Write::Stale),
            }
        }
        Ok(Write::Done)
    }

    /// The first who are left.
    pub async fn next(&self, job: &JobId, limit: u16) -> Result<Vec<BulkItem>, StoreError> {
        let query = self.query(job, LEFT).limit(i32::from(limit));
        let found = query.send().await?.items.unwrap_or_default().into_iter();
        found
            .map(|item| read(Table::Registrations.name(), item))
            .collect()
    }

    /// Whether a candidate is left.
    pub async fn is_left(&self, job: &JobId, customer: &CustomerId) -> Result<bool, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(left_key(job, customer)))
            .consistent_read(true)
            .send()
            .await?;
        Ok(found.item.is_some())
    }

    /// Takes a candidate for what cannot be taken back: one of any number of workers gets them.
    pub async fn take(
        &self,
        job: &JobId,
        customer: &CustomerId,
        now: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let taken = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(left_key(job, customer)))
            .update_expression("SET begun_at = :now")
            .condition_expression("attribute_exists(pk) AND attribute_not_exists(begun_at)")
            .expression_attribute_values(":now", n(millis(now)))
            .send()
            .await;
        Ok(held(taken)?.map_or(Write::Stale, |_| Write::Done))
    }

    /// Gives a candidate back to whom it was certainly not done, to be tried again, after one try more that counts if it `counts`.
    pub async fn give_back(
        &self,
        job: &JobId,
        customer: &CustomerId,
        counts: bool,
    ) -> Result<Write, StoreError> {
        let given = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(left_key(job, customer)))
            .update_expression("SET attempts = attempts + :more REMOVE begun_at")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":more", n(u8::from(counts)))
            .send()
            .await;
        Ok(held(given)?.map_or(Write::Stale, |_| Write::Done))
    }

    /// Writes what became of a candidate beside whom nothing is written. Stale when they are not left any more.
    pub async fn settle(&self, mark: &BulkMark<'_>) -> Result<Write, StoreError> {
        Ok(transact(&self.client, mark.actions(&self.table)?)
            .await?
            .written())
    }

    /// How many have an outcome.
    pub async fn count(&self, job: &JobId, outcome: BulkOutcome) -> Result<u64, StoreError> {
        count_all(self.query(job, prefix(outcome))).await
    }

    /// Some of those with an outcome, behind one of them.
    pub async fn listed(
        &self,
        job: &JobId,
        outcome: BulkOutcome,
        after: Option<&CustomerId>,
        limit: u16,
    ) -> Result<BulkResultsPage, StoreError> {
        let prefix = prefix(outcome);
        let start = after.map(|customer| key(partition(job), format!("{prefix}{customer}")));
        let query = self.query(job, prefix).limit(i32::from(limit));
        let page = query.set_exclusive_start_key(start).send().await?;
        let next = page.last_evaluated_key.as_ref().and_then(|last| {
            let (_, customer) = text(last, "sk").split_once('#')?;
            CustomerId::parse(customer).ok()
        });
        let found = page.items.unwrap_or_default().into_iter();
        let results = found
            .map(|item| read(Table::Registrations.name(), item))
            .collect::<Result<_, _>>()?;
        Ok(BulkResultsPage { results, next })
    }

    fn query(
        &self,
        job: &JobId,
        prefix: &str,
    ) -> aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder {
        self.client
            .query()
            .table_name(&self.table)
            .key_condition_expression("pk = :job AND begins_with(sk, :prefix)")
            .expression_attribute_values(":job", s(partition(job)))
            .expression_attribute_values(":prefix", s(prefix))
            .consistent_read(true)
    }
}

const fn prefix(outcome: BulkOutcome) -> &'static str {
    match outcome {
        BulkOutcome::Done => "DONE#",
        BulkOutcome::Skipped => "SKIPPED#",
        BulkOutcome::Failed => "FAILED#",
    }
}

fn partition(job: &JobId) -> String {
    format!("BULK#{job}")
}

fn left_key(job: &JobId, customer: &CustomerId) -> Item {
    key(partition(job), format!("{LEFT}{customer}"))
}

fn item<T: Serialize>(
    job: &JobId,
    sk: String,
    kind: &'static str,
    at: OffsetDateTime,
    value: &T,
) -> Result<Item, StoreError> {
    let kept = Kept {
        pk: partition(job),
        sk,
        kind,
        expires: (at + KEPT).unix_timestamp(),
        value,
    };
    write(Table::Registrations.name(), &kept)
}
