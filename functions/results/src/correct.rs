//! `PUT /api/results/{course}/{customer_id}`: one candidate's result is corrected, with a reason that is kept.

use crate::{State, attendance, exam::ResultsExam, message, publish::no_results};
use axum::extract;
use domain::{CustomerId, ExamResult, ResultsState, exam_result::ResultFields, field, payment::PassValidity};
use http_api::{ApiError, ApiResult, ErrorBody, ExamResultOut, Json, Path, RequireAdmin, Staff};
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};
use store::{
    AuditEntry, Tries, Write,
    registrations::results::{RecordedResult, ResultChange, ResultCorrection},
};
use utoipa::ToSchema;

/// The most characters of a reason.
const LONGEST_REASON: usize = 200;

/// A candidate's result as it is to be: what is not there is not in it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResultCorrectionIn {
    /// At most two decimals; needed where `absent` is not set.
    #[schema(value_type = Option<f64>)]
    marks: Option<Number>,
    /// The most marks that can be reached; needed as `marks` are.
    #[schema(value_type = Option<f64>)]
    out_of: Option<Number>,
    #[schema(value_type = Option<u32>)]
    rank: Option<Number>,
    #[schema(value_type = Option<f64>)]
    scholarship_percent: Option<Number>,
    absent: Option<bool>,
    remark: Option<String>,
    /// Why.
    #[schema(required = true, value_type = String)]
    reason: Option<String>,
    /// Whether the candidate is mailed, without the marks, where the results are published; so where it is left out.
    mail: Option<bool>,
    /// The `version` of the candidate's result, 0 for one that has none: another one is refused. Without it the last one to
    /// correct wins.
    #[serde(default, deserialize_with = "http_api::whole_number")]
    #[schema(value_type = Option<u64>)]
    version: Option<u64>,
}

/// A candidate's result, with how often it was corrected.
#[derive(Serialize, ToSchema)]
pub(crate) struct CorrectedResult {
    customer_id: String,
    version: u64,
    #[serde(flatten)]
    result: ExamResultOut,
}

/// What is asked for.
struct WantedResult {
    result: ExamResult,
    reason: String,
    mail: bool,
    version: Option<u64>,
}

