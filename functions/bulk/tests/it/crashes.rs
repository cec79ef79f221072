//! Workers that die or are not alone: it is done to everybody, and to nobody twice.

use super::*;
use test_support::Fault;

const PEOPLE: usize = 3;

/// Entries of the audit log, acts in timelines, results, and who is left.
async fn written(app: &App, entry: &str) -> [usize; 4] {
    [
        app.audited(entry).await.len(),
        app.count("ACT").await,
        app.count("BULK_RESULT").await,
        app.count("BULK_LEFT").await,
    ]
}

async fn with_people(action: &str) -> App {
    let app = App::start().await;
    match action {
        "mark_paid" => app.unpaid(PEOPLE).await,
        _ => app.paid(PEOPLE).await,
    };
    app
}

async fn crashed_everywhere(action: &str, entry: &str) {
    let mut writes = 0;
    loop {
        let mut died = false;
        for fault in [Fault::CrashBefore(writes), Fault::CrashAfter(writes)] {
            let app = with_people(action).await;
            let id = app.begin(&to_all(action)).await;
            let event = app.events().remove(0);
            app.test_env.database.set(fault);
            died |= app.worker.handle(event.clone()).await.is_err();
            app.test_env.database.set(Fault::None);
            app.test_env.clock.advance(Duration::minutes(3));
            app.wake().await;
            let state = app.finish(&id).await;
            assert_eq!(counts(&state), [3, 3, 0, 0, 0], "{fault:?}: {state}");
            assert_eq!(
                written(&app, entry).await,
                [PEOPLE, PEOPLE, PEOPLE, 0],
                "{fault:?}"
            );
            assert_eq!(app.worker.handle(event).await.unwrap(), "superseded");
        }
        if !died {
            break;
        }
        writes += 1;
    }
    // Taken over; gathered; written down; kept; three people; the end.
    assert!(writes >= 7, "{writes}");
}

#[tokio::test]
async fn a_crash_at_any_write_withdraws_each_pass_once() {
    crashed_everywhere("withdraw", "pass.withdrawn").await;
}

#[tokio::test]
async fn a_crash_at_any_write_takes_everybodys_money_once() {
    crashed_everywhere("mark_paid", "payment.mark_paid").await;
}

/// Two workers with one event, as where one was thought dead.
async fn both(app: &App) -> String {
    let id = app.begin(&to_all("mark_paid")).await;
    let event = app.events().remove(0);
    let (_, other) = both_sides(&app.test_env, &app.env).await;
    let (one, other) = futures::join!(app.worker.handle(event.clone()), other.handle(event));
    assert!(one.is_ok() || other.is_ok());
    id
}

#[tokio::test]
async fn an_event_that_comes_twice_takes_everybodys_money_once() {
    let app = with_people("mark_paid").await;
    let id = both(&app).await;
    app.finish(&id).await;
    assert_eq!(
        written(&app, "payment.mark_paid").await,
        [PEOPLE, PEOPLE, PEOPLE, 0]
    );
}

#[tokio::test]
async fn without_conditions_two_workers_would_take_somebodys_money_twice() {
    let app = with_people("mark_paid").await;
    let id = app.begin(&to_all("mark_paid")).await;
    let event = app.events().remove(0);
    app.test_env.database.set(Fault::NoConditions);
    let (_, other) = both_sides(&app.test_env, &app.env).await;
    let (_, _) = futures::join!(app.worker.handle(event.clone()), other.handle(event));
    app.test_env.database.set(Fault::None);
    let _ = app.state(&id).await;
    let [entries, ..] = written(&app, "payment.mark_paid").await;
    assert!(
        entries > PEOPLE,
        "{entries} entries say that their money was taken"
    );
}
