//! What a student can buy, through the function's router, in a world of its own for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod caching;
mod list;
mod start;

use axum::Router;
use domain::Entropy;
use test_support::{Answer, Request, World, call};

const LIST: &str = "/api/packages/list";

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

    async fn list(&self) -> Answer {
        let answer = self.call(Request::get(LIST)).await;
        assert_eq!(answer.status, 200);
        answer
    }
}