/// Corrects a candidate's result, or adds one that the file did not have. It is kept what it was, who changed it and why.
///
/// What is so already is answered as done. Where results are published, the candidate sees it at once.
#[utoipa::path(
    put,
    path = "/api/results/{course}/{customer_id}",
    tag = "results",
    params(
        ("course" = String, Path, description = "The exam."),
        ("customer_id" = String, Path, description = "The candidate."),
    ),
    request_body = ResultCorrectionIn,
    responses(
        (status = 200, description = "It is corrected.", body = CorrectedResult),
        (status = 404, description = "There is no such exam, it has no results, or the candidate has no valid pass for it.", body = ErrorBody),
        (status = 409, description = "`stale_version`: the result was changed since `version`.", body = ErrorBody),
        (status = 422, description = "A field does not fit, or the reason is missing.", body = ErrorBody),
        (status = 503, description = "The results are changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn correct_result(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path((course, customer_id)): Path<(String, String)>,
    Json(form): Json<ResultCorrectionIn>,
) -> ApiResult<Json<CorrectedResult>> {
    let id = CustomerId::parse(&customer_id).map_err(|invalid| invalid.on("customer_id"))?;
    let wanted = form.parse()?;
    let exam = ResultsExam::find(&state, &course).await?;
    let mut tries = Tries::begin(&state.clock, &state.entropy);
    while tries.next().await {
        let there = state.registrations.exam_results(&exam.id).await;
        let there = there.map_err(ApiError::internal)?.ok_or_else(no_results)?;
        let before = there.results.get(&id);
        if let Some(before) = before
            && before.result == wanted.result
        {
            return Ok(Json(CorrectedResult::new(&id, before)));
        }
        let version = before.map_or(0, |before| before.version);
        if wanted.version.is_some_and(|wanted| wanted != version) {
            return Err(ApiError::stale_version());
        }
        if before.is_none() {
            is_holder(&state, &exam, &id).await?;
        }
        let correction = ResultCorrection {
            id: state.entropy.symbols(8),
            customer_id: id.clone(),
            upload: there.head.upload.clone(),
            at: state.clock.now(),
            by: admin.username.clone(),
            reason: wanted.reason.clone(),
            before: before.map(|before| before.result.clone()),
            after: wanted.result.clone(),
        };
        let recorded = RecordedResult {
            result: wanted.result.clone(),
            version: version + 1,
        };
        let is_seen = there.head.state(correction.at) == ResultsState::Published;
        let message = match wanted.mail && is_seen {
            true => Some(message::of_correction(
                &state,
                &admin,
                &exam,
                &id,
                before.is_none(),
            )?),
            false => None,
        };
        let entry = entry(&state, &admin, &exam, &correction)?;
        let change = ResultChange {
            known: &there.head,
            is_new: before.is_none(),
            recorded: &recorded,
            correction: &correction,
            message: message.as_ref().map(|job| state.messages.start(job)),
        };
        let written = state
            .registrations
            .correct_result(change, state.admin_table.audit(&entry))
            .await;
        match written.map_err(ApiError::internal)? {
            Write::Done => return Ok(Json(CorrectedResult::new(&id, &recorded))),
            // Another candidate's was corrected at the same moment, or this one's.
            Write::Stale => {}
        }
    }
    Err(ApiError::busy("the results of an exam"))
}

/// A result is added only for who may have one: who has bought every exam may without having chosen this one, where they have
/// chosen none, or the door let them in.
async fn is_holder(state: &State, exam: &ResultsExam, id: &CustomerId) -> ApiResult<()> {
    let ids = std::slice::from_ref(id);
    let rows = state.registrations.rows_by_candidate(ids).await;
    let row = rows.map_err(ApiError::internal)?.remove(id);
    let row = row.filter(|row| row.validity() == Some(PassValidity::Valid));
    let holds = match row {
        Some(row) if row.may_sit(&exam.id, &exam.on_offer) => true,
        Some(row) if row.selection.course_id().is_none() => {
            let admitted = attendance::admitted_of(state, exam, ids).await;
            let admitted = admitted.map_err(ApiError::internal)?;
            admitted.is_some_and(|admitted| admitted.contains(id))
        }
        Some(_) | None => false,
    };
    let message = "This candidate has no valid pass for this exam.";
    holds.then_some(()).ok_or_else(|| ApiError::not_found(message))
}

fn entry(
    state: &State,
    admin: &Staff,
    exam: &ResultsExam,
    correction: &ResultCorrection,
) -> ApiResult<AuditEntry> {
    let record = |result: &ExamResult| -> ApiResult<Value> {
        let mut record = serde_json::to_value(ExamResultOut::from(result)).map_err(ApiError::internal)?;
        record["examName"] = exam.exam.exam_name.as_str().into();
        Ok(record)
    };
    let before = correction.before.as_ref().map(record).transpose()?;
    let mut after = record(&correction.after)?;
    after["reason"] = correction.reason.as_str().into();
    Ok(AuditEntry::new(
        correction.at,
        &state.entropy,
        &admin.username,
        "result.corrected",
        correction.customer_id.as_str(),
        before.unwrap_or(Value::Null),
        after,
    ))
}

impl ResultCorrectionIn {
    fn parse(self) -> ApiResult<WantedResult> {
        let Self {
            marks,
            out_of,
            rank,
            scholarship_percent,
            absent,
            remark,
            reason,
            mail,
            version,
        } = self;
        let text =
            |number: Option<Number>| number.map(|number| whole_as_written(&number)).unwrap_or_default();
        let fields = ResultFields {
            marks: text(marks),
            out_of: text(out_of),
            rank: text(rank),
            scholarship_percent: text(scholarship_percent),
            absent: if absent.unwrap_or_default() { "yes" } else { "" }.to_owned(),
            remark: remark.unwrap_or_default(),
        };
        let result = fields.parse().map_err(|faults| {
            let fault = faults.first().copied();
            let (field, message) = fault.map_or(("marks", ""), |fault| (fault.field, fault.message));
            ApiError::invalid(field, message)
        })?;
        let reason = field::required("reason", reason, LONGEST_REASON, "Please write why")?;
        Ok(WantedResult {
            result,
            reason,
            mail: mail.unwrap_or(true),
            version,
        })
    }
}

/// A number of JSON as people write it: 3.0 is 3.
fn whole_as_written(number: &Number) -> String {
    let text = number.to_string();
    text.strip_suffix(".0")
        .map_or_else(|| text.clone(), str::to_owned)
}

impl CorrectedResult {
    fn new(id: &CustomerId, recorded: &RecordedResult) -> Self {
        Self {
            customer_id: id.to_string(),
            version: recorded.version,
            result: ExamResultOut::from(&recorded.result),
        }
    }
}
