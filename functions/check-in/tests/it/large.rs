//! The roster of an event with as many passes as one may have, on a day on which everybody came in, went out and came back.
//! `cargo test -p check-in -- --ignored twenty_thousand --nocapture`

use crate::{
    App, DAY, TEN,
    roster::{Device, changes},
};
use domain::CustomerId;
use serde_json::json;
use std::time::Instant;
use store::{read_model::RosterChange, tables::Table};
use test_support::SINGLE;
use time::{Duration, format_description::well_known::Rfc3339};

const PASSES: usize = 20_000;

#[tokio::test]
#[ignore = "takes minutes to fill the table"]
async fn a_roster_of_twenty_thousand_passes_on_a_full_day_fits_in_four_megabytes() {
    let app = App::start().await;
    // Most are not paid, which a roster leaves out; and of a candidate who is drawn twice the first entry is gone.
    let mut seed = 0;
    let mut valid = 0;
    while valid < PASSES {
        seed += 1;
        let candidates = app.test_env.seed_candidates(seed, 1_000).await;
        for candidate in candidates
            .iter()
            .filter(|one| one.selection.course_id().is_none())
        {
            let mut item = serde_json::to_value(candidate).unwrap();
            item["pk"] = json!(format!("REG#{}", candidate.customer_id));
            (item["sk"], item["kind"]) = (json!("CANDIDATE"), json!("CANDIDATE"));
            item["chosen"] = json!({ "backwater-bca": 1, "backwater-bsc": 2, "spice-coast-bba": 3 });
            app.test_env.put(Table::Registrations, &item).await;
        }
        let ids: Vec<_> = candidates.iter().map(|one| one.customer_id.clone()).collect();
        project(&app, &ids).await;
        let there = changes(&app, 1_000).await;
        valid = there.iter().filter(|change| change.sealed.is_some()).count();
    }
    let people = changes(&app, 1_000).await;
    a_full_day(&app, &people).await;
    // What was written in the last half minute comes with each list again, and passes are not all of one moment.
    app.test_env.clock.advance(Duration::MINUTE);
    let mut device = Device::short();
    app.test_env.database.start_meter();
    let began = Instant::now();
    let lists = app.get("/api/check-in/lists").await;
    let lists: Vec<_> = lists
        .as_array()
        .unwrap()
        .iter()
        .map(|list| list["list"].as_str().unwrap())
        .collect();
    for list in &lists {
        device.load(&app, list).await;
    }
    let (took, cost) = (began.elapsed(), app.test_env.database.cost());
    assert_eq!(device.entries.len(), valid);
    let bytes = device.bytes.len();
    println!(
        "{valid} passes, {} lists: {bytes} bytes in {took:?}, {cost:?}",
        lists.len()
    );
    assert!(bytes * PASSES / valid <= 4 << 20, "{bytes} bytes for {valid}");

    app.test_env.clock.advance(Duration::minutes(5));
    device.load(&app, DAY).await;
    let mut ids = Vec::new();
    for number in 0..10 {
        let email = format!("asha{number}@example.com");
        ids.push(app.test_env.paid_order(SINGLE, &email).await.customer_id);
    }
    project(&app, &ids).await;
    let before = device.bytes.len();
    app.test_env.database.start_meter();
    let began = Instant::now();
    device.load(&app, DAY).await;
    let (took, cost) = (began.elapsed(), app.test_env.database.cost());
    assert_eq!(device.entries.len(), valid + 10);
    println!(
        "ten changes: {} bytes in {took:?}, {cost:?}",
        device.bytes.len() - before
    );
    assert_eq!(cost.requests, 12);
}

/// Everybody comes in by one of twenty gates, goes out and comes back.
async fn a_full_day(app: &App, people: &[RosterChange]) {
    let valid = people.iter().filter(|change| change.sealed.is_some());
    for (change, number) in valid.zip(0_i64..) {
        for (hours, movement) in [(0, "in"), (3, "left"), (4, "back")] {
            let at = TEN + Duration::hours(hours) + Duration::milliseconds(500 * (number % 7_000));
            let millis = at.unix_timestamp_nanos() / 1_000_000;
            let gate = format!("Gate {} · 7F3K", number % 20);
            let nonce = match movement {
                "in" => domain::Entropy::system().symbols(36),
                _ => String::new(),
            };
            let event = json!({
                "pk": format!("EVENTS#{DAY}#{}", number % 4),
                "sk": format!("{millis:014}#CZ6S4932KF26#{number}"),
                "movement": movement, "customer_id": "CZ6S4932KF26", "lookups": [change.lookup],
                "place": { "at": at.format(&Rfc3339).unwrap(), "by": "meera", "device": gate }, "nonce": nonce,
            });
            app.test_env.put(Table::CheckIn, &event).await;
        }
    }
}

async fn project(app: &App, ids: &[CustomerId]) {
    let registrations = app.test_env.registrations();
    for some in ids.chunks(100) {
        assert!(
            registrations
                .project(some, app.test_env.clock.now())
                .await
                .is_empty()
        );
    }
}
