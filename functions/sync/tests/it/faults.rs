//! Google failing, and what administrators see.

use super::*;
use sheets_simulator::{Call, Fault, Quota, Rule};
use test_support::Log;

fn rule(call: Call, after: u32, times: Option<u32>, fault: Fault) -> Rule {
    Rule {
        call: Some(call),
        after,
        times,
        fault,
    }
}

async fn synced_after(rule: Rule) -> App {
    let app = App::start().await;
    app.register(&rows(3)).await;
    app.sheets.fail(rule);
    let answer = app.sync(SYNC).await;
    assert_eq!(
        (answer.status.as_u16(), answer.message()),
        (200, "3 candidates are in the sheet."),
        "{rule:?}"
    );
    assert_eq!(
        app.ids(),
        ["C00000000001", "C00000000002", "C00000000003"],
        "{rule:?}"
    );
    app
}

#[tokio::test]
async fn faults_that_pass_are_waited_for() {
    for fault in [
        Fault::Down,
        Fault::Status { status: 500 },
        Fault::Status { status: 503 },
        Fault::Quota { retry_after: None },
        Fault::DropAfterCommit,
        Fault::TokenExpired,
    ] {
        let times = if fault == Fault::TokenExpired { 1 } else { 3 };
        synced_after(rule(Call::Read, 0, Some(times), fault)).await;
        synced_after(rule(Call::Write, 0, Some(times), fault)).await;
        synced_after(rule(Call::Write, 1, Some(times), fault)).await;
    }
    synced_after(rule(Call::Token, 0, Some(2), Fault::Status { status: 503 })).await;
    synced_after(rule(Call::Token, 0, Some(2), Fault::Down)).await;
}

#[tokio::test]
async fn an_answer_that_says_how_long_to_wait_is_obeyed() {
    let app = App::start().await;
    app.register(&rows(1)).await;
    let before = app.test_env.clock.now();
    let asked = Fault::Quota {
        retry_after: Some(17),
    };
    app.sheets.fail(rule(Call::Write, 0, Some(1), asked));
    app.sync(SYNC).await;
    assert_eq!(app.test_env.clock.now() - before, time::Duration::seconds(17));
}

#[tokio::test]
async fn a_quota_that_is_used_up_lasts_until_the_next_minute() {
    let app = App::start().await;
    app.register(&rows(2_010)).await;
    app.sheets.set_quota(Quota { reads: 60, writes: 2 });
    let before = app.test_env.clock.now();
    let answer = app.sync(SYNC).await;
    assert_eq!(answer.message(), "2010 candidates are in the sheet.");
    assert_eq!(app.ids().len(), 2_010);
    let minutes = (app.test_env.clock.now() - before).whole_minutes();
    assert!((1..=4).contains(&minutes), "{minutes}");
}

#[tokio::test]
async fn an_outage_of_minutes_half_way_is_outlasted() {
    let app = App::start().await;
    app.register(&rows(2_010)).await;
    app.sheets
        .fail(rule(Call::Write, 2, Some(30), Fault::Status { status: 503 }));
    let before = app.test_env.clock.now();
    let answer = app.sync(SYNC).await;
    assert_eq!(
        answer.message(),
        "2010 candidates are in the sheet.",
        "{}",
        answer.json
    );
    assert_eq!(app.ids().len(), 2_010);
    assert!(app.test_env.clock.now() - before > time::Duration::minutes(2));
}

#[tokio::test]
async fn a_token_that_runs_out_half_way_is_replaced() {
    let app = App::start().await;
    app.register(&rows(2_010)).await;
    let event = app.begin().await;
    app.sheets.fail(rule(Call::Write, 1, Some(1), Fault::Held));
    let working = app.worker.handle(event);
    tokio::pin!(working);
    while app.sheets.writes().len() < 2 {
        tokio::select! {
            outcome = &mut working => panic!("{outcome:?}"),
            () = tokio::time::sleep(Duration::from_millis(2)) => {}
        }
    }
    // No other has begun meanwhile, so the lease is still this worker's.
    app.test_env.clock.advance(time::Duration::hours(2));
    app.sheets.release();
    assert_eq!(working.await.unwrap(), "left to the next");
    assert_eq!(app.resume().await.called, 1);
    app.run_events().await;
    assert_eq!(app.ids().len(), 2_010);
    assert_eq!(app.sheets.calls(Call::Token), 2);
}

#[tokio::test]
async fn a_permanent_fault_is_explained_and_lets_another_sync_begin() {
    let shared = "The Google Sheet is not shared with sheet-sync@expo.example. Share it with this address as an \
                  editor, then sync again.";
    let gone = "There is no Google Sheet with the ID in the settings. It may have been deleted.";
    let refused = "Google Sheets refused to be written (status 400). Is a part of the sheet protected, or its tab \
                   deleted?";
    for (status, message) in [(403, shared), (404, gone), (400, refused)] {
        let app = App::start().await;
        app.register(&rows(3)).await;
        app.sheets
            .fail(rule(Call::Write, 1, None, Fault::Status { status }));
        let answer = app.sync(SYNC).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (502, "sync_failed"));
        assert_eq!(answer.message(), message);
        let state = app.state().await;
        assert_eq!(
            (&state["running"], &state["error"]),
            (&json!(false), &json!(message))
        );
        assert_eq!(state.get("last_sync"), None);
        app.sheets.heal();
        let answer = app.sync(SYNC).await;
        assert_eq!(answer.message(), "3 candidates are in the sheet.");
        assert_eq!(app.state().await.get("error"), None);
    }
}

