//! Why an export was not made, and what that means for its job.

use export_files::FileError;
use jobs::{NotKept, StepVerdict, UNREADABLE};
use store::StoreError;

/// Why a worker ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum ExportNotDone {
    /// The event is not one of ours.
    #[error("the event is none of this function's")]
    UnknownEvent,
    /// The job is another worker's, or over.
    #[error("the job is another worker's, or over")]
    Lost,
    /// It would be the same next time; why, in words for people.
    #[error("{0}")]
    Failed(&'static str),
    /// The table did not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// S3 did not answer, or there is no room here.
    #[error("the file was not written: {0}")]
    File(String),
}

impl ExportNotDone {
    pub(super) fn verdict(&self) -> StepVerdict {
        match self {
            Self::Lost => StepVerdict::Lost,
            Self::Failed(why) => StepVerdict::Fails((*why).to_owned()),
            // It would be the same next time.
            Self::Store(error @ StoreError::Corrupt { .. }) => {
                tracing::error!(cause = %error, "nothing was exported");
                StepVerdict::Fails(UNREADABLE.to_owned())
            }
            Self::Store(StoreError::Unavailable(_) | StoreError::Contended(_))
            | Self::File(_)
            | Self::UnknownEvent => StepVerdict::Dies,
        }
    }
}

impl From<NotKept> for ExportNotDone {
    fn from(error: NotKept) -> Self {
        match error {
            NotKept::Lost => Self::Lost,
            NotKept::Store(error) => error.into(),
        }
    }
}

impl From<FileError> for ExportNotDone {
    fn from(error: FileError) -> Self {
        Self::File(error.to_string())
    }
}
