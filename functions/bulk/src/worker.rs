//! The work on a bulk action: `freeze` writes down who is meant, `working` does it to them, and `one` is a single candidate.
//!
//! What is done is written in one transaction with the candidate's result, so a worker that dies leaves nobody half done. Only a
//! mail cannot be in a transaction: who is mailed is taken first, and of one whose worker died meanwhile the outbox says whether
//! it went out.

mod freeze;
mod one;
mod working;

use audience::AudienceSources;
use config::{ConfigError, Env};
use counter::Counter;
use domain::{Clock, Entropy};
use jobs::{JobOutcome, MailRate, Runner, WorkEvent, WorkNotDone};
use pass_mail::PassMail;
use pauses::Pauses;
use serde_json::Value;
use store::{AdminTable, BulkItems, BulkJob, Recipients};
use telemetry::INVOCATION;
use working::BulkWorking;

/// Works on the job that an event names.
#[derive(Debug, Clone)]
pub struct BulkWorker {
    runner: Runner<BulkJob>,
    sources: AudienceSources,
    items: BulkItems,
    counter: Counter,
    pass_mail: PassMail,
    /// The mails that go first.
    queue: Recipients,
    admin_table: AdminTable,
    /// How many passes are mailed a second.
    rate: MailRate,
    clock: Clock,
    entropy: Entropy,
    pauses: Pauses,
}

impl BulkWorker {
    pub(crate) fn from_env(
        env: &Env,
        clock: Clock,
        entropy: Entropy,
        pauses: Pauses,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            runner: Runner::from_env(env, clock.clone(), entropy.clone())?,
            sources: AudienceSources::from_env(env)?,
            items: BulkItems::from_env(env)?,
            counter: Counter::from_env(env, clock.clone(), entropy.clone())?,
            pass_mail: PassMail::from_env(env, clock.clone(), entropy.clone())?,
            queue: Recipients::from_env(env)?,
            admin_table: AdminTable::from_env(env)?,
            rate: MailRate::from_env(env, clock.clone())?,
            clock,
            entropy,
            pauses,
        })
    }

    /// Works on the job of an event and returns how that ended, for the log.
    ///
    /// # Errors
    /// When nothing could be done about the event, or no more.
    pub async fn handle(&self, event: Value) -> Result<Value, WorkNotDone> {
        let WorkEvent { work } = serde_json::from_value(event).map_err(|_| WorkNotDone::UnknownEvent)?;
        let worked = self.runner.work(&work, &mut BulkWorking::new(self)).await?;
        let (outcome, done) = (worked.outcome.as_str(), worked.job.map_or(0, |job| job.done));
        match worked.outcome {
            JobOutcome::Failed => tracing::error!(name: INVOCATION, outcome, done, "worked on a bulk action"),
            JobOutcome::Finished | JobOutcome::Left | JobOutcome::Superseded => {
                tracing::info!(name: INVOCATION, outcome, done, "worked on a bulk action");
            }
        }
        Ok(Value::from(outcome))
    }
}
