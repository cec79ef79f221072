//! An export as the interface shows it.

use domain::{
    Stored,
    export::{ExportFilters, KEPT_FOR},
    job::{Job, JobState},
};
use serde::Serialize;
use store::exports::Export;
use time::{
    OffsetDateTime,
    macros::{format_description, offset},
};
use utoipa::ToSchema;

/// An export.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportOut {
    export_id: String,
    /// `candidates`, `payments`, `till`, `attendance` or `audit`.
    kind: String,
    /// `csv` or `xlsx`.
    format: String,
    filters: ExportFiltersOut,
    /// `running`, `done`, `failed` or `cancelled`.
    state: &'static str,
    /// How much has been gone through, of `total`.
    done: u64,
    /// The candidates, days, admissions or entries there were when it began; 0 before that is known.
    total: u64,
    /// The lines of the file so far, without its head.
    rows: u64,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    created_at: OffsetDateTime,
    /// Who asked for it.
    created_by: String,
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    ended_at: Option<OffsetDateTime>,
    /// Until when the file of a `done` one can be fetched.
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    available_until: Option<OffsetDateTime>,
    /// Why a `failed` one has no file, in words for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Where the file of a `done` one is for ten minutes; made again each time one export is read, absent in the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

/// The filters of an export. What was typed of a person is `…` when it is over.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportFiltersOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_mode: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    course_category: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exam_preference: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<String>,
    /// How many candidates were picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    picked: Option<u32>,
}

/// Until when the file of a job can be fetched; None when it has none.
fn available_until(job: &Job<Export>) -> Option<OffsetDateTime> {
    let ended = job.ended_at.filter(|_| job.state == JobState::Done)?;
    Some(ended + KEPT_FOR)
}

/// The key of the file, while it can be fetched.
pub(crate) fn file_of(job: &Job<Export>, now: OffsetDateTime) -> Option<&str> {
    let available = available_until(job).is_some_and(|until| now < until);
    let file = job.work.file.as_ref().filter(|_| available)?;
    Some(&file.key)
}

/// The name under which a browser saves the file: `candidates-2025-05-31-1530.csv`, by the clock in India.
pub(crate) fn name_of(job: &Job<Export>) -> String {
    let wall = job.created_at.to_offset(offset!(+5:30));
    let format = format_description!("[year]-[month]-[day]-[hour][minute]");
    let moment = wall.format(format).unwrap_or_default();
    format!("{}-{moment}.{}", job.work.kind.shown(), job.work.format.shown())
}

impl ExportOut {
    pub(crate) fn new(job: Job<Export>, url: Option<String>) -> Self {
        let available_until = available_until(&job);
        let Export {
            kind,
            format,
            filters,
            rows,
            file: _,
        } = job.work;
        Self {
            export_id: job.id.to_string(),
            kind: kind.as_str().to_owned(),
            format: format.as_str().to_owned(),
            filters: filters.into(),
            state: match &job.state {
                Stored::Known(_) => job.state.shown(),
                // Of another release, which works on it or has ended it.
                Stored::Unrecognised(_) => "running",
            },
            done: job.done,
            total: job.total.max(job.done),
            rows,
            created_at: job.created_at,
            created_by: job.created_by,
            ended_at: job.ended_at,
            available_until,
            error: job.error,
            url,
        }
    }
}

impl From<ExportFilters> for ExportFiltersOut {
    fn from(filters: ExportFilters) -> Self {
        let ExportFilters {
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
            customer_ids: _,
            picked,
        } = filters;
        Self {
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
            picked: (picked > 0).then_some(picked),
        }
    }
}
