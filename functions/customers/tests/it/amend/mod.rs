//! Correcting a candidate, and noting something about one.

mod claims;
mod corrections;
mod versions;

use crate::CUSTOMERS;
use domain::payment::Order;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, App, Request};

/// Another exam of [`COLLEGE`].
const OTHER: &str = "backwater-bsc";

async fn put(app: &App, id: &str, body: &Value) -> Answer {
    app.call_as_admin(Request::put(format!("{CUSTOMERS}/{id}"), body))
        .await
}

async fn note(app: &App, id: &str, request: impl FnOnce(Request) -> Request, text: &str) -> Answer {
    let body = json!({ "text": text });
    let sent = Request::post(format!("{CUSTOMERS}/{id}/notes"), &body);
    app.call_as_admin(request(sent)).await
}

async fn get(app: &App, id: &str) -> Value {
    let answer = app.call_as_admin(Request::get(format!("{CUSTOMERS}/{id}"))).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}

/// The mails about corrections that wait.
async fn corrected_mails(app: &App) -> usize {
    let items = app.test_env.dump(Table::Registrations).await.into_iter();
    items
        .filter(|item| item["kind"] == "NEWS" && item["news"] == "corrected")
        .count()
}

/// What is claimed: the address's and the thing's place, the state and the holder.
async fn claims(app: &App) -> Vec<(String, String, String, String)> {
    let items = app.test_env.dump(Table::Registrations).await.into_iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut claims: Vec<_> = items
        .filter(|item| item["kind"] == "CLAIM" || item["kind"] == "COURSES")
        .map(|item| {
            let holder = match item["kind"].as_str() {
                Some("COURSES") => item["orders"].to_string(),
                _ => text(&item["order_id"]),
            };
            (text(&item["pk"]), text(&item["sk"]), text(&item["state"]), holder)
        })
        .collect();
    claims.sort();
    claims
}

fn claim(email: &str, what: &str, state: &str, holder: &str) -> (String, String, String, String) {
    let owned = |text: &str| text.to_owned();
    (format!("CLAIM#{email}"), owned(what), owned(state), owned(holder))
}

fn events(file: &Value) -> Vec<(&str, &str)> {
    let timeline = file["timeline"].as_array().unwrap().iter();
    timeline
        .map(|happened| {
            (
                happened["event"].as_str().unwrap(),
                happened["text"].as_str().unwrap_or_default(),
            )
        })
        .collect()
}

async fn stored(app: &App, order: &Order) -> Order {
    app.test_env.stored(order.order_id.as_str()).await
}
