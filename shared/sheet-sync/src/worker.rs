//! Who does the job, and what an error means for it.

use crate::{copying::SheetCopy, messages};
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use jobs::{JobTicket, NotKept, Runner, StepVerdict, Worked};
use sheets::{Pauses, Sheets, SheetsError};
use store::{Catalogue, Registrations, SheetSync, StoreError};

/// Works on the job when it is called.
#[derive(Debug, Clone)]
pub struct Worker {
    runner: Runner<SheetSync>,
    pub(crate) registrations: Registrations,
    pub(crate) catalogue: Catalogue,
    pub(crate) sheets: Sheets,
    pub(crate) clock: Clock,
    pub(crate) pauses: Pauses,
}

/// Why a worker ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The job is another worker's, or over.
    #[error("the job is another worker's, or over")]
    Lost,
    /// The closing has begun to delete everything about candidates.
    #[error("the event is being deleted")]
    Deleting,
    /// The table did not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The spreadsheet was not written.
    #[error(transparent)]
    Sheets(#[from] SheetsError),
}

impl From<NotKept> for WorkError {
    fn from(error: NotKept) -> Self {
        match error {
            NotKept::Lost => Self::Lost,
            NotKept::Store(error) => error.into(),
        }
    }
}

impl Worker {
    /// The worker of the spreadsheet `sheets`.
    pub fn from_env(
        env: &Env,
        sheets: Sheets,
        clock: Clock,
        entropy: Entropy,
        pauses: Pauses,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            runner: Runner::from_env(env, clock.clone(), entropy)?,
            registrations: Registrations::from_env(env)?,
            catalogue: Catalogue::from_env(env)?,
            sheets,
            clock,
            pauses,
        })
    }

    /// Works on the job of a ticket until it is over, or the time is up.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn work(&self, ticket: &JobTicket) -> Result<Worked<SheetSync>, WorkError> {
        self.runner.work(ticket, &mut SheetCopy::new(self)).await
    }

    pub(crate) async fn verdict(&self, error: &WorkError) -> StepVerdict {
        match error {
            WorkError::Lost => StepVerdict::Lost,
            WorkError::Deleting => StepVerdict::Fails(messages::DELETING.to_owned()),
            WorkError::Sheets(error) => {
                tracing::warn!(cause = %error, "the spreadsheet was not written");
                let account = self.sheets.account().await;
                StepVerdict::Fails(messages::about(error, account.as_deref()))
            }
            // It would be the same next time.
            WorkError::Store(error @ StoreError::Corrupt { .. }) => {
                tracing::error!(cause = %error, "the candidates were not copied");
                StepVerdict::Fails(messages::UNREADABLE.to_owned())
            }
            WorkError::Store(StoreError::Unavailable(_) | StoreError::Contended(_)) => StepVerdict::Dies,
        }
    }
}
