//! What a page of the list costs: round trips, how many of them side by side, and read units as the database
//! reckons them.
//!
//! `cargo test -p customers -- --ignored list_costs --nocapture` prints the table of docs/performance.md. So that it
//! takes minutes rather than an hour, it writes rows, lists and figures itself, and first checks with a few candidates
//! that they are those which a recount makes.

use crate::{CUSTOMERS, start};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use store::{
    registrations::{
        CandidateFile,
        rows::{Course, Row},
    },
    tables::Table,
};
use test_support::{App, Cost, Draw, Request, anybody};

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

/// The items of a row: itself, its entries, and what it adds to the facets.
fn items_of(row: &Row, facets: &mut BTreeMap<String, u64>) -> Vec<Value> {
    let id = row.customer_id.as_str();
    let value = serde_json::to_value(row).unwrap();
    let place = row.cursor().as_str().to_owned();
    let course = Course::of(&row.selection);
    let parts = [row.status.as_str(), row.payment_mode.as_str(), course.as_str()];
    *facets.entry(parts.join("#")).or_default() += 1;
    let mut items = vec![
        json!({ "pk": format!("REG#{id}"), "sk": "ROW", "kind": "ROW", "row": value, "version": 1, "basis": 1, "counted": 1 }),
        json!({
            "pk": format!("EMAILS#{}", id.bytes().last().unwrap() % 8),
            "sk": format!("{}#{id}", row.person.email.as_str()),
            "kind": "EMAILS",
            "status": parts[0],
            "mode": parts[1],
            "course": parts[2],
            "place": place,
        }),
    ];
    for mask in 0..8 {
        let names = (0..3).map(|part| if mask & (1 << part) == 0 { "*" } else { parts[part] });
        let mut entry = value.clone();
        entry["pk"] = json!(format!("LIST#{}", names.collect::<Vec<_>>().join("#")));
        entry["sk"] = json!(place);
        entry["kind"] = json!("LIST");
        items.push(entry);
    }
    items
}

/// The rows of so many, and everything that is kept for the list.
fn kept(count: u64) -> Vec<Value> {
    let mut draw = Draw::new(43);
    let mut facets = BTreeMap::new();
    let mut items = Vec::new();
    for number in 0..count {
        let (candidate, order) = anybody(&mut draw, number);
        let file = CandidateFile {
            candidate,
            orders: vec![order],
            mails: Vec::new(),
        };
        items.extend(items_of(&Row::of(&file).unwrap(), &mut facets));
    }
    let figure = |name: String, registrations: u64| json!({ "pk": "FIGURES", "sk": format!("0000000001#{name}"), "kind": "FIGURE", "registrations": registrations, "paid": 0, "revenue": 0 });
    items.extend(
        facets
            .into_iter()
            .map(|(kind, count)| figure(format!("FACET#{kind}"), count)),
    );
    // A season of days and a dozen colleges besides.
    items.extend((0..90).map(|day| figure(format!("DAY#day{day:06}"), 1)));
    items.extend((0..12).map(|college| figure(format!("COLLEGE#college-{college}"), 1)));
    items.push(json!({ "pk": "FIGURES", "sk": "REVISION", "kind": "FIGURE", "revision": count, "current": 1, "building": 0 }));
    items
}

/// The items for the list among others, without what counts their writes.
fn for_the_list(items: Vec<Value>) -> Vec<Value> {
    let of_the_list =
        |item: &Value| ["ROW", "LIST", "EMAILS"].contains(&item["kind"].as_str().unwrap_or_default());
    let mut items: Vec<Value> = items.into_iter().filter(of_the_list).collect();
    for item in &mut items {
        item.as_object_mut().unwrap().remove("counted");
    }
    items.sort_by_key(|item| (item["pk"].to_string(), item["sk"].to_string()));
    items
}

/// A world in which so many are listed.
async fn listed(count: u64) -> (App, String) {
    let app = start().await;
    app.world.end_stream(Table::Registrations).await;
    app.world.put_all(Table::Registrations, kept(count)).await;
    let token = app.world.admin_token().await;
    (app, token)
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
    let (app, token) = crowded(120).await;
    for (name, filter) in MIXES {
        let first = measure(&app, &token, filter).await;
        // The token's version, the figures, and one list; or eight shards, and then the rows if there are any.
        let expected = match (name.starts_with("e-mail"), first.pages) {
            (false, _) => 3,
            (true, 0) => 10,
            (true, _) => 11,
        };
        assert_eq!(first.cost.requests, expected, "{name}");
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
            &format!("{filter}&page={}", first.pages.div_ceil(2).max(1)),
        )
        .await;
        assert!(middle.cost.requests <= 11, "{name}");
    }
}

#[tokio::test]
#[ignore = "it measures, for minutes"]
async fn list_costs() {
    println!("| candidates | filters | page | ms | requests | at once | read units |");
    println!("|---|---|---|---|---|---|---|");
    let (few, _) = crowded(60).await;
    let made = few.world.dump(Table::Registrations).await;
    assert_eq!(for_the_list(made), for_the_list(kept(60)));
    for count in [1_000, 20_000] {
        let (app, token) = listed(count).await;
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
