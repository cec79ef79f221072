//! The work on an export: the event by which the function calls itself, one worker at a time under a lease, and how a
//! call ends.
//!
//! `source` has what is gone through and `kinds` how, a page at a time (`lists` at the door, `let_in` for the lines of candidates); `output` the file that comes
//! of it, `copy` puts one into the other, and `held` is the job while this worker has its lease.

mod attendance;
mod audit;
mod candidates;
mod cell;
mod copy;
mod csv;
mod held;
mod kinds;
mod let_in;
mod lists;
mod output;
mod payments;
mod source;
mod till;
mod xlsx;

use config::{ConfigError, Env};
use domain::{Clock, Entropy, export::ExportState};
use export_files::{ExportFiles, PART};
use export_jobs::{ExportEvent, ExportTicket, InvocationError, Invoker};
use held::{Held, Stop};
use serde_json::Value;
use source::Sources;
use store::{ExportJob, ExportJobs, StoreError, Write};
use telemetry::INVOCATION;
use time::Duration;

/// How long a worker works before it hands over. With the longest operation after it, still within the function's
/// fifteen minutes.
const SHIFT: Duration = Duration::minutes(12);

const UNREADABLE: &str =
    "Something in the data cannot be read. Please contact the person who maintains the system.";

/// Works on the job that an event names.
#[derive(Debug, Clone)]
pub struct ExportWorker {
    jobs: ExportJobs,
    sources: Sources,
    files: ExportFiles,
    invoker: Invoker,
    clock: Clock,
    entropy: Entropy,
    /// How many bytes make a part.
    part: usize,
}

/// Why a call ended with the job as it is: found dead later, it is given to another worker.
#[derive(Debug, thiserror::Error)]
pub enum ExportNotDone {
    /// The event is not one of ours.
    #[error("the event is none of this function's")]
    UnknownEvent,
    /// The table did not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// S3 did not answer, or the file could not be kept here meanwhile.
    #[error("the file was not written: {0}")]
    File(String),
    /// Lambda did not take the event for the next worker.
    #[error(transparent)]
    Invocation(#[from] InvocationError),
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The file is whole.
    Finished,
    /// The time was up; another worker was called to go on.
    HandedOver,
    /// The job is another worker's, or over. Nothing was kept since that was known.
    Superseded,
    /// The reason is shown.
    Failed,
}

impl ExportWorker {
    pub(crate) fn from_env(env: &Env, clock: Clock, entropy: Entropy) -> Result<Self, ConfigError> {
        Ok(Self {
            jobs: ExportJobs::from_env(env)?,
            sources: Sources::from_env(env)?,
            files: ExportFiles::from_env(env)?,
            invoker: Invoker::from_env(env, crate::OWN_NAME)?,
            clock,
            entropy,
            part: PART,
        })
    }

    /// The same with parts of another size. S3 itself takes none that is smaller than 5 MiB, but the last.
    #[must_use]
    pub fn with_parts_of(self, bytes: usize) -> Self {
        Self { part: bytes, ..self }
    }

    /// Works on the job of an event and returns how that ended, for the log.
    ///
    /// # Errors
    /// When nothing could be done about the event, or no more.
    pub async fn handle(&self, event: Value) -> Result<Value, ExportNotDone> {
        let event: ExportEvent = serde_json::from_value(event).map_err(|_| ExportNotDone::UnknownEvent)?;
        let (outcome, rows) = self.work(&event.export).await?;
        let (word, failed) = match outcome {
            Outcome::Finished => ("finished", false),
            Outcome::HandedOver => ("handed over", false),
            Outcome::Superseded => ("superseded", false),
            Outcome::Failed => ("failed", true),
        };
        if failed {
            tracing::error!(name: INVOCATION, outcome = word, rows, "worked on an export");
        } else {
            tracing::info!(name: INVOCATION, outcome = word, rows, "worked on an export");
        }
        Ok(Value::from(word))
    }

