//! What organisers have begun for many candidates: how much of it has not ended, and messages, which name those they were for.

use super::EventClosing;
use crate::{
    BulkJob, CandidateMessage, MovedExam, OrderMail, QueuedMail,
    dynamo::{StoreError, count_all, key, query_all, s, text},
    jobs::JobKind,
    order_mails::CROWD_SHARDS,
    pass_requests::PassRequest,
};
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use domain::{Word, job::JobState};
use futures::{StreamExt, TryStreamExt};

/// How many are deleted side by side.
const AT_ONCE: usize = 32;

/// Up to here the mails of a queue are counted.
const LOOK: i32 = 1_000;

impl EventClosing {
    /// How many messages and bulk actions are under way, or are stopped and can go on.
    pub async fn jobs_open(&self) -> Result<u64, StoreError> {
        let messages = self.jobs_of::<CandidateMessage>(&self.admin);
        let bulk = self.jobs_of::<BulkJob>(&self.registrations);
        let open = [messages, bulk].map(|jobs| {
            jobs.filter_expression("#state IN (:running, :stopped)")
                .expression_attribute_names("#state", "state")
                .expression_attribute_values(":running", s(JobState::Running.as_str()))
                .expression_attribute_values(":stopped", s(JobState::Stopped.as_str()))
        });
        let [messages, bulk] = open.map(count_all);
        Ok(messages.await? + bulk.await?)
    }

    /// How many mails to candidates wait beside passes and messages: answers to who asked for passes, and news of orders, moved
    /// exams and seats. Each kind is exact up to a thousand, and then a lower bound.
    pub async fn mails_queued(&self) -> Result<u64, StoreError> {
        let mut count = 0;
        let single = [PassRequest::SHARD, OrderMail::SHARD, MovedExam::SHARD];
        for shard in single.into_iter().chain(CROWD_SHARDS) {
            let query = self.client.query().table_name(&self.registrations);
            let page = query
                .index_name("due")
                .key_condition_expression("due_shard = :shard")
                .expression_attribute_values(":shard", s(shard))
                .limit(LOOK)
                .send()
                .await?;
            count += u64::from(page.count.unsigned_abs());
        }
        Ok(count)
    }

    /// Deletes every message, as it is at that moment, and returns how many there were: a worker's next write of one is refused.
    ///
    /// # Errors
    /// When the table does not answer. Some may be gone then.
    pub async fn forget_messages(&self) -> Result<u64, StoreError> {
        let messages = self.jobs_of::<CandidateMessage>(&self.admin);
        let messages = query_all(messages.projection_expression("pk, sk")).await?;
        let count = messages.len() as u64;
        let deletions = messages.into_iter().map(|message| async move {
            let doomed = key(text(&message, "pk"), text(&message, "sk"));
            let delete = self.client.delete_item().table_name(&self.admin);
            delete.set_key(Some(doomed)).send().await?;
            Ok::<(), StoreError>(())
        });
        let deletions = futures::stream::iter(deletions).buffer_unordered(AT_ONCE);
        deletions.try_collect::<()>().await?;
        Ok(count)
    }

    fn jobs_of<W: JobKind>(&self, table: &str) -> QueryFluentBuilder {
        let query = self.client.query().table_name(table);
        query
            .key_condition_expression("pk = :jobs")
            .expression_attribute_values(":jobs", s(W::PLACE.partition))
            .consistent_read(true)
    }
}
