//! How many mails a second a job may send: messages and resent passes go out through one account, and share its rate.

use crate::{Called, dispatcher::running};
use config::{ConfigError, Env};
use domain::{
    BulkAction, Clock,
    job::{Job, JobId},
};
use store::{BulkJob, CandidateMessage, Jobs, StoreError};

/// The rate of the mails that jobs send.
#[derive(Debug, Clone)]
pub struct MailRate {
    messages: Jobs<CandidateMessage>,
    bulk: Jobs<BulkJob>,
    /// How many mails a second all of them may take.
    mails_per_second: u32,
    clock: Clock,
}

impl MailRate {
    /// What people are told of a job that has no share.
    pub const EARLIER_FIRST: &'static str = "Mails that were begun earlier go out first.";

    /// The rate that `MAILS_PER_SECOND` says: a whole number from 1.
    pub fn from_env(env: &Env, clock: Clock) -> Result<Self, ConfigError> {
        const NAME: &str = "MAILS_PER_SECOND";
        let number: Option<u32> = env.required(NAME)?.parse().ok();
        let number = number.filter(|number| (1..=1_000).contains(number));
        Ok(Self {
            messages: Jobs::from_env(env)?,
            bulk: Jobs::from_env(env)?,
            mails_per_second: number
                .ok_or_else(|| ConfigError::new(NAME, "is not a whole number from 1 to 1000"))?,
            clock,
        })
    }

    /// What a job may take that sends alone.
    #[must_use]
    pub const fn whole(&self) -> u32 {
        self.mails_per_second
    }

    /// What a job may take beside the others that have a worker: at least one mail a second, or nothing where as many that were
    /// begun before it have the whole.
    ///
    /// # Errors
    /// When the jobs cannot be read.
    pub async fn share(&self, own: &JobId) -> Result<u32, StoreError> {
        let mut senders = self.with_worker(&self.messages, |_| true).await?;
        let is_mail = |job: &Job<BulkJob>| job.work.action == BulkAction::Resend;
        senders.extend(self.with_worker(&self.bulk, is_mail).await?);
        let number = |jobs: usize| u32::try_from(jobs).unwrap_or(u32::MAX);
        if number(senders.iter().filter(|id| *id < own).count()) >= self.mails_per_second {
            return Ok(0);
        }
        Ok((self.mails_per_second / number(senders.len()).max(1)).max(1))
    }

    /// The jobs of a kind that have a worker, or one that was called. Those that wait for a later moment have none.
    async fn with_worker<W: Called>(
        &self,
        jobs: &Jobs<W>,
        is_wanted: impl Fn(&Job<W>) -> bool,
    ) -> Result<Vec<JobId>, StoreError> {
        let mut jobs = running(jobs, self.clock.now()).await?;
        jobs.retain(|job| job.wakes.is_none() && is_wanted(job));
        Ok(jobs.into_iter().map(|job| job.id).collect())
    }
}
