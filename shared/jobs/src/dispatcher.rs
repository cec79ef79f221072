//! Beginning a job, changing it for people, and calling another worker when its time has come or its own has died.

use crate::ticket::{JobTicket, WorkEvent};
use config::{ConfigError, Env};
use domain::{
    Clock, Contended, Entropy,
    job::{Due, Job, JobEvent, JobId, JobState},
};
use futures::future::join_all;
use invocation::{InvocationError, Invoker};
use store::{Audit, AuditEntry, JobKind, Jobs, KeyUse, Made, StoreError, Tries, Write};
use time::{Duration, OffsetDateTime};

/// A kind of job whose workers are called by events.
pub trait Called: JobKind {
    /// What people call one, with its article.
    const NAME: &'static str;
    /// One whose workers died more often without getting on will die again.
    const MOST_DEATHS: u32;
    /// A job at work is younger than this, with all that it waits for: an older one is not looked at.
    const LASTS: Duration = Duration::days(1);
    /// What people are told when no worker could be called.
    const NOT_STARTED: &'static str;
    /// What people are told when its workers kept dying.
    const KEPT_DYING: &'static str;
}

/// Calls the workers of a kind of job.
#[derive(Debug)]
pub struct Dispatcher<W> {
    jobs: Jobs<W>,
    invoker: Invoker,
    clock: Clock,
    entropy: Entropy,
}

impl<W> Clone for Dispatcher<W> {
    fn clone(&self) -> Self {
        Self {
            jobs: self.jobs.clone(),
            invoker: self.invoker.clone(),
            clock: self.clock.clone(),
            entropy: self.entropy.clone(),
        }
    }
}

/// What a person wants of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobOrder {
    /// That it stops for now.
    Stop,
    /// That it goes on.
    Resume,
    /// That it ends.
    Cancel,
}

/// What came of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Obeyed {
    /// It is as it was wanted, by this or an earlier order.
    Done,
    /// The job has ended in another way.
    Over,
    /// There is no such job.
    Unknown,
}

/// What came of a look at the jobs at work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[must_use]
pub struct Woken {
    /// For how many another worker was called.
    pub called: usize,
    /// How many were given up, because their workers kept dying.
    pub given_up: usize,
}

