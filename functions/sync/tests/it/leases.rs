//! Workers that are not alone.

use super::*;
use jobs::{Dispatcher, Woken};
use store::{Jobs, SheetSync};
use test_support::Fault as DatabaseFault;

const NONE_DEAD: Woken = Woken {
    called: 0,
    given_up: 0,
};
const RESUMED: Woken = Woken {
    called: 1,
    given_up: 0,
};

impl App {
    /// What the reconciler does about a job whose worker is dead.
    pub(super) async fn resume(&self) -> Woken {
        let dispatcher = Dispatcher::<SheetSync>::from_env(
            &self.env,
            "SYNC_FUNCTION",
            self.test_env.clock.handle(),
            Entropy::system(),
        );
        dispatcher.unwrap().wake_due().await.unwrap()
    }

    /// Carries out the write after the first so many, and answers it when that is released.
    fn hold_write(&self, after: u32) {
        self.sheets.fail(sheets_simulator::Rule {
            call: Some(sheets_simulator::Call::Write),
            after,
            times: Some(1),
            fault: sheets_simulator::Fault::Held,
        });
    }

    /// A worker makes room, writes the first of two pieces and dies while it writes the second.
    async fn die_half_way(&self) {
        let event = self.begin().await;
        let doomed = self.another_worker().await;
        self.hold_write(2);
        let working = tokio::spawn(async move { doomed.handle(event).await });
        while self.sheets.writes().len() < 3 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        working.abort();
        assert!(working.await.unwrap_err().is_cancelled());
        self.sheets.release();
        self.test_env.clock.advance(time::Duration::minutes(3));
    }

    /// A worker dies when it has taken the job.
    async fn dies_at_once(&self, event: Value) {
        self.test_env.database.set(DatabaseFault::CrashAfter(0));
        assert!(self.worker.handle(event).await.is_err());
        self.test_env.database.set(DatabaseFault::None);
        self.test_env.clock.advance(time::Duration::minutes(3));
    }

    /// How often the first row was written.
    fn beginnings(&self) -> usize {
        let writes = self.sheets.writes();
        let first = writes
            .iter()
            .filter(|write| write.what.starts_with("Candidates!A1:"));
        first.count()
    }

    /// The workers whose writes were carried out, by their tokens, each once for a row of writes.
    fn writers(&self) -> Vec<usize> {
        let mut writers: Vec<usize> = self.sheets.writes().iter().map(|write| write.token).collect();
        writers.dedup();
        writers
    }
}

/// Lets a worker be thought dead in the middle of its writing, another one finish, and the first one wake up.
async fn overtaken(app: &App) -> String {
    app.register(&rows(2_010)).await;
    let event = app.begin().await;
    let first = app.another_worker().await;
    app.hold_write(1);
    let working = tokio::spawn(async move { first.handle(event).await });
    while app.sheets.writes().len() < 2 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    app.test_env.clock.advance(time::Duration::minutes(3));
    assert_eq!(app.resume().await, RESUMED);
    app.run_events().await;
    assert_eq!(app.state().await["running"], false);
    app.sheets.release();
    let outcome = working.await.unwrap().unwrap();
    outcome.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_worker_that_was_overtaken_writes_nothing_more() {
    let app = App::start().await;
    assert_eq!(overtaken(&app).await, "superseded");
    assert_eq!(app.writers(), [0, 1]);
    assert_eq!(app.ids().len(), 2_010);
    assert_eq!(app.state().await["error"], Value::Null);
}

#[tokio::test]
async fn without_the_lease_two_workers_would_overwrite_each_other() {
    let app = App::start().await;
    app.test_env.database.set(DatabaseFault::NoConditions);
    overtaken(&app).await;
    assert_eq!(app.writers(), [0, 1, 0]);
}

#[tokio::test]
async fn an_event_that_comes_twice_is_worked_on_once() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    let event = app.begin().await;
    let other = app.another_worker().await;
    let outcomes = futures::join!(app.worker.handle(event.clone()), other.handle(event.clone()));
    let mut outcomes = [outcomes.0.unwrap(), outcomes.1.unwrap()];
    outcomes.sort_by_key(ToString::to_string);
    assert_eq!(outcomes, ["finished", "superseded"]);
    assert_eq!(app.worker.handle(event).await.unwrap(), "superseded");
}

