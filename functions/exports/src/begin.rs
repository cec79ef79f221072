//! `POST /api/exports`: an administrator asks for a file.

use crate::{State, scope::ExportScope};
use axum::extract;
use axum::response::{IntoResponse, Response};
use domain::{
    Invalid, Word,
    export::{ExportFilters, ExportFormat, ExportKind},
    field,
    job::Job,
};
use http::StatusCode;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireReports};
use jobs::DispatchError;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{AuditEntry, Write, exports::Export};
use utoipa::ToSchema;

/// More at once would only make each other slow.
const MOST_AT_WORK: usize = 5;

/// What is exported.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportIn {
    /// `candidates`, `payments` (with refunds), `till`, `attendance`, `results` (with seats) or `audit`.
    #[schema(required = true, value_type = String)]
    kind: Option<String>,
    /// `csv` or `xlsx`.
    #[schema(required = true, value_type = String)]
    format: Option<String>,
    /// Nothing is left out without them.
    filters: Option<ExportFiltersIn>,
}

/// What an export leaves out. One that is empty leaves nothing out.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportFiltersIn {
    /// Candidates: the beginning of the address.
    email: Option<String>,
    /// Candidates: as the search of the candidate list.
    search: Option<String>,
    /// Candidates, payments: `online`, `card`, `upi` or `cash`.
    payment_mode: Option<String>,
    /// Candidates, payments: the identifier of an exam, or `allColleges`. Results: the identifier of an exam.
    course_category: Option<String>,
    /// Candidates: as the `status` of the candidate list.
    status: Option<String>,
    /// Candidates: the identifier of a package.
    package: Option<String>,
    /// Candidates: `Online` or `Offline`.
    exam_preference: Option<String>,
    /// Candidates (of registration), payments, till, audit: the first day, `YYYY-MM-DD` in the event's time zone.
    from: Option<String>,
    /// The last day.
    to: Option<String>,
    /// Till, audit: whose.
    person: Option<String>,
    /// Attendance: `day:2025-05-31`, or `exam:` and an exam's identifier; all lists when left out.
    list: Option<String>,
    /// Candidates: those who were picked, 1,000 at most.
    customer_ids: Option<Vec<String>>,
}

/// That the export has begun.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportBegun {
    export_id: String,
}

/// Begins an export. The file is made in the background.
///
/// It is whole or not there at all. CSV is UTF-8 with a byte order mark. Amounts are rupees, moments are those of
/// Asia/Kolkata, identifiers and phone numbers are text. A text that begins like a formula has an apostrophe in
/// front. The sum of the column `Net (Rs)` of payments is the revenue of the dashboard.
///
/// `attendance` has a line for each admission, in the order in which it became known: to which list, when, who, by
/// whom and at which device. `Admission` is `counts`, `replaced` (an earlier scan became known later, or practice
/// was followed by the real one), `undone`, `cleared` with the practice of its list, or `double`, a second device
/// that let in who was in already; `Also let in by` names the other device, and `Dealt With By` who has ticked that
/// off. `Last Out At` is when somebody went out last, of a list that counts it. `Practice` is `yes` for what was
/// scanned before the list began. In `candidates`, `Let In` says on which lists somebody came in, when and where,
/// without practice, and `Let In Without a Right` the same of those whose pass did not admit them. In `audit` an
/// order is named by its candidate, because its whole identifier opens the pass.
///
/// `results` has a line for each candidate who has a published seat or a result, exam by exam: hall and seat, marks, rank,
/// scholarship, `Absent` (`yes`), the remark, how often it was corrected, and whether the results are a draft, scheduled or
/// published.
#[utoipa::path(
    post,
    path = "/api/exports",
    tag = "exports",
    request_body = ExportIn,
    responses(
        (status = 202, description = "It has begun.", body = ExportBegun),
        (status = 409, description = "`exports_busy`: five are being made already.", body = ErrorBody),
        (status = 422, description = "A kind, format or filter is not known, or not one of this kind.",
            body = ErrorBody),
        (status = 502, description = "`export_not_started`: the work could not be started.", body = ErrorBody),
    )
)]
pub(crate) async fn begin_export(
    extract::State(state): extract::State<State>,
    RequireReports(staff): RequireReports,
    Json(body): Json<ExportIn>,
) -> ApiResult<Response> {
    let ExportIn {
        kind,
        format,
        filters,
    } = body;
    let kind = one_of(&ExportKind::ALL, "kind", kind.as_deref())?;
    let format = one_of(&ExportFormat::ALL, "format", format.as_deref())?;
    let filters = filters.unwrap_or_default().parse()?;
    ExportScope::parse(kind, &filters, state.clock.now())?;
    let at_work = state.dispatcher.at_work().await.map_err(ApiError::internal)?;
    if at_work >= MOST_AT_WORK {
        return Err(busy());
    }
    let export = Export {
        kind: kind.into(),
        format: format.into(),
        filters,
        rows: 0,
        file: None,
    };
    let job = state.dispatcher.plan(export, &staff.username);
    let entry = entry(&state, &job, &staff.username, "export.started");
    match state
        .dispatcher
        .begin(None, &job, &entry)
        .await
        .map_err(not_begun)?
    {
        Write::Done => {
            let export_id = job.id.to_string();
            Ok((StatusCode::ACCEPTED, Json(ExportBegun { export_id })).into_response())
        }
        // Another job of the same identifier, which chance does not bring.
        Write::Stale => Err(busy()),
    }
}

