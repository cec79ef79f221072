//! Exports, through the function's router and its events, isolated for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod attendance;
mod begin;
mod contents;
mod jobs;
mod results;
mod sizes;
mod start;

use axum::Router;
use config::Env;
use domain::Entropy;
use exports::ExportWorker;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, Request, TestEnv, call};

const EXPORTS: &str = "/api/exports";

/// Both sides of the function.
struct App {
    test_env: TestEnv,
    router: Router,
    worker: ExportWorker,
    env: Env,
}

impl App {
    async fn start() -> Self {
        let test_env = TestEnv::start().await;
        let env = test_env.env_and(&[("AWS_LAMBDA_FUNCTION_NAME", "exports")]);
        let started = exports::app_and_worker_with(env.clone(), test_env.clock.handle(), Entropy::system());
        let (router, worker) = started.await.unwrap();
        Self {
            test_env,
            router,
            worker,
            env,
        }
    }

    /// With so many candidates of every kind, and everything that is made of them.
    async fn with_candidates(count: u64) -> Self {
        let app = Self::start().await;
        app.test_env.seed_candidates(7, count).await;
        app.project().await;
        app
    }

    async fn project(&self) {
        let now = self.test_env.clock.now();
        test_support::rebuild(&self.test_env.registrations(), now)
            .await
            .unwrap();
    }

    async fn ask(&self, request: Request) -> Answer {
        let token = self.test_env.admin_token().await;
        call(&self.router, request.bearer(&token)).await
    }

    /// Asks for an export that nobody works on yet, and returns its identifier.
    async fn begin(&self, kind: &str, format: &str, filters: Value) -> String {
        let body = json!({ "kind": kind, "format": format, "filters": filters });
        let answer = self.ask(Request::post(EXPORTS, &body)).await;
        assert_eq!(answer.status, 202, "{}", answer.json);
        answer.json["export_id"].as_str().unwrap().to_owned()
    }

    /// The events that nobody has worked on.
    fn events(&self) -> Vec<Value> {
        self.test_env.events_of("exports")
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

    async fn state(&self, id: &str) -> Value {
        let answer = self.ask(Request::get(format!("{EXPORTS}/{id}"))).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    /// The file of a whole export.
    async fn file(&self, kind: &str, format: &str, filters: Value) -> Vec<u8> {
        let id = self.begin(kind, format, filters).await;
        self.run_events().await;
        let state = self.state(&id).await;
        assert_eq!(state["state"], "done", "{state}");
        let (status, file) = fetch(state["url"].as_str().unwrap()).await;
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&file));
        file
    }

    /// The lines of a whole CSV export, each by the heads of its columns.
    async fn lines(&self, kind: &str, filters: Value) -> Vec<Value> {
        read(&self.file(kind, "csv", filters).await)
    }
}

async fn fetch(url: &str) -> (u16, Vec<u8>) {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let answer = client.get(url).send().await.unwrap();
    let status = answer.status().as_u16();
    (status, answer.bytes().await.unwrap().to_vec())
}

fn read(file: &[u8]) -> Vec<Value> {
    let text = file.strip_prefix(b"\xEF\xBB\xBF").expect("a byte order mark");
    let mut reader = csv::Reader::from_reader(text);
    let head = reader.headers().unwrap().clone();
    let lines = reader.records().map(|line| {
        let line = line.unwrap();
        let cells = head.iter().zip(&line);
        cells.map(|(name, cell)| (name.to_owned(), json!(cell))).collect()
    });
    lines.map(Value::Object).collect()
}

/// The values of a column.
fn column(lines: &[Value], name: &str) -> Vec<String> {
    let cells = lines.iter().map(|line| line[name].as_str().unwrap().to_owned());
    cells.collect()
}
