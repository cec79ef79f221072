//! Clearing the practice of a list.

use crate::{App, DAY, EXAM, TEN, at, code, minutes, offline, scan};
use domain::Role;
use serde_json::json;
use test_support::{Request, SINGLE};

#[tokio::test]
async fn practice_is_cleared_with_an_audit_entry_and_other_lists_are_kept() {
    let app = App::start().await;
    let evening = minutes(-15 * 60);
    app.test_env.clock.set_to(evening);
    for number in 0..30 {
        let order = app
            .test_env
            .paid_order(SINGLE, &format!("asha{number}@example.com"))
            .await;
        for list in [DAY, EXAM] {
            app.verdict(&at(
                list,
                scan(&code(&order), &format!("Gate {}", number % 3), evening),
            ))
            .await;
        }
    }
    let clear = Request::post("/api/check-in/clear", &json!({ "list": DAY }));
    let cleared = app.call_as_admin(clear.clone()).await;
    assert_eq!(cleared.json, json!({ "cleared": 30, "more": false }));
    assert_eq!(app.attendance(DAY).await["admitted"], 0);
    assert_eq!(app.attendance(DAY).await["by_device"], json!([]));
    assert_eq!(app.attendance(EXAM).await["admitted"], 30);
    let log = app.audit_log().await;
    let entry = log
        .iter()
        .find(|entry| entry["action"] == "check_in.cleared")
        .unwrap();
    assert_eq!(
        (&entry["subject"], &entry["before"]),
        (&json!(DAY), &json!({ "admissions": 30 }))
    );
    assert_eq!(
        app.call_as_admin(clear).await.json,
        json!({ "cleared": 0, "more": false })
    );
}

#[tokio::test]
async fn what_practice_has_left_to_look_at_goes_with_it() {
    let app = App::start().await;
    let evening = minutes(-15 * 60);
    app.test_env.clock.set_to(evening);
    let unpaid = app.test_env.open_order(SINGLE, "late@example.com").await;
    for number in 0..60 {
        let email = format!("asha{number}@example.com");
        let order = app.test_env.paid_order(SINGLE, &email).await;
        for gate in 0..3 {
            let gate = format!("Gate {gate}");
            app.verdict(&offline(scan(&code(&order), &gate, evening))).await;
        }
    }
    app.verdict(&offline(scan(&code(&unpaid), "Gate 1", evening)))
        .await;
    let before = app.attendance(DAY).await;
    assert_eq!(
        (&before["doubles_total"], &before["without_right_total"]),
        (&json!(120), &json!(1))
    );
    let clear = Request::post("/api/check-in/clear", &json!({ "list": DAY }));
    assert_eq!(app.call_as_admin(clear).await.json["cleared"], 60);
    let after = app.attendance(DAY).await;
    assert_eq!(
        (
            &after["doubles_total"],
            &after["without_right_total"],
            &after["admitted"]
        ),
        (&json!(0), &json!(0), &json!(0))
    );
}

#[tokio::test]
async fn a_list_that_has_begun_is_never_cleared_and_only_an_administrator_clears() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    for list in [DAY, EXAM] {
        let clear = Request::post("/api/check-in/clear", &json!({ "list": list }));
        app.assert_changes_nothing(clear, (409, "list_open", "")).await;
    }
    let unknown = Request::post("/api/check-in/clear", &json!({ "list": "day:2025-05-30" }));
    app.assert_changes_nothing(unknown, (422, "invalid_field", "list"))
        .await;
    for role in [Role::Door, Role::Counter, Role::Accountant] {
        let token = app.test_env.token_of(role).await;
        let clear = Request::post("/api/check-in/clear", &json!({ "list": "day:2025-06-01" }));
        assert_eq!(app.call(clear.bearer(&token)).await.status, 403);
    }
}
