//! `GET /api/results/{course}`: the results of an exam, and who has none.

use crate::{
    State, attendance, check::is_seen_at_door, exam::ResultsExam, out::ResultsHeadOut, people::ExamTakers,
};
use axum::extract;
use domain::{CustomerId, pass::PassNo};
use futures::future::try_join;
use http_api::{ApiError, ApiResult, ErrorBody, ExamResultOut, Json, Path, RequireLookup};
use serde::Serialize;
use std::collections::HashMap;
use store::{
    read_model::Row,
    registrations::results::{ExamResults, RecordedResult, ResultCorrection},
};
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A correction of a result.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResultCorrectionOut {
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    by: String,
    reason: String,
    /// What it was; null where there was none.
    #[schema(required = true)]
    before: Option<ExamResultOut>,
    after: ExamResultOut,
}

/// A candidate's result.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResultRow {
    customer_id: String,
    pass_no: String,
    /// Null for a candidate who is gone.
    #[schema(required = true)]
    name: Option<String>,
    /// Whether the candidate has a valid pass for the exam, still.
    has_pass: bool,
    /// Whether the candidate was let in at the door; null where the door does not know.
    #[schema(required = true)]
    attended: Option<bool>,
    /// How often it was corrected.
    version: u64,
    #[serde(flatten)]
    result: ExamResultOut,
    /// The oldest first.
    corrections: Vec<ResultCorrectionOut>,
}

/// Somebody with a valid pass for the exam, and without a result. Who has bought every exam and not chosen this one is one whom
/// the door let in.
#[derive(Serialize, ToSchema)]
pub(crate) struct WithoutResult {
    customer_id: String,
    pass_no: String,
    name: String,
    /// Whether the pass is for every exam, of which this is one.
    all_exams: bool,
    /// Whether the candidate was let in at the door; null where the door does not know.
    #[schema(required = true)]
    attended: Option<bool>,
}

/// The results of an exam.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResultsOut {
    course: String,
    #[serde(rename = "examName")]
    exam_name: String,
    #[serde(rename = "collegeName")]
    college_name: String,
    #[serde(flatten)]
    head: ResultsHeadOut,
    /// In the order of the candidates' names.
    rows: Vec<ResultRow>,
    /// In the order of their names.
    missing: Vec<WithoutResult>,
}

/// The results of an exam with what was corrected, and everybody who has none.
#[utoipa::path(
    get,
    path = "/api/results/{course}",
    tag = "results",
    params(("course" = String, Path, description = "The exam.")),
    responses(
        (status = 200, description = "The results; no rows in the state `none`.", body = ResultsOut),
        (status = 404, description = "There is no such exam.", body = ErrorBody),
    )
)]
pub(crate) async fn read_results(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
    Path(course): Path<String>,
) -> ApiResult<Json<ResultsOut>> {
    let exam = ResultsExam::find(&state, &course).await?;
    let read = try_join(
        state.registrations.exam_results(&exam.id),
        ExamTakers::read(&state, &exam),
    );
    let (there, takers) = read.await.map_err(ApiError::internal)?;
    let named = Named::read(&state, &exam, there.as_ref(), takers).await?;
    let head = ResultsHeadOut::of(there.as_ref().map(|there| &there.head), state.clock.now());
    let missing = named.missing(there.as_ref());
    Ok(Json(ResultsOut {
        course: exam.id.to_string(),
        exam_name: exam.exam.exam_name,
        college_name: exam.college_name,
        head,
        rows: there.map_or_else(Vec::new, |there| named.rows(there)),
        missing,
    }))
}

/// Everybody who is named. Who of them was at the door is with the takers.
struct Named {
    takers: ExamTakers,
    /// Who has a result and no valid pass any more.
    others: HashMap<CustomerId, Row>,
}

impl Named {
    async fn read(
        state: &State,
        exam: &ResultsExam,
        there: Option<&ExamResults>,
        mut takers: ExamTakers,
    ) -> ApiResult<Self> {
        let with_result = there.into_iter().flat_map(|there| there.results.keys());
        let without_pass: Vec<CustomerId> = with_result
            .filter(|id| takers.may_sit(id).is_none())
            .cloned()
            .collect();
        let read = try_join(
            state.registrations.rows_by_candidate(&without_pass),
            attendance::admitted_of(state, exam, &without_pass),
        );
        let (others, admitted) = read.await.map_err(ApiError::internal)?;
        if let (Some(known), Some(admitted)) = (&mut takers.admitted, admitted) {
            known.extend(admitted);
        }
        Ok(Self { takers, others })
    }

    fn attended(&self, row: &Row) -> Option<bool> {
        let admitted = self.takers.admitted.as_ref().filter(|_| is_seen_at_door(row))?;
        Some(admitted.contains(&row.customer_id))
    }

    fn rows(&self, there: ExamResults) -> Vec<ResultRow> {
        let mut corrections: HashMap<CustomerId, Vec<ResultCorrectionOut>> = HashMap::new();
        for correction in there.corrections {
            let id = correction.customer_id.clone();
            corrections.entry(id).or_default().push(correction.into());
        }
        let results = there.results.into_iter();
        let mut rows: Vec<ResultRow> = results
            .map(|(id, recorded)| {
                let corrections = corrections.remove(&id).unwrap_or_default();
                self.row(&id, &recorded, corrections)
            })
            .collect();
        rows.sort_by(|one, other| (&one.name, &one.pass_no).cmp(&(&other.name, &other.pass_no)));
        rows
    }

    fn row(
        &self,
        id: &CustomerId,
        recorded: &RecordedResult,
        corrections: Vec<ResultCorrectionOut>,
    ) -> ResultRow {
        let holder = self.takers.may_sit(id);
        let row = holder.or_else(|| self.others.get(id));
        ResultRow {
            customer_id: id.to_string(),
            pass_no: PassNo::of(id).to_string(),
            name: row.map(|row| row.person.name.as_str().to_owned()),
            has_pass: holder.is_some(),
            attended: row.and_then(|row| self.attended(row)),
            version: recorded.version,
            result: ExamResultOut::from(&recorded.result),
            corrections,
        }
    }

    fn missing(&self, there: Option<&ExamResults>) -> Vec<WithoutResult> {
        let has_none = |row: &&Row| there.is_none_or(|there| !there.results.contains_key(&row.customer_id));
        let came = |row: &&Row| self.attended(row) == Some(true);
        let undecided = self.takers.undecided.values().filter(came);
        let without_choice = undecided.chain(self.takers.let_in.values());
        let missing = self
            .takers
            .sitting
            .values()
            .chain(without_choice)
            .filter(has_none);
        let mut missing: Vec<WithoutResult> = missing
            .map(|row| WithoutResult {
                customer_id: row.customer_id.to_string(),
                pass_no: PassNo::of(&row.customer_id).to_string(),
                name: row.person.name.as_str().to_owned(),
                all_exams: row.selection.course_id().is_none(),
                attended: self.attended(row),
            })
            .collect();
        missing.sort_by(|one, other| (&one.name, &one.pass_no).cmp(&(&other.name, &other.pass_no)));
        missing
    }
}

impl From<ResultCorrection> for ResultCorrectionOut {
    fn from(correction: ResultCorrection) -> Self {
        let ResultCorrection {
            id: _,
            customer_id: _,
            upload: _,
            at,
            by,
            reason,
            before,
            after,
        } = correction;
        Self {
            at,
            by,
            reason,
            before: before.as_ref().map(ExamResultOut::from),
            after: ExamResultOut::from(&after),
        }
    }
}
