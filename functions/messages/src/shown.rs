//! A message as the interface shows it.

use crate::State;
use audience::AudienceOut;
use domain::{
    Stored,
    job::{Job, JobState},
};
use serde::Serialize;
use store::{CandidateMessage, MessagePhase, RecipientOutcome, ResultsNews, StoreError};
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A message, and how far it is.
#[derive(Serialize, ToSchema)]
pub(crate) struct MessageOut {
    message_id: String,
    /// `queued` until its recipients are written down, `sending`, `stopped`, `done`, or `failed` with an `error`.
    state: &'static str,
    subject: String,
    body: String,
    audience: AudienceOut,
    /// How many candidates were picked one by one; 0 where nobody was. Which they are, `audience` no longer says of one that has ended.
    picked: u64,
    /// The results that it is about, where it went out with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<MessageResultsOut>,
    /// The addresses that it goes to, without those that are left out; 0 before that is known.
    total: u64,
    /// How many of them the mail service has taken it for, those that came back later among them.
    sent: u64,
    /// How many the mail service refused.
    failed: u64,
    /// How many came back, or were called spam.
    bounced: u64,
    /// How many addresses were left out.
    skipped: u64,
    /// How many still wait.
    left: u64,
    /// Who sent it.
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

/// The results that a message is about: it goes to who has one and a valid pass.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MessageResultsOut {
    course: String,
    exam_name: String,
    /// `published`: all of the exam. `corrected`: one of them.
    what: String,
}

impl From<ResultsNews> for MessageResultsOut {
    fn from(news: ResultsNews) -> Self {
        let ResultsNews {
            exam,
            exam_name,
            what,
        } = news;
        Self {
            course: exam.into(),
            exam_name,
            what: what.as_str().to_owned(),
        }
    }
}

impl State {
    /// A message with what has come back of it.
    pub(crate) async fn shown(&self, job: Job<CandidateMessage>) -> Result<MessageOut, StoreError> {
        let bounced = match job.work.sent {
            0 => 0,
            _ => {
                self.recipients
                    .count(&job.id, Some(RecipientOutcome::Bounced))
                    .await?
            }
        };
        Ok(MessageOut::new(job, bounced))
    }
}

impl MessageOut {
    fn new(job: Job<CandidateMessage>, bounced: u64) -> Self {
        let state = match (&job.state, job.work.phase.known()) {
            (Stored::Known(JobState::Running), Some(MessagePhase::Gathering)) => "queued",
            // Of another release, which works on it or has ended it.
            (Stored::Known(JobState::Running) | Stored::Unrecognised(_), _) => "sending",
            (Stored::Known(JobState::Stopped | JobState::Cancelled), _) => "stopped",
            (Stored::Known(JobState::Done), _) => "done",
            (Stored::Known(JobState::Failed), _) => "failed",
        };
        let CandidateMessage {
            text,
            audience,
            picked,
            results,
            phase: _,
            sent,
            failed,
            skipped,
            pace: _,
            refusals: _,
            waiting,
        } = job.work;
        Self {
            message_id: job.id.to_string(),
            state,
            subject: text.subject().to_owned(),
            body: text.body().to_owned(),
            audience: audience.into(),
            picked,
            results: results.map(Into::into),
            total: job.total,
            sent,
            failed,
            bounced,
            skipped,
            left: job.total.saturating_sub(sent + failed),
            by: job.created_by,
            at: job.created_at,
            ended_at: job.ended_at,
            waiting,
            error: job.error,
        }
    }
}
