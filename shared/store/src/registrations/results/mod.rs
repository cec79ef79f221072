//! The results of exams: of each exam a head, sheets with the candidates' results, and what was corrected.
//!
//! | item | pk | sk | kind |
//! |---|---|---|---|
//! | that there are results, and from when on they may be seen | `RESULTS#<exam>` | `HEAD` | `RESULTS` |
//! | a 64th of the candidates, each with a result | `RESULTS#<exam>` | `SHEET#<0..63>` | `RESULT_SHEET` |
//! | a correction | `RESULTS#<exam>` | `CORRECTION#<ms>#<random>` | `RESULT_CORRECTION` |
//!
//! | access pattern | call |
//! |---|---|
//! | everything of an exam | Query, consistent |
//! | how far each exam is | BatchGetItem of the heads, consistent |
//! | one candidate's, of every exam | BatchGetItem of heads and sheets, consistent, which brings of each sheet this candidate alone |
//! | a file is taken | one transaction: the head on the version that was read, every sheet, the audit entry |
//! | publish, withdraw | one transaction: the head on the version that was read, the audit entry, the message to the candidates |
//! | correct | one transaction: the same, the candidate in its sheet, the correction, and the act in the candidate's partition |
//!
//! Every write is on the version of the head, so a person who publishes has seen what is published. A file is taken whole or not
//! at all because all of its candidates are in the items of one transaction, which takes a hundred; in which sheet one is
//! follows from the candidate, so it is found without knowing anything of the file. A sheet names the upload that it
//! belongs to: a read that met a transaction halfway can tell.

mod read;
mod sheet;
mod write;

pub use read::{CandidateResult, ExamResults};
pub use write::{ResultChange, ResultsUpload};

use super::table::{Keyed, TABLE};
use crate::dynamo::{Item, StoreError, key};
use domain::{CourseId, CustomerId, ExamResult, ResultsState, job::JobId};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

const HEAD: &str = "HEAD";
const CORRECTIONS: &str = "CORRECTION#";

/// That there are results of an exam.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultsHead {
    /// The exam.
    pub exam: CourseId,
    /// The file that they are of.
    pub upload: String,
    /// When it was taken.
    #[serde(with = "time::serde::rfc3339")]
    pub uploaded_at: OffsetDateTime,
    /// By whom.
    pub uploaded_by: String,
    /// How many candidates have a result.
    pub rows: u32,
    /// How many corrections were made since.
    pub corrections: u32,
    /// From when on each candidate may see their own.
    #[serde(
        default,
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub publish_at: Option<OffsetDateTime>,
    /// Who has decided that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_by: Option<String>,
    /// The message that goes to the candidates with it, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<JobId>,
    /// Counts the writes, of every file: what is taken after another goes on counting.
    pub version: u64,
}

impl ResultsHead {
    /// How far they are at a moment.
    #[must_use]
    pub fn state(&self, now: OffsetDateTime) -> ResultsState {
        ResultsState::of(self.publish_at, now)
    }
}

/// A candidate's result, with how often it was corrected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedResult {
    /// The result.
    #[serde(flatten)]
    pub result: ExamResult,
    /// 0 as it was in the file.
    #[serde(default)]
    pub version: u64,
}

/// What was corrected, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultCorrection {
    /// What tells it from the others.
    pub id: String,
    /// Whose result.
    pub customer_id: CustomerId,
    /// The file that had it.
    pub upload: String,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Who did it.
    pub by: String,
    /// Why.
    pub reason: String,
    /// What it was; None for a candidate who was not in the file.
    pub before: Option<ExamResult>,
    /// What it is since.
    pub after: ExamResult,
}

fn partition(exam: &CourseId) -> String {
    format!("RESULTS#{exam}")
}

fn head_key(exam: &CourseId) -> Item {
    key(partition(exam), HEAD)
}

fn item<T: Serialize>(pk: String, sk: String, kind: &'static str, value: &T) -> Result<Item, StoreError> {
    let keyed = Keyed {
        pk,
        sk,
        kind,
        due_shard: None,
        due_at: None,
        value,
    };
    crate::dynamo::write(TABLE, &keyed)
}
