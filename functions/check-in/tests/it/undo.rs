//! Taking scans back.

mod orders;
mod portal;
mod races;

use crate::{App, DAY, EXAM, TEN, code, minutes, offline, orders::undo, scan};
use domain::Role;
use serde_json::{Value, json};
use test_support::{Request, SINGLE, withdrawn_by_organiser};
use time::format_description::well_known::Rfc3339;

impl App {
    async fn undone(&self, undo: &Value) -> Value {
        let answer = self.post("undo", undo).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    async fn undo_as(&self, role: Role, undo: &Value) -> (u16, Value) {
        let token = self.test_env.token_of(role).await;
        let answer = self
            .call(Request::post("/api/check-in/undo", undo).bearer(&token))
            .await;
        (answer.status.as_u16(), answer.json)
    }

    async fn audited(&self, action: &str) -> Vec<Value> {
        let mut log = self.audit_log().await;
        log.retain(|entry| entry["action"] == action);
        log
    }
}

#[tokio::test]
async fn a_scan_is_taken_back_with_its_reason_and_the_pass_is_admitted_again() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let first = scan(&code(&order), "Gate 1", TEN);
    app.verdict(&first).await;
    let undone = app.undone(&undo(&first)).await;
    assert_eq!(undone["result"], "undone");
    assert_eq!(undone["candidate"]["name"], "Asha Rao");
    assert_eq!(
        (
            &undone["at"],
            &undone["by"],
            &undone["device"],
            &undone["still_in"]
        ),
        (
            &json!("2025-05-31T04:30:00Z"),
            &json!("admin"),
            &json!("Gate 1"),
            &Value::Null
        )
    );
    assert_eq!(app.attendance(DAY).await["admitted"], 0);
    let log = app.audited("check_in.undone").await;
    assert_eq!(log.len(), 1);
    assert_eq!(log[0]["subject"], order.customer_id.as_str());
    assert_eq!(log[0]["after"]["reason"], "Wrong person");
    assert_eq!(log[0]["before"]["list"], DAY);

    let again = app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    assert_eq!(again["result"], "admitted");
    assert_eq!(app.attendance(DAY).await["admitted"], 1);
}

#[tokio::test]
async fn an_undo_that_is_sent_again_is_answered_again_and_takes_nothing_else_back() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let first = scan(&code(&order), "Gate 1", TEN);
    app.verdict(&first).await;
    let wrong = undo(&first);
    let answer = app.undone(&wrong).await;
    app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    assert_eq!(app.undone(&wrong).await, answer);
    // Another one of the same scan finds nothing to take back, and who is in by another.
    let more = app.undone(&undo(&first)).await;
    assert_eq!(
        (&more["result"], &more["still_in"]["device"]),
        (&json!("nothing"), &json!("Gate 1"))
    );
    assert_eq!(app.attendance(DAY).await["admitted"], 1);
    assert_eq!(app.audited("check_in.undone").await.len(), 1);
    for (field, value) in [("undoes", json!("another-scan")), ("device", json!("Gate 2"))] {
        let mut reused = wrong.clone();
        reused[field] = value;
        let request = Request::post("/api/check-in/undo", &reused);
        app.assert_changes_nothing(request, (409, "nonce_reused", "nonce"))
            .await;
    }
}

#[tokio::test]
async fn a_scan_that_was_taken_back_before_it_came_lets_nobody_in() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let late = offline(scan(&code(&order), "Gate 1", TEN));
    assert_eq!(app.undone(&undo(&late)).await["result"], "nothing");
    let verdict = app.verdict(&late).await;
    assert_eq!(
        (&verdict["result"], &verdict["reason"]),
        (&json!("refused"), &json!("undone"))
    );
    assert_eq!(app.attendance(DAY).await["admitted"], 0);
    assert_eq!(
        app.verdict(&scan(&code(&order), "Gate 1", TEN)).await["result"],
        "admitted"
    );
}

