//! Doing the work of a job, a step at a time.

use crate::{
    held::{Held, NotKept},
    ticket::JobTicket,
    work::{StepVerdict, Stepped, Work},
};
use config::{ConfigError, Env};
use domain::{
    Clock, Entropy,
    job::{Job, JobEvent},
};
use store::{JobKind, Jobs, Write};
use time::{Duration, OffsetDateTime};

/// How long a worker works before it leaves the rest to the next: with its longest step after it still within the fifteen
/// minutes of a function.
const SHIFT: Duration = Duration::minutes(12);

/// What is waited for longer is left to the next worker. With a step after it, still well within what counts as dead.
const LONGEST_PAUSE: Duration = Duration::seconds(30);

/// Works on jobs of a kind.
#[derive(Debug)]
pub struct Runner<W> {
    jobs: Jobs<W>,
    clock: Clock,
    entropy: Entropy,
}

impl<W> Clone for Runner<W> {
    fn clone(&self) -> Self {
        Self {
            jobs: self.jobs.clone(),
            clock: self.clock.clone(),
            entropy: self.entropy.clone(),
        }
    }
}

/// How a worker's time with a job ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum JobOutcome {
    /// Everything is done.
    Finished,
    /// Another worker goes on when its time comes.
    Left,
    /// The job is another worker's, or over. Nothing was kept since that was known.
    Superseded,
    /// It comes to no end, and people are shown the reason.
    Failed,
}

impl JobOutcome {
    /// For the log.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Left => "left to the next",
            Self::Superseded => "superseded",
            Self::Failed => "failed",
        }
    }
}

/// What a worker has done.
#[derive(Debug)]
#[must_use]
pub struct Worked<W> {
    /// How it ended.
    pub outcome: JobOutcome,
    /// The job as this worker knew it last; None when it was never this worker's.
    pub job: Option<Job<W>>,
}

impl<W> Worked<W> {
    const fn never_ours() -> Self {
        Self {
            outcome: JobOutcome::Superseded,
            job: None,
        }
    }
}

impl<W: JobKind> Runner<W> {
    /// A worker on the jobs of a kind.
    pub fn from_env(env: &Env, clock: Clock, entropy: Entropy) -> Result<Self, ConfigError> {
        Ok(Self {
            jobs: Jobs::from_env(env)?,
            clock,
            entropy,
        })
    }

    /// Works on the job of a ticket until it is over, or the time is up.
    ///
    /// # Errors
    /// An error of the work by which the worker dies, and when the table does not answer.
    pub async fn work<K: Work<Kind = W>>(
        &self,
        ticket: &JobTicket,
        work: &mut K,
    ) -> Result<Worked<W>, K::Error> {
        let taken = JobEvent::Taken {
            shown: &ticket.lease,
            lease: self.entropy.symbols(16),
        };
        let seen = self.jobs.job(&ticket.id).await.map_err(NotKept::from)?;
        match self.take(seen, taken).await? {
            Some(held) => self.run(held, work).await,
            None => Ok(Worked::never_ours()),
        }
    }

    /// Works on the last job of a kind of which there is one at a time, if nobody else is at it: for a function that is
    /// called by the clock.
    ///
    /// # Errors
    /// As [`Runner::work`].
    pub async fn work_due<K: Work<Kind = W>>(&self, work: &mut K) -> Result<Worked<W>, K::Error> {
        let woken = JobEvent::Woken {
            lease: self.entropy.symbols(16),
        };
        let seen = self.jobs.newest(1).await.map_err(NotKept::from)?.pop();
        match self.take(seen, woken).await? {
            Some(held) => self.run(held, work).await,
            None => Ok(Worked::never_ours()),
        }
    }

    /// The job under a lease of this worker's own. An event may come twice: who is second finds another lease.
    async fn take(&self, seen: Option<Job<W>>, event: JobEvent<'_>) -> Result<Option<Held<W>>, NotKept> {
        let now = self.clock.now();
        let Some(seen) = seen else {
            return Ok(None);
        };
        let Ok(job) = seen.after(event, now) else {
            return Ok(None);
        };
        Ok(match self.jobs.replace(&seen, &job).await? {
            Write::Stale => None,
            Write::Done => Some(Held {
                job,
                jobs: self.jobs.clone(),
                clock: self.clock.clone(),
                shift_ends: now + SHIFT,
            }),
        })
    }

    async fn run<K: Work<Kind = W>>(&self, mut held: Held<W>, work: &mut K) -> Result<Worked<W>, K::Error> {
        loop {
            let (event, outcome) = match work.step(&mut held).await {
                Ok(Stepped::Done) => (JobEvent::Finished, JobOutcome::Finished),
                Ok(Stepped::Failed(why)) => (JobEvent::Failed(why), JobOutcome::Failed),
                Ok(Stepped::More) if held.is_late() => (self.left(), JobOutcome::Left),
                Ok(Stepped::More) => match held.keep().await {
                    Ok(()) => continue,
                    Err(error) => return lost(held, error),
                },
                Ok(Stepped::WaitUntil(until)) => match self.pause(until, &held) {
                    Some(pause) => {
                        if let Err(error) = held.keep().await {
                            return lost(held, error);
                        }
                        work.pause(pause).await;
                        continue;
                    }
                    None => (JobEvent::Left { until, why: None }, JobOutcome::Left),
                },
                Err(error) => match work.verdict(&held, &error).await {
                    StepVerdict::Lost => return lost(held, NotKept::Lost),
                    StepVerdict::Dies => return Err(error),
                    StepVerdict::Fails(why) => (JobEvent::Failed(why), JobOutcome::Failed),
                    StepVerdict::Waits(why) => {
                        let until = self.clock.now();
                        let why = Some(why);
                        // If this is not kept, the job is found dead.
                        let _ = held.write(JobEvent::Left { until, why }).await;
                        return Err(error);
                    }
                },
            };
            return match held.write(event).await {
                Ok(()) => Ok(Worked {
                    outcome,
                    job: Some(held.job),
                }),
                Err(error) => lost(held, error),
            };
        }
    }

    /// For the next worker, at once.
    fn left(&self) -> JobEvent<'static> {
        JobEvent::Left {
            until: self.clock.now(),
            why: None,
        }
    }

    /// How long this worker waits; None when that is left to the next.
    fn pause(&self, until: OffsetDateTime, held: &Held<W>) -> Option<std::time::Duration> {
        let pause = (until - self.clock.now()).max(Duration::ZERO);
        let is_here = pause <= LONGEST_PAUSE && until < held.shift_ends;
        is_here.then(|| pause.unsigned_abs())
    }
}

/// The job is not this worker's any more, or is not known to be.
fn lost<W, E: From<NotKept>>(held: Held<W>, error: NotKept) -> Result<Worked<W>, E> {
    match error {
        NotKept::Lost => Ok(Worked {
            outcome: JobOutcome::Superseded,
            job: Some(held.job),
        }),
        error @ NotKept::Store(_) => Err(error.into()),
    }
}
