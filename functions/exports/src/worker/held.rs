//! The job while this worker has its lease.

use super::ExportWorker;
use export_files::FileError;
use store::{ExportJob, StoreError, Write};
use time::OffsetDateTime;

/// The job, and how long the worker works on it.
pub(super) struct Held {
    pub(super) job: ExportJob,
    pub(super) shift_ends: OffsetDateTime,
}

/// Why the work ended before its end.
pub(super) enum Stop {
    /// The lease has changed hands, or the job is over.
    Lost,
    TimeIsUp,
    /// It would be the same next time; why, in words for people.
    Failed(&'static str),
    Store(StoreError),
    /// S3 did not answer, or there is no room here.
    File(String),
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<FileError> for Stop {
    fn from(error: FileError) -> Self {
        Self::File(error.to_string())
    }
}

impl Held {
    pub(super) fn new(job: ExportJob, shift_ends: OffsetDateTime) -> Self {
        Self { job, shift_ends }
    }
}

impl ExportWorker {
    /// Keeps how far the job is, unless it is another worker's by now, or over.
    pub(super) async fn renew(&self, held: &mut Held) -> Result<(), Stop> {
        held.job.heartbeat = self.clock.now().unix_timestamp();
        match self.jobs.replace(&held.job.lease, &held.job).await? {
            Write::Done => Ok(()),
            Write::Stale => Err(Stop::Lost),
        }
    }
}
