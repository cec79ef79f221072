//! What a student can buy, through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod caching;
mod dependents;
mod editing;
mod list;
mod order;
mod prices;
mod single_tables;
mod start;
mod states;
mod windows;

use serde_json::{Value, json};
use test_support::{Answer, App, Request};

const LIST: &str = "/api/packages/list";
const PACKAGES: &str = "/api/packages";

async fn start() -> App {
    App::start(packages::app_with).await
}

/// What the tests do with the function over and over.
trait Packages {
    async fn list(&self) -> Answer;
    async fn save(&self, body: &Value) -> Answer;
    async fn get(&self, id: &str) -> Value;
    async fn delete(&self, id: &str) -> Answer;
}

impl Packages for App {
    /// The public list.
    async fn list(&self) -> Answer {
        let answer = self.call(Request::get(LIST)).await;
        assert_eq!(answer.status, 200);
        answer
    }

    async fn save(&self, body: &Value) -> Answer {
        self.call_as_admin(Request::post(PACKAGES, body)).await
    }

    /// One package, as it is edited.
    async fn get(&self, id: &str) -> Value {
        let answer = self.call_as_admin(Request::get(format!("{PACKAGES}/{id}"))).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    async fn delete(&self, id: &str) -> Answer {
        self.call_as_admin(Request::delete(format!("{PACKAGES}/{id}")))
            .await
    }
}

/// A package in order, as the form sends it.
fn form() -> Value {
    json!({
        "name": "Two Exams",
        "description": "Any two exams of one college.",
        "price": 1499.5,
        "AllowAllCollege": false,
        "collegeList": ["spice-coast", "backwater"],
    })
}
