//! The work on a message: `freeze` writes its recipients down, `sending` writes to them, batch by batch, and `one` is
//! a single mail.
//!
//! A mail is leased in the one queue before the mail service gets it, and has an outcome afterwards. What a sender that died
//! has left open, the mail service's own report decides (`mail-events`), or the end of the lease.

mod freeze;
mod one;
mod results;
mod sending;

use crate::words::MessageWords;
use audience::AudienceSources;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use jobs::{JobOutcome, MailRate, Runner, WorkEvent, WorkNotDone};
use mail::Mailer;
use pauses::Pauses;
use sending::MessageSending;
use serde_json::Value;
use store::{CandidateMessage, Recipients};
use telemetry::INVOCATION;

/// Works on the job that an event names.
#[derive(Debug, Clone)]
pub struct MessageWorker {
    runner: Runner<CandidateMessage>,
    sources: AudienceSources,
    recipients: Recipients,
    words: MessageWords,
    mailer: Mailer,
    /// How many mails a second a message may take.
    rate: MailRate,
    clock: Clock,
    entropy: Entropy,
    pauses: Pauses,
}

impl MessageWorker {
    pub(crate) fn from_env(
        env: &Env,
        clock: Clock,
        entropy: Entropy,
        pauses: Pauses,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            runner: Runner::from_env(env, clock.clone(), entropy.clone())?,
            sources: AudienceSources::from_env(env)?,
            recipients: Recipients::from_env(env)?,
            words: MessageWords::from_env(env)?,
            mailer: Mailer::from_env(env)?,
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
        let worked = self.runner.work(&work, &mut MessageSending::new(self)).await?;
        let (outcome, sent) = (worked.outcome.as_str(), worked.job.map_or(0, |job| job.work.sent));
        match worked.outcome {
            JobOutcome::Failed => tracing::error!(name: INVOCATION, outcome, sent, "worked on a message"),
            JobOutcome::Finished | JobOutcome::Left | JobOutcome::Superseded => {
                tracing::info!(name: INVOCATION, outcome, sent, "worked on a message");
            }
        }
        Ok(Value::from(outcome))
    }
}
