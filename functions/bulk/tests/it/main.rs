//! Bulk actions, through the function's router and its events, isolated for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod begin;
mod crashes;
mod guards;
mod list;
mod mails;
mod preview;
mod start;
mod work;

use ::jobs::{Dispatcher, Woken};
use axum::Router;
use bulk::BulkWorker;
use config::Env;
use domain::{Entropy, Role, payment::Order};
use pass_mail::{Delivery, PassMail};
use serde_json::{Value, json};
use std::collections::HashMap;
use store::{BulkJob, tables::Table};
use test_support::{Answer, Request, SINGLE, TestEnv, call};
use time::Duration;

const BULK: &str = "/api/bulk";

/// Both sides of the function.
struct App {
    test_env: TestEnv,
    router: Router,
    worker: BulkWorker,
    env: Env,
}

impl App {
    async fn start() -> Self {
        let test_env = TestEnv::start().await;
        let env = test_env.env_and(&[("AWS_LAMBDA_FUNCTION_NAME", "bulk")]);
        let (router, worker) = both_sides(&test_env, &env).await;
        Self {
            test_env,
            router,
            worker,
            env,
        }
    }

    async fn ask_as(&self, role: Role, request: Request) -> Answer {
        let token = self.test_env.token_of(role).await;
        call(&self.router, request.bearer(&token)).await
    }

    async fn ask(&self, request: Request) -> Answer {
        self.ask_as(Role::Admin, request).await
    }

    async fn preview(&self, form: &Value) -> Value {
        let answer = self.ask(Request::post(format!("{BULK}/preview"), form)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    /// Begins what the preview says, which nobody works on yet, and returns its identifier.
    async fn begin(&self, form: &Value) -> String {
        let mut form = form.clone();
        form["expected"] = self.preview(&form).await["changes"].clone();
        let answer = self.ask(keyed(&form, "1")).await;
        assert_eq!(answer.status, 202, "{}", answer.json);
        answer.json["bulk_id"].as_str().unwrap().to_owned()
    }

    /// The events that nobody has worked on.
    fn events(&self) -> Vec<Value> {
        self.test_env.events_of("bulk")
    }

    /// What the reconciler does about bulk actions whose moment has come, or whose worker is dead.
    async fn wake(&self) -> usize {
        let clock = self.test_env.clock.handle();
        let dispatcher =
            Dispatcher::<BulkJob>::from_env(&self.env, "BULK_FUNCTION", clock, Entropy::system());
        let Woken { called, given_up } = dispatcher.unwrap().wake_due().await.unwrap();
        assert_eq!(given_up, 0);
        called
    }

    /// Lets workers and the reconciler bring a bulk action to its end.
    async fn finish(&self, id: &str) -> Value {
        for _ in 0..100 {
            for event in self.events() {
                let _ = self.worker.handle(event).await;
            }
            let state = self.state(id).await;
            if state["state"] == "done" {
                return state;
            }
            self.test_env.clock.advance(Duration::minutes(3));
            self.wake().await;
        }
        panic!("it does not end: {}", self.state(id).await);
    }

    async fn run(&self, form: &Value) -> Value {
        let id = self.begin(form).await;
        self.finish(&id).await
    }

    async fn state(&self, id: &str) -> Value {
        let answer = self.ask(Request::get(format!("{BULK}/{id}"))).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    /// The candidates with one outcome, with the reason.
    async fn results(&self, id: &str, outcome: &str) -> HashMap<String, Option<String>> {
        let mut all = HashMap::new();
        let mut after = String::new();
        loop {
            let path = format!("{BULK}/{id}/results?outcome={outcome}&after={after}");
            let answer = self.ask(Request::get(path)).await;
            assert_eq!(answer.status, 200, "{}", answer.json);
            for result in answer.json["results"].as_array().unwrap() {
                let reason = result["reason"].as_str().map(str::to_owned);
                let id = result["customer_id"].as_str().unwrap().to_owned();
                assert!(all.insert(id, reason).is_none(), "somebody is listed twice");
            }
            match answer.json["next"].as_str() {
                Some(next) => after = next.to_owned(),
                None => return all,
            }
        }
    }

    /// Lets everybody who has registered be in the lists.
    async fn listed(&self) {
        let now = self.test_env.clock.now();
        test_support::rebuild(&self.test_env.registrations(), now)
            .await
            .unwrap();
    }

    /// So many who have paid and whose pass was mailed, each with an address of their own.
    async fn paid(&self, count: usize) -> Vec<Order> {
        let mail = PassMail::from_env(&self.env, self.test_env.clock.handle(), Entropy::system()).unwrap();
        let mut orders = Vec::new();
        for one in 0..count {
            let order = self
                .test_env
                .paid_order(SINGLE, &format!("paid{one}@example.com"))
                .await;
            assert_eq!(mail.deliver(&order.order_id).await.unwrap(), Delivery::Sent);
            orders.push(self.test_env.stored(order.order_id.as_str()).await);
        }
        self.test_env.mailbox.clear();
        self.test_env.clock.advance(Duration::MINUTE);
        self.listed().await;
        orders
    }

    /// So many who have registered at the counter and not paid.
    async fn unpaid(&self, count: usize) -> Vec<Order> {
        let mut orders = Vec::new();
        for one in 0..count {
            orders.push(
                self.test_env
                    .counter_order(SINGLE, &format!("unpaid{one}@example.com"))
                    .await,
            );
        }
        self.listed().await;
        orders
    }

    async fn stored(&self, order: &Order) -> Order {
        self.test_env.stored(order.order_id.as_str()).await
    }

    /// How many mails each address has.
    fn mails(&self) -> HashMap<String, usize> {
        let mut mails = HashMap::new();
        for mail in self.test_env.mailbox.mails() {
            *mails.entry(mail.to).or_default() += 1;
        }
        mails
    }

    /// What the audit log says of an action.
    async fn audited(&self, action: &str) -> Vec<Value> {
        let items = self.test_env.dump(Table::Admin).await;
        items
            .into_iter()
            .filter(|item| item["action"] == action)
            .collect()
    }

    /// How many entries the tills have.
    async fn till_entries(&self) -> usize {
        let items = self.test_env.dump(Table::Admin).await;
        let is_entry = |item: &&Value| item["sk"].as_str().is_some_and(|sk| sk.starts_with("ENTRY#"));
        items.iter().filter(is_entry).count()
    }

    /// How many items of a kind table registrations has.
    async fn count(&self, kind: &str) -> usize {
        let items = self.test_env.dump(Table::Registrations).await;
        items.iter().filter(|item| item["kind"] == kind).count()
    }
}

async fn both_sides(test_env: &TestEnv, env: &Env) -> (Router, BulkWorker) {
    let (clock, pauses) = (test_env.clock.handle(), test_env.clock.pauses());
    let started = bulk::app_and_worker_with(env.clone(), clock, Entropy::system(), pauses);
    started.await.unwrap()
}

/// A form as the portal sends it, with one of its keys.
fn keyed(form: &Value, key: &str) -> Request {
    Request::post(BULK, form).header(
        "idempotency-key",
        format!("00000000-0000-4000-8000-00000000000{key}"),
    )
}

fn to_all(action: &str) -> Value {
    match action {
        "withdraw" | "restore" => json!({ "action": action, "reason": "The hall is closed" }),
        _ => json!({ "action": action }),
    }
}

fn counts(state: &Value) -> [u64; 5] {
    ["total", "done", "skipped", "failed", "left"].map(|name| state[name].as_u64().unwrap())
}
