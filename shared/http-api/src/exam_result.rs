//! A result of an exam, as candidates and staff see it.

use domain::{ExamResult, ExamScore, exam_result::Hundredths};
use serde::Serialize;
use utoipa::ToSchema;

/// A result of an exam. Of somebody who was absent there is nothing but that, and the remark.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExamResult)]
pub struct ExamResultOut {
    /// At most two decimals.
    #[schema(value_type = Option<f64>, required = true)]
    marks: Option<serde_json::Number>,
    /// The most marks that could be reached.
    #[schema(value_type = Option<f64>, required = true)]
    out_of: Option<serde_json::Number>,
    #[schema(required = true)]
    rank: Option<u32>,
    /// From 0 to 100.
    #[schema(value_type = Option<f64>, required = true)]
    scholarship_percent: Option<serde_json::Number>,
    absent: bool,
    /// Empty where there is none.
    remark: String,
}

impl From<&ExamResult> for ExamResultOut {
    fn from(result: &ExamResult) -> Self {
        let score = result.score();
        let number = |of: fn(&ExamScore) -> Option<Hundredths>| {
            let number = score.and_then(of);
            number.map(Hundredths::to_json)
        };
        Self {
            marks: number(|score| Some(score.marks)),
            out_of: number(|score| Some(score.out_of)),
            rank: score.and_then(|score| score.rank),
            scholarship_percent: number(|score| score.scholarship_percent),
            absent: score.is_none(),
            remark: result.remark.clone(),
        }
    }
}
