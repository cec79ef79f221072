//! The worker, called once a minute by `{"job":"close-event"}`: it does nothing while there is nothing to delete or another
//! worker is at it.

use crate::{State, deleting::Deleting, not_closed::NotClosed, records::RecordStore};
use domain::Clock;
use export_files::ExportFiles;
use jobs::{JobOutcome, Runner};
use serde_json::Value;
use sheets::{Pauses, Sheets};
use store::{EventClosing, Registrations, event_closing::Deletion};
use telemetry::INVOCATION;

/// Works on the closing of the event.
#[derive(Clone)]
pub struct EventCloser {
    runner: Runner<Deletion>,
    pub(crate) closing: EventClosing,
    pub(crate) registrations: Registrations,
    pub(crate) records: RecordStore,
    pub(crate) export_files: ExportFiles,
    pub(crate) sheets: Option<Sheets>,
    pub(crate) clock: Clock,
    pub(crate) pauses: Pauses,
}

impl EventCloser {
    pub(crate) fn new(
        state: &State,
        runner: Runner<Deletion>,
        sheets: Option<Sheets>,
        pauses: Pauses,
    ) -> Self {
        Self {
            runner,
            closing: state.closing.clone(),
            registrations: state.registrations.clone(),
            records: state.records.clone(),
            export_files: state.export_files.clone(),
            sheets,
            clock: state.clock.clone(),
            pauses,
        }
    }

    /// Does what is to be done and returns how that ended, for the log.
    ///
    /// # Errors
    /// When something did not answer; the next call goes on.
    pub async fn handle(&self, event: Value) -> Result<Value, NotClosed> {
        if event.get("job").and_then(Value::as_str) != Some("close-event") {
            return Err(NotClosed::UnknownEvent);
        }
        let worked = match self.runner.work_due(&mut Deleting::new(self)).await {
            // Banks take a week: for so long nothing is wrong.
            Err(NotClosed::RefundUnderWay) => {
                tracing::info!(name: INVOCATION, "the closing of the event waits for a refund");
                return Ok(Value::from("waits for a refund"));
            }
            worked => worked?,
        };
        let Some(job) = worked.job else {
            return Ok(Value::from("nothing to do"));
        };
        let Deletion {
            step,
            erased,
            redacted,
            ..
        } = job.work;
        let (outcome, erased): (_, u64) = (worked.outcome.as_str(), erased.values().sum());
        match worked.outcome {
            JobOutcome::Superseded => Err(NotClosed::Superseded),
            JobOutcome::Finished | JobOutcome::Left | JobOutcome::Failed => {
                tracing::info!(name: INVOCATION, outcome, ?step, erased, redacted, "worked on the closing of the event");
                Ok(Value::from("worked"))
            }
        }
    }
}
