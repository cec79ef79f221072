//! Results of exams, through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod commit;
mod correct;
mod door;
mod preview;
mod publish;
mod roles;
mod start;

use domain::{pass::PassNo, payment::Order};
use serde_json::{Value, json};
use std::ops::Deref;
use store::{
    registrations::paid::{ClaimPolicy, Payment, Recorded},
    tables::Table,
};
use test_support::{ALL, Answer, COURSE, OTHER_COURSE, Request};

/// As a school sends it: with a byte order mark, semicolons, CRLF, quoted cells and somebody who was absent.
const SAMPLE: &str = include_str!("../../../../docs/samples/results.csv");

struct App(test_support::App);

impl Deref for App {
    type Target = test_support::App;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

fn path(rest: &str) -> String {
    format!("/api/results/{COURSE}{rest}")
}

impl App {
    async fn start() -> Self {
        Self(test_support::App::start(results::app_with).await)
    }

    /// Somebody with a valid pass of a package, whom the candidate list knows.
    async fn holder(&self, package: &str, email: &str) -> Order {
        let order = self.test_env.paid_order(package, email).await;
        if package == ALL {
            self.test_env.choose(&order, &[COURSE, OTHER_COURSE]).await;
        }
        self.test_env.project(&order).await;
        order
    }

    /// Somebody with a pass for every exam who has chosen none.
    async fn undecided(&self, email: &str) -> Order {
        let order = self.test_env.paid_order(ALL, email).await;
        self.test_env.project(&order).await;
        order
    }

    /// Somebody with a pass for every exam, of an address that another pass has as well.
    async fn sibling(&self, email: &str) -> Order {
        let order = self.undecided_sibling(email).await;
        self.test_env.choose(&order, &[COURSE, OTHER_COURSE]).await;
        self.test_env.project(&order).await;
        order
    }

    /// The same who has chosen none.
    async fn undecided_sibling(&self, email: &str) -> Order {
        let order = self.test_env.written_order(ALL, email).await;
        let registrations = self.test_env.registrations();
        let payment = Payment {
            order: &order,
            method: None,
            at: self.test_env.clock.now(),
            claim: &ClaimPolicy::Take(registrations.holdings(&order.claim_key()).await.unwrap().mark),
            counter: None,
            place: store::registrations::places::PlaceAction::Keep,
        };
        assert_eq!(registrations.record_paid(&payment).await.unwrap(), Recorded::Done);
        let order = self.test_env.stored(order.order_id.as_str()).await;
        self.test_env.project(&order).await;
        order
    }

    async fn upload(&self, csv: &str, commit: bool) -> Answer {
        let form = json!({ "csv": csv, "commit": commit });
        self.call_as_admin(Request::post(path(""), &form)).await
    }

    async fn preview(&self, csv: &str) -> Value {
        let answer = self.upload(csv, false).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    async fn commit(&self, csv: &str) -> Value {
        let answer = self.upload(csv, true).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    async fn read(&self) -> Value {
        let answer = self.call_as_admin(Request::get(path(""))).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    async fn publish(&self, form: &Value) -> Answer {
        self.call_as_admin(Request::post(path("/publish"), form)).await
    }

    async fn withdraw(&self) -> Answer {
        self.call_as_admin(Request::post(path("/withdraw"), &json!({})))
            .await
    }

    async fn correct(&self, of: &Order, form: &Value) -> Answer {
        let path = path(&format!("/{}", of.customer_id));
        self.call_as_admin(Request::put(path, form)).await
    }

    /// What the audit log says of an action, the oldest first.
    async fn audited(&self, action: &str) -> Vec<Value> {
        let mut entries = self.audit_log().await;
        entries.retain(|entry| entry["action"] == action);
        entries
    }

    /// How many items of results there are.
    async fn items(&self) -> usize {
        let items = self.test_env.dump(Table::Registrations).await;
        let is_one = |item: &&Value| item["pk"].as_str().is_some_and(|pk| pk.starts_with("RESULTS#"));
        items.iter().filter(is_one).count()
    }
}

fn pass_no(order: &Order) -> String {
    PassNo::of(&order.customer_id).to_string()
}

/// A correction that is in order.
fn correction(marks: f64, version: u64) -> Value {
    json!({ "marks": marks, "out_of": 100, "reason": "Added up wrongly", "version": version })
}

/// Line, column and code of each mistake.
fn mistakes(list: &Value) -> Vec<(u64, String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let list = list.as_array().unwrap().iter();
    list.map(|one| {
        assert!(!text(&one["message"]).is_empty());
        (
            one["line"].as_u64().unwrap(),
            text(&one["column"]),
            text(&one["code"]),
        )
    })
    .collect()
}