#[tokio::test]
async fn a_job_whose_worker_died_is_begun_again_and_one_at_work_is_not() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    let lost = app.begin().await;
    app.test_env.clock.advance(time::Duration::seconds(99));
    assert_eq!(app.resume().await, NONE_DEAD);
    app.test_env.clock.advance(time::Duration::seconds(3));
    assert_eq!(app.resume().await, RESUMED);
    app.run_events().await;
    assert_eq!(app.ids().len(), 3);
    assert_eq!(app.state().await["running"], false);
    assert_eq!(app.resume().await, NONE_DEAD);
    // The event that was thought lost comes after all.
    assert_eq!(app.worker.handle(lost).await.unwrap(), "superseded");
}

#[tokio::test]
async fn a_job_that_dies_again_and_again_is_given_up_and_reported() {
    let app = App::start().await;
    let mut event = app.begin().await;
    for _ in 0..5 {
        app.dies_at_once(event).await;
        assert_eq!(app.resume().await, RESUMED);
        event = app.test_env.events_of("sync").remove(0);
    }
    app.dies_at_once(event).await;
    assert_eq!(app.resume().await.given_up, 1);
    let state = app.state().await;
    assert_eq!(state["running"], false);
    assert!(
        state["error"]
            .as_str()
            .unwrap()
            .starts_with("The sync stopped several times")
    );
    drop(app.test_env.invocations());
    assert_eq!(app.sync(SYNC).await.status, 200);
}

#[tokio::test]
async fn an_administrator_need_not_wait_for_the_reconciler_when_a_job_is_dead() {
    let app = App::start().await;
    app.register(&rows(2)).await;
    app.begin().await;
    app.test_env.clock.advance(time::Duration::minutes(3));
    let answer = app.sync(SYNC).await;
    assert_eq!(
        (answer.status.as_u16(), answer.message()),
        (200, "2 candidates are in the sheet.")
    );
}

#[tokio::test]
async fn what_a_worker_leaves_whose_time_is_up_the_next_goes_on_with_where_it_was() {
    let app = App::start().await;
    app.register(&rows(2_010)).await;
    let event = app.begin().await;
    app.hold_write(1);
    let working = app.worker.handle(event);
    tokio::pin!(working);
    while app.sheets.writes().len() < 2 {
        tokio::select! {
            outcome = &mut working => panic!("{outcome:?}"),
            () = tokio::time::sleep(Duration::from_millis(2)) => {}
        }
    }
    app.test_env.clock.advance(time::Duration::minutes(12));
    app.sheets.release();
    assert_eq!(working.await.unwrap(), "left to the next");
    assert_eq!(app.resume().await, RESUMED);
    let mut events = app.test_env.invocations();
    let next = events.remove(0).event;
    assert_eq!(app.worker.handle(next).await.unwrap(), "finished");
    assert_eq!(app.ids().len(), 2_010);
    assert!(app.ids().is_sorted());
    assert_eq!(app.beginnings(), 1, "it started over");
}

#[tokio::test]
async fn a_job_whose_worker_died_half_way_goes_on_where_it_was() {
    let app = App::start().await;
    app.register(&rows(2_010)).await;
    app.die_half_way().await;
    assert_eq!(app.resume().await, RESUMED);
    // Nobody sees the count fall while the next worker begins.
    assert_eq!(app.state().await["done"], 2_000);
    app.run_events().await;
    assert_eq!(app.ids().len(), 2_010);
    assert!(app.ids().is_sorted());
    assert_eq!(app.beginnings(), 1, "it started over");
    let state = app.state().await;
    assert_eq!(
        (&state["running"], &state["done"], &state["error"]),
        (&json!(false), &json!(2_010), &Value::Null)
    );
    assert_eq!(
        app.sync(SYNC).await.message(),
        "Nothing has changed since the last sync."
    );
}

