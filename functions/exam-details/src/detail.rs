//! An exam as the portal sees it, and as the audit log keeps it.

use domain::{
    Capacity, Paise,
    catalogue::{Exam, ExamSeating},
};
use http_api::ApiError;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The places of an exam.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlacesOut {
    /// Held by those who have paid, as the totals say, which follow within seconds.
    taken: u32,
    /// Held by those who have not paid yet and may.
    held: u32,
    /// Not held.
    left: u32,
    /// How many more are held than it has, because it had more before.
    beyond: u32,
}

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
    /// How many it has places for; absent for any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    capacity: Option<u32>,
    /// How many of them are taken, in the lists of exams alone; none where it has any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<PlacesOut>,
    /// The halls, in the order in which they are filled.
    halls: Vec<String>,
    /// By when candidates are to be there, `HH:MM`; empty where nobody has said.
    #[serde(rename = "reportingTime")]
    reporting_time: String,
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
            capacity,
            seating: ExamSeating {
                halls,
                reporting_time,
            },
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
            capacity: capacity.map(Capacity::get),
            places: None,
            halls: halls.into_iter().map(String::from).collect(),
            reporting_time,
            version,
        }
    }
}

impl ExamDetailOut {
    /// With how many of its places are taken: `held` altogether, and those of candidates whose pass is valid, `paid`.
    pub(crate) fn with_places(exam: Exam, held: u32, paid: u64) -> Self {
        let places = exam.capacity.map(|capacity| {
            let taken = u32::try_from(paid).unwrap_or(u32::MAX).min(held);
            PlacesOut {
                taken,
                held: held - taken,
                left: capacity.get().saturating_sub(held),
                beyond: held.saturating_sub(capacity.get()),
            }
        });
        Self {
            places,
            ..exam.into()
        }
    }
}

/// What the audit log keeps of an exam.
pub(crate) fn record(exam: &Exam) -> Value {
    let mut record = json!({
        "examId": exam.stream_id,
        "examName": exam.exam_name,
        "date": exam.date,
        "timeStart": exam.time_start,
        "timeEnd": exam.time_end,
        "venue": exam.venue,
        "examFee": exam.fee.to_json(),
        "details": exam.details,
        "image": exam.image,
        "halls": exam.seating.halls,
        "reportingTime": exam.seating.reporting_time,
    });
    if let Some(capacity) = exam.capacity {
        record["capacity"] = json!(capacity);
    }
    record
}

pub(crate) fn not_found() -> ApiError {
    ApiError::not_found("There is no such exam detail.")
}