/// Why a job was not begun or not changed.
#[derive(Debug, thiserror::Error)]
pub enum DispatchError {
    /// The job could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Lambda did not take the event.
    #[error(transparent)]
    Invocation(#[from] InvocationError),
}

/// The jobs of a kind that are not over and were not stopped.
pub(crate) async fn running<W: Called>(
    jobs: &Jobs<W>,
    now: OffsetDateTime,
) -> Result<Vec<Job<W>>, StoreError> {
    let mut jobs = jobs.since(now - W::LASTS).await?;
    jobs.retain(Job::is_running);
    Ok(jobs)
}

impl<W: Called> Dispatcher<W> {
    /// The jobs of a kind, worked on by the function whose name is in `variable`.
    pub fn from_env(
        env: &Env,
        variable: &'static str,
        clock: Clock,
        entropy: Entropy,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            jobs: Jobs::from_env(env)?,
            invoker: Invoker::from_env(env, variable)?,
            clock,
            entropy,
        })
    }

    /// The jobs, to look at.
    #[must_use]
    pub const fn jobs(&self) -> &Jobs<W> {
        &self.jobs
    }

    /// How many jobs of the kind are at work, or go on by themselves later.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn at_work(&self) -> Result<usize, StoreError> {
        Ok(running(&self.jobs, self.clock.now()).await?.len())
    }

    /// A new job for a person, which is not kept yet.
    #[must_use]
    pub fn plan(&self, work: W, username: &str) -> Job<W> {
        let now = self.clock.now();
        let id = JobId::generate(now, &self.entropy);
        Job::new(id, self.entropy.symbols(16), username, now, work)
    }

    /// Keeps a new job with an entry in the audit log, and calls a worker. Of a kind of which there is one at a time it takes
    /// the place of `seen`, the last one. Stale when another one was begun meanwhile.
    ///
    /// # Errors
    /// When it cannot be kept, or no worker could be called; the job then says that it failed.
    pub async fn begin(
        &self,
        seen: Option<&Job<W>>,
        job: &Job<W>,
        audit: &AuditEntry,
    ) -> Result<Write, DispatchError> {
        match self.jobs.begin(seen, job, audit).await? {
            Write::Stale => return Ok(Write::Stale),
            Write::Done => {}
        }
        if let Err(error) = self.call(job).await {
            // Should the event have been taken after all, its worker finds the job over.
            let failed = JobEvent::Failed(W::NOT_STARTED.to_owned());
            if let Ok(failed) = job.after(failed, self.clock.now()) {
                let (Write::Done | Write::Stale) = self.jobs.replace(job, &failed).await?;
            }
            return Err(error.into());
        }
        Ok(Write::Done)
    }

    /// Keeps a new job for the form of a person, unless the form's key has made one already, and calls a worker. Where none can
    /// be called the job is found dead, and gets another one.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub async fn begin_once(
        &self,
        job: &Job<W>,
        audit: Audit<'_>,
        key: Option<&KeyUse<'_>>,
    ) -> Result<Made, StoreError> {
        let made = self.jobs.begin_once(job, audit, key).await?;
        if made == Made::Done {
            self.call_or_leave(job).await;
        }
        Ok(made)
    }

    /// Changes a job for a person, with an entry in the audit log; its worker learns of it with its next write. A resumed job for
    /// which no worker can be called is found dead, and gets another one.
    ///
    /// # Errors
    /// When the job cannot be read or written.
    pub async fn order(
        &self,
        id: &JobId,
        order: JobOrder,
        entry: impl Fn(&Job<W>) -> AuditEntry,
    ) -> Result<Obeyed, StoreError> {
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        while tries.next().await {
            let Some(job) = self.jobs.job(id).await? else {
                return Ok(Obeyed::Unknown);
            };
            let (event, wanted) = match order {
                JobOrder::Stop => (JobEvent::Stopped, JobState::Stopped),
                JobOrder::Cancel => (JobEvent::Cancelled, JobState::Cancelled),
                JobOrder::Resume => {
                    let lease = self.entropy.symbols(16);
                    (JobEvent::Resumed { lease }, JobState::Running)
                }
            };
            if job.state == wanted {
                return Ok(Obeyed::Done);
            }
            let Ok(next) = job.after(event, self.clock.now()) else {
                return Ok(Obeyed::Over);
            };
            match self.jobs.replace_audited(&job, &next, &entry(&job)).await? {
                Write::Stale => {}
                Write::Done => {
                    if next.is_running() {
                        self.call_or_leave(&next).await;
                    }
                    return Ok(Obeyed::Done);
                }
            }
        }
        Err(StoreError::Contended(Contended(W::NAME)))
    }

    /// Calls other workers for the jobs whose time has come or whose own have died or never came, and gives those up that keep
    /// dying. A job for which none could be called is found dead again later, and keeps no other waiting.
    ///
    /// # Errors
    /// When the jobs cannot be read or written.
    pub async fn wake_due(&self) -> Result<Woken, StoreError> {
        let (mut to_call, mut woken) = (Vec::new(), Woken::default());
        let looked = self.look_for_due(&mut to_call, &mut woken.given_up).await;
        // Also where the table failed behind these. Side by side: the run waits once for a Lambda that does not answer.
        let calls = to_call.iter().map(|job| self.call_or_leave(job));
        woken.called = join_all(calls).await.into_iter().map(usize::from).sum();
        looked?;
        Ok(woken)
    }

    /// Gives due jobs a lease for another worker, which is still to be called, or gives them up.
    async fn look_for_due(&self, to_call: &mut Vec<Job<W>>, given_up: &mut usize) -> Result<(), StoreError> {
        let now = self.clock.now();
        for job in self.jobs.since(now - W::LASTS).await? {
            let event = match job.due(now) {
                Due::No => continue,
                Due::Dead if job.taken && job.deaths_without_progress() >= W::MOST_DEATHS => {
                    JobEvent::Failed(W::KEPT_DYING.to_owned())
                }
                Due::Dead | Due::Awake => {
                    // A call that is only late must still find the job: with another lease for each, none would in a rush.
                    let lease = match job.taken {
                        true => self.entropy.symbols(16),
                        false => job.lease.clone(),
                    };
                    JobEvent::Woken { lease }
                }
            };
            let Ok(next) = job.after(event, now) else {
                continue;
            };
            match self.jobs.replace(&job, &next).await? {
                // It gave a sign of life under another lease, or ended, at this very moment.
                Write::Stale => {}
                Write::Done if next.is_running() => to_call.push(next),
                Write::Done => {
                    let (kind, id) = (W::PLACE.partition, job.id.as_str());
                    tracing::error!(kind, id, "a job kept dying and was given up");
                    *given_up += 1;
                }
            }
        }
        Ok(())
    }

    /// Calls a worker for a job that is kept, and returns whether Lambda took the event. Where it did not, the reconciler finds
    /// that none is at it.
    async fn call_or_leave(&self, job: &Job<W>) -> bool {
        let called = self.call(job).await;
        if let Err(error) = &called {
            tracing::warn!(cause = %error, "no worker could be called for {}", W::NAME);
        }
        called.is_ok()
    }

    async fn call(&self, job: &Job<W>) -> Result<(), InvocationError> {
        let work = JobTicket {
            id: job.id.clone(),
            lease: job.lease.clone(),
        };
        self.invoker.invoke(&WorkEvent { work }).await
    }
}