#[tokio::test]
async fn who_registers_while_a_job_is_dead_is_in_the_sheet_and_what_changes_above_makes_the_next_sync_write()
{
    let app = App::start().await;
    app.register(&rows(2_010)).await;
    app.die_half_way().await;
    let mut all = rows(2_011);
    all[0].amount = Paise::new(100);
    app.register(&all).await;
    assert_eq!(app.resume().await, RESUMED);
    app.run_events().await;
    assert_eq!(app.ids().len(), 2_011);
    let amount = |app: &App| app.sheets.contents()[1][10].clone();
    assert_eq!(amount(&app), Cell::Number(1_850.into()));
    assert_eq!(
        app.sync(SYNC).await.message(),
        "2011 candidates are in the sheet."
    );
    assert_eq!(amount(&app), Cell::Number(1.into()));
}

#[tokio::test]
async fn rows_of_another_release_in_another_sheet_or_with_other_names_are_no_place_to_go_on_from() {
    for other in [
        json!({ "header": ["Customer ID", "Name"] }),
        json!({ "target": "another/Candidates" }),
        json!({ "exam_names": "another digest" }),
    ] {
        let app = App::start().await;
        app.register(&rows(2_010)).await;
        app.die_half_way().await;
        let mut items = app.test_env.dump(Table::Admin).await;
        let state = items.iter_mut().find(|item| item["pk"] == "SYNC").unwrap();
        for (member, value) in other.as_object().unwrap() {
            state["work"]["reached"]["written"][member] = value.clone();
        }
        app.test_env.put(Table::Admin, state).await;
        assert_eq!(app.resume().await, RESUMED);
        app.run_events().await;
        assert_eq!(app.beginnings(), 2, "{other}");
        assert_eq!(app.ids().len(), 2_010);
    }
}

#[tokio::test]
async fn a_sync_that_somebody_begins_after_a_failed_or_dead_one_begins_at_the_top() {
    for dead in [true, false] {
        let app = App::start().await;
        app.register(&rows(2_010)).await;
        if dead {
            app.die_half_way().await;
        } else {
            app.sheets.fail(sheets_simulator::Rule {
                call: Some(sheets_simulator::Call::Write),
                after: 2,
                times: Some(1),
                fault: sheets_simulator::Fault::Status { status: 403 },
            });
            assert_eq!(app.sync(SYNC).await.status, 502);
        }
        assert_eq!(
            app.sync(SYNC).await.message(),
            "2010 candidates are in the sheet."
        );
        assert_eq!(app.beginnings(), 2, "dead: {dead}");
    }
}

#[tokio::test]
async fn a_worker_that_the_table_fails_leaves_the_job_to_be_begun_again() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    let event = app.begin().await;
    app.test_env.database.set(DatabaseFault::CrashAfter(1));
    assert!(app.worker.handle(event).await.is_err());
    app.test_env.database.set(DatabaseFault::None);
    let jobs = Jobs::<SheetSync>::from_env(&app.env).unwrap();
    assert!(jobs.newest(1).await.unwrap()[0].is_running());
    app.test_env.clock.advance(time::Duration::minutes(3));
    assert_eq!(app.resume().await, RESUMED);
    app.run_events().await;
    assert_eq!(app.ids().len(), 3);
}

#[tokio::test]
async fn other_events_are_refused() {
    let app = App::start().await;
    for event in [
        json!({}),
        json!(null),
        json!({ "work": {} }),
        json!({ "work": { "lease": 1 } }),
    ] {
        assert!(app.worker.handle(event).await.is_err());
    }
}
