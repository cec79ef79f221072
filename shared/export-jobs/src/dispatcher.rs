//! Beginning a job, giving it to another worker when its own has died, and cancelling it.

use crate::{
    DEAD_AFTER,
    event::{ExportEvent, ExportTicket},
};
use config::{ConfigError, Env};
use domain::{
    Clock, Contended, Entropy,
    export::{ExportFilters, ExportFormat, ExportId, ExportKind, ExportState},
};
use invocation::{InvocationError, Invoker};
use serde_json::{Value, json};
use store::{AuditEntry, ExportJob, ExportJobs, StoreError, Tries, Write, exports::ExportProgress};
use time::{Duration, OffsetDateTime};

/// A job that has died so often will die again.
const MOST_RESUMPTIONS: u32 = 3;

/// More at once would only make each other slow.
const MOST_AT_WORK: usize = 5;

/// A job at work is younger than this: it is resumed a few times at most, each time within minutes.
const LOOKED_BACK: Duration = Duration::days(1);

const NOT_STARTED: &str = "The export could not be started. Please try again.";
const KEPT_DYING: &str =
    "The export stopped several times before its end. Please contact the person who maintains the system.";

/// Calls the workers.
#[derive(Debug, Clone)]
pub struct ExportDispatcher {
    jobs: ExportJobs,
    invoker: Invoker,
    clock: Clock,
    entropy: Entropy,
}

/// What came of a request for a job.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum ExportStart {
    /// A worker was called.
    Job(ExportId),
    /// Too many are at work already.
    Busy,
}

/// What came of a request to cancel a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Cancelled {
    /// It is cancelled, by this or an earlier request.
    Done,
    /// It has ended in another way.
    Over,
    /// There is no such job.
    Unknown,
}

/// Why a job was not begun or not cancelled.
#[derive(Debug, thiserror::Error)]
pub enum ExportDispatchError {
    /// The job could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Lambda did not take the event.
    #[error(transparent)]
    Invocation(#[from] InvocationError),
}

impl ExportDispatcher {
    /// The jobs of table `TABLE_ADMIN`, worked on by the function whose name is in `variable`.
    pub fn from_env(
        env: &Env,
        variable: &'static str,
        clock: Clock,
        entropy: Entropy,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            jobs: ExportJobs::from_env(env)?,
            invoker: Invoker::from_env(env, variable)?,
            clock,
            entropy,
        })
    }

    /// Begins a job for a person, with an entry in the audit log.
    ///
    /// # Errors
    /// When it cannot be kept, or no worker could be called; the job then says that it failed.
    pub async fn begin(
        &self,
        kind: ExportKind,
        format: ExportFormat,
        filters: ExportFilters,
        username: &str,
    ) -> Result<ExportStart, ExportDispatchError> {
        let now = self.clock.now();
        let at_work = self.jobs.since(now - LOOKED_BACK).await?;
        if at_work.iter().filter(|job| job.is_running()).count() >= MOST_AT_WORK {
            return Ok(ExportStart::Busy);
        }
        let job = ExportJob {
            export_id: ExportId::generate(now, &self.entropy),
            kind: kind.into(),
            format: format.into(),
            filters,
            state: ExportState::Running.into(),
            lease: self.entropy.symbols(16),
            heartbeat: now.unix_timestamp(),
            resumed: 0,
            begun: 0,
            created_at: now,
            created_by: username.to_owned(),
            ended_at: None,
            total: None,
            progress: ExportProgress::default(),
            reached: None,
            file: None,
            error: None,
        };
        let audit = self.entry(&job, username, "export.started");
        // Stale is another job of the same identifier, which chance does not bring.
        if self.jobs.begin(&job, &audit).await? == Write::Stale {
            return Ok(ExportStart::Busy);
        }
        if let Err(error) = self.call(&job).await {
            // Should the event have been taken after all, its worker finds the job over.
            let failed = self.ended(&job, ExportState::Failed, Some(NOT_STARTED));
            let _ = self.jobs.replace(&job.lease, &failed).await?;
            return Err(error.into());
        }
        Ok(ExportStart::Job(job.export_id))
    }

    /// Ends a job at work without a file; its worker learns of it with its next write.
    ///
    /// # Errors
    /// When the job cannot be read or written.
    pub async fn cancel(&self, id: &ExportId, username: &str) -> Result<Cancelled, ExportDispatchError> {
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        while tries.next().await {
            let Some(job) = self.jobs.job(id).await? else {
                return Ok(Cancelled::Unknown);
            };
            if job.state == ExportState::Cancelled {
                return Ok(Cancelled::Done);
            }
            if !job.is_running() {
                return Ok(Cancelled::Over);
            }
            let cancelled = self.ended(&job, ExportState::Cancelled, None);
            let audit = self.entry(&job, username, "export.cancelled");
            match self.jobs.replace_audited(&job.lease, &cancelled, &audit).await? {
                Write::Done => return Ok(Cancelled::Done),
                Write::Stale => {}
            }
        }
        Err(StoreError::Contended(Contended("an export")).into())
    }

    /// Calls other workers for the jobs whose own have died, and gives those up that keep dying. Returns how many were
    /// found dead.
    ///
    /// # Errors
    /// When the jobs cannot be read or written, or no worker could be called; they are found dead again later.
    pub async fn resume_dead(&self) -> Result<usize, ExportDispatchError> {
        let now = self.clock.now();
        let jobs = self.jobs.since(now - LOOKED_BACK).await?;
        let dead = jobs.iter().filter(|job| is_dead(job, now));
        let mut found = 0;
        for job in dead {
            found += 1;
            let next = if job.resumed >= MOST_RESUMPTIONS {
                self.ended(job, ExportState::Failed, Some(KEPT_DYING))
            } else {
                ExportJob {
                    lease: self.entropy.symbols(16),
                    heartbeat: now.unix_timestamp(),
                    resumed: job.resumed + 1,
                    ..job.clone()
                }
            };
            match self.jobs.replace(&job.lease, &next).await? {
                Write::Done if next.is_running() => self.call(&next).await?,
                // It was given up; or it sent a heartbeat under another lease, or ended, at this very moment.
                Write::Done | Write::Stale => {}
            }
        }
        Ok(found)
    }

    async fn call(&self, job: &ExportJob) -> Result<(), InvocationError> {
        let export = ExportTicket {
            id: job.export_id.clone(),
            lease: job.lease.clone(),
        };
        self.invoker.invoke(&ExportEvent { export }).await
    }

    /// The job when it is over, without what was typed of a person.
    fn ended(&self, job: &ExportJob, state: ExportState, error: Option<&str>) -> ExportJob {
        ExportJob {
            state: state.into(),
            lease: self.entropy.symbols(16),
            ended_at: Some(self.clock.now()),
            filters: job.filters.without_personal_data(),
            error: error.map(str::to_owned),
            ..job.clone()
        }
    }

    fn entry(&self, job: &ExportJob, username: &str, action: &str) -> AuditEntry {
        AuditEntry::new(
            self.clock.now(),
            &self.entropy,
            username,
            action,
            job.export_id.as_str(),
            Value::Null,
            json!({
                "kind": job.kind,
                "format": job.format,
                "filters": job.filters.without_personal_data(),
            }),
        )
    }
}

fn is_dead(job: &ExportJob, now: OffsetDateTime) -> bool {
    job.is_running() && job.heartbeat < (now - DEAD_AFTER).unix_timestamp()
}
