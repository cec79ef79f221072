//! Reading the jobs of a kind: one of them, and lists with the newest first.

use super::{JobKind, Jobs};
use crate::dynamo::{Item, StoreError, key, read, s};
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use domain::job::{Job, JobId};
use time::OffsetDateTime;

impl<W: JobKind> Jobs<W> {
    /// One job, as of this moment.
    pub async fn job(&self, id: &JobId) -> Result<Option<Job<W>>, StoreError> {
        let found = self.get(W::PLACE.only.unwrap_or(id.as_str())).await?;
        Ok(found.filter(|job| job.id == *id))
    }

    /// At most so many of the newest jobs that can be read, the newest first.
    pub async fn newest(&self, limit: u16) -> Result<Vec<Job<W>>, StoreError> {
        self.query(None, limit).await
    }

    /// Every job that can be read and was asked for since a moment, the newest first; the last one, whenever that was, of a
    /// kind of which there is one at a time.
    pub async fn since(&self, moment: OffsetDateTime) -> Result<Vec<Job<W>>, StoreError> {
        self.query(Some(JobId::first_of(moment)), u16::MAX).await
    }

    async fn get(&self, sk: &str) -> Result<Option<Job<W>>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key(W::PLACE.partition, sk)))
            .consistent_read(true)
            .send()
            .await?;
        answer
            .item
            .map(|item| read(W::PLACE.table.name(), item))
            .transpose()
    }

    /// The jobs of a kind of which there are many, those since an identifier.
    pub(crate) fn newest_first(&self, since: &str) -> QueryFluentBuilder {
        let query = self.client.query().table_name(&self.table);
        query
            .key_condition_expression("pk = :jobs AND sk >= :since")
            .expression_attribute_values(":jobs", s(W::PLACE.partition))
            .expression_attribute_values(":since", s(since))
            .scan_index_forward(false)
            .consistent_read(true)
    }

    /// Those of a list that can be read. One of a later release, which was taken back, holds up no other.
    pub(crate) fn readable(items: Vec<Item>) -> impl Iterator<Item = Job<W>> {
        items
            .into_iter()
            .filter_map(|item| match read(W::PLACE.table.name(), item) {
                Ok(job) => Some(job),
                Err(error) => {
                    let kind = W::PLACE.partition;
                    tracing::error!(cause = %error, kind, "a job cannot be read");
                    None
                }
            })
    }

    async fn query(&self, since: Option<String>, limit: u16) -> Result<Vec<Job<W>>, StoreError> {
        if let Some(only) = W::PLACE.only {
            return Ok(self.get(only).await?.into_iter().collect());
        }
        let limit = usize::from(limit);
        let mut jobs = Vec::new();
        let mut from = None;
        loop {
            let answer = self
                .newest_first(since.as_deref().unwrap_or("0"))
                .limit(i32::try_from(limit - jobs.len()).unwrap_or(i32::MAX))
                .set_exclusive_start_key(from)
                .send()
                .await?;
            jobs.extend(Self::readable(answer.items.unwrap_or_default()));
            from = answer.last_evaluated_key;
            if from.is_none() || jobs.len() >= limit {
                return Ok(jobs);
            }
        }
    }
}
