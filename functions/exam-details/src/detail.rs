//! An exam as the portal sees it, and as the audit log keeps it.

use domain::{Paise, catalogue::Exam};
use http_api::ApiError;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// An exam of a stream.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExamDetailOut {
    #[serde(rename = "_id")]
    id: String,
    /// The stream.
    #[serde(rename = "examId")]
    exam_id: String,
    /// Address of its picture on the site; empty when it has none.
    image: String,
    /// The day, `YYYY-MM-DD`.
    date: String,
    /// The start, `HH:MM`.
    #[serde(rename = "timeStart")]
    time_start: String,
    /// The end, `HH:MM`.
    #[serde(rename = "timeEnd")]
    time_end: String,
    venue: String,
    /// In rupees. It is shown; what is paid is the package's price.
    #[serde(rename = "examFee", with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    exam_fee: Paise,
    #[serde(rename = "examName")]
    exam_name: String,
    details: String,
    /// Counts the edits. Sent back with an edit, it says what the edit was made on.
    version: u64,
}

impl From<Exam> for ExamDetailOut {
    fn from(exam: Exam) -> Self {
        let Exam {
            id,
            stream_id,
            exam_name,
            date,
            time_start,
            time_end,
            venue,
            fee,
            details,
            image,
            version,
        } = exam;
        Self {
            id: id.into(),
            exam_id: stream_id.into(),
            image,
            date,
            time_start,
            time_end,
            venue,
            exam_fee: fee,
            exam_name,
            details,
            version,
        }
    }
}

/// What the audit log keeps of an exam.
pub(crate) fn record(exam: &Exam) -> Value {
    json!({
        "examId": exam.stream_id,
        "examName": exam.exam_name,
        "date": exam.date,
        "timeStart": exam.time_start,
        "timeEnd": exam.time_end,
        "venue": exam.venue,
        "examFee": exam.fee.to_json(),
        "details": exam.details,
        "image": exam.image,
    })
}

pub(crate) fn not_found() -> ApiError {
    ApiError::not_found("There is no such exam detail.")
}
