//! What the provider calls, through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod contradictions;
mod disputes;
mod metrics;
mod no_effect;
mod payments;
mod records;
mod signatures;
mod single_tables;
mod start;

use base64::{Engine, prelude::BASE64_STANDARD};
use domain::payment::Order;
use hmac::{Hmac, KeyInit, Mac};
use provider_simulator::{Call, PaymentStatus, SignedWebhook, WebhookRequest};
use serde_json::Value;
use sha2::Sha256;
use std::ops::Deref;
use store::{registrations::attention::Flag, tables::Table};
use test_support::{Answer, Request, SINGLE};

const WEBHOOK: &str = "/api/payments/webhook";

/// The secret with which the simulator signs.
const SECRET: &str = "local-secret";

/// The function in a test environment.
struct App(test_support::App);

impl Deref for App {
    type Target = test_support::App;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl App {
    async fn start() -> Self {
        Self(test_support::App::start(payment_webhook::app_with).await)
    }

    /// An order that is open at the provider, Rs 1000.
    async fn open_order(&self) -> Order {
        self.test_env.open_order(SINGLE, "asha@example.com").await
    }

    /// Delivers a webhook as it was signed.
    async fn deliver(&self, webhook: &SignedWebhook) -> Answer {
        let headers = webhook.headers.iter().map(|(name, value)| (&**name, &**value));
        self.post(headers, webhook.body.as_bytes()).await
    }

    /// Delivers everything the provider has to tell, each once.
    async fn deliver_all(&self) -> Vec<Answer> {
        let mut answers = Vec::new();
        for webhook in self.test_env.provider.take_webhooks() {
            answers.push(self.deliver(&webhook).await);
        }
        answers
    }

    /// Delivers a webhook of this type, whether or not its event took place.
    async fn tell(&self, event: &str, order: &str) -> Answer {
        self.deliver(&self.test_env.provider.webhook(&WebhookRequest::of(event, order)))
            .await
    }

    /// Delivers this body with its own signature.
    async fn deliver_signed(&self, secret: &str, body: &[u8]) -> Answer {
        let signature = signature(secret, "1747715400000", body);
        let headers = [
            ("x-webhook-timestamp", "1747715400000"),
            ("x-webhook-signature", &*signature),
        ];
        self.post(headers, body).await
    }

    async fn post<'a>(&self, headers: impl IntoIterator<Item = (&'a str, &'a str)>, body: &[u8]) -> Answer {
        let mut request = Request::post_raw(WEBHOOK, body);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        self.call(request).await
    }

    async fn rows(&self) -> Vec<Value> {
        self.test_env.dump(Table::Registrations).await
    }

    async fn count(&self, kind: &str) -> usize {
        self.rows().await.iter().filter(|row| row["kind"] == kind).count()
    }

    async fn status(&self, order: &Order) -> &'static str {
        self.test_env
            .stored(order.order_id.as_str())
            .await
            .status
            .as_str()
    }

    async fn flags(&self) -> Vec<Flag> {
        self.test_env.flags().await
    }

    /// How often the provider was asked about orders.
    fn asked(&self) -> u64 {
        self.test_env.provider.calls(Call::GetOrder) + self.test_env.provider.calls(Call::GetPayments)
    }
}

fn signature(secret: &str, timestamp: &str, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(timestamp.as_bytes());
    mac.update(body);
    BASE64_STANDARD.encode(mac.finalize().into_bytes())
}

/// Status, code and field of a refusal.
fn refusal(answer: &Answer) -> (u16, &str, &str) {
    (answer.status.as_u16(), answer.code(), answer.field())
}

fn assert_taken(answer: &Answer, message: &str) {
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.message(), message);
}

async fn paid_order(app: &App) -> Order {
    let order = app.open_order().await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    app.deliver_all().await;
    assert_eq!(app.status(&order).await, "PAID");
    order
}

/// The summaries of what was kept, and the kinds of the flags.
async fn kept(app: &App) -> (Vec<String>, Vec<&'static str>) {
    let rows = app.rows().await;
    let events = rows.iter().filter(|row| row["kind"] == "EVENT");
    let summary = |event: &Value| event["summary"].as_str().unwrap().to_owned();
    let flags = app.flags().await;
    (
        events.map(summary).collect(),
        flags.iter().map(|flag| flag.flag.as_str()).collect(),
    )
}

/// The note of the one flag, and whether there is one.
async fn note(app: &App) -> Option<String> {
    let flags = app.flags().await;
    assert!(flags.len() < 2, "{flags:?}");
    flags.first().map(|flag| flag.note.clone())
}
