//! What a page of the list costs: round trips, how many of them side by side, and read units as the database
//! reckons them.
//!
//! `cargo test -p customers -- --ignored list_costs --nocapture` prints what docs/performance.md sums up. So that it
//! takes minutes rather than an hour, it writes the read model itself, and first checks with a few candidates
//! that they are those which a rebuild makes.

use crate::{CUSTOMERS, start};
use domain::PersonName;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use store::{
    read_model::{Course, Row},
    registrations::CandidateFile,
    tables::Table,
};
use test_support::{App, Cost, Draw, Request, anybody, rebuild};

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

/// The filters that only a look answers, with how many partitions it has, and one whose matches are counted.
const LOOKS: [(&str, u64); 7] = [
    ("package=all-inclusive", 8),
    ("exam_preference=Offline", 8),
    ("from=2025-05-21&to=2025-05-22", 8),
    (
        "status=PAID&package=all-inclusive&exam_preference=Offline&from=2025-05-20",
        4,
    ),
    ("course_category=backwater-bca&from=2025-05-20", 4),
    ("payment_mode=online&exam_preference=Offline", 2),
    ("status=REFUNDED&from=2025-05-20", 4),
];

/// Each kind of search; and how many it finds where the named are among the others, if that is certain.
const SEARCHES: [(&str, &str, Option<u64>); 14] = [
    ("search, a surname that all have", "rao", Some(100)),
    ("search, a full name that all have", "asha rao", Some(100)),
    ("search, two letters that begin all names", "as", Some(100)),
    ("search, last digits that all have", "3210", None),
    ("search, one address", "binu77@example.com", None),
    ("search, a pass number", "C000077", None),
    ("search, a receipt number", "R-C000-077", None),
    (
        "search, an order that nobody has",
        "c00007700000-kqakwgqt91bp5e009te6",
        Some(0),
    ),
    ("search, nobody", "zacharias", Some(0)),
    ("search, a long name with initials", NAMED[0], Some(1)),
    ("search, a long name in Malayalam", NAMED[1], Some(1)),
    ("search, its word that nine more have", "ശ്രീലക്ഷ്മി", Some(10)),
    ("search, initials and a name of ten", NAMED[2], Some(1)),
    ("search, without the accents", "nguyen thi anh", Some(1)),
];

/// Who is among the others, the first candidates.
const NAMED: [&str; 4] = [
    "A. P. J. Abdul Kalam Azad Maulana",
    "ശ്രീലക്ഷ്മി കൃഷ്ണൻകുട്ടി നമ്പൂതിരിപ്പാട്",
    "K. P. Zubaida",
    "Nguyễn Thị Ánh",
];

/// The name of a candidate among the others by its number; `None` for the others.
fn name_of(number: u64) -> Option<String> {
    let more = number.checked_sub(NAMED.len() as u64);
    match (
        usize::try_from(number).ok().and_then(|number| NAMED.get(number)),
        more,
    ) {
        (Some(name), _) => Some((*name).to_owned()),
        (None, Some(more @ 0..9)) => Some(format!("Zubaida Beevi {}", char::from(b'A' + more as u8))),
        (None, Some(more @ 9..18)) => Some(format!("ശ്രീലക്ഷ്മി {}", char::from(b'A' + more as u8))),
        (None, _) => None,
    }
}

fn searching(text: &str) -> String {
    let escaped: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    format!("&search={escaped}")
}

struct Measured {
    took: Duration,
    cost: Cost,
    next: Option<String>,
    pages: u64,
    filtered: u64,
    first: Option<String>,
}

async fn measure(app: &App, token: &str, query: &str) -> Measured {
    let request = Request::get(format!("{CUSTOMERS}?{query}")).bearer(token);
    app.test_env.database.start_meter();
    let began = Instant::now();
    let answer = app.call(request).await;
    let took = began.elapsed();
    assert_eq!(answer.status, 200, "{}", answer.json);
    let pagination = &answer.json["pagination"];
    Measured {
        took,
        cost: app.test_env.database.cost(),
        next: pagination["next"].as_str().map(str::to_owned),
        pages: pagination["pages"].as_u64().unwrap(),
        filtered: pagination["filtered"].as_u64().unwrap(),
        first: answer.json["data"][0]["name"].as_str().map(str::to_owned),
    }
}