#[tokio::test]
async fn who_came_in_at_another_gate_too_stays_in_by_it() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let (first, second) = (
        scan(&code(&order), "Gate 1", TEN),
        offline(scan(&code(&order), "Gate 2", minutes(1))),
    );
    app.test_env.clock.set_to(minutes(2));
    app.verdict(&first).await;
    assert_eq!(app.verdict(&second).await["double"]["device"], "Gate 2");
    let undone = app.undone(&undo(&first)).await;
    assert_eq!(
        (&undone["result"], &undone["still_in"]["device"]),
        (&json!("undone"), &json!("Gate 2"))
    );
    let attendance = app.attendance(DAY).await;
    assert_eq!(
        (&attendance["admitted"], &attendance["doubles"]),
        (&json!(1), &json!([]))
    );
    assert_eq!(attendance["by_device"][0]["device"], "Gate 2");
    let undone = app.undone(&undo(&second)).await;
    assert_eq!(
        (&undone["result"], &undone["still_in"]),
        (&json!("undone"), &Value::Null)
    );
    assert_eq!(app.attendance(DAY).await["admitted"], 0);
}

#[tokio::test]
async fn a_device_takes_back_what_it_names_within_an_hour_and_the_portal_at_any_time() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let first = scan(&code(&order), "Gate 1", TEN);
    app.verdict(&first).await;
    let of_portal = |scan: &Value| json!({ "code": code(&order), "list": DAY, "reason": "Wrong person", "undoes": scan["nonce"] });
    let refused = app.undo_as(Role::Door, &of_portal(&first)).await;
    assert_eq!((refused.0, &refused.1["field"]), (422, &json!("device")));
    app.test_env.clock.set_to(minutes(61));
    let mut soon = undo(&first);
    soon["undone_at"] = json!(minutes(60).format(&Rfc3339).unwrap());
    let late = app.undo_as(Role::Door, &undo(&first)).await;
    assert_eq!((late.0, &late.1["code"]), (409, &json!("too_late")));
    assert_eq!(app.attendance(DAY).await["admitted"], 1);
    // What was taken back in time may come later.
    assert_eq!(app.undo_as(Role::Door, &soon).await.1["result"], "undone");
    let second = scan(&code(&order), "Gate 1", TEN);
    app.verdict(&second).await;
    app.test_env.clock.set_to(minutes(60 * 24 * 5));
    assert_eq!(
        app.undo_as(Role::Counter, &of_portal(&second)).await.1["result"],
        "undone"
    );
    assert_eq!(app.attendance(DAY).await["admitted"], 0);
}

#[tokio::test]
async fn who_was_let_in_without_a_right_is_on_record_and_can_be_taken_back() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let unpaid = app.test_env.open_order(SINGLE, "binu@example.com").await;
    let withdrawn = withdrawn_by_organiser(minutes(-10));
    app.test_env.change_paid(&order, withdrawn).await;
    // Who asks has let nobody in.
    assert_eq!(
        app.verdict(&scan(&code(&order), "Gate 1", TEN)).await["reason"],
        "withdrawn"
    );
    assert_eq!(app.attendance(DAY).await["without_right"], json!([]));
    let scans = [&order, &unpaid].map(|order| offline(scan(&code(order), "Gate 1", TEN)));
    for (scan, reason) in scans.iter().zip(["withdrawn", "unpaid"]) {
        for _ in 0..2 {
            assert_eq!(app.verdict(scan).await["reason"], reason);
        }
    }
    let attendance = app.attendance(DAY).await;
    assert_eq!(attendance["admitted"], 0);
    let records = attendance["without_right"].as_array().unwrap();
    assert_eq!(records.len(), 2);
    let of = |reason: &str| records.iter().find(|record| record["reason"] == reason).unwrap();
    assert_eq!(of("withdrawn")["at"]["device"], "Gate 1");
    assert_eq!(
        of("unpaid")["candidate"]["customer_id"],
        unpaid.customer_id.as_str()
    );
    let log = app.audited("check_in.without_right").await;
    assert_eq!(log.len(), 2);
    let of_order = log
        .iter()
        .find(|entry| entry["subject"] == order.customer_id.as_str())
        .unwrap();
    assert_eq!(
        (&of_order["after"]["why"], &of_order["after"]["list"]),
        (&json!("withdrawn"), &json!(DAY))
    );
    assert_eq!(app.undone(&undo(&scans[0])).await["result"], "undone");
    assert_eq!(app.undone(&undo(&scans[0])).await["result"], "nothing");
    let left = app.attendance(DAY).await["without_right"].clone();
    assert_eq!(left.as_array().unwrap().len(), 1);
    assert_eq!(left[0]["reason"], "unpaid");
    // As what was admitted: for an hour from the device, always from the portal.
    app.test_env.clock.set_to(minutes(61));
    let late = app.undo_as(Role::Door, &undo(&scans[1])).await;
    assert_eq!((late.0, &late.1["code"]), (409, &json!("too_late")));
    assert_eq!(app.attendance(DAY).await["without_right_total"], 1);
    let of_portal =
        json!({ "code": code(&unpaid), "list": DAY, "reason": "Mistake", "undoes": scans[1]["nonce"] });
    assert_eq!(app.undo_as(Role::Counter, &of_portal).await.1["result"], "undone");
    assert_eq!(app.attendance(DAY).await["without_right_total"], 0);
}

