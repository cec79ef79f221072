//! What changes the results of an exam; each change is one transaction on the version of the head.

use super::{
    CORRECTIONS, RecordedResult, ResultCorrection, ResultsHead, head_key, item, partition,
    sheet::{self, SHEETS},
};
use crate::{
    CandidateMessage, JobStart,
    admin::Audit,
    dynamo::{Item, StoreError, attribute, millis, n},
    registrations::{Registrations, TABLE},
    transaction::{Write, incomplete},
};
use aws_sdk_dynamodb::types::{Put, TransactWriteItem, Update};
use domain::{CourseId, CustomerId};
use std::collections::BTreeMap;

/// A file with the results of an exam.
#[derive(Debug)]
pub struct ResultsUpload<'a> {
    /// The head that they are to have.
    pub head: &'a ResultsHead,
    /// Each candidate's.
    pub results: BTreeMap<CustomerId, RecordedResult>,
    /// The head that was found; None where there was none.
    pub known: Option<&'a ResultsHead>,
}

/// What one candidate's result becomes.
#[derive(Debug)]
pub struct ResultChange<'a> {
    /// The head that was found.
    pub known: &'a ResultsHead,
    /// Whether the candidate was not in the file.
    pub is_new: bool,
    /// What it becomes.
    pub recorded: &'a RecordedResult,
    /// What is kept of the change.
    pub correction: &'a ResultCorrection,
    /// The message to the candidate, where one goes.
    pub message: Option<JobStart<'a, CandidateMessage>>,
}

impl Registrations {
    /// Takes a file in place of the one before, whole or not at all.
    ///
    /// # Errors
    /// When the table does not answer. It may then have been taken.
    pub async fn take_results(
        &self,
        upload: ResultsUpload<'_>,
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let ResultsUpload { head, results, known } = upload;
        let mut actions = Vec::with_capacity(usize::from(SHEETS) + 2);
        actions.push(self.put_head(head, known)?);
        for item in sheet::items_of(&head.exam, &head.upload, results)? {
            actions.push(self.put(item)?);
        }
        actions.push(audit.put()?);
        Ok(self.transact(actions).await?.written())
    }

    /// Publishes results, or withdraws them: `head` is what the head becomes that was found. Published and on its way to the
    /// candidates is one write.
    ///
    /// # Errors
    /// When the table does not answer. It may then be done.
    pub async fn change_results_head(
        &self,
        head: &ResultsHead,
        known: &ResultsHead,
        message: Option<JobStart<'_, CandidateMessage>>,
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let mut actions = vec![self.put_head(head, Some(known))?, audit.put()?];
        actions.extend(message.map(|message| message.put()).transpose()?);
        Ok(self.transact(actions).await?.written())
    }

    /// Corrects one candidate's result.
    ///
    /// # Errors
    /// When the table does not answer. It may then be done.
    pub async fn correct_result(
        &self,
        change: ResultChange<'_>,
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let ResultChange {
            known,
            is_new,
            recorded,
            correction,
            message,
        } = change;
        let head = ResultsHead {
            rows: known.rows + u32::from(is_new),
            corrections: known.corrections + 1,
            version: known.version + 1,
            ..known.clone()
        };
        let candidate = &correction.customer_id;
        let mut actions = vec![
            self.put_head(&head, Some(known))?,
            self.set_result(&head.exam, candidate, recorded)?,
            self.put(correction_item(&head.exam, correction)?)?,
            self.act(candidate.as_str(), audit.entry())?,
            audit.put()?,
        ];
        actions.extend(message.map(|message| message.put()).transpose()?);
        Ok(self.transact(actions).await?.written())
    }

    fn put_head(
        &self,
        head: &ResultsHead,
        known: Option<&ResultsHead>,
    ) -> Result<TransactWriteItem, StoreError> {
        let mut written = item(String::new(), String::new(), "RESULTS", head)?;
        written.extend(head_key(&head.exam));
        let put = Put::builder().table_name(&self.table).set_item(Some(written));
        let put = match known {
            None => put.condition_expression("attribute_not_exists(pk)"),
            Some(known) => put
                .condition_expression("version = :decided_on")
                .expression_attribute_values(":decided_on", n(known.version)),
        };
        let put = put.build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// The sheet is that of the head, because every file writes all of them.
    fn set_result(
        &self,
        exam: &CourseId,
        candidate: &CustomerId,
        recorded: &RecordedResult,
    ) -> Result<TransactWriteItem, StoreError> {
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(sheet::key_of(exam, candidate)))
            .update_expression("SET results.#candidate = :recorded")
            .expression_attribute_names("#candidate", candidate.as_str())
            .expression_attribute_values(":recorded", attribute(TABLE, recorded)?)
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }
}

fn correction_item(exam: &CourseId, correction: &ResultCorrection) -> Result<Item, StoreError> {
    let place = format!("{CORRECTIONS}{:014}#{}", millis(correction.at), correction.id);
    item(partition(exam), place, "RESULT_CORRECTION", correction)
}
