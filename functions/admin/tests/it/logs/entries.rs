//! What an entry says, and the names that it is shown with.

use crate::App;
use serde_json::json;
use store::tables::Table;
use test_support::{ALL, Fault};
use time::macros::datetime;

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
        (
            "check_in.undone",
            order.customer_id.as_str(),
            json!({ "list": "day:2025-05-31", "device": "Gate 1" }),
            json!({ "reason": "Wrong person" }),
            json!({ "kind": "candidate", "id": order.customer_id.as_str(), "name": order.person.name.as_str() }),
        ),
        (
            "check_in.without_right",
            order.customer_id.as_str(),
            json!(null),
            json!({ "list": "day:2025-05-31" }),
            json!({ "kind": "candidate", "id": order.customer_id.as_str(), "name": order.person.name.as_str() }),
        ),
        (
            "check_in.options",
            "day:2025-05-31",
            json!({ "check_out": false }),
            json!({ "check_out": true }),
            json!({ "kind": "list", "id": "day:2025-05-31", "name": "day:2025-05-31" }),
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
