//! Jobs: work that outlives the request that asked for it, and the worker that is at it.
//!
//! One worker at a time is at a job: the one whose lease it bears. Every change of a job is one of [`JobEvent`], decided by
//! [`Job::after`] alone and written only over what it was decided on.

mod event;
mod id;

pub use event::{JobEvent, JobRefusal};
pub use id::JobId;

use crate::{Stored, Word};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// A worker without a sign of life for so long is dead. It gives one after each step and before everything that takes
/// long, and nothing that it does takes as long as this.
pub const DEAD_AFTER: Duration = Duration::minutes(2);

/// What a job works on: what its kind has to remember from step to step, and from worker to worker.
pub trait JobWork: Clone + std::fmt::Debug {
    /// Takes out what is not to be kept of a job that is over.
    fn over(&mut self) {}
}

/// How a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// A worker is at it, or was when it died, or will be when its time comes.
    Running,
    /// Somebody stopped it. It can go on.
    Stopped,
    /// Everything is done.
    Done,
    /// It came to no end, and a reason is given.
    Failed,
    /// An administrator did not want it any more.
    Cancelled,
}

impl Word for JobState {
    fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Stopped => "stopped",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

/// A job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job<W> {
    /// Which one.
    pub id: JobId,
    /// How it is.
    pub state: Stored<JobState>,
    /// Who may work on it: a random text that changes with each worker.
    pub lease: String,
    /// Whether a worker has shown itself under this lease. One whose event is late, or lost, has not, and is not dead.
    #[serde(default)]
    pub taken: bool,
    /// The last sign of life, in seconds since 1970.
    pub heartbeat: i64,
    /// When another worker goes on, in seconds since 1970. None while one is at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wakes: Option<i64>,
    /// How many of its workers have died since one got on with it.
    #[serde(default)]
    pub deaths: u32,
    /// How far it was when the last of them died.
    #[serde(default)]
    pub done_at_death: u64,
    /// How often it has been written. Who changes it without its lease has seen all of that, and takes no progress back.
    #[serde(default)]
    pub writes: u64,
    /// When it was asked for.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// By whom.
    pub created_by: String,
    /// When it ended.
    #[serde(
        default,
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub ended_at: Option<OffsetDateTime>,
    /// How much was gone through, of the total.
    #[serde(default)]
    pub done: u64,
    /// How much there was to go through when it began; 0 before that is known.
    #[serde(default)]
    pub total: u64,
    /// Why it has failed, or does not go on for now, in words for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What its kind remembers.
    pub work: W,
}

/// Whether another worker is to go on with a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// No: it is at work, or waits, or is not to go on.
    No,
    /// Its worker has left it until now.
    Awake,
    /// Its worker has died, or never came.
    Dead,
}

impl<W: JobWork> Job<W> {
    /// A new job: who has this lease may begin.
    pub fn new(id: JobId, lease: String, by: &str, now: OffsetDateTime, work: W) -> Self {
        Self {
            id,
            state: JobState::Running.into(),
            lease,
            taken: false,
            heartbeat: now.unix_timestamp(),
            wakes: None,
            deaths: 0,
            done_at_death: 0,
            writes: 1,
            created_at: now,
            created_by: by.to_owned(),
            ended_at: None,
            done: 0,
            total: 0,
            error: None,
            work,
        }
    }

    /// Whether a worker is at it, or is to be.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.state == JobState::Running
    }

    /// Whether another worker is to go on with it.
    #[must_use]
    pub fn due(&self, now: OffsetDateTime) -> Due {
        if !self.is_running() {
            return Due::No;
        }
        match self.wakes {
            Some(wakes) if wakes <= now.unix_timestamp() => Due::Awake,
            None if self.heartbeat < (now - DEAD_AFTER).unix_timestamp() => Due::Dead,
            Some(_) | None => Due::No,
        }
    }

    /// How many of its workers died one after the other, and none of them got on.
    #[must_use]
    pub const fn deaths_without_progress(&self) -> u32 {
        if self.done > self.done_at_death {
            0
        } else {
            self.deaths
        }
    }
}

#[cfg(test)]
mod tests;
