//! The exams of the catalogue.

use super::table::Catalogue;
use crate::{
    access::{KeyUse, Made, make_in},
    admin::Audit,
    dynamo::StoreError,
    moved_exams::MovedExams,
    transaction::{self, Transaction, Write},
};
use aws_sdk_dynamodb::types::TransactWriteItem;
use domain::{CourseId, StreamId, catalogue::Exam};

/// How the writing of an exam ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Placed {
    /// Written.
    Done,
    /// It has changed since it was read; nothing was written.
    Stale,
    /// There is no such stream; nothing was written.
    NoStream,
}

impl Catalogue {
    /// Every exam of this moment, in the order of the identifiers.
    pub async fn exams(&self) -> Result<Vec<Exam>, StoreError> {
        self.all().await
    }

    /// One exam, as of this moment.
    pub async fn exam(&self, id: &CourseId) -> Result<Option<Exam>, StoreError> {
        self.find(id.as_str()).await
    }

    /// Writes a new exam into its stream, which its form makes once.
    ///
    /// # Errors
    /// When a table does not answer. It may then have been written.
    pub async fn create_exam(
        &self,
        exam: &Exam,
        audit: Audit<'_>,
        key: Option<&KeyUse<'_>>,
    ) -> Result<Option<Made>, StoreError> {
        let stream = self.arrival(&exam.stream_id)?;
        make_in(&self.client, self.creation(exam)?, audit, key, stream).await
    }

    /// Writes an exam over the version before its own, which was in the stream `before`; those who hold it are told if
    /// `told` says where that is kept.
    pub async fn update_exam(
        &self,
        exam: &Exam,
        before: &StreamId,
        audit: Audit<'_>,
        told: Option<&MovedExams>,
    ) -> Result<Placed, StoreError> {
        let enters = (exam.stream_id != *before).then_some(&exam.stream_id);
        let moved = told.map(|exams| exams.put(exam, audit.entry().at)).transpose()?;
        self.place(self.update(exam)?, enters, audit, moved).await
    }

    async fn place(
        &self,
        action: TransactWriteItem,
        enters: Option<&StreamId>,
        audit: Audit<'_>,
        moved: Option<TransactWriteItem>,
    ) -> Result<Placed, StoreError> {
        let mut actions = vec![action, audit.put()?];
        let stream = actions.len();
        actions.extend(enters.map(|id| self.arrival(id)).transpose()?);
        actions.extend(moved);
        Ok(match transaction::transact(&self.client, actions).await? {
            Transaction::Done => Placed::Done,
            Transaction::Refused(refused) if refused == [stream] => Placed::NoStream,
            Transaction::Refused(_) | Transaction::Conflict => Placed::Stale,
        })
    }

    /// Deletes an exam, if it is still at this version.
    pub async fn delete_exam(&self, exam: &Exam, audit: Audit<'_>) -> Result<Write, StoreError> {
        self.audited(self.deletion(exam)?, audit).await
    }

    /// Writes an exam as it is, whatever is there.
    pub async fn put_exam(&self, exam: &Exam) -> Result<(), StoreError> {
        self.put(exam).await
    }
}
