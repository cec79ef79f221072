//! The audit log.

use crate::App;
use serde_json::{Value, json};
use store::{AuditEntry, AuditLog, tables::Table};
use test_support::{ALL, Answer, Fault, Request};
use time::{Duration, OffsetDateTime, macros::datetime};

impl App {
    async fn logs(&self, query: &str) -> Answer {
        self.call_as_admin(Request::get(format!("/api/admin/logs{query}")))
            .await
    }

    async fn keep(&self, at: OffsetDateTime, subject: &str) {
        let (before, after) = (json!({ "price": 1000 }), json!({ "price": 1200.5 }));
        self.keep_of("Asha", "package.updated", at, subject, before, after)
            .await;
    }

    async fn keep_of(
        &self,
        by: &str,
        action: &str,
        at: OffsetDateTime,
        subject: &str,
        before: Value,
        after: Value,
    ) {
        let entropy = domain::Entropy::system();
        let entry = AuditEntry::new(at, &entropy, by, action, subject, before, after);
        AuditLog::from_env(&self.test_env.env())
            .unwrap()
            .keep(&entry)
            .await
            .unwrap();
    }

    /// The subjects of the whole log, read page by page, and how many pages there were.
    async fn subjects(&self, limit: usize) -> (Vec<String>, usize) {
        let (mut subjects, mut pages, mut cursor) = (Vec::new(), 0, String::new());
        loop {
            let answer = self.logs(&format!("?limit={limit}{cursor}")).await;
            assert_eq!(answer.status, 200, "{}", answer.json);
            let entries = answer.json["entries"].as_array().unwrap();
            assert!(entries.len() <= limit);
            subjects.extend(
                entries
                    .iter()
                    .map(|entry| entry["subject"].as_str().unwrap().to_owned()),
            );
            pages += 1;
            match answer.json["next"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return (subjects, pages),
            }
        }
    }
}

/// The entries without the one about Asha's account.
fn without_account(subjects: &[String]) -> Vec<&str> {
    subjects
        .iter()
        .map(String::as_str)
        .filter(|subject| subject.starts_with('p'))
        .collect()
}

#[tokio::test]
async fn an_entry_says_who_did_what_to_what_when_from_what_to_what() {
    let app = App::start().await;
    app.keep(datetime!(2025-05-20 04:31:00.25 UTC), "p1").await;
    app.wait(120);
    let answer = app.logs("").await;
    let mut entry = answer.json["entries"][0].clone();
    assert!(!entry["id"].as_str().unwrap().is_empty());
    entry.as_object_mut().unwrap().remove("id");
    assert_eq!(
        entry,
        json!({
            "at": "2025-05-20T04:31:00.25Z",
            "username": "Asha",
            "action": "package.updated",
            "subject": "p1",
            "target": { "kind": "package", "id": "p1" },
            "before": { "price": 1000 },
            "after": { "price": 1200.5 },
        })
    );
    assert_eq!(answer.json.get("next"), None);
    assert_eq!(answer.headers["cache-control"], "no-store");
}

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
        ("?from=2025-06-01&to=2025-05-31", "to"),
    ] {
        let answer = app.logs(query).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{query}");
    }
}

/// Who did what.
fn acts(answer: &Answer) -> Vec<(&str, &str)> {
    assert_eq!(answer.status, 200, "{}", answer.json);
    let entries = answer.json["entries"].as_array().unwrap();
    entries
        .iter()
        .map(|entry| {
            (
                entry["username"].as_str().unwrap(),
                entry["action"].as_str().unwrap(),
            )
        })
        .collect()
}

#[tokio::test]
async fn acts_are_found_by_who_did_them_what_they_are_about_and_the_day_in_india() {
    let app = App::start().await;
    app.test_env.clock.set_to(datetime!(2025-06-02 00:00 UTC));
    for (by, action, at) in [
        // A minute before midnight in India, and a minute after.
        ("Binu", "payment.refund", datetime!(2025-05-30 18:29 UTC)),
        ("Binu", "payment.mark_paid", datetime!(2025-05-30 18:31 UTC)),
        ("Chitra", "payment.refund", datetime!(2025-05-31 10:00 UTC)),
        (
            "Chitra",
            "exam_detail.updated",
            datetime!(2025-05-31 18:29:59.999 UTC),
        ),
        ("Chitra", "college.updated", datetime!(2025-05-31 18:30 UTC)),
    ] {
        app.keep_of(by, action, at, "none", json!(null), json!(null))
            .await;
    }
    let refunded = ("Chitra", "payment.refund");
    let edited = ("Chitra", "exam_detail.updated");
    let renamed = ("Chitra", "college.updated");
    let marked = ("Binu", "payment.mark_paid");
    let early = ("Binu", "payment.refund");
    for (query, expected) in [
        ("?by=chitra", vec![renamed, edited, refunded]),
        ("?by=BINU&kind=payments", vec![marked, early]),
        ("?kind=catalogue", vec![renamed, edited]),
        ("?from=2025-05-31&to=2025-05-31", vec![edited, refunded, marked]),
        ("?from=2025-06-01", vec![renamed]),
        ("?to=2025-05-30&kind=payments", vec![early]),
        ("?kind=payments&from=2025-05-31", vec![refunded, marked]),
        ("?by=Nobody", vec![]),
        ("?from=2027-01-01", vec![]),
        ("?by=Binu&limit=1", vec![marked]),
    ] {
        let answer = app.logs(query).await;
        assert_eq!(acts(&answer), expected, "{query}");
        assert_eq!(answer.json.get("searched_to"), None, "{query}");
    }
    let first = app.logs("?by=Binu&limit=1").await;
    let next = first.json["next"].as_str().unwrap();
    let second = app.logs(&format!("?by=Binu&limit=1&cursor={next}")).await;
    assert_eq!(acts(&second), [early]);
    assert_eq!(second.json.get("next"), None);
}

