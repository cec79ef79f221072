//! The work on an export: the event by which the function calls itself, and the file that comes of it.
//!
//! `source` has what is gone through and `kinds` how, a page at a time (`lists` at the door, `let_in` for the lines of candidates); `output` the file that comes
//! of it, and `copy` puts one into the other, step by step.

mod attendance;
mod audit;
mod candidates;
mod cell;
mod copy;
mod csv;
mod kinds;
mod let_in;
mod lists;
mod not_done;
mod output;
mod payments;
mod results;
mod source;
mod till;
mod xlsx;

pub use not_done::ExportNotDone;

use config::{ConfigError, Env};
use copy::ExportCopy;
use domain::{Clock, Entropy};
use export_files::{ExportFiles, PART};
use jobs::{JobOutcome, Runner, WorkEvent};
use serde_json::Value;
use source::Sources;
use store::exports::Export;
use telemetry::INVOCATION;

/// Works on the job that an event names.
#[derive(Debug, Clone)]
pub struct ExportWorker {
    runner: Runner<Export>,
    sources: Sources,
    files: ExportFiles,
    entropy: Entropy,
    /// How many bytes make a part.
    part: usize,
}

impl ExportWorker {
    pub(crate) fn from_env(env: &Env, clock: Clock, entropy: Entropy) -> Result<Self, ConfigError> {
        Ok(Self {
            runner: Runner::from_env(env, clock, entropy.clone())?,
            sources: Sources::from_env(env)?,
            files: ExportFiles::from_env(env)?,
            entropy,
            part: PART,
        })
    }

    /// The same with parts of another size. S3 itself takes none that is smaller than 5 MiB, but the last.
    #[must_use]
    pub fn with_parts_of(self, bytes: usize) -> Self {
        Self { part: bytes, ..self }
    }

    /// Works on the job of an event and returns how that ended, for the log.
    ///
    /// # Errors
    /// When nothing could be done about the event, or no more.
    pub async fn handle(&self, event: Value) -> Result<Value, ExportNotDone> {
        let WorkEvent { work } = serde_json::from_value(event).map_err(|_| ExportNotDone::UnknownEvent)?;
        let mut copying = ExportCopy::new(self);
        let worked = self.runner.work(&work, &mut copying).await;
        copying.abandon().await;
        let worked = worked?;
        let (outcome, rows) = (worked.outcome.as_str(), worked.job.map_or(0, |job| job.work.rows));
        match worked.outcome {
            JobOutcome::Failed => {
                tracing::error!(name: INVOCATION, outcome, rows, "worked on an export");
            }
            JobOutcome::Finished | JobOutcome::Left | JobOutcome::Superseded => {
                tracing::info!(name: INVOCATION, outcome, rows, "worked on an export");
            }
        }
        Ok(Value::from(outcome))
    }
}
