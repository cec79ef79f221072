//! The colleges as administrators keep them, through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod editing;
mod single_tables;
mod start;
mod taking_out;
mod windows;

use serde_json::{Value, json};
use test_support::{App, Request};

const COLLEGES: &str = "/api/colleges";

async fn start() -> App {
    App::start(colleges::app_with).await
}

fn place(id: &str) -> String {
    format!("{COLLEGES}/{id}")
}

/// A college in order, as the form sends it.
fn form() -> Value {
    json!({
        "name": "Monsoon College",
        "description": "Open in the rain.",
        "courseList": ["spice-coast-bba", "backwater-bca"],
    })
}

/// An edit of a college, made on a version.
fn edit(id: &str, name: &str, version: impl Into<Value>) -> Value {
    let mut edit = form();
    edit["_id"] = json!(id);
    edit["name"] = json!(name);
    edit["version"] = version.into();
    edit
}

async fn get(app: &App, id: &str) -> Value {
    let answer = app.call_as_admin(Request::get(place(id))).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}
