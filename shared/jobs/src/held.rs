//! A job while a worker has its lease.

use domain::{
    Clock,
    job::{Job, JobEvent},
};
use store::{JobKind, Jobs, StoreError, Write};
use time::OffsetDateTime;

/// A job under this worker's lease.
#[derive(Debug)]
pub struct Held<W> {
    /// The job. A worker changes its `work`, `done` and `total`; the rest changes by events.
    pub job: Job<W>,
    pub(crate) jobs: Jobs<W>,
    pub(crate) clock: Clock,
    pub(crate) shift_ends: OffsetDateTime,
}

/// Why a job was not kept.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NotKept {
    /// It is another worker's by now, or over.
    #[error("the job is another worker's, or over")]
    Lost,
    /// The table did not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl<W: JobKind> Held<W> {
    /// A sign of life: keeps how far the job is, unless it is another worker's by now, or over.
    ///
    /// # Errors
    /// When it is not this worker's any more, and when the table does not answer.
    pub async fn keep(&mut self) -> Result<(), NotKept> {
        self.write(JobEvent::Lived).await
    }

    /// Whether this worker's time is up, so that it begins nothing more.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.clock.now() >= self.shift_ends
    }

    pub(crate) async fn write(&mut self, event: JobEvent<'_>) -> Result<(), NotKept> {
        let next = self.job.after(event, self.clock.now());
        let next = next.map_err(|_| NotKept::Lost)?;
        match self.jobs.keep(&self.job, &next).await? {
            Write::Done => {
                self.job = next;
                Ok(())
            }
            Write::Stale => Err(NotKept::Lost),
        }
    }
}
