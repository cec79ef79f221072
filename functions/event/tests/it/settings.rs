//! What staff see and administrators change.

use crate::{SETTINGS, app, set};
use domain::Role;
use futures::future::join_all;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{App, Fault, Request};

async fn get(app: &App) -> Value {
    let answer = app.call_as_admin(Request::get(SETTINGS)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}

/// The entries of the audit log about the settings.
async fn entries(app: &App) -> Vec<Value> {
    let log = app.test_env.dump(Table::Admin).await.into_iter();
    log.filter(|entry| entry["action"] == "event.settings_changed")
        .collect()
}

#[tokio::test]
async fn nothing_is_set_at_first_and_what_is_set_is_shown_with_what_follows() {
    let app = app().await;
    let nothing = json!({
        "version": 0, "opens_at": null, "closes_at": null, "counter_closes_at": null,
        "registration": "open", "counter": "open", "ended_at": null,
    });
    assert_eq!(get(&app).await, nothing);
    // As a browser in India writes it, and by a hair more exact than anybody means.
    let form = json!({
        "version": 0, "opens_at": "2025-05-01T10:00:00.250+05:30", "closes_at": "2025-05-02T10:00:00Z",
        "counter_closes_at": " ",
    });
    let saved = set(&app, &form).await;
    assert_eq!(
        (
            &saved["opens_at"],
            &saved["closes_at"],
            &saved["counter_closes_at"]
        ),
        (
            &json!("2025-05-01T04:30:00Z"),
            &json!("2025-05-02T10:00:00Z"),
            &Value::Null
        )
    );
    assert_eq!(
        (&saved["version"], &saved["registration"], &saved["counter"]),
        (&json!(1), &json!("closed"), &json!("open"))
    );
    assert_eq!(get(&app).await, saved);
    // Whatever is left out is not set any more.
    let cleared = set(&app, &json!({ "version": 1 })).await;
    assert_eq!(
        (&cleared["version"], &cleared["opens_at"]),
        (&json!(2), &Value::Null)
    );
    let entries = entries(&app).await;
    assert_eq!(entries.len(), 2);
    let first = entries
        .iter()
        .find(|entry| entry["before"]["opens_at"].is_null())
        .unwrap();
    assert_eq!(
        (&first["username"], &first["after"]["opens_at"]),
        (&json!("admin"), &json!("2025-05-01T04:30:00Z"))
    );
}

#[tokio::test]
async fn a_change_is_made_on_a_version_and_of_many_at_once_one_is_made() {
    let app = app().await;
    set(&app, &json!({ "version": 0, "opens_at": "2025-05-01T00:00:00Z" })).await;
    for version in [0, 2] {
        let form = json!({ "version": version, "opens_at": "2025-05-02T00:00:00Z" });
        app.assert_changes_nothing(Request::put(SETTINGS, &form), (409, "stale_version", ""))
            .await;
    }
    assert_eq!(at_once(&app).await, 1);
    assert_eq!(
        (get(&app).await["version"].clone(), entries(&app).await.len()),
        (json!(2), 2)
    );
}

/// The control: without its condition several are.
#[tokio::test]
async fn without_the_condition_changes_at_once_overwrite_one_another() {
    let app = app().await;
    set(&app, &json!({ "version": 0, "opens_at": "2025-05-01T00:00:00Z" })).await;
    app.test_env.database.set(Fault::NoConditions);
    assert!(at_once(&app).await > 1);
}

/// Ten windows save at once; returns how many answers say that they did.
async fn at_once(app: &App) -> usize {
    let token = app.test_env.admin_token().await;
    let answers = join_all((0..10).map(|window| {
        let form = json!({ "version": 1, "opens_at": format!("2025-05-1{window}T00:00:00Z") });
        app.call(Request::put(SETTINGS, &form).bearer(&token))
    }))
    .await;
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        assert_eq!((answer.status.as_u16(), answer.code()), (409, "stale_version"));
    }
    answers.iter().filter(|answer| answer.status == 200).count()
}

/// A client that lost the answer sends the same again.
#[tokio::test]
async fn what_is_so_already_is_answered_as_done_and_not_written_again() {
    let app = app().await;
    let form = json!({ "version": 0, "closes_at": "2025-05-30T10:00:00Z" });
    let saved = set(&app, &form).await;
    assert_eq!(set(&app, &form).await, saved);
    assert_eq!(entries(&app).await.len(), 1);
}

#[tokio::test]
async fn what_is_no_moment_or_no_window_is_refused_by_its_field() {
    let app = app().await;
    for (form, field) in [
        (json!({}), "version"),
        (
            json!({ "version": 0, "opensAt": "2025-05-30T10:00:00Z" }),
            "opensAt",
        ),
        (json!({ "version": 0, "opens_at": "tomorrow" }), "opens_at"),
        (json!({ "version": 0, "closes_at": "2025-05-30" }), "closes_at"),
        (
            json!({ "version": 0, "counter_closes_at": "0025-05-30T10:00:00Z" }),
            "counter_closes_at",
        ),
        (
            json!({ "version": 0, "opens_at": "2025-05-30T10:00:00Z", "closes_at": "2025-05-30T09:59:59Z" }),
            "closes_at",
        ),
    ] {
        app.assert_changes_nothing(Request::put(SETTINGS, &form), (422, "invalid_field", field))
            .await;
    }
}

#[tokio::test]
async fn administrators_change_it_and_the_counter_and_the_accountant_read_it() {
    let app = app().await;
    let form = json!({ "version": 0, "opens_at": "2025-05-01T00:00:00Z" });
    for (role, reads) in [(Role::Counter, 200), (Role::Accountant, 200), (Role::Door, 403)] {
        let token = app.test_env.token_of(role).await;
        let read = app.call(Request::get(SETTINGS).bearer(&token)).await;
        let write = app.call(Request::put(SETTINGS, &form).bearer(&token)).await;
        assert_eq!(
            (read.status.as_u16(), write.status.as_u16()),
            (reads, 403),
            "{role:?}"
        );
    }
    for request in [Request::get(SETTINGS), Request::put(SETTINGS, &form)] {
        assert_eq!(app.call(request).await.status, 401);
    }
    assert_eq!(get(&app).await["version"], 0);
}

/// The settings, the session, and the audit log: a change is whole or not made.
#[tokio::test]
async fn a_change_needs_its_table_the_session_and_the_audit_log() {
    let app = app().await;
    let needed = [Table::Registrations, Table::Access, Table::Admin];
    let form = |number: usize| {
        let day = format!("2025-05-1{number}T00:00:00Z");
        json!({ "version": number, "opens_at": day })
    };
    app.assert_needs(&needed, |number| Request::put(SETTINGS, &form(number)))
        .await;
    assert_eq!(entries(&app).await.len(), 4);
}
