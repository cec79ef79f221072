//! The log page by page: each entry once, whatever comes meanwhile.

use super::without_account;
use crate::App;
use serde_json::Value;
use test_support::Answer;
use time::{Duration, macros::datetime};

#[tokio::test]
async fn the_newest_come_first_over_months_and_years_and_no_entry_is_shown_twice_or_left_out() {
    let app = App::start().await;
    app.test_env.clock.set_to(datetime!(2027-07-01 00:00:01 UTC));
    let moments = [
        datetime!(2027-07-01 00:00 UTC),
        datetime!(2027-06-30 23:59:59.999 UTC),
        datetime!(2027-06-30 23:59:59.998 UTC),
        datetime!(2027-01-01 00:00 UTC),
        datetime!(2026-12-31 23:59 UTC),
        // More than a year of nothing.
        datetime!(2025-09-01 00:00 UTC),
        datetime!(2025-05-30 00:00 UTC),
    ];
    for (number, at) in moments.iter().enumerate() {
        app.keep(*at, &format!("p{number}")).await;
    }
    for limit in [1, 2, 3, 7, 8, 100] {
        let (subjects, pages) = app.subjects(limit).await;
        assert_eq!(
            without_account(&subjects),
            ["p0", "p1", "p2", "p3", "p4", "p5", "p6"],
            "{limit}"
        );
        assert_eq!(subjects.len(), 8);
        assert_eq!(pages, 8_usize.div_ceil(limit), "{limit}");
    }
}

#[tokio::test]
async fn entries_of_one_millisecond_are_all_shown() {
    let app = App::start().await;
    for number in 0..5 {
        app.keep(datetime!(2025-05-20 04:30 UTC), &format!("p{number}"))
            .await;
    }
    for limit in [1, 2, 5] {
        let (subjects, _) = app.subjects(limit).await;
        let mut found = without_account(&subjects);
        found.sort_unstable();
        assert_eq!(found, ["p0", "p1", "p2", "p3", "p4"]);
    }
}

#[tokio::test]
async fn an_entry_that_comes_meanwhile_does_not_move_the_pages() {
    let app = App::start().await;
    for number in 0..4 {
        app.keep(
            datetime!(2025-05-20 04:31 UTC) + Duration::seconds(number),
            &format!("p{number}"),
        )
        .await;
    }
    app.wait(120);
    let first = app.logs("?limit=2").await;
    app.keep(app.test_env.clock.now(), "p9").await;
    let second = app
        .logs(&format!(
            "?limit=2&cursor={}",
            first.json["next"].as_str().unwrap()
        ))
        .await;
    let of = |answer: &Answer| -> Vec<Value> {
        let entries = answer.json["entries"].as_array().unwrap();
        entries.iter().map(|entry| entry["subject"].clone()).collect()
    };
    assert_eq!(of(&first), ["p3", "p2"]);
    assert_eq!(of(&second), ["p1", "p0"]);
}

#[tokio::test]
async fn fifty_are_shown_when_nothing_else_is_said() {
    let app = App::start().await;
    for number in 0..51 {
        app.keep(datetime!(2025-05-20 04:30 UTC) + Duration::seconds(number), "p")
            .await;
    }
    let answer = app.logs("").await;
    assert_eq!(answer.json["entries"].as_array().unwrap().len(), 50);
    assert!(answer.json["next"].is_string());
}

#[tokio::test]
async fn a_cursor_in_the_far_future_starts_at_the_newest_without_a_query_for_each_month_between() {
    let app = App::start().await;
    let newest = app.logs("").await;
    let before = app.test_env.database.requests();
    let answer = app.logs("?cursor=99999999999999-AA").await;
    assert_eq!(answer.json["entries"], newest.json["entries"]);
    let requests = app.test_env.database.requests() - before;
    assert!(requests < 200, "{requests}");
}

#[tokio::test]
async fn an_invalid_limit_cursor_or_filter_is_refused_by_its_name() {
    let app = App::start().await;
    for (query, field) in [
        ("?limit=0", "limit"),
        ("?limit=101", "limit"),
        ("?limit=-1", "limit"),
        ("?limit=many", "limit"),
        ("?cursor=", "cursor"),
        ("?cursor=junk", "cursor"),
        ("?cursor=1747715400000-%23", "cursor"),
        ("?kind=moons", "kind"),
        ("?from=31-05-2025", "from"),
        ("?to=2025-02-30", "to"),
        ("?from=0000-01-01", "from"),
        ("?to=2024-12-31", "to"),
        ("?from=2025-06-01&to=2025-05-31", "to"),
    ] {
        let answer = app.logs(query).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{query}");
    }
}