    async fn work(&self, ticket: &ExportTicket) -> Result<(Outcome, u64), ExportNotDone> {
        let Some(job) = self.take_over(ticket).await? else {
            return Ok((Outcome::Superseded, 0));
        };
        let shift_ends = self.clock.now() + SHIFT;
        let mut held = Held::new(job, shift_ends);
        let copied = self.copy(&mut held).await;
        let rows = held.job.progress.rows;
        let outcome = match copied {
            Ok(()) => self.end(&held, ExportState::Done, None).await?,
            Err(Stop::Lost) => {
                self.leave(&held).await?;
                Outcome::Superseded
            }
            Err(Stop::TimeIsUp) => self.hand_over(held).await?,
            Err(Stop::Failed(message)) => self.end(&held, ExportState::Failed, Some(message)).await?,
            // It would be the same next time.
            Err(Stop::Store(error @ StoreError::Corrupt { .. })) => {
                tracing::error!(cause = %error, "nothing was exported");
                self.end(&held, ExportState::Failed, Some(UNREADABLE)).await?
            }
            Err(Stop::Store(error @ (StoreError::Unavailable(_) | StoreError::Contended(_)))) => {
                return Err(error.into());
            }
            Err(Stop::File(reason)) => return Err(ExportNotDone::File(reason)),
        };
        Ok((outcome, rows))
    }

    /// The job under a lease of this worker's own. An event may come twice: who is second finds another lease.
    async fn take_over(&self, ticket: &ExportTicket) -> Result<Option<ExportJob>, ExportNotDone> {
        let Some(seen) = self.jobs.job(&ticket.id).await? else {
            return Ok(None);
        };
        if !seen.is_running() || seen.lease != ticket.lease {
            return Ok(None);
        }
        let job = ExportJob {
            lease: self.entropy.symbols(16),
            heartbeat: self.clock.now().unix_timestamp(),
            ..seen
        };
        let taken = self.jobs.replace(&ticket.lease, &job).await? == Write::Done;
        Ok(taken.then_some(job))
    }

    async fn end(
        &self,
        held: &Held,
        state: ExportState,
        error: Option<&str>,
    ) -> Result<Outcome, ExportNotDone> {
        let job = &held.job;
        let ended = ExportJob {
            state: state.into(),
            ended_at: Some(self.clock.now()),
            filters: job.filters.without_personal_data(),
            reached: None,
            error: error.map(str::to_owned),
            ..job.clone()
        };
        if self.jobs.replace(&job.lease, &ended).await? == Write::Stale {
            self.leave(held).await?;
            return Ok(Outcome::Superseded);
        }
        if state == ExportState::Done {
            return Ok(Outcome::Finished);
        }
        self.abandon(held).await;
        Ok(Outcome::Failed)
    }

    /// Another worker goes on from what is safe.
    async fn hand_over(&self, held: Held) -> Result<Outcome, ExportNotDone> {
        let job = held.job;
        let next = ExportJob {
            lease: self.entropy.symbols(16),
            heartbeat: self.clock.now().unix_timestamp(),
            ..job.clone()
        };
        if self.jobs.replace(&job.lease, &next).await? == Write::Stale {
            return Ok(Outcome::Superseded);
        }
        let export = ExportTicket {
            id: next.export_id,
            lease: next.lease,
        };
        self.invoker.invoke(&ExportEvent { export }).await?;
        Ok(Outcome::HandedOver)
    }

    /// The job is not this worker's any more. The parts of one that was cancelled, or deleted with the event, are of no
    /// use to anybody.
    async fn leave(&self, held: &Held) -> Result<(), ExportNotDone> {
        let now = self.jobs.job(&held.job.export_id).await?;
        if now.is_none_or(|job| job.state == ExportState::Cancelled) {
            self.abandon(held).await;
        }
        Ok(())
    }

    async fn abandon(&self, held: &Held) {
        let Some(file) = &held.job.file else {
            return;
        };
        if let Err(error) = self.files.abandon(&file.key, &file.upload).await {
            tracing::warn!(cause = %error, "the parts of an export are left for the lifecycle rule");
        }
    }
}
