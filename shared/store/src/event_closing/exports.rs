//! The jobs of exports, which go with their files: both have what candidates entered.

use super::EventClosing;
use crate::{
    admin::exports::{ExportFile, PARTITION},
    dynamo::{Item, StoreError, key, query_all, read, s, text},
};
use aws_sdk_dynamodb::types::ReturnValue;
use domain::{Stored, job::JobState};
use futures::{StreamExt, TryStreamExt};
use serde::Deserialize;

/// How many jobs are deleted side by side.
const AT_ONCE: usize = 32;

/// A job that was deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgottenExport {
    /// The upload that its worker was at.
    pub unfinished: Option<ExportFile>,
}

#[derive(Deserialize)]
struct Uploading {
    state: Stored<JobState>,
    work: UploadingWork,
}

#[derive(Deserialize)]
struct UploadingWork {
    #[serde(default)]
    file: Option<ExportFile>,
}

impl EventClosing {
    /// Deletes every job, as it is at that moment: a worker's next write of it is refused.
    ///
    /// # Errors
    /// When the table does not answer. Some may be gone then.
    pub async fn forget_exports(&self) -> Result<Vec<ForgottenExport>, StoreError> {
        let query = self.client.query().table_name(&self.admin);
        let jobs = query
            .key_condition_expression("pk = :exports")
            .projection_expression("pk, sk")
            .expression_attribute_values(":exports", s(PARTITION))
            .consistent_read(true);
        let jobs = query_all(jobs).await?.into_iter();
        let forgotten = jobs.map(|job| self.forget(job));
        let forgotten = futures::stream::iter(forgotten).buffer_unordered(AT_ONCE);
        forgotten.try_collect().await
    }

    async fn forget(&self, job: Item) -> Result<ForgottenExport, StoreError> {
        let doomed = key(text(&job, "pk"), text(&job, "sk"));
        let delete = self.client.delete_item().table_name(&self.admin);
        let delete = delete.set_key(Some(doomed)).return_values(ReturnValue::AllOld);
        let was = delete.send().await?.attributes;
        // One that cannot be read is deleted all the same, and its parts die by the bucket's rule.
        let was: Option<Uploading> = was.and_then(|was| read("admin", was).ok());
        let unfinished = was.filter(|was| was.state == JobState::Running);
        Ok(ForgottenExport {
            unfinished: unfinished.and_then(|was| was.work.file),
        })
    }
}
