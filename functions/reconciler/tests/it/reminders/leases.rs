//! Runs side by side, and runs that died: the lease lets one of them send.

use super::{DUE, REMINDED, start};
use reconciler::Summary;
use serde_json::json;
use store::{Reminders, Write, tables::Table};
use test_support::Fault;
use time::Duration;

/// How many mails go out when several runs at once find the same reminder due.
async fn concurrent_runs(fault: Fault) -> usize {
    let (app, _, _) = start().await;
    app.test_env.clock.advance(DUE);
    app.test_env.database.set(fault);
    futures::future::join_all((0..4).map(|_| app.reconciler.run())).await;
    app.receivers().len()
}

#[tokio::test]
async fn concurrent_runs_send_a_reminder_once() {
    assert_eq!(concurrent_runs(Fault::None).await, 1);
}

/// The control: what keeps the runs apart is the condition of the lease.
#[tokio::test]
async fn without_conditions_concurrent_runs_send_a_reminder_twice() {
    assert!(concurrent_runs(Fault::NoConditions).await > 1);
}

#[tokio::test]
async fn the_reminder_of_a_run_that_died_is_sent_when_its_lease_is_over() {
    let (app, ticket, _) = start().await;
    app.test_env.clock.advance(DUE);
    let reminders = Reminders::from_env(&app.test_env.env()).unwrap();
    let now = app.test_env.clock.now();
    let leased = reminders.lease(&ticket, "dead", now, Duration::seconds(60)).await;
    assert!(leased.unwrap().is_some());
    assert_eq!(app.run_after(Duration::seconds(60)).await, Summary::default());
    assert_eq!(app.run_after(Duration::seconds(1)).await, REMINDED);
    assert_eq!(app.receivers(), ["asha@example.com"]);
}

#[tokio::test]
async fn a_reminder_is_leased_when_it_is_due_and_every_earlier_lease_is_over() {
    let (app, ticket, began) = start().await;
    let reminders = Reminders::from_env(&app.test_env.env()).unwrap();
    let lease = async |at| {
        let leased = reminders.lease(&ticket, "ours", at, Duration::seconds(60)).await;
        leased.unwrap().is_some()
    };
    let due = began + DUE;
    assert!(!lease(due - Duration::seconds(1)).await, "not due");
    let mut item = app.reminders().await.remove(0);
    item["lease"] = json!("another");
    item["lease_until"] = json!((due + Duration::seconds(5)).unix_timestamp() * 1_000);
    app.test_env.put(Table::Registrations, &item).await;
    assert!(!lease(due).await, "due, and another's");
    assert!(!lease(due + Duration::seconds(4)).await);
    assert!(lease(due + Duration::seconds(6)).await);
}

#[tokio::test]
async fn a_lease_whose_first_answer_was_lost_is_still_ours() {
    let (app, ticket, _) = start().await;
    app.test_env.clock.advance(DUE);
    let reminders = Reminders::from_env(&app.test_env.env()).unwrap();
    let now = app.test_env.clock.now();
    let lease = async |name| {
        let leased = reminders.lease(&ticket, name, now, Duration::seconds(60)).await;
        leased.unwrap()
    };
    let first = lease("ours").await;
    assert!(first.is_some());
    assert_eq!(lease("ours").await, first, "the client asks again by itself");
    assert_eq!(lease("another").await, None);
}

#[tokio::test]
async fn a_run_whose_lease_expired_neither_postpones_nor_removes_a_reminder_that_another_has() {
    let (app, ticket, _) = start().await;
    app.test_env.clock.advance(DUE);
    let reminders = Reminders::from_env(&app.test_env.env()).unwrap();
    let lease = async |name: &str| {
        let now = app.test_env.clock.now();
        let leased = reminders.lease(&ticket, name, now, Duration::seconds(60)).await;
        assert!(leased.unwrap().is_some());
    };
    lease("late").await;
    app.test_env.clock.advance(Duration::seconds(62));
    lease("current").await;
    let held = app.reminders().await;
    let now = app.test_env.clock.now();
    let postponed = reminders.postpone(&ticket, "late", 1, now).await;
    assert_eq!(postponed.unwrap(), Write::Stale);
    assert_eq!(reminders.remove(&ticket, "late").await.unwrap(), Write::Stale);
    assert_eq!(app.reminders().await, held);
    assert_eq!(reminders.remove(&ticket, "current").await.unwrap(), Write::Done);
}
