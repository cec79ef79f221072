//! A sync and the closing of the event: nothing is written into the sheet that is to be emptied.

use super::*;
use sheets_simulator::{Call, Fault, Rule};
use tokio::sync::watch;

const DELETING: &str = "The event is being deleted. Nothing more is written into the Google Sheet.";

impl App {
    /// Deletes what the closing deletes, to its end.
    async fn delete_everybody(&self) {
        for item in self.test_env.dump(Table::Registrations).await {
            self.test_env.delete(Table::Registrations, &item).await;
        }
        let job = json!({ "pk": "EVENT", "sk": "CLOSING" });
        self.test_env.put(Table::Registrations, &job).await;
    }

    /// A worker whose pauses end when that is said.
    async fn paused_worker(&self) -> (SyncWorker, watch::Sender<bool>) {
        let (may_go_on, ends) = watch::channel(false);
        let pauses = Pauses::from_fn(move |_| {
            let mut ends = ends.clone();
            async move {
                let _ = ends.wait_for(|ends| *ends).await;
            }
            .boxed()
        });
        let clock = self.test_env.clock.handle();
        let started = sync::app_and_worker_with(self.env.clone(), clock, Entropy::system(), pauses);
        (started.await.unwrap().1, may_go_on)
    }
}

#[tokio::test]
async fn a_sync_that_holds_rows_while_google_fails_writes_none_once_the_event_is_deleted() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    let event = app.begin().await;
    let (worker, may_go_on) = app.paused_worker().await;
    // The tab is made, and no row of it. Google asks for longer than a request waits, so the next try is another step.
    app.sheets.fail(Rule {
        call: Some(Call::Write),
        after: 1,
        times: None,
        fault: Fault::Quota {
            retry_after: Some(60),
        },
    });
    let working = tokio::spawn(async move { worker.handle(event).await });
    while app.state().await.get("waiting").is_none() {
        assert!(!working.is_finished());
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert_eq!(app.sheets.calls(Call::Write), 2);
    app.delete_everybody().await;
    app.sheets.heal();
    may_go_on.send_replace(true);
    assert_eq!(working.await.unwrap().unwrap(), "failed");
    let contents = app.sheets.contents();
    let is_empty = contents.iter().flatten().all(|cell| *cell == Cell::Empty);
    assert!(is_empty, "{contents:?}");
    assert_eq!(app.sheets.calls(Call::Write), 2);
    let state = app.state().await;
    assert_eq!(
        (&state["running"], &state["error"]),
        (&json!(false), &json!(DELETING))
    );
}

#[tokio::test]
async fn no_sync_begins_once_the_deletion_has_begun() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    app.sync(SYNC).await;
    app.delete_everybody().await;
    let (before, writes) = (
        app.test_env.dump(Table::Admin).await,
        app.sheets.calls(Call::Write),
    );
    for path in [SYNC, SYNC_ALL] {
        let answer = app.sync(path).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code(), answer.message()),
            (409, "deletion_begun", DELETING)
        );
    }
    assert_eq!(app.test_env.dump(Table::Admin).await, before);
    assert_eq!(app.sheets.calls(Call::Write), writes);
}
