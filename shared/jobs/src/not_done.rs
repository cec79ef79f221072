//! Why a worker left its job before the end, where it needs nothing but its tables, and what that means for the job.

use crate::{NotKept, StepVerdict};
use store::StoreError;

/// What people read of a job that met something it cannot read.
pub const UNREADABLE: &str =
    "Something in the data cannot be read. Please contact the person who maintains the system.";

/// Why a worker ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum WorkNotDone {
    /// The event is not one of ours.
    #[error("the event is none of this function's")]
    UnknownEvent,
    /// The job is another worker's, stopped, or over.
    #[error("the job is another worker's, stopped or over")]
    Lost,
    /// It would be the same next time; why, in words for people.
    #[error("{0}")]
    Failed(&'static str),
    /// The table did not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl WorkNotDone {
    /// What becomes of the job.
    #[must_use]
    pub fn verdict(&self) -> StepVerdict {
        match self {
            Self::Lost => StepVerdict::Lost,
            Self::Failed(why) => StepVerdict::Fails((*why).to_owned()),
            // It would be the same next time.
            Self::Store(error @ StoreError::Corrupt { .. }) => {
                tracing::error!(cause = %error, "a job was not done");
                StepVerdict::Fails(UNREADABLE.to_owned())
            }
            Self::Store(StoreError::Unavailable(_) | StoreError::Contended(_)) | Self::UnknownEvent => {
                StepVerdict::Dies
            }
        }
    }
}

impl From<NotKept> for WorkNotDone {
    fn from(error: NotKept) -> Self {
        match error {
            NotKept::Lost => Self::Lost,
            NotKept::Store(error) => error.into(),
        }
    }
}
