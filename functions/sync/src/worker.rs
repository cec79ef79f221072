//! The event by which the function calls itself.

use jobs::{JobOutcome, WorkEvent};
use serde_json::Value;
use sheet_sync::{WorkError, Worker};
use telemetry::INVOCATION;

/// Works on the job that an event names.
#[derive(Debug, Clone)]
pub struct SyncWorker(Option<Worker>);

/// Why nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum SyncNotDone {
    /// The event is not one of ours.
    #[error("the event is none of this function's")]
    UnknownEvent,
    /// The spreadsheet was taken out of the settings since the job began.
    #[error("no spreadsheet is configured")]
    NoSpreadsheet,
    /// The table did not answer. The job is begun again when it is found dead.
    #[error(transparent)]
    Work(#[from] WorkError),
}

impl SyncWorker {
    pub(crate) fn new(worker: Option<Worker>) -> Self {
        Self(worker)
    }

    /// Works on the job of an event and returns how that ended, for the log.
    ///
    /// # Errors
    /// When nothing could be done about the event.
    pub async fn handle(&self, event: Value) -> Result<Value, SyncNotDone> {
        let WorkEvent { work } = serde_json::from_value(event).map_err(|_| SyncNotDone::UnknownEvent)?;
        let worker = self.0.as_ref().ok_or(SyncNotDone::NoSpreadsheet)?;
        let worked = worker.work(&work).await?;
        let (outcome, written) = (worked.outcome.as_str(), worked.job.map_or(0, |job| job.done));
        match worked.outcome {
            JobOutcome::Failed => {
                tracing::error!(name: INVOCATION, outcome, written, "worked on the sync");
            }
            JobOutcome::Finished | JobOutcome::Left | JobOutcome::Superseded => {
                tracing::info!(name: INVOCATION, outcome, written, "worked on the sync");
            }
        }
        Ok(Value::from(outcome))
    }
}