#[tokio::test]
async fn a_search_that_looks_through_much_ends_early_says_how_far_it_came_and_goes_on_from_there() {
    let app = App::start().await;
    app.test_env.clock.set_to(datetime!(2025-06-02 00:00 UTC));
    let begin = datetime!(2025-05-20 04:30 UTC);
    app.keep_of("Binu", "payment.refund", begin, "none", json!(null), json!(null))
        .await;
    for second in 1..=1_001 {
        app.keep(begin + Duration::seconds(second), "p").await;
    }
    let before = app.test_env.database.requests();
    let first = app.logs("?by=binu").await;
    let requests = app.test_env.database.requests() - before;
    assert_eq!(acts(&first), Vec::<(&str, &str)>::new());
    // The thousand entries before the last, of May; June had none.
    assert_eq!(first.json["searched_to"], "2025-05-20T04:30:02Z");
    assert!(requests < 30, "{requests}");
    let next = first.json["next"].as_str().unwrap();
    let second = app.logs(&format!("?by=binu&cursor={next}")).await;
    assert_eq!(acts(&second), [("Binu", "payment.refund")]);
    assert_eq!(second.json.get("next"), None);
}

#[tokio::test]
async fn what_was_changed_is_shown_by_its_name_as_it_was_and_by_the_page_it_has() {
    let app = App::start().await;
    let order = app.test_env.written_order(ALL, "asha@example.com").await;
    let named = |name: &str| json!({ "name": name });
    for (action, subject, before, after, target) in [
        (
            "package.updated",
            "package-1",
            named("One Exam"),
            named("Two Exams"),
            json!({ "kind": "package", "id": "package-1", "name": "One Exam" }),
        ),
        (
            "exam.created",
            "stream-1",
            json!(null),
            json!({ "categoryName": "Arts" }),
            json!({ "kind": "stream", "id": "stream-1", "name": "Arts" }),
        ),
        (
            "brand.deleted",
            "brand-1",
            json!({ "bannerName": "Kairali" }),
            json!(null),
            json!({ "kind": "brand", "id": "brand-1", "name": "Kairali", "removed": true }),
        ),
        (
            "payment.mark_paid",
            order.order_id.as_str(),
            json!({ "status": "CREATED" }),
            json!({ "status": "PAID" }),
            json!({ "kind": "candidate", "id": order.customer_id.as_str(), "name": order.person.name.as_str() }),
        ),
        (
            "candidate.noted",
            "C99999999999",
            json!(null),
            json!({ "text": "Called" }),
            json!({ "kind": "candidate", "id": "C99999999999", "removed": true }),
        ),
        (
            "till.closed",
            "2025-05-31 Binu",
            json!(null),
            json!(null),
            json!({ "kind": "till", "id": "2025-05-31 Binu", "name": "2025-05-31 Binu" }),
        ),
        (
            "admin.logged_in",
            "admin-1",
            json!(null),
            json!(null),
            json!({ "kind": "account", "id": "admin-1", "name": "Asha" }),
        ),
        ("sync.started", "sheet", json!(null), json!(null), json!(null)),
    ] {
        app.wait(1);
        app.keep_of("Asha", action, app.test_env.clock.now(), subject, before, after)
            .await;
        let answer = app.logs("?limit=1").await;
        assert_eq!(answer.json["entries"][0]["action"], action);
        let shown = answer.json["entries"][0].get("target").cloned();
        assert_eq!(shown.unwrap_or(json!(null)), target, "{action}");
    }
}

#[tokio::test]
async fn the_log_is_shown_without_names_while_the_candidates_cannot_be_read() {
    let app = App::start().await;
    app.wait(1);
    app.keep_of(
        "Asha",
        "payment.mark_paid",
        app.test_env.clock.now(),
        "C00000000001-0000",
        json!(null),
        json!(null),
    )
    .await;
    app.test_env.database.set(Fault::TableDown(Table::Registrations));
    let answer = app.logs("?limit=1").await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(
        answer.json["entries"][0]["target"],
        json!({ "kind": "candidate", "id": "C00000000001" })
    );
}
