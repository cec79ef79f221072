//! From the read model of release 1.0 to this one, on the items that it wrote.

use crate::App;
use serde_json::Value;
use store::{read_model::RowFilter, tables::Table};
use test_support::{SINGLE, rebuild, record};

const BEFORE: &str = include_str!("../../../../shared/store/tests/golden/1.0.0/table_registrations.json");

async fn of_the_release_before() -> (App, usize) {
    let app = App::start().await;
    let items: Vec<Value> = serde_json::from_str(BEFORE).unwrap();
    let candidates = items.iter().filter(|item| item["kind"] == "CANDIDATE").count();
    app.test_env.put_all(Table::Registrations, items).await;
    (app, candidates)
}

/// What the portal shows: the candidates listed, counted, and found by `a`, and the revision.
async fn shown(app: &App) -> (usize, u64, usize, u64) {
    let registrations = app.test_env.registrations();
    let everybody = RowFilter::default();
    let rows = registrations.rows(&everybody, 100, None).await.unwrap().rows;
    let aggregates = registrations.aggregates().await.unwrap();
    let found = registrations.search("active", &everybody).await.unwrap();
    (
        rows.len(),
        aggregates.candidates(),
        found.len(),
        aggregates.revision,
    )
}

#[tokio::test]
async fn until_a_rebuild_the_portal_answers_from_the_previous_releases_layout() {
    let (app, candidates) = of_the_release_before().await;
    let (listed, counted, found, revision) = shown(&app).await;
    assert_eq!((listed, counted, found), (candidates, candidates as u64, 2));

    // What arrives meanwhile is stored in the new layout alone, and a sync sees that something has changed.
    let order = app.test_env.open_order(SINGLE, "late@example.com").await;
    let records = [record("INSERT", "ORDER", order.customer_id.as_str())];
    assert!(app.handle(&records).await.is_empty());
    let (listed, counted, _, later) = shown(&app).await;
    assert_eq!((listed, counted), (candidates, candidates as u64));
    assert!(later > revision);
}

#[tokio::test]
async fn a_rebuild_carries_everything_over_and_leaves_nothing_of_the_earlier_layout() {
    let (app, candidates) = of_the_release_before().await;
    let order = app.test_env.open_order(SINGLE, "active-late@example.com").await;
    let records = [record("INSERT", "ORDER", order.customer_id.as_str())];
    assert!(app.handle(&records).await.is_empty());
    let (_, _, _, before) = shown(&app).await;
    let now = app.test_env.clock.now();
    let done = rebuild(&app.test_env.registrations(), now).await.unwrap();
    assert_eq!(done.candidates, candidates as u64 + 1);
    let (listed, counted, found, after) = shown(&app).await;
    assert_eq!(
        (listed, counted, found),
        (candidates + 1, candidates as u64 + 1, 3)
    );
    assert!(after > before, "a sync sees that something has changed");
    app.assert_right().await;
    let items = app.test_env.dump(Table::Registrations).await;
    let left = items.iter().filter(|item| {
        ["ROW", "LIST", "EMAILS", "FIGURE"].contains(&item["kind"].as_str().unwrap_or_default())
    });
    assert_eq!(left.count(), 0);
}
