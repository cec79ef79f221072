//! From the stream to the mail service, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod batches;
mod faults;
mod metrics;
mod read_model;
mod refused;
mod requests;
mod start;

use domain::{Entropy, payment::Order};
use notifier::Notifier;
use serde_json::{Value, json};
use store::{registrations::outbox::OutboxEntry, tables::Table};
use test_support::TestEnv;

/// The function in a test environment.
struct App {
    test_env: TestEnv,
    notifier: Notifier,
}

impl App {
    async fn start() -> Self {
        let test_env = TestEnv::start().await;
        test_env.start_stream(Table::Registrations).await;
        let notifier = notifier::handler_with(test_env.env(), test_env.clock.handle(), Entropy::system())
            .await
            .unwrap();
        Self { test_env, notifier }
    }

    /// Hands a batch over, and returns the sequence numbers of the records to retry.
    async fn handle(&self, records: &[Value]) -> Vec<String> {
        let outcome = self.notifier.handle(json!({ "Records": records })).await.unwrap();
        let failures = outcome.failures.into_iter();
        failures.map(|failure| failure.sequence_number).collect()
    }

    /// How many mails about an order went out.
    fn mails_about(&self, order: &Order) -> usize {
        let mails = self.test_env.mailbox.mails();
        let about = mails
            .iter()
            .filter(|mail| mail.text.contains(order.order_id.as_str()));
        about.count()
    }

    async fn mail(&self, order: &Order) -> OutboxEntry {
        self.test_env
            .registrations()
            .mail(&order.order_id)
            .await
            .unwrap()
            .unwrap()
    }
}

/// The record of a new outbox entry.
fn new_mail(sequence_number: &str, order: &str) -> Value {
    json!({
        "eventID": "1",
        "eventName": "INSERT",
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": "ap-south-1",
        "dynamodb": {
            "SequenceNumber": sequence_number,
            "StreamViewType": "NEW_AND_OLD_IMAGES",
            "Keys": { "pk": { "S": "REG#x" }, "sk": { "S": format!("MAIL#{order}") } },
            "NewImage": { "kind": { "S": "MAIL" }, "order_id": { "S": order } },
        },
    })
}
