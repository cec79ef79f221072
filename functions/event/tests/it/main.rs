//! The event's settings, through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod public;
mod settings;
mod start;

use serde_json::Value;
use test_support::{App, Request};

const EVENT: &str = "/api/event";
const SETTINGS: &str = "/api/event/settings";

async fn app() -> App {
    App::start(event::app_with).await
}

/// Sets the event's settings, which must succeed.
async fn set(app: &App, settings: &Value) -> Value {
    let answer = app.call_as_admin(Request::put(SETTINGS, settings)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}