#[tokio::test]
async fn a_lost_answer_no_and_a_person_who_was_let_in_all_the_same_are_on_record_once() {
    let app = App::start().await;
    let unpaid = app.test_env.open_order(SINGLE, "binu@example.com").await;
    let asked = scan(&code(&unpaid), "Gate 1", TEN);
    app.verdict(&asked).await;
    for _ in 0..2 {
        assert_eq!(app.verdict(&offline(asked.clone())).await["reason"], "unpaid");
    }
    assert_eq!(
        app.attendance(DAY).await["without_right"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn an_undo_names_its_scan_whoever_sends_it() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let first = scan(&code(&order), "Gate 1", TEN);
    app.verdict(&first).await;
    for device in [json!("Gate 1"), Value::Null] {
        for undoes in [Value::Null, json!("")] {
            let mut undo = undo(&first);
            undo["undoes"] = undoes;
            undo["device"] = device.clone();
            let request = Request::post("/api/check-in/undo", &undo);
            app.assert_changes_nothing(request, (422, "invalid_field", "undoes"))
                .await;
        }
    }
}

#[tokio::test]
async fn a_scan_is_taken_back_by_its_own_pass_and_list_alone() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let other = app.test_env.paid_order(SINGLE, "binu@example.com").await;
    let first = scan(&code(&order), "Gate 1", TEN);
    app.verdict(&first).await;
    for (field, value) in [("code", json!(code(&other))), ("list", json!(EXAM))] {
        let mut wrong = undo(&first);
        wrong[field] = value;
        let request = Request::post("/api/check-in/undo", &wrong);
        app.assert_changes_nothing(request, (422, "invalid_field", "undoes"))
            .await;
    }
}

#[tokio::test]
async fn a_field_of_an_undo_that_does_not_fit_is_named() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let first = scan(&code(&order), "Gate 1", TEN);
    app.verdict(&first).await;
    let good = undo(&first);
    for (field, wrong) in [
        ("code", json!("123")),
        ("list", json!("day:2025-05-30")),
        ("reason", json!("  ")),
        ("reason", json!("x".repeat(201))),
        ("device", json!("x".repeat(61))),
        ("undoes", json!("short")),
        ("nonce", json!("not a nonce")),
        ("nonce", first["nonce"].clone()),
        ("undone_at", json!("yesterday")),
        ("sent_at", json!("now")),
    ] {
        let mut undo = good.clone();
        undo[field] = wrong;
        let request = Request::post("/api/check-in/undo", &undo);
        app.assert_changes_nothing(request, (422, "invalid_field", field))
            .await;
    }
}
