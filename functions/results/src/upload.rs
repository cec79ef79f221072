//! `POST /api/results/{course}`: a file with the results of an exam is looked through, and taken as a draft.

use crate::{
    State,
    check::{CheckedFile, CheckedResult, check},
    exam::ResultsExam,
};
use axum::extract;
use domain::{CustomerId, ExamResult, Invalid, ResultsState, pass::PassNo};
use futures::future::try_join;
use http_api::{ApiError, ApiResult, ErrorBody, ExamResultOut, Json, MistakeOut, Path, RequireAdmin, Staff};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::{
    AuditEntry, Write,
    registrations::results::{ExamResults, RecordedResult, ResultsHead, ResultsUpload},
};
use table_file::Mistake;
use utoipa::ToSchema;

/// How many mistakes an answer lists. A line may have several, and an answer with those of 12,000 is more than Lambda hands over.
const MOST_LISTED: usize = 1_000;

/// A file with the results of an exam.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ResultsFileIn {
    /// The text of the file: a header with the columns `marks`, `out_of`, `pass_no` or `email` and, if wanted, `name`, `rank`,
    /// `scholarship_percent`, `absent` and `remark`, in any order and case, and at most 12,000 lines below it. Commas,
    /// semicolons or tabs separate them. `AB` in `marks` is who was absent.
    #[schema(required = true, value_type = String)]
    csv: Option<String>,
    /// Whether to take it as the draft, in place of the one before. Left out or `false`, nothing is written.
    commit: Option<bool>,
    /// Whether those are taken as absent who are `not_let_in`.
    mark_absent: Option<bool>,
    /// The `version` of what it replaces, as a preview gave it: another one is refused.
    #[serde(default, deserialize_with = "http_api::whole_number")]
    #[schema(value_type = Option<u64>)]
    version: Option<u64>,
}

/// A result as the file was read.
#[derive(Serialize, ToSchema)]
pub(crate) struct PreviewedResult {
    /// The line of the file.
    line: u32,
    customer_id: String,
    pass_no: String,
    name: String,
    #[serde(flatten)]
    result: ExamResultOut,
}

/// What a file comes to.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResultsFileOut {
    /// Whether it is the draft now.
    committed: bool,
    /// How many lines have anything on them.
    rows: usize,
    /// How many of them are in order.
    ok: usize,
    /// What is wrong with the others, in the order of the lines: the first 1,000.
    errors: Vec<MistakeOut>,
    /// How many errors there are.
    errors_total: usize,
    /// How many lines are of a candidate who has one already. They are among the errors.
    duplicates: usize,
    /// What may be wrong, in the order of the lines, the first 1,000: another name or address than the pass has, who has chosen
    /// other exams, and who was there by one of file and door and not by the other.
    warnings: Vec<MistakeOut>,
    /// How many warnings there are.
    warnings_total: usize,
    /// How many with a valid pass for the exam are not in it; of those who have bought all and not chosen it, whom the door let in.
    missing: usize,
    /// How many of them the door has not let in, though their pass is for this exam alone; 0 where it let in nobody.
    not_let_in: usize,
    /// Each result; empty once the file is taken.
    results: Vec<PreviewedResult>,
    /// What it replaces; null where there is nothing.
    #[schema(required = true)]
    replaces: Option<ReplacedResults>,
    /// The version of what is there: of what it would replace in a preview, of the draft once it is taken.
    version: u64,
}

/// What a file replaces.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReplacedResults {
    /// How many candidates have a result in it.
    total: u32,
    /// How many corrections were made since it was taken. They are not made again.
    corrected: u32,
}

