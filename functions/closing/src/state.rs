//! `GET /api/closing`: how far the closing of the event is.

use crate::{State, checks::Check};
use axum::extract;
use domain::{Paise, event, job::Job, till::day_of};
use http_api::{ApiError, ApiResult, Json, RequireAdmin};
use serde::Serialize;
use std::collections::BTreeMap;
use store::event_closing::{Deletion, Step};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

/// What is typed to delete everything, when the event is over.
const CONFIRMATION: &str = "DELETE";

/// How far the closing of the event is.
#[derive(Serialize, ToSchema)]
#[schema(as = EventClosing)]
pub(crate) struct ClosingOut {
    /// The event's name.
    event: &'static str,
    /// Its last day, `YYYY-MM-DD`.
    last_day: &'static str,
    /// Whether that day has passed.
    over: bool,
    /// Since when nobody can register; absent while everybody can.
    #[serde(skip_serializing_if = "Option::is_none", with = "rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    registration_closed_at: Option<OffsetDateTime>,
    /// Who closed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    registration_closed_by: Option<String>,
    /// What is to be looked at first; empty once the deletion has begun.
    checks: Vec<Check>,
    /// What is to be typed to begin the deletion.
    confirmation: String,
    /// The deletion, once it has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    deletion: Option<EventDeletion>,
}

/// The deletion, and its report.
#[derive(Serialize, ToSchema)]
pub(crate) struct EventDeletion {
    step: StepOut,
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    started_at: OffsetDateTime,
    started_by: String,
    #[serde(skip_serializing_if = "Option::is_none", with = "rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    finished_at: Option<OffsetDateTime>,
    /// What was written down for the accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<RecordsOut>,
    /// How many items were deleted, by kind.
    erased: BTreeMap<String, u64>,
    /// How many entries of the audit log were redacted.
    redacted: u64,
    /// How many files of exports were deleted.
    exports: u64,
    /// Whether the spreadsheet was emptied; absent where none is configured, and until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet_emptied: Option<bool>,
    /// Why it does not go on, in words for people. It is retried automatically.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// What is done at the moment.
#[derive(Serialize, ToSchema, Clone, Copy)]
#[schema(as = EventDeletionStep)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StepOut {
    /// What the accounts need is written down.
    Records,
    /// Candidates, orders, mails and everything beside them are deleted.
    Erase,
    /// The audit log is redacted.
    AuditLog,
    /// Exports and their files are deleted, and messages.
    Exports,
    /// The spreadsheet is emptied.
    Sheet,
    /// It is over.
    Done,
}

/// The file for the accounts.
#[derive(Serialize, ToSchema)]
#[schema(as = EventRecords)]
pub(crate) struct RecordsOut {
    /// Where it is: `s3://…`, in the bucket of records, which outlives the stack.
    address: String,
    /// How many payments are in it.
    payments: u64,
    /// What was paid, in rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    paid: Paise,
    /// What went back of that, in rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    refunded: Paise,
    /// What lost disputes took of it, in rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    lost: Paise,
    /// Its SHA-256.
    sha256: String,
}

/// How far the closing of the event is.
#[utoipa::path(
    get,
    path = "/api/closing",
    tag = "closing",
    responses(
        (status = 200, description = "How far it is.", body = ClosingOut),
    )
)]
pub(crate) async fn closing(
    extract::State(state): extract::State<State>,
    _: RequireAdmin,
) -> ApiResult<Json<ClosingOut>> {
    state.shown().await.map(Json)
}

impl State {
    pub(crate) async fn shown(&self) -> ApiResult<ClosingOut> {
        let closed = self
            .closing
            .registration_closed()
            .await
            .map_err(ApiError::internal)?;
        let job = self.closing.job().await.map_err(ApiError::internal)?;
        let checks = match job {
            Some(_) => Vec::new(),
            None => self.checks().await.map_err(ApiError::internal)?,
        };
        Ok(ClosingOut {
            event: event::NAME,
            last_day: event::LAST_DAY,
            over: self.is_over(),
            registration_closed_at: closed.as_ref().map(|closed| closed.at),
            registration_closed_by: closed.map(|closed| closed.by),
            checks,
            confirmation: self.confirmation(),
            deletion: job.map(|job| self.deletion(job)),
        })
    }

    /// Whether the last day has passed where the event is.
    pub(crate) fn is_over(&self) -> bool {
        day_of(self.clock.now()).to_string().as_str() > event::LAST_DAY
    }

    /// What is to be typed: more while the event is not over.
    pub(crate) fn confirmation(&self) -> String {
        if self.is_over() {
            CONFIRMATION.to_owned()
        } else {
            format!("{CONFIRMATION} {}", event::NAME)
        }
    }

    fn deletion(&self, job: Job<Deletion>) -> EventDeletion {
        let Deletion {
            step,
            records,
            erased,
            redacted,
            exports,
            sheet_emptied,
        } = job.work;
        let records = records.map(|records| RecordsOut {
            address: self.records.address(&records.object),
            payments: records.payments,
            paid: Paise::new(records.paid),
            refunded: Paise::new(records.refunded),
            lost: Paise::new(records.lost),
            sha256: records.sha256,
        });
        EventDeletion {
            step: step.into(),
            started_at: job.created_at,
            started_by: job.created_by,
            finished_at: job.ended_at,
            records,
            erased,
            redacted,
            exports,
            sheet_emptied,
            error: job.error,
        }
    }
}

impl From<Step> for StepOut {
    fn from(step: Step) -> Self {
        match step {
            Step::Records => Self::Records,
            Step::Erase => Self::Erase,
            Step::AuditLog => Self::AuditLog,
            Step::Exports => Self::Exports,
            Step::Sheet => Self::Sheet,
            Step::Done => Self::Done,
        }
    }
}