/// The items of a row: its projection, its entries, and what it adds to the kinds.
fn items_of(row: &Row, kinds: &mut BTreeMap<String, u64>) -> Vec<Value> {
    let id = row.customer_id.as_str();
    let place = row.cursor().as_str().to_owned();
    let course = Course::of(&row.selection);
    let [status, mode, course] = [row.status.as_str(), row.payment_mode.as_str(), course.as_str()];
    *kinds.entry([status, mode, course].join("#")).or_default() += 1;
    let shard = id.bytes().last().unwrap();
    let lists = [
        format!("BY_MODE#{mode}#{}", shard % 2),
        format!("BY_COURSE#{course}#{}", shard % 4),
        format!("BY_STATUS#{status}#{}", shard % 4),
    ];
    let (package, preference) = (row.selection.package_id().as_str(), row.exam_preference.as_str());
    let entry = |pk| {
        json!({
            "pk": pk, "sk": place, "kind": "ENTRY", "mode": mode, "course": course, "package": package,
            "preference": preference,
        })
    };
    let mut items: Vec<Value> = lists.into_iter().map(entry).collect();
    items.push(json!({
        "pk": format!("REG#{id}"), "sk": "PROJECTION", "kind": "PROJECTION",
        "row": row, "version": 1, "basis": 1,
    }));
    let name = row.person.name.words();
    let words = [
        ("EMAIL", row.person.email.as_str().to_owned()),
        ("PHONE", row.person.phone.as_str().chars().rev().collect()),
        ("CUSTOMER", id.to_lowercase()),
    ];
    let names = name.index().into_iter().map(|word| ("NAME", word));
    items.extend(words.into_iter().chain(names).map(|(field, word)| {
        let mut entry = json!({
            "pk": format!("WORDS#{field}#{}", shard % 4), "sk": format!("{word}#{place}"), "kind": "WORD",
        });
        if field == "EMAIL" {
            entry["status"] = json!(status);
            entry["mode"] = json!(mode);
            entry["course"] = json!(course);
            entry["package"] = json!(package);
            entry["preference"] = json!(preference);
        }
        if field == "NAME" {
            entry["folded"] = json!(name.kept());
        }
        entry
    }));
    items
}

/// The rows of so many, and everything that is kept for the list; with those who have a name of their own among them.
fn kept(count: u64, with_named: bool) -> Vec<Value> {
    let mut draw = Draw::new(43);
    let mut kinds = BTreeMap::new();
    let mut items = Vec::new();
    for number in 0..count {
        let (mut candidate, order) = anybody(&mut draw, number);
        if let Some(name) = name_of(number).filter(|_| with_named) {
            candidate.person.name = PersonName::parse(&name).unwrap();
        }
        let file = CandidateFile {
            candidate,
            orders: vec![order],
            mails: Vec::new(),
        };
        items.extend(items_of(&Row::of(&file).unwrap(), &mut kinds));
    }
    // As full as a season of days and a dozen colleges make them, in every shard.
    for shard in 0..16 {
        let pk = format!("AGGREGATES#{shard}");
        items.push(json!({
            "pk": pk, "sk": "HEAD", "kind": "AGGREGATE", "revision": count, "current": 1, "building": 0,
        }));
        for group in 0..2 {
            let mut days = json!({ "pk": pk, "sk": format!("0000000001#DAYS{group}"), "kind": "AGGREGATE" });
            for (day, counter) in (0..45).flat_map(|day| ["N", "P", "R"].map(|counter| (day, counter))) {
                days[format!("{counter}#DAY#2025-{group}{:02}-{:02}", day / 28, day % 28)] = json!(100_000);
            }
            items.push(days);
        }
        for group in 0..3 {
            let sk = format!("0000000001#KINDS{group}");
            let mut counters = json!({ "pk": pk, "sk": sk, "kind": "AGGREGATE" });
            for (college, counter) in
                (0..4).flat_map(|college| ["N", "P", "R"].map(|counter| (college, counter)))
            {
                counters[format!("{counter}#COLLEGE#college-{group}-{college}")] = json!(100_000);
            }
            if (shard, group) == (0, 0) {
                for (kind, count) in &kinds {
                    counters[format!("KIND#{kind}")] = json!(count);
                }
            }
            items.push(counters);
        }
    }
    items
}

/// The items for the list among others, without what counts their writes and what the roster has.
fn for_the_list(items: Vec<Value>) -> Vec<Value> {
    let of_the_list =
        |item: &Value| ["PROJECTION", "ENTRY", "WORD"].contains(&item["kind"].as_str().unwrap_or_default());
    let mut items: Vec<Value> = items.into_iter().filter(of_the_list).collect();
    for item in &mut items {
        let item = item.as_object_mut().unwrap();
        item.remove("counted");
        item.remove("passes");
    }
    items.sort_by_key(|item| (item["pk"].to_string(), item["sk"].to_string()));
    items
}

/// A test environment in which so many are listed.
async fn listed(count: u64) -> (App, String) {
    let app = start().await;
    app.test_env
        .put_all(Table::Registrations, kept(count, true))
        .await;
    let token = app.test_env.admin_token().await;
    (app, token)
}

/// Lets so many register and projects them.
async fn crowded(count: u64) -> (App, String) {
    let app = start().await;
    app.test_env.seed_candidates(43, count).await;
    let now = app.test_env.clock.now();
    let done = rebuild(&app.test_env.registrations(), now).await.unwrap();
    assert_eq!(done.candidates, count);
    let token = app.test_env.admin_token().await;
    (app, token)
}

