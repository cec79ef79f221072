//! From the stream of registrations to e-mail: every new outbox entry is sent at once.
//!
//! The stream is only the fast path. What is not sent here is due a little later and sent by the reconciler,
//! so a failing mail service never holds the stream up.

use config::{ConfigError, Env};
use domain::{Clock, Entropy, OrderId};
use futures::StreamExt;
use pass_mail::PassMail;
use serde::{Deserialize, Serialize};

/// SES takes about fourteen mails a second from a new account.
const AT_ONCE: usize = 8;

/// Sends what the stream brings.
#[derive(Debug, Clone)]
pub struct Notifier {
    pass_mail: PassMail,
}

/// A batch of the stream, as Lambda hands it over.
#[derive(Deserialize)]
struct Batch {
    #[serde(rename = "Records")]
    records: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct Record {
    #[serde(rename = "eventName")]
    event_name: String,
    dynamodb: Change,
}

#[derive(Deserialize)]
struct Change {
    #[serde(rename = "NewImage", default)]
    new_image: Option<Image>,
}

#[derive(Deserialize)]
struct Image {
    kind: Text,
    order_id: Option<Text>,
}

#[derive(Deserialize)]
struct Text {
    #[serde(rename = "S")]
    text: String,
}

/// What Lambda is told of a batch: the records it is to bring again.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct BatchOutcome {
    /// Records that could not be read; after some tries they end in the dead-letter queue.
    #[serde(rename = "batchItemFailures")]
    pub failures: Vec<ItemFailure>,
}

/// One record that could not be read.
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
///
/// # Errors
/// Names the variable that is missing or wrong.
pub async fn handler(env: Env) -> Result<Notifier, ConfigError> {
    handler_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
///
/// # Errors
/// Names the variable that is missing or wrong.
pub async fn handler_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Notifier, ConfigError> {
    Ok(Notifier {
        pass_mail: PassMail::from_env(&env, clock, entropy)?,
    })
}

impl Notifier {
    /// Sends the mail of each new outbox entry of a batch.
    ///
    /// # Errors
    /// When the event is not a batch at all.
    pub async fn handle(&self, event: serde_json::Value) -> Result<BatchOutcome, NotABatch> {
        let batch: Batch = serde_json::from_value(event)?;
        let mut mails = Vec::new();
        let mut failures = Vec::new();
        for record in batch.records {
            match mail_of(&record) {
                Ok(Some(id)) => mails.push(id),
                Ok(None) => {}
                Err(()) => {
                    tracing::error!("a record of the stream cannot be read");
                    let number = record["dynamodb"]["SequenceNumber"].as_str().unwrap_or_default();
                    failures.push(ItemFailure {
                        sequence_number: number.to_owned(),
                    });
                }
            }
        }
        futures::stream::iter(mails)
            .for_each_concurrent(AT_ONCE, |id| self.send(id))
            .await;
        Ok(BatchOutcome { failures })
    }

    async fn send(&self, id: OrderId) {
        match self.pass_mail.deliver(&id).await {
            Ok(delivery) => tracing::debug!(?delivery, "a mail of the stream"),
            // The entry is due soon, and the reconciler takes it up.
            Err(error) => tracing::warn!(cause = %error, "a mail of the stream was left to the reconciler"),
        }
    }
}

/// The order whose mail a record asks for: None when it asks for none.
fn mail_of(record: &serde_json::Value) -> Result<Option<OrderId>, ()> {
    let record = Record::deserialize(record).map_err(|_| ())?;
    let Some(image) = record.dynamodb.new_image else {
        return Ok(None);
    };
    if record.event_name != "INSERT" || image.kind.text != "MAIL" {
        return Ok(None);
    }
    let id = image.order_id.ok_or(())?;
    OrderId::parse(&id.text).map(Some).map_err(|_| ())
}
