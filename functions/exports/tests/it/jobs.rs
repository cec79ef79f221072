//! Workers that die or are not alone, exports that are cancelled, and addresses that die.

use super::*;
use ::jobs::{Dispatcher, Woken};
use store::exports::Export;
use test_support::Fault;
use time::Duration;

impl App {
    /// What the reconciler does about exports whose worker is dead.
    async fn resume(&self) -> usize {
        let clock = self.test_env.clock.handle();
        let dispatcher =
            Dispatcher::<Export>::from_env(&self.env, "EXPORTS_FUNCTION", clock, Entropy::system());
        let Woken { called, given_up } = dispatcher.unwrap().wake_due().await.unwrap();
        called + given_up
    }

    /// A worker whose parts have a few lines each.
    async fn worker_with_small_parts(&self) -> ExportWorker {
        let clock = self.test_env.clock.handle();
        let started = exports::app_and_worker_with(self.env.clone(), clock, Entropy::system());
        started.await.unwrap().1.with_parts_of(2_000)
    }
}

#[tokio::test]
async fn an_address_dies_after_ten_minutes_and_the_file_after_a_day() {
    let app = App::with_candidates(3).await;
    let id = app.begin("candidates", "csv", json!({})).await;
    assert_eq!(app.state(&id).await["state"], "running");
    app.run_events().await;
    let first = app.state(&id).await;
    let url = first["url"].as_str().unwrap();
    assert!(url.contains("candidates-2025-"), "{url}");
    app.test_env.clock.advance(Duration::seconds(599));
    assert_eq!(fetch(url).await.0, 200);
    app.test_env.clock.advance(Duration::seconds(1));
    let (status, refusal) = fetch(url).await;
    assert_eq!(status, 403);
    assert!(
        String::from_utf8(refusal)
            .unwrap()
            .contains("Request has expired")
    );
    let again = app.state(&id).await;
    assert_eq!(fetch(again["url"].as_str().unwrap()).await.0, 200);
    let altered = again["url"]
        .as_str()
        .unwrap()
        .replace("X-Amz-Expires=600", "X-Amz-Expires=6000");
    assert_eq!(fetch(&altered).await.0, 403);
    app.test_env.clock.advance(Duration::hours(24));
    let late = app.state(&id).await;
    assert_eq!((&late["state"], &late["url"]), (&json!("done"), &Value::Null));
    assert_eq!(late["available_until"], first["available_until"]);
}

#[tokio::test]
async fn a_worker_that_dies_is_followed_by_one_that_begins_again_and_no_part_of_its_file_is_left() {
    let app = App::with_candidates(60).await;
    let id = app.begin("candidates", "csv", json!({})).await;
    let event = app.events().remove(0);
    let worker = app.worker_with_small_parts().await;
    // Taken over, counted, before the part, after the page; then the table is gone.
    app.test_env.database.set(Fault::CrashAfter(4));
    assert!(worker.handle(event.clone()).await.is_err());
    app.test_env.database.set(Fault::None);
    assert_eq!(app.resume().await, 0, "it may still be alive");
    app.test_env.clock.advance(Duration::minutes(3));
    assert_eq!(app.resume().await, 1);
    let next = app.events().remove(0);
    assert_eq!(worker.handle(next).await.unwrap(), "finished");
    let state = app.state(&id).await;
    assert_eq!(
        (&state["state"], &state["done"], &state["rows"]),
        (&json!("done"), &json!(60), &json!(60))
    );
    let lines = read(&fetch(state["url"].as_str().unwrap()).await.1);
    let mut ids = column(&lines, "Pass no.");
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((lines.len(), ids.len()), (60, 60));
    assert_eq!(
        app.test_env.export_files().len(),
        1,
        "parts of another file are left"
    );
    // The event of the one that died comes once more.
    assert_eq!(worker.handle(event).await.unwrap(), "superseded");
}

/// One that is killed cannot clean up after itself.
#[tokio::test]
async fn the_upload_that_a_killed_worker_left_is_given_up_by_the_next() {
    let app = App::with_candidates(3).await;
    let id = app.begin("candidates", "csv", json!({})).await;
    let files = export_files::ExportFiles::from_env(&app.env).unwrap();
    let key = export_files::ExportFiles::key("killed.csv");
    let upload = files.begin(&key, "text/csv").await.unwrap();
    let _ = files
        .put_part(&key, &upload, 1, b"killed".to_vec())
        .await
        .unwrap();
    let mut items = app.test_env.dump(Table::Admin).await;
    let job = items.iter_mut().find(|item| item["pk"] == "EXPORTS").unwrap();
    job["work"]["file"] = json!({ "key": key, "upload": upload });
    app.test_env.put(Table::Admin, job).await;
    assert_eq!(app.test_env.export_files(), [b"killed"]);
    app.run_events().await;
    assert_eq!(app.state(&id).await["state"], "done");
    let [file] = &app.test_env.export_files()[..] else {
        panic!("the parts are left");
    };
    assert_ne!(file, b"killed");
}