/// Looks a file through, and with `commit` takes it as the draft.
///
/// Nothing is written while anything is wrong with it. A file is taken whole or not at all, in place of the one before; what
/// was corrected since is in the audit log. The same file sent again changes nothing. Results that are published, or will
/// be, are withdrawn first.
#[utoipa::path(
    post,
    path = "/api/results/{course}",
    tag = "results",
    params(("course" = String, Path, description = "The exam.")),
    request_body = ResultsFileIn,
    responses(
        (status = 200, description = "What it comes to; with `commit`, it is the draft.", body = ResultsFileOut),
        (status = 404, description = "There is no such exam.", body = ErrorBody),
        (status = 409, description = "`results_published`: there are results that are published, or will be. `stale_version`: they were changed since `version`.", body = ErrorBody),
        (status = 422, description = "A field is missing. `list_has_errors`: with `commit`, something is wrong with the file; `errors` is what a preview says.", body = ErrorBody),
    )
)]
pub(crate) async fn upload_results(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(course): Path<String>,
    Json(form): Json<ResultsFileIn>,
) -> ApiResult<Json<ResultsFileOut>> {
    let ResultsFileIn {
        csv,
        commit,
        mark_absent,
        version,
    } = form;
    let csv = csv.filter(|text| !text.trim().is_empty());
    let csv = csv.ok_or(Invalid::new("csv", "Choose a file or paste a list"))?;
    let exam = ResultsExam::find(&state, &course).await?;
    let read = try_join(
        check(&state, &exam, &csv),
        state.registrations.exam_results(&exam.id),
    );
    let (checked, there) = read.await.map_err(ApiError::internal)?;
    if !commit.unwrap_or_default() {
        return Ok(Json(ResultsFileOut::preview(checked, there.as_ref())));
    }
    if !checked.mistakes.is_empty() {
        let preview = ResultsFileOut::preview(checked, there.as_ref());
        let refused = ApiError::invalid("csv", "Some lines are not in order. Nothing was taken.");
        return Err(refused
            .code("list_has_errors")
            .with("rows", preview.rows)
            .with("ok", preview.ok)
            .with("duplicates", preview.duplicates)
            .with("errors", json!(preview.errors))
            .with("errors_total", preview.errors_total));
    }
    let results = checked.by_candidate(mark_absent.unwrap_or_default());
    if there.as_ref().is_some_and(|there| is_the_same(there, &results)) {
        return Ok(Json(ResultsFileOut::taken(
            &checked,
            there.map(|there| there.head),
        )));
    }
    let known = there.as_ref().map(|there| &there.head);
    let found = known.map_or(0, |head| head.version);
    if version.is_some_and(|version| version != found) {
        return Err(ApiError::stale_version());
    }
    let now = state.clock.now();
    match known.map(|head| head.state(now)) {
        None | Some(ResultsState::None | ResultsState::Draft) => {}
        Some(ResultsState::Scheduled | ResultsState::Published) => return Err(published()),
    }
    let head = ResultsHead {
        exam: exam.id.clone(),
        upload: state.entropy.symbols(16),
        uploaded_at: now,
        uploaded_by: admin.username.clone(),
        rows: u32::try_from(results.len()).unwrap_or(u32::MAX),
        corrections: 0,
        publish_at: None,
        published_by: None,
        message: None,
        version: found + 1,
    };
    let entry = entry(&state, &admin, &exam, &head, known);
    let results = results.into_iter();
    let upload = ResultsUpload {
        head: &head,
        results: results
            .map(|(id, result)| (id, RecordedResult { result, version: 0 }))
            .collect(),
        known,
    };
    let taken = state
        .registrations
        .take_results(upload, state.admin_table.audit(&entry));
    match taken.await.map_err(ApiError::internal)? {
        Write::Done => Ok(Json(ResultsFileOut::taken(&checked, Some(head)))),
        Write::Stale => Err(ApiError::stale_version()),
    }
}

pub(crate) fn published() -> ApiError {
    let message = "These results are published, or will be. Withdraw them first.";
    ApiError::conflict("results_published", message)
}

/// Whether a file is what is there, as it was taken: the answer to it was lost.
fn is_the_same(there: &ExamResults, results: &BTreeMap<CustomerId, ExamResult>) -> bool {
    let as_taken = there
        .results
        .iter()
        .map(|(id, recorded)| (id.clone(), recorded.result.clone()));
    there.head.corrections == 0 && *results == as_taken.collect()
}

fn entry(
    state: &State,
    admin: &Staff,
    exam: &ResultsExam,
    head: &ResultsHead,
    known: Option<&ResultsHead>,
) -> AuditEntry {
    let counts = |head: &ResultsHead| json!({ "candidates": head.rows, "corrections": head.corrections });
    let mut after = counts(head);
    after["examName"] = json!(exam.exam.exam_name);
    AuditEntry::new(
        head.uploaded_at,
        &state.entropy,
        &admin.username,
        "results.uploaded",
        exam.id.as_str(),
        known.map_or(Value::Null, counts),
        after,
    )
}

impl ResultsFileOut {
    fn preview(checked: CheckedFile, there: Option<&ExamResults>) -> Self {
        let head = there.map(|there| &there.head);
        Self {
            committed: false,
            rows: checked.lines,
            ok: checked.results.len(),
            duplicates: checked.duplicates(),
            missing: checked.missing,
            not_let_in: checked.not_let_in.len(),
            results: checked.results.iter().map(PreviewedResult::from).collect(),
            errors_total: checked.mistakes.len(),
            errors: first(checked.mistakes),
            warnings_total: checked.warnings.len(),
            warnings: first(checked.warnings),
            replaces: head.map(|head| ReplacedResults {
                total: head.rows,
                corrected: head.corrections,
            }),
            version: head.map_or(0, |head| head.version),
        }
    }

    fn taken(checked: &CheckedFile, head: Option<ResultsHead>) -> Self {
        Self {
            committed: true,
            rows: checked.lines,
            ok: checked.results.len(),
            errors: Vec::new(),
            errors_total: 0,
            duplicates: 0,
            warnings: Vec::new(),
            warnings_total: 0,
            missing: checked.missing,
            not_let_in: checked.not_let_in.len(),
            results: Vec::new(),
            replaces: None,
            version: head.map_or(0, |head| head.version),
        }
    }
}

fn first(mistakes: Vec<Mistake>) -> Vec<MistakeOut> {
    mistakes
        .into_iter()
        .take(MOST_LISTED)
        .map(MistakeOut::from)
        .collect()
}

impl From<&CheckedResult> for PreviewedResult {
    fn from(checked: &CheckedResult) -> Self {
        let CheckedResult { line, row, result } = checked;
        Self {
            line: *line,
            customer_id: row.customer_id.to_string(),
            pass_no: PassNo::of(&row.customer_id).to_string(),
            name: row.person.name.as_str().to_owned(),
            result: ExamResultOut::from(result),
        }
    }
}
