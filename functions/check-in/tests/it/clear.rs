//! Clearing the practice of a list.

use crate::{App, DAY, EXAM, TEN, at, code, minutes, scan};
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
