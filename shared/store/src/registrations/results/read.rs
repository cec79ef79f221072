//! Results as they are read: an exam's, or a candidate's.

use super::{
    CORRECTIONS, HEAD, RecordedResult, ResultCorrection, ResultsHead, head_key, partition,
    sheet::{self, ResultSheet, SHEETS},
};
use crate::{
    dynamo::{Item, StoreError, query_all, read, s, text},
    registrations::{Registrations, TABLE},
};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{Contended, CourseId, CustomerId, ExamResult};
use futures::future::try_join_all;
use std::collections::{BTreeMap, HashMap};
use time::OffsetDateTime;

/// How often an exam is read again that a file came into meanwhile.
const READINGS: usize = 3;
/// How many exams one BatchGetItem asks about, with two items of each.
const AT_ONCE: usize = 50;

/// The results of an exam.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExamResults {
    /// Where they are from, and how far they are.
    pub head: ResultsHead,
    /// Each candidate's.
    pub results: BTreeMap<CustomerId, RecordedResult>,
    /// What was corrected of this file, the oldest first.
    pub corrections: Vec<ResultCorrection>,
}

/// What there is of a candidate in an exam.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateResult {
    /// The exam.
    pub exam: CourseId,
    /// From when on the candidate may see it.
    pub publish_at: Option<OffsetDateTime>,
    /// The result.
    pub result: ExamResult,
}

impl Registrations {
    /// The results of an exam, as of this moment; None where there are none.
    ///
    /// # Errors
    /// When the table does not answer, an item cannot be read, or one file after the other was taken meanwhile.
    pub async fn exam_results(&self, exam: &CourseId) -> Result<Option<ExamResults>, StoreError> {
        for _ in 0..READINGS {
            let query = self.client.query().table_name(&self.table);
            let items = query_all(
                query
                    .key_condition_expression("pk = :exam")
                    .expression_attribute_values(":exam", s(partition(exam)))
                    .consistent_read(true),
            )
            .await?;
            let Some(read) = ExamResults::read(items)? else {
                return Ok(None);
            };
            if read.is_whole {
                return Ok(Some(read.found));
            }
        }
        Err(Contended("the results of an exam").into())
    }

    /// How far each of these exams is, as of this moment; those without results are left out.
    pub async fn results_heads(
        &self,
        exams: &[CourseId],
    ) -> Result<HashMap<CourseId, ResultsHead>, StoreError> {
        let some = exams.chunks(2 * AT_ONCE).map(async |some| {
            let keys = some.iter().map(head_key).collect();
            let wanted = KeysAndAttributes::builder().set_keys(Some(keys));
            self.batch(wanted.consistent_read(true)).await
        });
        let found = try_join_all(some).await?.into_iter().flatten();
        let heads = found.map(|item| read::<ResultsHead>(TABLE, item));
        heads
            .map(|head| head.map(|head| (head.exam.clone(), head)))
            .collect()
    }

    /// What there is of a candidate in each of these exams, as of this moment, whether or not the candidate may see it:
    /// one BatchGetItem for fifty exams, the same whatever it finds. Nothing of others leaves the table.
    pub async fn results_of(
        &self,
        candidate: &CustomerId,
        exams: &[CourseId],
    ) -> Result<Vec<CandidateResult>, StoreError> {
        let some = exams.chunks(AT_ONCE).map(async |some| {
            let keys = some.iter().flat_map(|exam| [head_key(exam), sheet::key_of(exam, candidate)]);
            let wanted = KeysAndAttributes::builder()
                .set_keys(Some(keys.collect()))
                .projection_expression(
                    "pk, sk, exam, #upload, uploaded_at, uploaded_by, #rows, corrections, publish_at, version, results.#candidate",
                )
                .expression_attribute_names("#upload", "upload")
                .expression_attribute_names("#rows", "rows")
                .expression_attribute_names("#candidate", candidate.as_str())
                .consistent_read(true);
            self.batch(wanted).await
        });
        let items = try_join_all(some).await?.into_iter().flatten();
        let (mut heads, mut sheets) = (Vec::new(), HashMap::new());
        for item in items {
            if text(&item, "sk") == HEAD {
                heads.push(read::<ResultsHead>(TABLE, item)?);
            } else if item.contains_key("results") {
                let pk = text(&item, "pk").to_owned();
                sheets.insert(pk, read::<ResultSheet>(TABLE, item)?);
            }
        }
        let found = heads.into_iter().filter_map(|head| {
            let sheet = sheets.remove(&partition(&head.exam))?;
            // A file was taken between the two: its results are nobody's to see yet.
            let mut sheet = Some(sheet).filter(|sheet| sheet.upload == head.upload)?;
            let recorded = sheet.results.remove(candidate)?;
            Some(CandidateResult {
                exam: head.exam,
                publish_at: head.publish_at,
                result: recorded.result,
            })
        });
        Ok(found.collect())
    }
}

/// What was read of an exam, and whether no file came between.
struct ReadResults {
    found: ExamResults,
    is_whole: bool,
}

impl ExamResults {
    fn read(items: Vec<Item>) -> Result<Option<ReadResults>, StoreError> {
        let (mut head, mut sheets, mut corrections) = (None, Vec::new(), Vec::new());
        for item in items {
            let place = text(&item, "sk");
            if place == HEAD {
                head = Some(read::<ResultsHead>(TABLE, item)?);
            } else if place.starts_with(sheet::PREFIX) {
                sheets.push(read::<ResultSheet>(TABLE, item)?);
            } else if place.starts_with(CORRECTIONS) {
                corrections.push(read::<ResultCorrection>(TABLE, item)?);
            }
        }
        let Some(head) = head else {
            return Ok(None);
        };
        sheets.retain(|sheet| sheet.upload == head.upload);
        corrections.retain(|correction| correction.upload == head.upload);
        let is_whole = sheets.len() == usize::from(SHEETS);
        let results = sheets.into_iter().flat_map(|sheet| sheet.results).collect();
        let found = Self {
            head,
            results,
            corrections,
        };
        Ok(Some(ReadResults { found, is_whole }))
    }
}
