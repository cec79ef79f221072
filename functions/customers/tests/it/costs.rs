//! What a page of the list costs: round trips, how many of them side by side, and read units as the database
//! reckons them.
//!
//! `cargo test -p customers -- --ignored list_costs --nocapture` prints the table of docs/performance.md.

use crate::{CUSTOMERS, start};
use std::time::{Duration, Instant};
use test_support::{App, Cost, Request};

/// The mixes that are measured: none, each filter, two, all, and e-mails that begin few and many addresses.
const MIXES: [(&str, &str); 9] = [
    ("none", ""),
    ("status", "&status=PAID"),
    ("mode", "&payment_mode=online"),
    ("course", "&course_category=backwater-bca"),
    ("status, mode", "&status=PAID&payment_mode=online"),
    (
        "status, mode, course",
        "&status=PAID&payment_mode=online&course_category=backwater-bca",
    ),
    ("e-mail, one address", "&email=binu77@example.com"),
    ("e-mail, most addresses", "&email=a"),
    (
        "e-mail, status, mode, course",
        "&email=a&status=PAID&payment_mode=online&course_category=backwater-bca",
    ),
];

struct Measured {
    took: Duration,
    cost: Cost,
    next: Option<String>,
    pages: u64,
}

async fn measure(app: &App, token: &str, query: &str) -> Measured {
    let request = Request::get(format!("{CUSTOMERS}?{query}")).bearer(token);
    app.world.database.start_meter();
    let began = Instant::now();
    let answer = app.call(request).await;
    let took = began.elapsed();
    assert_eq!(answer.status, 200, "{}", answer.json);
    let pagination = &answer.json["pagination"];
    Measured {
        took,
        cost: app.world.database.cost(),
        next: pagination["next"].as_str().map(str::to_owned),
        pages: pagination["pages"].as_u64().unwrap(),
    }
}

/// Lets so many register and brings their rows up to date.
async fn crowded(count: u64) -> (App, String) {
    let app = start().await;
    app.world.crowd(43, count).await;
    let now = app.world.clock.now();
    let done = app.world.registrations().recount(now, |_| ()).await.unwrap();
    assert_eq!(done.candidates, count);
    let token = app.world.admin_token().await;
    (app, token)
}

#[tokio::test]
async fn a_page_takes_few_reads_whatever_the_filters() {
    let (app, token) = crowded(300).await;
    for (name, filter) in MIXES {
        let first = measure(&app, &token, filter).await;
        let searched = name.starts_with("e-mail");
        // The token's version, the figures, and one list; or eight shards and then the rows.
        assert_eq!(first.cost.requests, if searched { 11 } else { 3 }, "{name}");
        assert!(first.cost.at_once <= 10, "{name}");
        if let Some(next) = first.next {
            let second = measure(&app, &token, &format!("{filter}&page=2&cursor={next}")).await;
            assert_eq!(second.cost.requests, first.cost.requests, "{name}");
            assert!(
                second.cost.units <= first.cost.units + 2.0,
                "{name}: {:?}",
                second.cost
            );
        }
        let middle = measure(
            &app,
            &token,
            &format!("{filter}&page={}", first.pages.div_ceil(2)),
        )
        .await;
        assert!(middle.cost.requests <= 11, "{name}");
    }
}

#[tokio::test]
#[ignore = "it measures, for minutes"]
#[expect(clippy::print_stdout, reason = "its print is what it is for")]
async fn list_costs() {
    println!("| candidates | filters | page | ms | requests | at once | read units |");
    println!("|---|---|---|---|---|---|---|");
    for count in [1_000, 20_000] {
        let (app, token) = crowded(count).await;
        // The first request also opens connections.
        let _ = measure(&app, &token, "").await;
        for (name, filter) in MIXES {
            let show = |page: &str, it: &Measured| {
                let Cost {
                    requests,
                    at_once,
                    units,
                } = it.cost;
                let took = it.took.as_millis();
                println!("| {count} | {name} | {page} | {took} | {requests} | {at_once} | {units} |");
            };
            let first = measure(&app, &token, filter).await;
            show("first", &first);
            if let Some(next) = &first.next {
                show(
                    "second, by cursor",
                    &measure(&app, &token, &format!("{filter}&page=2&cursor={next}")).await,
                );
                let middle = first.pages.div_ceil(2);
                show(
                    "middle, by number",
                    &measure(&app, &token, &format!("{filter}&page={middle}")).await,
                );
                show(
                    "last, by number",
                    &measure(&app, &token, &format!("{filter}&page={}", first.pages)).await,
                );
            }
        }
    }
}
