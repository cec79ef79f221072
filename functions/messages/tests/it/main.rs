//! Messages, through the function's router and its events, isolated for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod accidents;
mod audience;
mod compose;
mod corrected;
mod left_out;
mod list;
mod refused;
mod sending;
mod start;

use aws_emulation::MailEvent;
use axum::Router;
use config::Env;
use domain::{Entropy, MessageTags};
use jobs::{Dispatcher, Woken};
use messages::MessageWorker;
use serde_json::{Value, json};
use std::{collections::HashMap, sync::Mutex};
use store::{
    CandidateMessage, Recipients, Write,
    messages::{MailReport, recipient_id},
    tables::Table,
};
use test_support::{Answer, Request, TestEnv, call};
use time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

const MESSAGES: &str = "/api/messages";

/// Both sides of the function, and what the mail service has to report.
struct App {
    test_env: TestEnv,
    router: Router,
    worker: MessageWorker,
    recipients: Recipients,
    env: Env,
    news: Mutex<UnboundedReceiver<MailEvent>>,
}

impl App {
    async fn start() -> Self {
        Self::with_rate("10").await
    }

    /// Where messages may take so many mails a second.
    async fn with_rate(mails_per_second: &str) -> Self {
        let test_env = TestEnv::start().await;
        let env = test_env.env_and(&[
            ("MAILS_PER_SECOND", mails_per_second),
            ("AWS_LAMBDA_FUNCTION_NAME", "messages"),
            ("MAIL_CONFIGURATION_SET", "main"),
        ]);
        let pauses = test_env.clock.pauses();
        let started =
            messages::app_and_worker_with(env.clone(), test_env.clock.handle(), Entropy::system(), pauses);
        let (router, worker) = started.await.unwrap();
        let news = Mutex::new(test_env.mailbox.events());
        Self {
            router,
            worker,
            recipients: Recipients::from_env(&env).unwrap(),
            env,
            news,
            test_env,
        }
    }

    /// With so many candidates of every kind, each with an address of its own, and everything that is made of them.
    async fn with_candidates(count: u64) -> Self {
        let app = Self::start().await;
        app.test_env.seed_candidates(7, count).await;
        app.ready().await;
        app
    }

    /// All who are there have registered, and are in the lists.
    async fn ready(&self) {
        self.test_env.clock.advance(Duration::days(4));
        let now = self.test_env.clock.now();
        test_support::rebuild(&self.test_env.registrations(), now)
            .await
            .unwrap();
    }

    async fn ask(&self, request: Request) -> Answer {
        let token = self.test_env.admin_token().await;
        call(&self.router, request.bearer(&token)).await
    }

    /// Sends a message that nobody works on yet, and returns its identifier.
    async fn send(&self, form: &Value) -> String {
        let answer = self.ask(keyed(form, "1")).await;
        assert_eq!(answer.status, 202, "{}", answer.json);
        answer.json["message_id"].as_str().unwrap().to_owned()
    }

    /// The events that nobody has worked on.
    fn events(&self) -> Vec<Value> {
        self.test_env.events_of("messages")
    }

    /// What the reconciler does about messages whose moment has come, or whose worker is dead.
    async fn wake(&self) -> usize {
        let clock = self.test_env.clock.handle();
        let dispatcher = Dispatcher::<CandidateMessage>::from_env(
            &self.env,
            "MESSAGES_FUNCTION",
            clock,
            Entropy::system(),
        );
        let Woken { called, given_up } = dispatcher.unwrap().wake_due().await.unwrap();
        assert_eq!(given_up, 0);
        called
    }

    /// What `mail-events` does about the mails that the mail service has taken since.
    async fn report(&self) {
        let news: Vec<MailEvent> = {
            let mut news = self.news.lock().unwrap();
            std::iter::from_fn(|| news.try_recv().ok()).collect()
        };
        for MailEvent { kind, event } in news {
            let tags = &event["detail"]["mail"]["tags"];
            let Some(tags) = MessageTags::read(|name| tags[name][0].as_str()) else {
                continue;
            };
            let report = match kind {
                "send" | "delivery" => MailReport::Taken,
                "bounce" | "complaint" => MailReport::CameBack("It came back."),
                other => panic!("{other}"),
            };
            let id = recipient_id(&tags.message, &tags.recipient);
            let reported = self.recipients.reported(&id, report, self.test_env.clock.now());
            let (Write::Done | Write::Stale) = reported.await.unwrap();
        }
    }

    /// Lets workers, the reconciler and the mail service bring a message to its end.
    async fn finish(&self, id: &str) {
        for _ in 0..600 {
            for event in self.events() {
                let _ = self.worker.handle(event).await;
            }
            self.report().await;
            if self.state(id).await["state"] == "done" {
                return;
            }
            self.test_env.clock.advance(Duration::MINUTE);
            self.wake().await;
        }
        panic!("it does not end: {}", self.state(id).await);
    }

    async fn state(&self, id: &str) -> Value {
        let answer = self.ask(Request::get(format!("{MESSAGES}/{id}"))).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    /// The recipients with one outcome.
    async fn listed(&self, id: &str, outcome: &str) -> Vec<Value> {
        let mut all = Vec::new();
        let mut after = String::new();
        loop {
            let path = format!("{MESSAGES}/{id}/recipients?outcome={outcome}&after={after}");
            let answer = self.ask(Request::get(path)).await;
            assert_eq!(answer.status, 200, "{}", answer.json);
            all.extend(answer.json["recipients"].as_array().unwrap().clone());
            match answer.json["next"].as_str() {
                Some(next) => after = next.to_owned(),
                None => return all,
            }
        }
    }

    /// How many mails each address has.
    fn mails(&self) -> HashMap<String, usize> {
        let mut mails = HashMap::new();
        for mail in self.test_env.mailbox.mails() {
            *mails.entry(mail.to).or_default() += 1;
        }
        mails
    }

    async fn entries(&self, action: &str) -> Vec<Value> {
        let items = self.test_env.dump(Table::Admin).await;
        items
            .into_iter()
            .filter(|item| item["action"] == action)
            .collect()
    }
}

/// A form as the portal sends it, with one of its keys.
fn keyed(form: &Value, key: &str) -> Request {
    Request::post(MESSAGES, form).header(
        "idempotency-key",
        format!("00000000-0000-4000-8000-00000000000{key}"),
    )
}

/// A form to an audience.
fn to(audience: Value) -> Value {
    json!({ "audience": audience, "subject": "News", "body": "Dear {name}, your pass: {pass_link}" })
}
