//! Several windows, or administrators, at the same package.

use crate::{PACKAGES, Packages, form, start};
use futures::future::join_all;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, App, Fault, Request, SINGLE};

/// An edit by the name of a window, made on a version.
fn edit(window: &str, version: Value) -> Value {
    let mut edit = form();
    edit["_id"] = json!(SINGLE);
    edit["name"] = json!(window);
    edit["version"] = version;
    edit
}

/// Ten windows save at once, each an edit made on `version`; returns how many answers say that they did.
async fn ten_windows(app: &App, version: Value) -> usize {
    let edits: Vec<Value> = (0..10)
        .map(|window| edit(&format!("Window {window}"), version.clone()))
        .collect();
    let answers = join_all(edits.iter().map(|edit| app.save(edit))).await;
    let saved = |answer: &&Answer| answer.status == 200;
    for answer in answers.iter().filter(|answer| !saved(answer)) {
        assert_eq!((answer.status.as_u16(), answer.code()), (409, "stale_version"));
    }
    answers.iter().filter(saved).count()
}

#[tokio::test]
async fn the_second_of_two_windows_gets_a_conflict_and_overwrites_nothing() {
    let app = start().await;
    let loaded = app.get(SINGLE).await["version"].clone();
    let first = app.save(&edit("First", loaded.clone())).await;
    assert_eq!(first.status, 200, "{}", first.json);

    let second = Request::post(PACKAGES, &edit("Second", loaded));
    let answer = app
        .assert_changes_nothing(second, (409, "stale_version", ""))
        .await;
    assert_eq!(
        answer.message(),
        "This was changed by someone else meanwhile. Reload and try again."
    );
    let reloaded = app.get(SINGLE).await;
    assert_eq!(reloaded["name"], "First");
    let again = app.save(&edit("Second", reloaded["version"].clone())).await;
    assert_eq!(again.status, 200, "{}", again.json);
    assert_eq!(app.get(SINGLE).await["name"], "Second");
}

#[tokio::test]
async fn a_version_that_is_not_there_yet_is_stale_too() {
    let app = start().await;
    for version in [0, 2, 99] {
        let request = Request::post(PACKAGES, &edit("Ahead", json!(version)));
        app.assert_changes_nothing(request, (409, "stale_version", ""))
            .await;
    }
}

#[tokio::test]
async fn of_ten_windows_at_once_one_saves() {
    let app = start().await;
    assert_eq!(ten_windows(&app, json!(1)).await, 1);
    assert_eq!(app.get(SINGLE).await["version"], 2);
    assert_eq!(app.audit_log().await.len(), 1);
}

#[tokio::test]
async fn without_the_condition_on_the_version_several_windows_appear_to_save() {
    let app = start().await;
    app.test_env.database.set(Fault::NoConditions);
    assert!(ten_windows(&app, json!(1)).await > 1);
    // All but one of them are lost, although each was acknowledged.
    assert_eq!(app.get(SINGLE).await["version"], 2);
}

#[tokio::test]
async fn without_a_version_the_last_to_save_wins_and_every_version_is_one_state() {
    let app = start().await;
    let saved = ten_windows(&app, Value::Null).await;
    let log = app.audit_log().await;
    assert_eq!(log.len(), saved);
    assert!(saved > 1);
    assert_eq!(app.get(SINGLE).await["version"], json!(1 + saved));
    // The log is a chain: each name but the first one is what one entry wrote, and what one other entry found.
    let current = app.get(SINGLE).await["name"].to_string();
    let mut found: Vec<String> = log
        .iter()
        .map(|entry| entry["before"]["name"].to_string())
        .collect();
    let mut written: Vec<String> = log
        .iter()
        .map(|entry| entry["after"]["name"].to_string())
        .collect();
    found.push(current);
    written.push(json!("Single Exam Access").to_string());
    found.sort();
    written.sort();
    assert_eq!(found, written);
}

#[tokio::test]
async fn a_window_that_deletes_and_one_that_saves_leave_one_of_both_states() {
    let app = start().await;
    let save = edit("Saved", json!(1));
    let (saved, deleted) = futures::join!(app.save(&save), app.delete(SINGLE));
    assert_eq!(deleted.status, 200);
    assert!(matches!(saved.status.as_u16(), 200 | 404), "{}", saved.json);
    let left = app.test_env.dump(Table::Catalogue).await;
    assert!(!left.iter().any(|item| item["sk"] == format!("PACKAGE#{SINGLE}")));
    let entries = 1 + usize::from(saved.status == 200);
    assert_eq!(app.audit_log().await.len(), entries);
}
