//! The streams as administrators keep them, through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod editing;
mod single_tables;
mod start;
mod windows;

use serde_json::{Value, json};
use test_support::{App, Request};

const EXAMS: &str = "/api/exams";

async fn start() -> App {
    App::start(exams::app_with).await
}

fn place(id: &str) -> String {
    format!("{EXAMS}/{id}")
}

fn form(name: &str, version: impl Into<Value>) -> Value {
    json!({ "categoryName": name, "version": version.into() })
}

async fn streams(app: &App) -> Vec<Value> {
    let answer = app.call_as_admin(Request::get(EXAMS)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json.as_array().unwrap().clone()
}

/// A new stream, without exams; its id.
async fn created(app: &App, name: &str) -> String {
    let request = Request::post(EXAMS, &json!({ "categoryName": name }));
    let answer = app.call_as_admin(request).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["message"], "Exam created successfully");
    answer.json["exam"]["_id"].as_str().unwrap().to_owned()
}