#[tokio::test]
async fn a_page_takes_few_reads_whatever_the_filters() {
    let (app, token) = crowded(120).await;
    for (name, filter) in MIXES {
        let first = measure(&app, &token, filter).await;
        // The token's version, two for the totals, the shards of a list or of a search, and the rows if there are any.
        // Few entries may pass a filter.
        let (least, most) = match name {
            "none" => (12, 12),
            "mode" => (6, 6),
            "status" | "course" => (8, 8),
            _ if name.starts_with("e-mail") => (7, 8),
            _ => (8, 12),
        };
        assert!(
            (least..=most).contains(&first.cost.requests),
            "{name}: {:?}",
            first.cost
        );
        assert!(first.cost.at_once <= 9, "{name}");
        if let Some(next) = first.next {
            let second = measure(&app, &token, &format!("{filter}&page=2&cursor={next}")).await;
            assert!(second.cost.requests <= most, "{name}: {:?}", second.cost);
            assert!(
                second.cost.units <= first.cost.units + 6.0,
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
        assert!(middle.cost.requests <= most, "{name}: {:?}", middle.cost);
        assert!(middle.cost.at_once <= 9, "{name}");
    }
}

#[tokio::test]
async fn a_look_takes_the_same_reads_of_20_and_of_200_candidates_on_each_of_its_pages() {
    for count in [20, 200] {
        let (app, token) = crowded(count).await;
        for (filter, partitions) in LOOKS {
            // The token's version, two for the totals, and the rows if there are any.
            let reads = 3 + partitions;
            let first = measure(&app, &token, &format!("{filter}&limit=1")).await;
            let of_rows = u64::from(first.first.is_some());
            assert_eq!(first.cost.requests, reads + of_rows, "{filter} of {count}");
            assert!(first.cost.at_once <= 9, "{filter}");
            // The totals take nearly fifty.
            assert!(first.cost.units <= 65.0, "{filter}: {:?}", first.cost);
            let Some(next) = first.next else { continue };
            let second = measure(&app, &token, &format!("{filter}&limit=1&cursor={next}")).await;
            assert_eq!(second.cost.requests, reads + 1, "{filter} of {count}");
        }
        assert!(
            measure(&app, &token, "exam_preference=Offline")
                .await
                .next
                .is_some()
        );
    }
}

#[tokio::test]
async fn a_look_whose_first_entries_fill_the_page_reads_no_further() {
    let (app, token) = listed(2_000).await;
    // Where nobody matches, all is read that a look may read, and no row.
    let nobody = measure(&app, &token, "package=none-has-it").await;
    for filter in ["exam_preference=Offline", "package=all-inclusive"] {
        let found = measure(&app, &token, filter).await;
        // The token's version, two for the totals, eight partitions and the rows.
        assert_eq!(found.cost.requests, 12, "{filter}");
        assert!(found.next.is_some(), "{filter}");
        assert!(
            found.cost.units + 5.0 < nobody.cost.units,
            "{filter}: {:?} {:?}",
            found.cost,
            nobody.cost
        );
    }
}

/// What a search takes, and that it finds whom it should.
async fn search(app: &App, token: &str, (kind, text, finds): (&str, &str, Option<u64>)) -> Measured {
    let found = measure(app, token, &searching(text)).await;
    assert!(found.cost.requests <= 11, "{kind}: {:?}", found.cost);
    if let Some(finds) = finds {
        assert_eq!(found.filtered, finds, "{kind}");
    }
    if NAMED.contains(&text) {
        assert_eq!(found.first.as_deref(), Some(text), "{kind}");
    }
    found
}

#[tokio::test]
async fn a_search_takes_at_most_eleven_reads_and_no_more_of_more_candidates() {
    let mut reads = Vec::new();
    for count in [200, 2_000] {
        let (app, token) = listed(count).await;
        let mut of_each = Vec::new();
        for kind in SEARCHES {
            of_each.push(search(&app, &token, kind).await.cost.requests);
        }
        reads.push(of_each);
    }
    assert_eq!(reads[0], reads[1]);
}

#[tokio::test]
#[ignore = "it measures, for minutes"]
async fn list_costs() {
    println!("| candidates | filters | page | ms | requests | at once | read units |");
    println!("|---|---|---|---|---|---|---|");
    let (few, _) = crowded(60).await;
    let made = few.test_env.dump(Table::Registrations).await;
    assert_eq!(for_the_list(made), for_the_list(kept(60, false)));
    for count in [1_000, 20_000] {
        let (app, token) = listed(count).await;
        // The first request also opens connections.
        let _ = measure(&app, &token, "").await;
        let show = |name: &str, page: &str, it: &Measured| {
            let Cost {
                requests,
                at_once,
                units,
                answered: _,
            } = it.cost;
            let took = it.took.as_millis();
            println!("| {count} | {name} | {page} | {took} | {requests} | {at_once} | {units} |");
        };
        for kind in SEARCHES {
            show(kind.0, "first", &search(&app, &token, kind).await);
        }
        for (name, filter) in MIXES {
            let show = |page: &str, it: &Measured| show(name, page, it);
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
