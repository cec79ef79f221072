//! The read model again, in slices.

use crate::{App, by_operations};
use serde_json::{Value, json};
use store::read_model::{Aggregates, RowFilter};
use store::tables::Table;
use test_support::{ALL, Fault, SINGLE, rebuild};

const REBUILD: &str = "rebuild";

fn begin() -> Value {
    json!({ "action": REBUILD })
}

/// The totals, whatever their revision.
async fn totals(app: &App) -> Aggregates {
    let aggregates = app.test_env.registrations().aggregates().await.unwrap();
    Aggregates {
        revision: 0,
        ..aggregates
    }
}

async fn listed(app: &App) -> usize {
    let registrations = app.test_env.registrations();
    let page = registrations.rows(&RowFilter::default(), 100, None).await;
    page.unwrap().rows.len()
}

fn is_superseded(answer: &Value) -> bool {
    let refused = answer["refused"].as_str().unwrap_or_default();
    refused.ends_with("another one is at work.")
}

/// Sends what an answer says is next until nothing is; returns how often, and what was said at the end.
async fn finish(app: &App, mut answer: Value) -> (usize, String) {
    let mut slices = 0;
    while let Some(next) = answer.get("next") {
        let said = answer["message"].as_str().unwrap();
        assert!(said.ends_with(" candidates counted so far"), "{said}");
        answer = app.ask(next.clone()).await;
        slices += 1;
    }
    (slices, answer["message"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_small_rebuild_is_done_in_one_invocation_and_is_in_the_audit_log() {
    let app = App::start().await;
    app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.open_order(ALL, "binu@example.com").await;
    assert_eq!((listed(&app).await, totals(&app).await.candidates()), (0, 0));
    let said = app.done(begin()).await;
    assert!(said.starts_with("2 candidates counted; "), "{said}");
    assert_eq!((listed(&app).await, totals(&app).await.candidates()), (2, 2));

    let rows = app.test_env.dump(Table::Registrations).await;
    let entry = rows.iter().find(|row| row["kind"] == "ENTRY").unwrap();
    app.test_env.delete(Table::Registrations, entry).await;
    assert_eq!(
        app.done(begin()).await,
        "2 candidates counted; 1 projections and entries mended, 0 removed."
    );
    let actions = ["read_model.rebuild_started", "read_model.rebuilt"].map(by_operations);
    assert_eq!(app.log().await, [actions.clone(), actions].concat());
}

#[tokio::test]
async fn a_long_rebuild_goes_on_in_further_invocations_until_it_is_done() {
    let app = App::with_slices_of(25).await;
    app.test_env.seed_candidates(3, 20).await;
    let (slices, said) = finish(&app, app.ask(begin()).await).await;
    assert!(slices > 2, "{slices}");
    assert_eq!(
        said,
        "20 candidates counted; 183 projections and entries mended, 0 removed."
    );
    assert_eq!(listed(&app).await, 20);
    let sliced = totals(&app).await;
    assert_eq!(sliced.candidates(), 20);
    let now = app.test_env.clock.now();
    let again = rebuild(&app.test_env.registrations(), now + time::Duration::SECOND)
        .await
        .unwrap();
    assert_eq!((again.mended, again.removed), (0, 0));
    assert_eq!(totals(&app).await, sliced, "each candidate was counted once");
}

#[tokio::test]
async fn an_interrupted_rebuild_resumes_at_the_page_it_was_at_and_counts_nobody_twice() {
    let app = App::with_slices_of(25).await;
    app.test_env.seed_candidates(5, 20).await;
    let first = app.ask(begin()).await;
    let second = app.ask(first["next"].clone()).await;
    // Its third invocation is cut off in the middle of a page, with one transaction of it made.
    app.test_env.database.set(Fault::CrashAfter(0));
    let cut_off = app.function.handle(second["next"].clone()).await;
    assert!(cut_off.is_err());
    app.test_env.database.set(Fault::None);
    let (slices, said) = finish(&app, second).await;
    assert!(slices > 1, "{slices}");
    assert!(said.starts_with("20 candidates counted; "), "{said}");
    let resumed = totals(&app).await;
    assert_eq!((listed(&app).await, resumed.candidates()), (20, 20));
    let now = app.test_env.clock.now();
    let again = rebuild(&app.test_env.registrations(), now + time::Duration::SECOND)
        .await
        .unwrap();
    assert_eq!((again.mended, again.removed), (0, 0));
    assert_eq!(totals(&app).await, resumed);
}

#[tokio::test]
async fn a_rebuild_that_another_one_has_superseded_cannot_be_resumed() {
    let app = App::with_slices_of(25).await;
    app.test_env.seed_candidates(7, 10).await;
    let former = app.ask(begin()).await;
    let latter = app.ask(begin()).await;
    let resumed = app.ask(former["next"].clone()).await;
    assert!(is_superseded(&resumed), "{resumed}");
    let unknown = app.ask(json!({ "action": REBUILD, "resume": 7 })).await;
    assert!(is_superseded(&unknown), "{unknown}");
    let (_, said) = finish(&app, latter).await;
    assert!(said.starts_with("10 candidates counted; "), "{said}");
    assert_eq!(totals(&app).await.candidates(), 10);
}

#[tokio::test]
async fn of_two_concurrent_invocations_of_one_rebuild_one_gives_up() {
    let app = App::with_slices_of(25).await;
    app.test_env.seed_candidates(9, 20).await;
    let first = app.ask(begin()).await;
    let next = || app.ask(first["next"].clone());
    let (one, other) = tokio::join!(next(), next());
    assert!(is_superseded(&one) != is_superseded(&other), "{one} {other}");
    let winner = if is_superseded(&one) { other } else { one };
    let (_, said) = finish(&app, winner).await;
    assert!(said.starts_with("20 candidates counted; "), "{said}");
    assert_eq!(totals(&app).await.candidates(), 20);
}

#[tokio::test]
async fn resuming_a_rebuild_that_is_done_changes_nothing() {
    let app = App::with_slices_of(25).await;
    app.test_env.seed_candidates(11, 6).await;
    let first = app.ask(begin()).await;
    let (_, said) = finish(&app, first.clone()).await;
    let before = app.test_env.dump(Table::Registrations).await;
    assert_eq!(app.done(first["next"].clone()).await, said);
    assert_eq!(app.test_env.dump(Table::Registrations).await, before);
}
