//! A bulk action as the interface shows it.

use audience::AudienceOut;
use domain::{
    Stored,
    job::{Job, JobState},
};
use serde::Serialize;
use store::{BulkJob, bulk::BulkPhase};
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A bulk action, and how far it is.
#[derive(Serialize, ToSchema)]
pub(crate) struct BulkOut {
    bulk_id: String,
    /// `resend`, `withdraw`, `restore` or `mark_paid`.
    action: String,
    /// `queued` until who is meant is written down, `working`, `stopped`, `done`, or `failed` with an `error`.
    state: &'static str,
    /// Why, where the action has a reason.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    reason: String,
    audience: AudienceOut,
    /// How many candidates are meant; 0 before that is known.
    total: u64,
    /// To how many it was done.
    done: u64,
    /// How many were passed over, because it does not apply to them.
    skipped: u64,
    /// With how many it failed.
    failed: u64,
    /// How many are left.
    left: u64,
    /// Who began it.
    by: String,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    ended_at: Option<OffsetDateTime>,
    /// What it waits for, in words for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<String>,
    /// Why a `failed` one ended, in words for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl From<Job<BulkJob>> for BulkOut {
    fn from(job: Job<BulkJob>) -> Self {
        let state = match (&job.state, job.work.phase.known()) {
            (Stored::Known(JobState::Running), Some(BulkPhase::Gathering)) => "queued",
            // Of another release, which works on it or has ended it.
            (Stored::Known(JobState::Running) | Stored::Unrecognised(_), _) => "working",
            (Stored::Known(JobState::Stopped | JobState::Cancelled), _) => "stopped",
            (Stored::Known(JobState::Done), _) => "done",
            (Stored::Known(JobState::Failed), _) => "failed",
        };
        let BulkJob {
            action,
            reason,
            audience,
            phase: _,
            changed,
            skipped,
            failed,
            refusals: _,
            waiting,
        } = job.work;
        Self {
            bulk_id: job.id.to_string(),
            action: action.as_str().to_owned(),
            state,
            reason,
            audience: audience.into(),
            total: job.total,
            done: changed,
            skipped,
            failed,
            left: job.total.saturating_sub(changed + skipped + failed),
            by: job.created_by,
            at: job.created_at,
            ended_at: job.ended_at,
            waiting,
            error: job.error,
        }
    }
}
