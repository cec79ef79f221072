//! What a student can buy, through the function's router, in a world of its own for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod caching;
mod keeping;
mod list;
mod start;
mod windows;

use axum::Router;
use domain::Entropy;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, Request, World, call};

const LIST: &str = "/api/packages/list";
const PACKAGES: &str = "/api/packages";

/// The function in a world.
struct App {
    world: World,
    router: Router,
}

impl App {
    async fn start() -> Self {
        let world = World::start().await;
        let router = packages::app_with(world.env(), world.clock.handle(), Entropy::system())
            .await
            .unwrap();
        Self { world, router }
    }

    async fn call(&self, request: Request) -> Answer {
        call(&self.router, request).await
    }

    /// Asks as the administrator.
    async fn ask(&self, request: Request) -> Answer {
        let token = self.world.admin_token().await;
        self.call(request.bearer(&token)).await
    }

    async fn save(&self, body: &Value) -> Answer {
        self.ask(Request::post(PACKAGES, body)).await
    }

    async fn get(&self, id: &str) -> Value {
        let answer = self.ask(Request::get(format!("{PACKAGES}/{id}"))).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    async fn delete_package(&self, id: &str) -> Answer {
        self.ask(Request::delete(format!("{PACKAGES}/{id}"))).await
    }

    /// The audit log, the oldest entry first.
    async fn log(&self) -> Vec<Value> {
        self.world.dump(Table::Admin).await
    }

    /// Everything that a call of an administrator may change.
    async fn everything(&self) -> [Vec<Value>; 2] {
        [
            self.world.dump(Table::Catalog).await,
            self.world.dump(Table::Admin).await,
        ]
    }

    /// Sends what must be refused with this status, code and field, and checks that nothing changed.
    async fn assert_refused(&self, request: Request, refused: (u16, &str, &str)) -> Answer {
        let before = self.everything().await;
        let answer = self.ask(request).await;
        let got = (answer.status.as_u16(), answer.code(), answer.field());
        assert_eq!(got, refused, "{}", answer.json);
        assert_eq!(self.everything().await, before);
        answer
    }

    async fn list(&self) -> Answer {
        let answer = self.call(Request::get(LIST)).await;
        assert_eq!(answer.status, 200);
        answer
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
