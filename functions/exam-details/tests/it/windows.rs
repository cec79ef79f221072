//! Several windows at the same exam.

use crate::{form, listed, place, start, update, with};
use futures::future::join_all;
use serde_json::Value;
use test_support::{App, COURSE, Fault, Request};

/// Ten windows save at once, each an edit made on `version`; returns how many answers say that they did.
async fn ten_windows(app: &App, version: Value) -> usize {
    let edits: Vec<Value> = (0..10)
        .map(|window| {
            with(
                with(form(), "details", format!("Window {window}")),
                "version",
                version.clone(),
            )
        })
        .collect();
    let answers = join_all(edits.iter().map(|edit| update(app, COURSE, edit))).await;
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        assert_eq!((answer.status.as_u16(), answer.code()), (409, "stale_version"));
    }
    answers.iter().filter(|answer| answer.status == 200).count()
}

#[tokio::test]
async fn the_second_of_two_windows_gets_a_conflict_and_overwrites_nothing() {
    let app = start().await;
    let edit = |details: &str| with(with(form(), "details", details), "version", 1);
    assert_eq!(update(&app, COURSE, &edit("First")).await.status, 200);
    let second = Request::put(place(COURSE), &edit("Second"));
    app.assert_changes_nothing(second, (409, "stale_version", ""))
        .await;
    assert_eq!(listed(&app, COURSE).await["details"], "First");
}

#[tokio::test]
async fn of_ten_windows_at_once_one_saves() {
    let app = start().await;
    assert_eq!(ten_windows(&app, 1.into()).await, 1);
    assert_eq!(app.audit_log().await.len(), 1);
}

#[tokio::test]
async fn without_the_condition_on_the_version_several_windows_appear_to_save() {
    let app = start().await;
    app.test_env.database.set(Fault::NoConditions);
    assert!(ten_windows(&app, 1.into()).await > 1);
}

#[tokio::test]
async fn without_a_version_the_last_to_save_wins() {
    let app = start().await;
    let saved = ten_windows(&app, Value::Null).await;
    assert!(saved > 1);
    assert_eq!(listed(&app, COURSE).await["version"], 1 + saved);
}
