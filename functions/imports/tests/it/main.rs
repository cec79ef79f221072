//! Lists of schools, through the function's router and its events, isolated for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod commit;
mod crashes;
mod group;
mod preview;
mod start;

use axum::Router;
use config::Env;
use domain::Entropy;
use imports::ImportWorker;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, COLLEGE, COURSE, Request, SINGLE, TestEnv, call};

const IMPORTS: &str = "/api/imports";
const KEY: &str = "0b8f4ab2-34a1-4f0e-9d5c-1f1f6c1d2e3f";

/// As a school sends it: 40 people, with a byte order mark, semicolons, CRLF, an empty line and a name in Malayalam.
const SAMPLE: &str = include_str!("../../../../docs/samples/school-list.csv");

/// Both sides of the function.
struct App {
    test_env: TestEnv,
    router: Router,
    worker: ImportWorker,
    env: Env,
}

impl App {
    async fn start() -> Self {
        let test_env = TestEnv::start().await;
        let env = test_env.env_and(&[("AWS_LAMBDA_FUNCTION_NAME", "imports")]);
        let started = imports::app_and_worker_with(env.clone(), test_env.clock.handle(), Entropy::system());
        let (router, worker) = started.await.unwrap();
        Self {
            test_env,
            router,
            worker,
            env,
        }
    }

    async fn ask(&self, request: Request) -> Answer {
        let token = self.test_env.admin_token().await;
        call(&self.router, request.bearer(&token)).await
    }

    async fn post(&self, form: &Value) -> Answer {
        self.ask(Request::post(IMPORTS, form)).await
    }

    /// Takes a list that nobody works on yet, and returns its identifier.
    async fn take(&self, form: &Value) -> String {
        let answer = self.post(&committed(form)).await;
        assert_eq!(answer.status, 202, "{}", answer.json);
        answer.json["import_id"].as_str().unwrap().to_owned()
    }

    /// The events that nobody has worked on.
    fn events(&self) -> Vec<Value> {
        self.test_env.events_of("imports")
    }

    async fn run_events(&self) {
        loop {
            let waiting = self.events();
            if waiting.is_empty() {
                return;
            }
            for event in waiting {
                self.worker.handle(event).await.unwrap();
            }
        }
    }

    async fn list(&self, id: &str) -> Value {
        let answer = self.ask(Request::get(format!("{IMPORTS}/{id}"))).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    /// Everybody of a group, part after part.
    async fn people(&self, id: &str) -> Vec<Value> {
        let (mut people, mut from) = (Vec::new(), json!(0));
        loop {
            let answer = self
                .ask(Request::get(format!("{IMPORTS}/{id}/people?from={from}")))
                .await;
            assert_eq!(answer.status, 200, "{}", answer.json);
            people.extend(answer.json["people"].as_array().unwrap().clone());
            from = answer.json["next"].clone();
            if from.is_null() {
                return people;
            }
        }
    }

    /// The items of a kind in table registrations.
    async fn of_kind(&self, kind: &str) -> Vec<Value> {
        self.test_env.of_kind(Table::Registrations, kind).await
    }

    /// What the audit log says of an action.
    async fn audited(&self, action: &str) -> Vec<Value> {
        let items = self.test_env.dump(Table::Admin).await;
        items
            .into_iter()
            .filter(|item| item["action"] == action)
            .collect()
    }

    /// The entries of all tills.
    async fn till(&self) -> Vec<Value> {
        let items = self.test_env.dump(Table::Admin).await;
        let is_entry = |item: &Value| item["sk"].as_str().is_some_and(|sk| sk.starts_with("ENTRY#"));
        items.into_iter().filter(is_entry).collect()
    }

    /// The lines of lists that are not registered.
    async fn lines(&self) -> Vec<Value> {
        let mut items = self.test_env.dump(Table::Registrations).await;
        items.retain(|item| item["sk"].as_str().is_some_and(|sk| sk.starts_with("LINE#")));
        items
    }

    async fn lines_left(&self) -> usize {
        self.lines().await.len()
    }

    /// What is kept about an address becomes what this release cannot read.
    async fn spoil_claim(&self, email: &str) {
        self.test_env.counter_order(SINGLE, email).await;
        let claims = self.of_kind("CLAIM").await.into_iter();
        for mut claim in claims.filter(|claim| claim["pk"] == format!("CLAIM#{email}")) {
            claim["state"] = json!("LATER");
            self.test_env.put(Table::Registrations, &claim).await;
        }
    }
}

/// A list for one exam, paid in cash.
fn paid(csv: &str) -> Value {
    json!({
        "csv": csv, "package": SINGLE, "college": COLLEGE, "course": COURSE, "payment": "paid", "mode": "cash",
        "reference": "Cheque 77", "group": "St. Mary's, Kochi",
    })
}

fn with(mut form: Value, name: &str, value: Value) -> Value {
    form[name] = value;
    form
}

fn committed(form: &Value) -> Value {
    with(form.clone(), "commit", json!(true))
}

/// So many people.
fn list_of(people: usize) -> String {
    let lines = (0..people).map(|one| format!("Student No {one},student{one}@example.com,98460{one:05}\n"));
    format!("name,email,phone\n{}", lines.collect::<String>())
}