#[tokio::test]
async fn an_export_whose_workers_keep_dying_is_given_up_and_says_so() {
    let app = App::with_candidates(3).await;
    let id = app.begin("candidates", "xlsx", json!({})).await;
    for _ in 0..4 {
        let event = app.events().remove(0);
        app.test_env.database.set(Fault::CrashAfter(0));
        assert!(app.worker.handle(event.clone()).await.is_err());
        app.test_env.database.set(Fault::None);
        app.test_env.clock.advance(Duration::minutes(3));
        assert_eq!(app.resume().await, 1);
        // One that was thought lost changes nothing.
        assert_eq!(app.worker.handle(event).await.unwrap(), "superseded");
    }
    let state = app.state(&id).await;
    assert_eq!(state["state"], "failed");
    assert!(
        state["error"]
            .as_str()
            .unwrap()
            .starts_with("The export stopped several times")
    );
    assert_eq!(app.resume().await, 0);
    assert!(app.events().is_empty());
}

/// As in a rush, in which Lambda hands events over minutes later.
#[tokio::test]
async fn an_export_whose_events_are_late_is_called_again_until_one_comes() {
    let app = App::with_candidates(3).await;
    let id = app.begin("candidates", "csv", json!({})).await;
    for _ in 0..5 {
        app.test_env.clock.advance(Duration::minutes(3));
        assert_eq!(app.resume().await, 1);
        assert_eq!(app.state(&id).await["state"], "running");
    }
    app.run_events().await;
    assert_eq!(app.state(&id).await["state"], "done");
}

/// Lets two workers have the same event at once.
async fn both(app: &App) -> [Value; 2] {
    app.begin("candidates", "csv", json!({})).await;
    let event = app.events().remove(0);
    let other = app.worker_with_small_parts().await;
    let outcomes = futures::join!(app.worker.handle(event.clone()), other.handle(event));
    let mut outcomes = [outcomes.0.unwrap(), outcomes.1.unwrap()];
    outcomes.sort_by_key(ToString::to_string);
    outcomes
}

#[tokio::test]
async fn an_event_that_comes_twice_is_worked_on_once() {
    let app = App::with_candidates(10).await;
    assert_eq!(both(&app).await, ["finished", "superseded"]);
}

#[tokio::test]
async fn without_the_lease_two_workers_would_make_the_file() {
    let app = App::with_candidates(10).await;
    app.test_env.database.set(Fault::NoConditions);
    assert_eq!(both(&app).await, ["finished", "finished"]);
}

#[tokio::test]
async fn a_cancelled_export_has_no_file_whatever_its_worker_does() {
    let app = App::with_candidates(3).await;
    let id = app.begin("candidates", "csv", json!({})).await;
    let path = format!("{EXPORTS}/{id}");
    assert_eq!(app.ask(Request::delete(&path)).await.status, 204);
    assert_eq!(app.ask(Request::delete(&path)).await.status, 204, "once more");
    app.run_events().await;
    let state = app.state(&id).await;
    assert_eq!(
        (&state["state"], &state["url"]),
        (&json!("cancelled"), &Value::Null)
    );
    let items = app.test_env.dump(Table::Admin).await;
    let cancelled = items.iter().filter(|item| item["action"] == "export.cancelled");
    assert_eq!(cancelled.count(), 1);
}

#[tokio::test]
async fn an_export_that_has_ended_is_not_cancelled_and_one_that_never_was_is_not_there() {
    let app = App::start().await;
    let id = app.begin("audit", "csv", json!({})).await;
    app.run_events().await;
    let answer = app.ask(Request::delete(format!("{EXPORTS}/{id}"))).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (409, "export_over"));
    assert_eq!(app.state(&id).await["state"], "done");
    for id in ["x", "01747735200000-0123456789ABCDEF"] {
        assert_eq!(app.ask(Request::get(format!("{EXPORTS}/{id}"))).await.status, 404);
        assert_eq!(
            app.ask(Request::delete(format!("{EXPORTS}/{id}"))).await.status,
            404
        );
    }
}

#[tokio::test]
async fn an_export_that_lacks_what_there_is_fails_and_gives_out_no_file() {
    let app = App::with_candidates(10).await;
    // As if entries of the lists were lost: ten are counted and five are there.
    let items = app.test_env.dump(Table::Registrations).await;
    let is_entry = |item: &&Value| item["pk"].as_str().unwrap().starts_with("BY_MODE#");
    for entry in items.iter().filter(is_entry).take(5) {
        app.test_env.delete(Table::Registrations, entry).await;
    }
    let id = app.begin("candidates", "csv", json!({})).await;
    app.run_events().await;
    let state = app.state(&id).await;
    assert_eq!((&state["state"], &state["url"]), (&json!("failed"), &Value::Null));
    assert!(
        state["error"]
            .as_str()
            .unwrap()
            .contains("not everything is in the file")
    );
}

#[tokio::test]
async fn the_newest_exports_are_listed_first_without_their_files() {
    let app = App::start().await;
    let first = app.begin("audit", "csv", json!({})).await;
    app.test_env.clock.advance(Duration::seconds(1));
    let second = app.begin("till", "xlsx", json!({})).await;
    app.run_events().await;
    let list = app.ask(Request::get(EXPORTS)).await.json;
    let ids: Vec<&Value> = list["exports"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["export_id"])
        .collect();
    assert_eq!(ids, [&json!(second), &json!(first)]);
    assert_eq!(list["exports"][0]["state"], "done");
    assert_eq!(list["exports"][0].get("url"), None);
}

#[tokio::test]
async fn other_events_are_refused() {
    let app = App::start().await;
    for event in [
        json!({}),
        json!(null),
        json!({ "work": {} }),
        json!({ "work": { "lease": "a" } }),
    ] {
        assert!(app.worker.handle(event).await.is_err());
    }
}
