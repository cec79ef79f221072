//! What happens to a job, and what becomes of it then.

use super::{Due, Job, JobState, JobWork};
use time::OffsetDateTime;

/// What happens to a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobEvent<'a> {
    /// A worker shows the lease that it was called with, and works under one of its own from now on.
    Taken {
        /// The lease that it shows.
        shown: &'a str,
        /// Its own.
        lease: String,
    },
    /// Its worker gives a sign of life.
    Lived,
    /// Its worker leaves it until a moment.
    Left {
        /// When another one goes on.
        until: OffsetDateTime,
        /// Why it does not go on at once, in words for people.
        why: Option<String>,
    },
    /// Its time has come, or its worker has died or never came: who has this lease may go on.
    Woken {
        /// The lease of the next worker.
        lease: String,
    },
    /// Everything is done.
    Finished,
    /// It will not come to an end; why, in words for people.
    Failed(String),
    /// Somebody stops it.
    Stopped,
    /// Somebody lets it go on: who has this lease may.
    Resumed {
        /// The lease of the next worker.
        lease: String,
    },
    /// Somebody does not want it any more.
    Cancelled,
}

/// Why something cannot happen to a job as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JobRefusal {
    /// It has ended.
    #[error("it is over")]
    Over,
    /// Somebody stopped it.
    #[error("it is stopped")]
    Stopped,
    /// It is at work.
    #[error("it is at work")]
    AtWork,
    /// The lease that was shown is not the job's any more.
    #[error("its lease is another one's")]
    LeaseGone,
    /// Another release wrote how it is.
    #[error("it is as this release does not know")]
    Unrecognised,
}

impl<W: JobWork> Job<W> {
    /// The job after something has happened to it. The only way in which one changes.
    ///
    /// # Errors
    /// Why it cannot happen.
    pub fn after(&self, event: JobEvent<'_>, now: OffsetDateTime) -> Result<Self, JobRefusal> {
        use JobEvent as Event;
        use JobState::{Cancelled, Done, Failed, Running, Stopped};

        let state = self.state.known().ok_or(JobRefusal::Unrecognised)?;
        let mut job = self.clone();
        match (state, event) {
            (Running, Event::Taken { shown, .. }) if shown != self.lease => {
                return Err(JobRefusal::LeaseGone);
            }
            (Running, Event::Taken { lease, .. }) => {
                job.held(lease, now);
                job.taken = true;
            }
            (Running, Event::Lived) => {
                job.taken = true;
                job.heartbeat = now.unix_timestamp();
                job.error = None;
            }
            (Running, Event::Left { until, why }) => {
                job.wakes = Some(until.unix_timestamp());
                job.error = why;
            }
            (Running, Event::Woken { lease }) => match self.due(now) {
                Due::No => return Err(JobRefusal::AtWork),
                Due::Awake => job.held(lease, now),
                Due::Dead => {
                    if self.taken {
                        (job.deaths, job.done_at_death) = (self.deaths_without_progress() + 1, self.done);
                    }
                    job.held(lease, now);
                }
            },
            (Running, Event::Finished) => job.end(Done, None, now),
            (Running, Event::Failed(why)) => job.end(Failed, Some(why), now),
            (Running, Event::Stopped) => job.state = Stopped.into(),
            (Stopped, Event::Resumed { lease }) => {
                job.state = Running.into();
                job.held(lease, now);
            }
            (Running | Stopped, Event::Cancelled) => job.end(Cancelled, None, now),
            (Running, Event::Resumed { .. }) => return Err(JobRefusal::AtWork),
            (
                Stopped,
                Event::Taken { .. }
                | Event::Lived
                | Event::Left { .. }
                | Event::Woken { .. }
                | Event::Finished
                | Event::Failed(_)
                | Event::Stopped,
            ) => return Err(JobRefusal::Stopped),
            (
                Done | Failed | Cancelled,
                Event::Taken { .. }
                | Event::Lived
                | Event::Left { .. }
                | Event::Woken { .. }
                | Event::Finished
                | Event::Failed(_)
                | Event::Stopped
                | Event::Resumed { .. }
                | Event::Cancelled,
            ) => return Err(JobRefusal::Over),
        }
        job.writes += 1;
        Ok(job)
    }

    fn held(&mut self, lease: String, now: OffsetDateTime) {
        self.lease = lease;
        self.taken = false;
        self.heartbeat = now.unix_timestamp();
        self.wakes = None;
    }

    fn end(&mut self, state: JobState, error: Option<String>, now: OffsetDateTime) {
        self.state = state.into();
        self.wakes = None;
        self.ended_at = Some(now);
        self.error = error;
        self.work.over();
    }
}