fn busy() -> ApiError {
    let message = "Five exports are being made already. Wait for one of them, or cancel it.";
    ApiError::conflict("exports_busy", message)
}

/// What the audit log says of who begins or cancels an export.
pub(crate) fn entry(state: &State, job: &Job<Export>, username: &str, action: &str) -> AuditEntry {
    let Export {
        kind,
        format,
        filters,
        rows: _,
        file: _,
    } = &job.work;
    let filters = filters.without_personal_data();
    let after = json!({ "kind": kind, "format": format, "filters": filters });
    let (now, subject) = (state.clock.now(), job.id.as_str());
    AuditEntry::new(now, &state.entropy, username, action, subject, Value::Null, after)
}

fn one_of<T: Word>(all: &[T], field: &'static str, word: Option<&str>) -> ApiResult<T> {
    let word = word.unwrap_or_default().trim();
    let known = all.iter().copied().find(|known| known.as_str() == word);
    known.ok_or_else(|| ApiError::invalid(field, "This is not known"))
}

fn not_begun(error: DispatchError) -> ApiError {
    match error {
        DispatchError::Store(error) => ApiError::internal(error),
        DispatchError::Invocation(error) => {
            let message = "The export could not be started. Please try again.";
            ApiError::bad_gateway("export_not_started", message).because(error)
        }
    }
}

impl ExportFiltersIn {
    fn parse(self) -> Result<ExportFilters, Invalid> {
        let Self {
            email,
            search,
            payment_mode,
            course_category,
            status,
            package,
            exam_preference,
            from,
            to,
            person,
            list,
            customer_ids,
        } = self;
        let customer_ids = field::picked("filters.customer_ids", customer_ids)?;
        let filled = |text: Option<String>| {
            text.map(|text| text.trim().to_owned())
                .filter(|text| !text.is_empty())
        };
        Ok(ExportFilters {
            email: filled(email),
            search: filled(search),
            payment_mode: filled(payment_mode),
            course_category: filled(course_category),
            status: filled(status),
            package: filled(package),
            exam_preference: filled(exam_preference),
            from: filled(from),
            to: filled(to),
            person: filled(person),
            list: filled(list),
            picked: u32::try_from(customer_ids.len()).unwrap_or(u32::MAX),
            customer_ids,
        })
    }
}
