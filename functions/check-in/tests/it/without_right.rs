//! People who were let in without a right, once somebody has looked at them.

use crate::{App, DAY, TEN, code, minutes, offline, orders::undo, scan};
use domain::Role;
use serde_json::{Value, json};
use test_support::{Answer, Fault, Request, SINGLE};

impl App {
    /// Somebody whom a device without a network let in, and who has not paid.
    async fn let_in_unpaid(&self, email: &str) -> Value {
        let unpaid = self.test_env.open_order(SINGLE, email).await;
        let scan = offline(scan(&code(&unpaid), "Gate 1", TEN));
        assert_eq!(self.verdict(&scan).await["reason"], "unpaid");
        scan
    }

    async fn tick_off(&self, scan: &Value, reason: &str) -> Answer {
        self.deal_with(&about(scan, reason)).await
    }
}

fn about(scan: &Value, reason: &str) -> Value {
    json!({ "list": DAY, "without_right": scan["nonce"], "reason": reason })
}

#[tokio::test]
async fn who_was_let_in_without_a_right_is_ticked_off_once_with_who_and_why_and_is_shown_no_more() {
    let app = App::start().await;
    app.test_env.clock.set_to(minutes(2));
    let [scan, other] = [
        app.let_in_unpaid("asha@example.com").await,
        app.let_in_unpaid("binu@example.com").await,
    ];
    let before = app.attendance(DAY).await;
    let first = app.tick_off(&scan, "Paid at the counter").await;
    assert_eq!(
        (first.status.as_u16(), &first.json["by"]),
        (200, &json!("admin")),
        "{}",
        first.json
    );
    app.test_env.clock.set_to(minutes(3));
    assert_eq!(app.tick_off(&scan, "Again").await.json, first.json);
    let log = app.dealt_with().await;
    assert_eq!(log.len(), 1);
    assert_eq!(
        (&log[0]["before"], &log[0]["after"]),
        (
            &json!({ "list": DAY, "device": "Gate 1", "why": "unpaid" }),
            &json!({ "reason": "Paid at the counter" })
        )
    );
    let left = app
        .attendance(&format!("{DAY}&found={}", before["found"].as_str().unwrap()))
        .await;
    assert_eq!(left["without_right_total"], 1);
    assert_eq!(left["without_right"][0]["at"]["nonce"], other["nonce"]);
    // The candidate's page goes on saying what happened, and the scan can be taken back.
    let undone = app.post("undo", &undo(&scan)).await;
    assert_eq!(undone.json["result"], "undone", "{}", undone.json);
    assert_eq!(app.attendance(DAY).await["without_right_total"], 1);
}

#[tokio::test]
async fn what_was_taken_back_or_is_no_scan_cannot_be_dealt_with() {
    let app = App::start().await;
    let scan = app.let_in_unpaid("asha@example.com").await;
    let body = about(&scan, "Looked at");
    for (field, value, named) in [
        ("without_right", json!("not a nonce"), "without_right"),
        ("without_right", json!(" "), "double"),
        ("double", json!("a-double"), "without_right"),
        ("reason", json!(" "), "reason"),
    ] {
        let mut wrong = body.clone();
        wrong[field] = value;
        let request = Request::post("/api/check-in/deal-with", &wrong);
        app.assert_changes_nothing(request, (422, "invalid_field", named))
            .await;
    }
    let elsewhere = json!({ "list": crate::EXAM, "without_right": scan["nonce"], "reason": "Looked at" });
    let request = Request::post("/api/check-in/deal-with", &elsewhere);
    app.assert_changes_nothing(request, (404, "not_found", "")).await;
    let token = app.test_env.token_of(Role::Door).await;
    let request = Request::post("/api/check-in/deal-with", &body);
    assert_eq!(app.call(request.bearer(&token)).await.status, 403);
    assert_eq!(app.post("undo", &undo(&scan)).await.status, 200);
    let request = Request::post("/api/check-in/deal-with", &body);
    app.assert_changes_nothing(request, (404, "not_found", "")).await;
}

async fn noted_at_once(app: &App, fault: Fault) -> usize {
    let scan = app.let_in_unpaid("asha@example.com").await;
    app.noted_at_once(&about(&scan, "Paid at the counter"), fault)
        .await
}

#[tokio::test]
async fn of_many_who_tick_somebody_off_at_once_one_has_done_it() {
    assert_eq!(noted_at_once(&App::start().await, Fault::None).await, 1);
}

#[tokio::test]
async fn without_conditions_several_have_ticked_somebody_off() {
    assert!(noted_at_once(&App::start().await, Fault::NoConditions).await > 1);
}
