//! The closing of the event through the function's router and its worker, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod begin;
mod delete;
mod faults;
mod sheet;
mod sizes;
mod start;

use axum::Router;
use closing::{EventCloser, NotClosed, Pauses, app_and_closer_with};
use config::{ConfigError, Env};
use domain::{Clock, Entropy, event};
use serde_json::{Value, json};
use std::sync::Arc;
use store::tables::Table;
use test_support::{Answer, Request, TestEnv, call, rebuild};
use time::{Duration, OffsetDateTime, Time};

const CLOSING: &str = "/api/closing";

/// A moment of the day after the event, in UTC.
fn day_after_the_event(hour: u8, minute: u8) -> OffsetDateTime {
    let [.., last] = event::DAYS;
    let time = Time::from_hms(hour, minute, 0).unwrap();
    last.next_day().unwrap().with_time(time).assume_utc()
}

/// The function, both sides of it.
struct App {
    test_env: TestEnv,
    router: Router,
    closer: EventCloser,
    token: String,
}

async fn app_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Router, ConfigError> {
    app_and_closer_with(env, clock, entropy, Pauses::real())
        .await
        .map(|(router, _)| router)
}

impl App {
    /// The day after the event, with so many candidates in lists and search.
    async fn with_candidates(count: u64) -> Self {
        let test_env = TestEnv::start().await;
        test_env.seed_candidates(7, count).await;
        rebuild(&test_env.registrations(), test_env.clock.now())
            .await
            .unwrap();
        test_env.clock.set_to(day_after_the_event(6, 0));
        Self::of(test_env, &[]).await
    }

    async fn of(test_env: TestEnv, settings: &[(&'static str, &str)]) -> Self {
        let started = app_and_closer_with(
            test_env.env_and(settings),
            test_env.clock.handle(),
            Entropy::system(),
            test_env.clock.pauses(),
        );
        let (router, closer) = started.await.unwrap();
        let token = test_env.admin_token().await;
        Self {
            test_env,
            router,
            closer,
            token,
        }
    }

    async fn state(&self) -> Value {
        let answer = call(&self.router, Request::get(CLOSING).bearer(&self.token)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    async fn post(&self, body: &Value) -> Answer {
        call(&self.router, Request::post(CLOSING, body).bearer(&self.token)).await
    }

    /// Closes registration, and waits until what was under way then has ended.
    async fn close_registration(&self) {
        let answer = self.post(&json!({ "step": "close_registration" })).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        self.test_env.clock.advance(Duration::minutes(2));
    }

    /// Closes registration, begins the deletion, and waits until what was under way then has ended.
    async fn begin(&self) {
        self.close_registration().await;
        let answer = self.post(&deletion()).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        self.test_env.clock.advance(Duration::minutes(2));
    }

    /// One minute's work.
    async fn minute(&self) -> Result<Value, NotClosed> {
        self.test_env.clock.advance(Duration::minutes(1));
        self.closer.handle(json!({ "job": "close-event" })).await
    }

    /// Works until it is over, and returns the report.
    async fn finish(&self) -> Value {
        for _ in 0..20 {
            self.minute().await.unwrap();
            let state = self.state().await;
            if state["deletion"]["step"] == "done" {
                return state["deletion"].clone();
            }
        }
        panic!("it does not end");
    }

    /// The file for the accounts.
    fn records(&self) -> String {
        let files = self.test_env.records();
        assert_eq!(files.len(), 1, "{:?}", files.keys());
        String::from_utf8(files.into_values().next().unwrap()).unwrap()
    }
}

/// The request that begins the deletion when the event is over.
fn deletion() -> Value {
    json!({
        "step": "delete", "confirmation": "DELETE", "export": "WITHOUT EXPORT", "despite_warnings": true,
    })
}

/// Every text of all tables, for looking for people in it.
async fn everything(test_env: &TestEnv) -> String {
    let mut all = String::new();
    for table in Table::ALL {
        for item in test_env.dump(table).await {
            all.push_str(&item.to_string().to_lowercase());
            all.push('\n');
        }
    }
    all
}
