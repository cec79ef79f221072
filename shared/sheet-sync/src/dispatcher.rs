//! Beginning a job, and beginning it again when its worker has died.

use crate::event::{SyncEvent, SyncTicket};
use crate::{DEAD_AFTER, messages};
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use invocation::{InvocationError, Invoker};
use serde_json::{Value, json};
use store::{AuditEntry, StoreError, SyncJobs, SyncState, Write};
use time::OffsetDateTime;

/// A job that has died so often will die again.
const MOST_RESUMPTIONS: u32 = 5;

/// Calls the workers.
#[derive(Debug, Clone)]
pub struct SyncDispatcher {
    jobs: SyncJobs,
    invoker: Invoker,
    clock: Clock,
    entropy: Entropy,
}

/// What came of a request for a job.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum SyncStart {
    /// A worker was called.
    Job {
        /// Names the job.
        job: String,
    },
    /// Another one is at work.
    AnotherRuns,
}

/// What was done about a dead job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Resumed {
    /// Nothing: none is dead.
    NoneDead,
    /// Another worker was called, and goes on where the dead one was.
    Resumed,
    /// It died too often; the administrators are notified.
    GivenUp,
}

/// Why no worker was called.
#[derive(Debug, thiserror::Error)]
pub enum SyncDispatchError {
    /// The job's state could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Lambda did not take the event.
    #[error(transparent)]
    Invocation(#[from] InvocationError),
}

impl SyncDispatcher {
    /// The job of table `TABLE_ADMIN`, worked on by the function whose name is in `variable`.
    pub fn from_env(
        env: &Env,
        variable: &'static str,
        clock: Clock,
        entropy: Entropy,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            jobs: SyncJobs::from_env(env)?,
            invoker: Invoker::from_env(env, variable)?,
            clock,
            entropy,
        })
    }

    /// The state of the job.
    ///
    /// # Errors
    /// When the state cannot be read.
    pub async fn state(&self) -> Result<SyncState, StoreError> {
        self.jobs.state().await
    }

    /// Begins a job for an administrator, with an entry in the audit log. `seen` is the state of just now.
    ///
    /// # Errors
    /// When the state cannot be written, or no worker could be called; a further try may then begin a job at once.
    pub async fn begin(
        &self,
        seen: &SyncState,
        username: &str,
        target: &str,
    ) -> Result<SyncStart, SyncDispatchError> {
        let now = self.clock.now();
        if seen.running && !is_dead(seen, now) {
            return Ok(SyncStart::AnotherRuns);
        }
        let state = SyncState {
            running: true,
            job: self.entropy.symbols(16),
            lease: self.entropy.symbols(16),
            heartbeat: now.unix_timestamp(),
            done: 0,
            total: 0,
            resumed: 0,
            started_at: Some(now),
            started_by: username.to_owned(),
            written: None,
            reached: None,
            last_sync: seen.last_sync,
            error: None,
            waiting: None,
        };
        let audit = AuditEntry::new(
            now,
            &self.entropy,
            username,
            "sync.started",
            target,
            Value::Null,
            json!({ "job": state.job }),
        );
        match self.jobs.begin(seen, &state, &audit).await? {
            Write::Stale => return Ok(SyncStart::AnotherRuns),
            Write::Done => {}
        }
        if let Err(error) = self.call(&state).await {
            // Should the event have been taken after all, its worker finds the lease gone.
            let failed = SyncState {
                running: false,
                lease: self.entropy.symbols(16),
                error: Some(messages::NOT_STARTED.to_owned()),
                ..state.clone()
            };
            let _ = self.jobs.replace(&state.lease, &failed).await?;
            return Err(error.into());
        }
        Ok(SyncStart::Job { job: state.job })
    }

    /// Calls another worker if the job's has died.
    ///
    /// # Errors
    /// When the state cannot be read or written, or no worker could be called; the job is found dead again later.
    pub async fn resume_dead(&self) -> Result<Resumed, SyncDispatchError> {
        let now = self.clock.now();
        let seen = self.jobs.state().await?;
        if !is_dead(&seen, now) {
            return Ok(Resumed::NoneDead);
        }
        let give_up = seen.resumed >= MOST_RESUMPTIONS;
        let state = SyncState {
            running: !give_up,
            lease: self.entropy.symbols(16),
            heartbeat: now.unix_timestamp(),
            // Without a place the next one begins at the top.
            done: seen.reached.as_ref().map_or(0, |_| seen.done),
            resumed: seen.resumed + 1,
            // The next worker tells what it waits for itself.
            waiting: None,
            error: give_up.then(|| messages::KEPT_DYING.to_owned()),
            ..seen.clone()
        };
        match self.jobs.replace(&seen.lease, &state).await? {
            // It sent a heartbeat or ended at this very moment.
            Write::Stale => return Ok(Resumed::NoneDead),
            Write::Done if give_up => return Ok(Resumed::GivenUp),
            Write::Done => {}
        }
        self.call(&state).await?;
        Ok(Resumed::Resumed)
    }

    async fn call(&self, state: &SyncState) -> Result<(), InvocationError> {
        let ticket = SyncTicket {
            lease: state.lease.clone(),
        };
        self.invoker.invoke(&SyncEvent { sync: ticket }).await
    }
}

fn is_dead(state: &SyncState, now: OffsetDateTime) -> bool {
    state.running && state.heartbeat < (now - DEAD_AFTER).unix_timestamp()
}
