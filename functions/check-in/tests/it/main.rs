//! Checking in through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod attendance;
mod batch;
mod chosen;
mod clear;
mod doubles;
mod inside;
mod large;
mod late;
mod look;
mod nonces;
mod orders;
mod phones;
mod races;
mod redeem;
mod roster;
mod seats;
mod single_tables;
mod start;
mod undo;
mod without_right;

use domain::{Role, pass::qr_text, payment::Order};
use serde_json::{Value, json};
use std::ops::Deref;
use store::tables::Table;
use test_support::{Answer, Request};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339, macros::datetime};

const DAY: &str = "day:2025-05-31";
const EXAM: &str = "exam:backwater-bca";

/// Ten o'clock of the first day of the tests' exams in India.
const TEN: OffsetDateTime = datetime!(2025-05-31 04:30 UTC);

struct App(test_support::App);

/// Moves an exam.
async fn hold(app: &App, exam: &str, date: &str, start: &str, end: &str) {
    let rows = app.test_env.dump(Table::Catalogue).await;
    let mut row = rows.into_iter().find(|row| row["id"] == exam).unwrap();
    row["date"] = json!(date);
    row["time_start"] = json!(start);
    row["time_end"] = json!(end);
    app.test_env.put(Table::Catalogue, &row).await;
}

impl Deref for App {
    type Target = test_support::App;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl App {
    /// The function, on the first day of the event at ten.
    async fn start() -> Self {
        let app = test_support::App::start(check_in::app_with).await;
        app.test_env.clock.set_to(TEN);
        let app = Self(app);
        // There are lists for two days, whichever the event's own are.
        hold(&app, "backwater-bsc", "2025-06-01", "10:00", "12:00").await;
        app
    }

    async fn post(&self, call: &str, body: &Value) -> Answer {
        let token = self.test_env.token_of(Role::Door).await;
        let request = Request::post(format!("/api/check-in/{call}"), body);
        self.call(request.bearer(&token)).await
    }

    async fn redeem(&self, scan: &Value) -> Answer {
        self.post("redeem", scan).await
    }

    /// The verdict about a scan, which must get one.
    async fn verdict(&self, scan: &Value) -> Value {
        let answer = self.redeem(scan).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    async fn get(&self, path: &str) -> Value {
        let answer = self.call_as_admin(Request::get(path)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    async fn attendance(&self, list: &str) -> Value {
        self.get(&format!("/api/check-in/attendance?list={list}")).await
    }
}

/// A scan of a code by a device, with a nonce of its own.
fn scan(code: &str, device: &str, at: OffsetDateTime) -> Value {
    let nonce = domain::Entropy::system().symbols(20);
    json!({
        "code": code, "list": DAY, "nonce": nonce, "scanned_at": at.format(&Rfc3339).unwrap(), "device": device,
    })
}

/// The same for another list.
fn at(list: &str, mut scan: Value) -> Value {
    scan["list"] = json!(list);
    scan
}

/// The same, made by a device that had no network and has let the person in.
fn offline(mut scan: Value) -> Value {
    scan["offline"] = json!(true);
    scan
}

fn code(order: &Order) -> String {
    qr_text(&order.order_id)
}

fn minutes(minutes: i64) -> OffsetDateTime {
    TEN + Duration::minutes(minutes)
}
