//! The phones at the doors, as the portal shows them.

use crate::{App, DAY, TEN, minutes};
use domain::Role;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, Request};

impl App {
    async fn report(&self, token: &str, report: &Value) -> Answer {
        let request = Request::post("/api/check-in/report", report);
        self.call(request.bearer(token)).await
    }

    async fn phones(&self) -> Vec<Value> {
        self.get("/api/check-in/phones").await["phones"]
            .as_array()
            .unwrap()
            .clone()
    }
}

#[tokio::test]
async fn a_phone_is_shown_as_it_last_reported_itself_and_shows_what_is_said_on_it() {
    let app = App::start().await;
    let token = app.test_env.token_of(Role::Door).await;
    let report = json!({ "device": "Gate 2", "list": DAY, "unsent": 3, "roster_at": "2025-05-31T04:20:00Z" });
    assert_eq!(app.report(&token, &report).await.json, json!({ "message": null }));
    app.test_env.clock.set_to(minutes(1));
    let [phone] = app.phones().await.try_into().unwrap();
    let shown = [
        "device",
        "list",
        "label",
        "unsent",
        "roster_at",
        "last_contact",
        "signed_in",
        "message",
    ];
    assert_eq!(
        json!(shown.map(|name| phone[name].clone())),
        json!([
            "Gate 2",
            DAY,
            "Sat 31 May",
            3,
            "2025-05-31T04:20:00Z",
            "2025-05-31T04:30:00Z",
            true,
            null
        ])
    );

    let body = json!({ "phone": phone["id"], "text": "Come to Gate 1" });
    let say = Request::post("/api/check-in/message", &body);
    let said = app.call_as_admin(say.clone()).await;
    assert_eq!(said.status, 200, "{}", said.json);
    for _ in 0..2 {
        assert_eq!(app.report(&token, &report).await.json["message"], said.json);
    }
    assert_eq!(app.phones().await[0]["seen"], false);
    let mut seen = report.clone();
    seen["seen"] = said.json["id"].clone();
    assert_eq!(app.report(&token, &seen).await.json["message"], Value::Null);
    assert_eq!(app.phones().await[0]["seen"], true);
    // The same words once more are another message.
    app.call_as_admin(say).await;
    assert_eq!(
        app.report(&token, &seen).await.json["message"]["text"],
        "Come to Gate 1"
    );
    // By the next day it is of no use.
    app.test_env.clock.set_to(minutes(60 * 13));
    assert_eq!(app.report(&token, &report).await.json["message"], Value::Null);
}

#[tokio::test]
async fn a_phone_whose_session_has_ended_is_shown_as_signed_out_until_it_is_forgotten() {
    let app = App::start().await;
    let token = app.test_env.token_of(Role::Door).await;
    let report = json!({ "device": "Gate 2", "list": DAY });
    app.report(&token, &report).await;
    let sessions = app.test_env.dump(Table::Access).await.into_iter();
    let is_session = |item: &Value| item["pk"].as_str().is_some_and(|pk| pk.starts_with("SESSION#"));
    for mut session in sessions.filter(is_session) {
        session["ver"] = json!(999);
        app.test_env.put(Table::Access, &session).await;
    }
    assert_eq!(app.report(&token, &report).await.status, 401);
    assert_eq!(app.phones().await[0]["signed_in"], false);

    // Next morning, before the table is swept.
    let token = app.test_env.token_of(Role::Door).await;
    app.report(&token, &report).await;
    app.test_env.clock.advance(time::Duration::hours(20));
    let phones = app.phones().await;
    assert!(
        phones.iter().all(|phone| phone["signed_in"] == false),
        "{phones:?}"
    );
    app.test_env.clock.set_to(TEN + time::Duration::days(4));
    assert_eq!(app.phones().await, Vec::<Value>::new());
}

#[tokio::test]
async fn what_does_not_fit_is_refused_and_only_the_counter_says_something() {
    let app = App::start().await;
    let good = json!({ "device": "Gate 2", "list": DAY });
    for (field, value) in [
        ("device", json!("x".repeat(61))),
        ("device", json!(" ")),
        ("list", json!("day:2025-05-30")),
        ("unsent", json!(1_000_001)),
        ("roster_at", json!("now")),
        ("seen", json!("short")),
    ] {
        let mut wrong = good.clone();
        wrong[field] = value;
        let request = Request::post("/api/check-in/report", &wrong);
        app.assert_changes_nothing(request, (422, "invalid_field", field))
            .await;
    }
    let good = json!({ "phone": "nobody", "text": "Come to Gate 1" });
    let request = Request::post("/api/check-in/message", &good);
    app.assert_changes_nothing(request, (404, "not_found", "")).await;
    for (field, value) in [
        ("phone", json!("")),
        ("text", json!(" ")),
        ("text", json!("x".repeat(201))),
    ] {
        let mut wrong = good.clone();
        wrong[field] = value;
        let request = Request::post("/api/check-in/message", &wrong);
        app.assert_changes_nothing(request, (422, "invalid_field", field))
            .await;
    }
    for role in [Role::Door, Role::Accountant] {
        let token = app.test_env.token_of(role).await;
        let request = Request::post("/api/check-in/message", &good);
        assert_eq!(app.call(request.bearer(&token)).await.status, 403);
    }
}
