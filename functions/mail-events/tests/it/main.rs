//! From the events of the mail service to flags, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod flags;
mod ignored;
mod messages;
mod metrics;
mod order_of_events;
mod start;

use aws_emulation::MailEvent;
use domain::{AttentionKind, Entropy, payment::Order};
use mail_events::{EventOutcome, MailEvents};
use pass_mail::{PassMail, ResendRequest, Resent};
use serde_json::{Value, json};
use store::{
    AdminTable,
    registrations::{attention::Flag, outbox::OutboxEntry},
};
use test_support::TestEnv;

/// The function in a test environment, and what SES has to tell it.
struct App {
    test_env: TestEnv,
    function: MailEvents,
    pass_mail: PassMail,
}

impl App {
    async fn start() -> Self {
        let test_env = TestEnv::start().await;
        let (env, clock) = (
            test_env.env_with("MAIL_CONFIGURATION_SET", "main"),
            test_env.clock.handle(),
        );
        Self {
            function: mail_events::handler_with(env.clone(), clock.clone(), Entropy::system())
                .await
                .unwrap(),
            pass_mail: PassMail::from_env(&env, clock, Entropy::system()).unwrap(),
            test_env,
        }
    }

    /// A paid order whose mail is sent, and the events of SES about it.
    async fn sent(&self, package: &str, email: &str) -> (Order, Vec<Value>) {
        let order = self.test_env.paid_order(package, email).await;
        let mut events = self.test_env.mailbox.events();
        let _ = self.pass_mail.deliver(&order.order_id).await.unwrap();
        (order, drain(&mut events))
    }

    /// Sends the mail of an order once more, as an administrator does; returns what SES reports of that.
    async fn sent_again(&self, order: &Order) -> Vec<Value> {
        let mut events = self.test_env.mailbox.events();
        let admin_table = AdminTable::from_env(&self.test_env.env()).unwrap();
        let request = ResendRequest {
            username: "admin",
            admin_table: &admin_table,
            bulk: None,
        };
        let resent = self.pass_mail.send_once_more(&order.order_id, &request).await;
        assert_eq!(resent.unwrap(), Resent::Sent);
        drain(&mut events)
    }

    async fn tell(&self, event: &Value) -> EventOutcome {
        self.function.handle(event.clone()).await.unwrap()
    }

    async fn mail(&self, order: &Order) -> OutboxEntry {
        let entry = self.test_env.registrations().mail(&order.order_id).await;
        entry.unwrap().unwrap()
    }

    async fn flags(&self) -> Vec<Flag> {
        self.test_env.flags().await
    }

    async fn kinds(&self) -> Vec<AttentionKind> {
        self.flags().await.into_iter().map(|flag| flag.flag).collect()
    }
}

/// The same news of another mail, one with these tags.
fn about(event: &Value, tags: Vec<(&'static str, String)>) -> Value {
    let tags = tags.into_iter();
    let tags = tags.map(|(name, value)| (name.to_owned(), json!([value])));
    let mut event = event.clone();
    event["detail"]["mail"]["tags"] = Value::Object(tags.collect());
    event
}

fn drain(events: &mut tokio::sync::mpsc::UnboundedReceiver<MailEvent>) -> Vec<Value> {
    let mut received = Vec::new();
    while let Ok(MailEvent { kind, event }) = events.try_recv() {
        // Of a pass nobody asks for this.
        if kind != "send" {
            received.push(event);
        }
    }
    received
}
