//! From the stream of registrations to e-mail, and to the read model of the portal.
//!
//! Every new outbox entry is sent at once, and every request for the passes of an address is answered. The stream is
//! only the fast path: what is not sent here is due a little later and sent by the reconciler, so a failing mail service
//! never holds the stream up. Every change of a
//! candidate or an order is projected into the read model; nothing else does that, so where it fails the stream must
//! bring the change again. The candidates of a batch are projected together.

mod record;

use config::{ConfigError, Env};
use domain::{Clock, CustomerId, Entropy};
use futures::{FutureExt, StreamExt};
use pass_mail::PassMail;
use record::{NewMail, RecordTask};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::Registrations;
use telemetry::INVOCATION;

/// SES takes about fourteen mails a second from a new account.
const AT_ONCE: usize = 8;

/// Follows what the stream brings.
#[derive(Debug, Clone)]
pub struct Notifier {
    pass_mail: PassMail,
    registrations: Registrations,
    clock: Clock,
}

/// A batch of the stream, as Lambda hands it over.
#[derive(Deserialize)]
struct Batch {
    #[serde(rename = "Records")]
    records: Vec<serde_json::Value>,
}

/// The answer to Lambda: the records of the batch that it is to retry.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct BatchOutcome {
    /// Records that could not be read, or whose candidate could not be projected; after some tries they end in the
    /// dead-letter queue.
    #[serde(rename = "batchItemFailures")]
    pub failures: Vec<ItemFailure>,
}

/// One record that is to be retried.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ItemFailure {
    /// Its place in the stream.
    #[serde(rename = "itemIdentifier")]
    pub sequence_number: String,
}

/// The event is not a batch of a stream.
#[derive(Debug, thiserror::Error)]
#[error("the event is not a batch of a DynamoDB stream: {0}")]
pub struct NotABatch(#[from] serde_json::Error);

/// The function as Lambda runs it.
pub async fn handler(env: Env) -> Result<Notifier, ConfigError> {
    handler_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
pub async fn handler_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Notifier, ConfigError> {
    Ok(Notifier {
        registrations: Registrations::from_env(&env)?,
        pass_mail: PassMail::from_env(&env, clock.clone(), entropy)?,
        clock,
    })
}

impl Notifier {
    /// Sends the mail of each new outbox entry of a batch, and meanwhile projects its candidates.
    ///
    /// # Errors
    /// When the event is not a batch at all.
    pub async fn handle(&self, event: serde_json::Value) -> Result<BatchOutcome, NotABatch> {
        let batch: Batch = serde_json::from_value(event)?;
        let records = batch.records.len();
        let mut mails = Vec::new();
        let mut changed: BTreeMap<CustomerId, Vec<String>> = BTreeMap::new();
        let mut failed = Vec::new();
        for record in batch.records {
            let number = record["dynamodb"]["SequenceNumber"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            match record::read(&record) {
                Ok(RecordTask::Mail(mail)) => mails.push(mail),
                Ok(RecordTask::Projection(id)) => {
                    telemetry::about(&id);
                    changed.entry(id).or_default().push(number);
                }
                Ok(RecordTask::Nothing) => {}
                Err(record::Unreadable) => {
                    tracing::error!("a record of the stream cannot be read");
                    failed.push(number);
                }
            }
        }
        let (new_mails, candidates) = (mails.len(), changed.len());
        let sent = futures::stream::iter(mails)
            .for_each_concurrent(AT_ONCE, |mail| self.send(mail))
            .boxed();
        let ((), behind) = futures::future::join(sent, self.project(changed).boxed()).await;
        failed.extend(behind);
        // How many of the mails went out is among the line's metrics.
        if failed.is_empty() {
            tracing::info!(name: INVOCATION, records, new_mails, candidates, "processed a batch");
        } else {
            let failed = failed.len();
            tracing::error!(name: INVOCATION, records, new_mails, candidates, failed, "partial batch failure");
        }
        let failures = failed
            .into_iter()
            .map(|sequence_number| ItemFailure { sequence_number })
            .collect();
        Ok(BatchOutcome { failures })
    }

    /// Projects candidates, and returns the records of those that could not be.
    async fn project(&self, mut changed: BTreeMap<CustomerId, Vec<String>>) -> Vec<String> {
        let ids: Vec<CustomerId> = changed.keys().cloned().collect();
        let mut behind = Vec::new();
        for failed in self.registrations.project(&ids, self.clock.now()).await {
            tracing::error!(
                candidate = failed.customer_id.as_str(),
                cause = %failed.cause,
                "a candidate is not projected yet"
            );
            behind.extend(changed.remove(&failed.customer_id).unwrap_or_default());
        }
        behind
    }

    async fn send(&self, mail: NewMail) {
        let sent = match mail {
            NewMail::Pass(id) => self.pass_mail.deliver(&id).await.map(drop),
            NewMail::Passes(email) => self.pass_mail.answer(&email).await.map(drop),
        };
        if let Err(error) = sent {
            // The entry, or the request, is due soon, and the reconciler takes it up.
            tracing::warn!(cause = %error, "a mail of the stream was left to the reconciler");
        }
    }
}
