//! Workers that die or are not alone: everybody on the list is registered, and nobody twice.

use super::*;
use ::jobs::{Dispatcher, Woken};
use store::Import;
use test_support::Fault;
use time::Duration;

const PEOPLE: usize = 3;

impl App {
    /// What the reconciler does about lists whose worker is dead.
    async fn resume(&self) -> usize {
        let clock = self.test_env.clock.handle();
        let dispatcher =
            Dispatcher::<Import>::from_env(&self.env, "IMPORTS_FUNCTION", clock, Entropy::system());
        let Woken { called, given_up } = dispatcher.unwrap().wake_due().await.unwrap();
        called + given_up
    }

    /// A worker that dies behind so many writes, and the next one. Whether the first has died.
    async fn with_a_crash_after(&self, writes: u64) -> bool {
        let id = self.take(&paid(&list_of(PEOPLE))).await;
        let event = self.events().remove(0);
        self.test_env.database.set(Fault::CrashAfter(writes));
        let has_died = self.worker.handle(event.clone()).await.is_err();
        self.test_env.database.set(Fault::None);
        if has_died {
            self.test_env.clock.advance(Duration::minutes(3));
            // Behind the last write of all there is nothing left to do.
            assert!(self.resume().await <= 1, "{writes}");
            self.run_events().await;
        }
        let list = self.list(&id).await;
        assert_eq!(
            (&list["state"], &list["done"]),
            (&json!("done"), &json!(PEOPLE)),
            "{writes}: {list}"
        );
        assert_eq!(
            list["refused"],
            json!([]),
            "{writes}: somebody was in their own way"
        );
        assert_eq!(self.worker.handle(event).await.unwrap(), "superseded");
        has_died
    }

    /// How many candidates there are, and what each of them has once.
    async fn counted(&self) -> [usize; 6] {
        [
            self.of_kind("CANDIDATE").await.len(),
            self.of_kind("ORDER").await.len(),
            self.of_kind("MAIL").await.len(),
            self.till().await.len(),
            self.audited("candidate.created").await.len(),
            self.lines_left().await,
        ]
    }
}

#[tokio::test]
async fn a_worker_that_dies_behind_any_write_is_followed_by_one_that_registers_the_rest() {
    let mut writes = 0;
    loop {
        let app = App::start().await;
        let has_died = app.with_a_crash_after(writes).await;
        assert_eq!(
            app.counted().await,
            [PEOPLE, PEOPLE, PEOPLE, PEOPLE, PEOPLE, 0],
            "{writes}"
        );
        if !has_died {
            break;
        }
        writes += 1;
    }
    // Taken over; three people; kept; three lines; the end.
    assert!(writes >= 8, "{writes}");
}

impl App {
    /// A list of forty whose first twenty are registered when its worker dies while it takes their lines out.
    async fn half_registered(&self) -> String {
        let id = self.take(&paid(SAMPLE)).await;
        // Taken over, twenty people, kept, and some of the lines.
        self.test_env.database.set(Fault::CrashAfter(30));
        assert!(self.worker.handle(self.events().remove(0)).await.is_err());
        self.test_env.database.set(Fault::None);
        assert_eq!(self.list(&id).await["done"], 20);
        assert!((21..40).contains(&self.lines_left().await));
        id
    }

    async fn delete_lines(&self, are_meant: impl Fn(u64) -> bool) {
        for line in self.lines().await {
            if are_meant(line["place"].as_u64().unwrap()) {
                self.test_env.delete(Table::Registrations, &line).await;
            }
        }
    }

    async fn goes_on(&self) {
        self.test_env.clock.advance(Duration::minutes(3));
        assert_eq!(self.resume().await, 1);
        self.run_events().await;
    }

    /// The list has ended with so many registered, and says so; nothing is left of the others.
    async fn assert_ended_at(&self, id: &str, registered: usize) {
        let list = self.list(id).await;
        assert_eq!(
            (&list["state"], &list["done"], &list["total"]),
            (&json!("failed"), &json!(registered), &json!(40))
        );
        assert_eq!(
            list["error"],
            "The lines that were left are not kept any more. Nobody else on the list was registered. Upload the rest as a new list."
        );
        assert_eq!(self.of_kind("ORDER").await.len(), registered);
        assert_eq!(self.lines_left().await, 0);
    }
}

#[tokio::test]
async fn a_list_whose_lines_have_expired_ends_with_words_and_not_as_done() {
    // All of them, or those of people who are not registered.
    for first in [0, 20] {
        let app = App::start().await;
        let id = app.half_registered().await;
        app.delete_lines(|place| place >= first).await;
        app.goes_on().await;
        app.assert_ended_at(&id, 20).await;
    }
}

/// They expire in any order, and not at once.
#[tokio::test]
async fn a_list_of_which_a_line_is_missing_ends_there_and_leaves_nobody_out_without_a_word() {
    let app = App::start().await;
    let id = app.half_registered().await;
    app.delete_lines(|place| place == 25).await;
    app.goes_on().await;
    app.assert_ended_at(&id, 25).await;
}

#[tokio::test]
async fn a_list_whose_last_worker_died_before_it_took_the_lines_out_is_done() {
    let app = App::start().await;
    let id = app.half_registered().await;
    app.goes_on().await;
    let list = app.list(&id).await;
    assert_eq!((&list["state"], &list["done"]), (&json!("done"), &json!(40)));
    assert_eq!(app.counted().await, [40, 40, 40, 40, 40, 0]);
}

/// Two workers that have the same place of the same list at once, as where one was thought dead.
async fn both(app: &App) {
    app.take(&paid(&list_of(PEOPLE))).await;
    let event = app.events().remove(0);
    let clock = app.test_env.clock.handle();
    let started = imports::app_and_worker_with(app.env.clone(), clock, Entropy::system());
    let (_, other) = started.await.unwrap();
    let (one, other) = futures::join!(app.worker.handle(event.clone()), other.handle(event));
    assert!(one.is_ok() || other.is_ok());
}

#[tokio::test]
async fn an_event_that_comes_twice_registers_everybody_once() {
    let app = App::start().await;
    both(&app).await;
    assert_eq!(app.counted().await, [PEOPLE, PEOPLE, PEOPLE, PEOPLE, PEOPLE, 0]);
}

#[tokio::test]
async fn without_conditions_two_workers_would_register_somebody_twice() {
    let app = App::start().await;
    app.take(&paid(&list_of(PEOPLE))).await;
    let event = app.events().remove(0);
    app.test_env.database.set(Fault::CrashAfter(3));
    assert!(app.worker.handle(event).await.is_err());
    app.test_env.database.set(Fault::NoConditions);
    app.test_env.clock.advance(Duration::minutes(3));
    assert_eq!(app.resume().await, 1);
    app.run_events().await;
    app.test_env.database.set(Fault::None);
    let [candidates, _, _, _, created, _] = app.counted().await;
    // The place names the candidate, so there is one; what is done with them is done a second time.
    assert_eq!(candidates, PEOPLE);
    assert!(
        created > PEOPLE,
        "{created} entries say that they were registered"
    );
}

#[tokio::test]
async fn who_has_the_last_places_is_registered_wherever_a_worker_dies() {
    for writes in 1.. {
        let app = App::start().await;
        app.test_env.limit_places(COURSE, 3).await;
        if !app.with_a_crash_after(writes).await {
            assert!(writes > 3, "{writes}");
            break;
        }
    }
}