#[tokio::test]
async fn a_sheet_that_is_not_shared_is_not_written_and_one_that_is_shared_again_is() {
    let app = App::start().await;
    app.register(&rows(1)).await;
    app.sheets.share(false);
    let answer = app.sync(SYNC).await;
    assert!(
        answer
            .message()
            .starts_with("The Google Sheet is not shared with"),
        "{}",
        answer.json
    );
    app.sheets.share(true);
    assert_eq!(app.sync(SYNC).await.status, 200);
}

#[tokio::test]
async fn a_key_that_google_does_not_know_is_reported() {
    let app = App::start().await;
    app.register(&rows(1)).await;
    app.sheets
        .fail(rule(Call::Token, 0, None, Fault::Status { status: 400 }));
    let answer = app.sync(SYNC).await;
    let message =
        "Google does not accept the key of sheet-sync@expo.example. It may have been deleted or replaced.";
    assert_eq!((answer.code(), answer.message()), ("sync_failed", message));
}

#[tokio::test]
async fn a_secret_that_holds_no_key_is_reported_stops_nothing_else_and_is_read_again() {
    let app = App::start().await;
    app.register(&rows(1)).await;
    let key = app.key.to_string();
    app.secrets
        .put(SECRET, json!({ "client_email": "a@x.example" }).to_string());
    let log = Log::start();
    let answer = log.event(app.sync(SYNC)).await;
    let message = "The key of the Google service account cannot be used. Please contact the person who maintains the system.";
    assert_eq!(
        (answer.status.as_u16(), answer.code(), answer.message()),
        (502, "sync_failed", message)
    );
    assert!(
        log.text()
            .contains("SHEETS_SECRET: its secret: missing field `private_key`"),
        "{}",
        log.text()
    );
    assert_eq!(app.state().await["error"], message);
    app.secrets.put(SECRET, key);
    assert_eq!(app.sync(SYNC).await.status, 200);
}

#[tokio::test]
async fn an_outage_that_lasts_ends_the_sync_with_words_after_some_minutes() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    app.sync(SYNC).await;
    let last = app.state().await["last_sync"].clone();
    app.register(&rows(4)).await;
    for (fault, message) in [
        (
            Fault::Down,
            "Google Sheets did not answer. Please try again later.",
        ),
        (
            Fault::Quota { retry_after: None },
            "Google is getting too many requests from us. Please try again in a few minutes.",
        ),
    ] {
        let before = app.test_env.clock.now();
        app.sheets.fail(rule(Call::Write, 0, None, fault));
        let answer = app.sync(SYNC).await;
        assert_eq!((answer.status.as_u16(), answer.message()), (502, message));
        let took = app.test_env.clock.now() - before;
        assert!(
            took > time::Duration::minutes(7) && took < time::Duration::minutes(12),
            "{took}"
        );
        assert_eq!(app.state().await["last_sync"], last);
        app.sheets.heal();
    }
    assert_eq!(app.sync(SYNC).await.message(), "4 candidates are in the sheet.");
}

#[tokio::test]
async fn a_failed_rewriting_is_made_good_by_the_next_sync_though_nothing_has_changed() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    app.sync(SYNC).await;
    app.sheets
        .fail(rule(Call::Write, 0, None, Fault::Status { status: 403 }));
    assert_eq!(app.sync(SYNC_ALL).await.status, 502);
    app.sheets.heal();
    assert_eq!(app.sync(SYNC).await.message(), "3 candidates are in the sheet.");
}

#[tokio::test]
async fn while_it_waits_for_googles_quota_the_sync_says_so() {
    for (fault, words) in [
        (
            Fault::Quota {
                retry_after: Some(30),
            },
            "Google limits how many requests",
        ),
        (Fault::Status { status: 503 }, "Google Sheets does not answer"),
    ] {
        let app = App::start().await;
        app.register(&rows(1)).await;
        let event = app.begin().await;
        let (may_go_on, pause_ends) = tokio::sync::watch::channel(false);
        let pauses = Pauses::from_fn(move |_| {
            let mut pause_ends = pause_ends.clone();
            async move {
                let _ = pause_ends.wait_for(|ends| *ends).await;
            }
            .boxed()
        });
        let started = sync::app_and_worker_with(
            app.env.clone(),
            app.test_env.clock.handle(),
            Entropy::system(),
            pauses,
        );
        let (_, worker) = started.await.unwrap();
        app.sheets.fail(rule(Call::Write, 0, Some(1), fault));
        let working = worker.handle(event);
        tokio::pin!(working);
        let waiting = loop {
            tokio::select! {
                outcome = &mut working => panic!("{outcome:?}"),
                () = tokio::time::sleep(Duration::from_millis(2)) => {}
            }
            let state = tokio::select! {
                outcome = &mut working => panic!("{outcome:?}"),
                state = app.state() => state,
            };
            if let Some(waiting) = state["waiting"].as_str() {
                break waiting.to_owned();
            }
        };
        assert!(waiting.starts_with(words), "{waiting}");
        may_go_on.send_replace(true);
        working.await.unwrap();
        let state = app.state().await;
        assert_eq!(
            (&state["running"], &state["waiting"]),
            (&json!(false), &Value::Null)
        );
    }
}
