//! The administrators' portal, through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod account;
mod attention;
mod contended;
mod daily_report;
mod dashboard;
mod device;
mod guessing;
mod invitations;
mod login;
mod logout;
mod logs;
mod new_device;
mod password;
mod race;
mod second_factor;
mod sessions;
mod start;
mod user_sessions;
mod users;

use access_control::LOGIN;
use accounts::Accounts;
use domain::Entropy;
use http_api::ClientAddress;
use serde_json::{Value, json};
use std::ops::Deref;
use store::{Access, Throttle, tables::Table};
use test_support::{Answer, Request};
use time::Duration;

const PASSWORD: &str = "expo-admin";

/// The function in a test environment with one administrator who has a password, `Asha`.
struct App(test_support::App);

impl Deref for App {
    type Target = test_support::App;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl App {
    async fn start() -> Self {
        let app = Self(test_support::App::start(admin::app_with).await);
        app.accounts().create("Asha", PASSWORD).await.unwrap();
        app
    }

    fn accounts(&self) -> Accounts {
        let clock = self.test_env.clock.handle();
        Accounts::from_env(&self.test_env.env(), clock, Entropy::system(), "a test").unwrap()
    }

    fn wait(&self, seconds: i64) {
        self.test_env.clock.advance(Duration::seconds(seconds));
    }

    async fn login(&self, username: &str, password: &str) -> Answer {
        self.login_from("203.0.113.9", username, password).await
    }

    async fn login_from(&self, address: &str, username: &str, password: &str) -> Answer {
        self.send_login(address, &json!({ "username": username, "password": password }))
            .await
    }

    async fn send_login(&self, address: &str, body: &Value) -> Answer {
        self.call(Request::post("/api/admin/login", body).from_address(address))
            .await
    }

    /// A sign-in with the proof of an earlier one.
    async fn login_with(&self, device: &str, username: &str, password: &str) -> Answer {
        let body = json!({ "username": username, "password": password, "device": device });
        self.send_login("203.0.113.9", &body).await
    }

    /// Uses up what the address of [`App::login`] may fail, but for `left`.
    async fn flood(&self, left: u32) {
        let access = Access::from_env(&self.test_env.env()).unwrap();
        let address = ClientAddress("203.0.113.9".parse().unwrap()).bucket();
        for _ in left..LOGIN.attempts {
            let now = self.test_env.clock.now();
            assert_eq!(
                access.throttle(LOGIN, &address, now).await.unwrap(),
                Throttle::Allowed
            );
        }
    }

    /// What the portal says to a token.
    async fn portal(&self, token: &str) -> u16 {
        let answer = self
            .call(Request::get("/api/admin/attention").bearer(token))
            .await;
        answer.status.as_u16()
    }

    /// The audit log's entries of an action.
    async fn entries(&self, action: &str) -> Vec<Value> {
        let log = self.test_env.dump(Table::Admin).await;
        log.into_iter()
            .filter(|entry| entry["action"] == action)
            .collect()
    }
}

/// The token of a login that succeeded.
fn token(answer: &Answer) -> &str {
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["token"].as_str().unwrap()
}

/// What a device keeps of a login that succeeded.
fn device(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["device"].as_str().unwrap().to_owned()
}

/// The body without the request id, which is never the same twice.
fn pause_of(answer: &Answer) -> Value {
    let mut body = answer.json.clone();
    body.as_object_mut().unwrap().remove("request_id");
    body
}
