//! Asking for a sync, and its status.

use super::*;

#[tokio::test]
async fn before_the_first_sync_the_status_has_only_the_sheets_address() {
    let app = App::start().await;
    let page = "https://docs.google.com/spreadsheets/d/sheet-1/edit";
    let expected = json!({ "running": false, "done": 0, "total": 0, "sheet_url": page });
    assert_eq!(app.state().await, expected);
}

#[tokio::test]
async fn after_a_sync_the_status_has_its_time_and_row_count() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    app.sync(SYNC).await;
    let state = app.state().await;
    assert_eq!(
        (&state["running"], &state["done"], &state["total"]),
        (&json!(false), &json!(3), &json!(3))
    );
    assert_eq!(state["last_sync"], "2025-05-20T04:30:00Z");
    assert_eq!(state["started_at"], "2025-05-20T04:30:00Z");
    assert_eq!(state.get("error"), None);
}

#[tokio::test]
async fn a_sync_that_takes_longer_than_twenty_seconds_is_answered_202_and_goes_on() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    let router = app.hasty_router().await;
    let before = app.test_env.clock.now();
    let answer = call(&router, Request::post(SYNC, &json!({})).bearer(&app.token)).await;
    assert_eq!(
        (answer.status.as_u16(), answer.message()),
        (202, "The sync is still running. It continues automatically.")
    );
    let waited = app.test_env.clock.now() - before;
    assert!(
        waited >= time::Duration::seconds(20) && waited < time::Duration::seconds(21),
        "{waited}"
    );
    assert_eq!(app.state().await["running"], true);
    app.run_events().await;
    assert_eq!(app.state().await["running"], false);
    assert_eq!(app.ids().len(), 3);
}

#[tokio::test]
async fn a_second_one_is_refused_while_one_runs_and_leaves_no_trace() {
    let app = App::start().await;
    app.begin().await;
    let before = app.test_env.dump(Table::Admin).await;
    for path in [SYNC, SYNC_ALL] {
        let answer = app.sync(path).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code(), answer.message()),
            (409, "sync_running", "A sync is already running.")
        );
    }
    assert_eq!(app.test_env.dump(Table::Admin).await, before);
    assert!(app.test_env.invocations().is_empty());
}

#[tokio::test]
async fn of_many_at_once_one_begins() {
    let app = App::start().await;
    let router = app.hasty_router().await;
    let ask = || call(&router, Request::post(SYNC_ALL, &json!({})).bearer(&app.token));
    let answers = futures::future::join_all((0..10).map(|_| ask())).await;
    let begun = answers.iter().filter(|answer| answer.status == 202).count();
    assert_eq!(begun, 1);
    assert!(
        answers
            .iter()
            .all(|answer| answer.status == 202 || answer.code() == "sync_running")
    );
    assert_eq!(app.test_env.invocations().len(), 1);
}

#[tokio::test]
async fn the_administrator_who_began_a_sync_is_in_the_audit_log() {
    let app = App::start().await;
    app.register(&rows(1)).await;
    app.sync(SYNC).await;
    // Nothing has changed, so nothing is done and nothing is noted.
    app.sync(SYNC).await;
    let entries = app.test_env.dump(Table::Admin).await;
    let entries: Vec<&Value> = entries
        .iter()
        .filter(|item| item["pk"].as_str().unwrap().starts_with("AUDIT#"))
        .collect();
    let [entry] = entries[..] else {
        panic!("{entries:?}");
    };
    assert_eq!(
        (&entry["action"], &entry["username"]),
        (&json!("sync.started"), &json!("admin"))
    );
    assert_eq!(entry["subject"], "sheet-1/Candidates");
}

#[tokio::test]
async fn without_a_sheet_in_the_settings_a_sync_says_so() {
    let app = App::start().await;
    let env = app.test_env.env();
    let (router, _) = sync::app_and_worker_with(
        env,
        app.test_env.clock.handle(),
        Entropy::system(),
        Pauses::real(),
    )
    .await
    .unwrap();
    let answer = call(&router, Request::post(SYNC, &json!({})).bearer(&app.token)).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code(), answer.message()),
        (409, "no_spreadsheet", "No Google Sheet is configured.")
    );
    let state = call(&router, Request::get(SYNC).bearer(&app.token)).await.json;
    assert_eq!(
        (&state["sheet_url"], &state["error"]),
        (&json!(""), &json!("No Google Sheet is configured."))
    );
}

#[tokio::test]
async fn when_lambda_does_not_take_the_event_the_next_one_may_begin_at_once() {
    let app = App::start().await;
    app.register(&rows(1)).await;
    app.test_env.refuse_invocations(true);
    let answer = app.sync(SYNC).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code(), answer.message()),
        (
            502,
            "sync_not_started",
            "The sync could not be started. Please try again."
        )
    );
    assert_eq!(app.state().await["running"], false);
    assert_eq!(
        app.state().await["error"],
        "The sync could not be started. Please try again."
    );
    app.test_env.refuse_invocations(false);
    assert_eq!(app.sync(SYNC).await.status, 200);
    assert_eq!(app.state().await.get("error"), None);
}
