//! Reads and bytes of the roster.

use super::{Device, changes, project};
use crate::{App, DAY, TEN};
use store::tables::Table;
use test_support::SINGLE;
use time::Duration;

#[tokio::test]
async fn a_delta_of_ten_changes_costs_what_changed() {
    let app = App::start().await;
    let candidates = app.test_env.seed_candidates(7, 300).await;
    let ids: Vec<_> = candidates.iter().map(|one| one.customer_id.clone()).collect();
    assert!(app.test_env.registrations().project(&ids, TEN).await.is_empty());
    let mut orders = Vec::new();
    for number in 0..10 {
        orders.push(
            app.test_env
                .paid_order(SINGLE, &format!("asha{number}@example.com"))
                .await,
        );
    }
    let mut device = Device::default();
    device.load(&app, DAY).await;
    app.test_env.clock.advance(Duration::minutes(5));
    device.load(&app, DAY).await;
    project(&app, &orders.iter().collect::<Vec<_>>()).await;
    let (before, held) = (device.bytes.len(), device.entries.len());
    app.test_env.database.start_meter();
    device.load(&app, DAY).await;
    let cost = app.test_env.database.cost();
    assert_eq!(device.entries.len(), held + 10);
    // Token, roster, events, doubles, clearing, what seats are published: each a read of a few items, and nothing of what did not change.
    assert_eq!(cost.requests, 12);
    assert!(cost.units <= 9.0, "{cost:?}");
    let bytes = device.bytes.len() - before;
    assert!(bytes < 3_000, "{bytes} bytes");
}

#[tokio::test]
async fn a_roster_is_small_and_whole_in_pages_of_any_size() {
    let app = App::start().await;
    let candidates = app.test_env.seed_candidates(11, 400).await;
    let registrations = app.test_env.registrations();
    for some in candidates.chunks(100) {
        let ids: Vec<_> = some.iter().map(|one| one.customer_id.clone()).collect();
        assert!(registrations.project(&ids, TEN).await.is_empty());
    }
    let rows = app.test_env.dump(Table::Registrations).await;
    let valid = rows
        .iter()
        .filter(|row| row["kind"] == "ORDER" && row["status"] == "PAID")
        .count();
    let mut device = Device::default();
    device.load(&app, DAY).await;
    assert_eq!(device.entries.len(), valid);
    let each = device.bytes.len() / valid;
    assert!(each * 20_000 <= 4 << 20, "{each} bytes for each of {valid}");
    assert_eq!(changes(&app, 7).await.len(), valid);
}
