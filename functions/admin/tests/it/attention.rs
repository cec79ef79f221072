//! What needs attention.

use crate::App;
use domain::{AttentionKind, payment::Order};
use futures::future::join_all;
use serde_json::{Value, json};
use store::{
    registrations::attention::{Flag, Kept, ProviderEvent},
    tables::Table,
};
use test_support::{ALL, Answer, Fault, Request, SINGLE};
use time::Duration;

impl App {
    async fn attention(&self) -> Vec<Value> {
        let answer = self.call_as_admin(Request::get("/api/admin/attention")).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json.as_array().unwrap().clone()
    }

    /// Takes a flag off the list as it is there.
    async fn clear(&self, order: &str, flag: &str) -> Answer {
        let path = format!("/api/admin/attention/{order}/{flag}");
        self.call_as_admin(Request::delete(path)).await
    }

    async fn clear_as_read(&self, order: &str, flag: &str, at: &str) -> Answer {
        let path = format!("/api/admin/attention/{order}/{flag}?at={at}");
        self.call_as_admin(Request::delete(path)).await
    }

    /// A second refund raises a flag that is on the list for the first.
    async fn raise_again(&self, order: &Order, read: &Flag) -> Flag {
        let again = Flag {
            at: read.at + Duration::seconds(1),
            ..read.clone()
        };
        let event = ProviderEvent {
            key: "refund-2".to_owned(),
            summary: "A second refund".to_owned(),
            at: again.at,
            updated_at: None,
            auto_refund: None,
        };
        let recorded = self
            .test_env
            .registrations()
            .record_event(order, &event, Some(&again))
            .await
            .unwrap();
        assert_eq!(recorded, Kept::Now);
        again
    }

    async fn flag(&self, order: &Order, kind: AttentionKind) {
        let flag = Flag::new(order, kind, self.test_env.clock.now()).with_note("A note".to_owned());
        self.test_env.registrations().flag(&flag).await.unwrap();
    }
}

#[tokio::test]
async fn flags_are_listed_with_the_name_of_the_candidate_the_oldest_first() {
    let app = App::start().await;
    assert!(app.attention().await.is_empty());
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let other = app.test_env.paid_order(ALL, "binu@example.com").await;
    app.flag(&order, AttentionKind::Refunded).await;
    app.wait(1);
    app.flag(&other, AttentionKind::Disputed).await;
    app.wait(1);
    app.flag(&order, AttentionKind::PaidWithoutMail).await;
    let listed = app.attention().await;
    assert_eq!(
        listed[0],
        json!({
            "order_id": order.order_id.as_str(),
            "customer_id": order.customer_id.as_str(),
            "flag": "REFUNDED",
            "note": "A note",
            "at": "2025-05-20T04:30:00Z",
            "name": "Asha Rao",
            "amount": 1000,
        })
    );
    let flags: Vec<_> = listed.iter().map(|item| item["flag"].as_str().unwrap()).collect();
    assert_eq!(flags, ["REFUNDED", "DISPUTED", "PAID_WITHOUT_MAIL"]);
}

/// Puts a flag into the table with other members.
async fn rewrite(app: &App, flag: &str, change: Value) {
    let rows = app.test_env.dump(Table::Registrations).await;
    let mut item = rows.into_iter().find(|row| row["flag"] == flag).unwrap();
    for (name, value) in change.as_object().unwrap() {
        item[name] = value.clone();
    }
    app.test_env.put(Table::Registrations, &item).await;
}

#[tokio::test]
async fn a_flag_that_another_release_wrote_is_listed_as_one_and_hides_no_other() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    app.flag(&order, AttentionKind::Refunded).await;
    app.wait(1);
    app.flag(&order, AttentionKind::Disputed).await;
    let seat = json!({
        "sk": format!("ATTENTION#{id}#SEAT_TAKEN"), "flag": "SEAT_TAKEN"
    });
    rewrite(&app, "REFUNDED", seat).await;
    let halfway = json!({ "sk": format!("ATTENTION#{id}#HALL_CHANGED"), "flag": "HALL_CHANGED", "at": 12 });
    rewrite(&app, "REFUNDED", halfway).await;
    let listed = app.attention().await;
    let shown: Vec<_> = listed
        .iter()
        .map(|item| (item["flag"].as_str().unwrap(), item["word"].as_str()))
        .collect();
    assert_eq!(
        shown,
        [
            ("UNRECOGNISED", Some("HALL_CHANGED")),
            ("REFUNDED", None),
            ("UNRECOGNISED", Some("SEAT_TAKEN")),
            ("DISPUTED", None),
        ]
    );
    assert_eq!(
        listed[0],
        json!({
            "order_id": id,
            "customer_id": order.customer_id.as_str(),
            "flag": "UNRECOGNISED",
            "word": "HALL_CHANGED",
            "note": "A note",
            "at": "2025-05-20T04:30:00Z",
            "name": "Asha Rao",
            "amount": 1000,
        })
    );
    for word in ["UNRECOGNISED", "SEAT_TAKEN"] {
        assert_eq!(app.clear(id, word).await.status, 422, "{word}");
    }
    assert_eq!(app.attention().await.len(), 4);
}

#[tokio::test]
async fn a_candidate_that_cannot_be_read_hides_no_flag() {
    let app = App::start().await;
    for email in ["asha@example.com", "binu@example.com"] {
        let order = app.test_env.paid_order(SINGLE, email).await;
        app.flag(&order, AttentionKind::Unreadable).await;
    }
    let rows = app.test_env.dump(Table::Registrations).await;
    let mut candidate = rows.into_iter().find(|row| row["kind"] == "CANDIDATE").unwrap();
    candidate["person"] = Value::Null;
    app.test_env.put(Table::Registrations, &candidate).await;
    let mut names: Vec<_> = app.attention().await;
    names.sort_by_key(|item| item["name"].to_string());
    assert_eq!(
        (&names[0]["name"], &names[1]["name"]),
        (&json!(""), &json!("Asha Rao"))
    );
    assert!(names.iter().all(|item| item["flag"] == "UNREADABLE"));
}

#[tokio::test]
async fn a_flag_without_its_candidate_is_listed_all_the_same() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.flag(&order, AttentionKind::Unresolved).await;
    let rows = app.test_env.dump(Table::Registrations).await;
    let candidate = rows.iter().find(|row| row["kind"] == "CANDIDATE").unwrap();
    app.test_env.delete(Table::Registrations, candidate).await;
    assert_eq!(app.attention().await[0]["name"], "");
}

#[tokio::test]
async fn more_candidates_than_one_batch_holds_keep_their_names() {
    let app = App::start().await;
    for number in 0..101 {
        let order = app
            .test_env
            .written_order(SINGLE, &format!("asha{number}@example.com"))
            .await;
        app.flag(&order, AttentionKind::Unresolved).await;
    }
    let listed = app.attention().await;
    assert_eq!(listed.len(), 101);
    assert!(listed.iter().all(|item| item["name"] == "Asha Rao"));
}

#[tokio::test]
async fn a_flag_is_cleared_alone_with_an_audit_entry_and_may_be_raised_again() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.flag(&order, AttentionKind::Refunded).await;
    app.flag(&order, AttentionKind::Disputed).await;
    app.wait(60);
    let answer = app.clear(order.order_id.as_str(), "REFUNDED").await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json, json!({ "message": "Taken off the list" }));
    let listed = app.attention().await;
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0]["flag"], "DISPUTED");

    let entries = app.entries("attention.cleared").await;
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0]["username"], "admin");
    assert_eq!(entries[0]["subject"], order.order_id.as_str());
    assert_eq!(
        entries[0]["before"],
        json!({ "flag": "REFUNDED", "note": "A note", "at": "2025-05-20T04:30:00Z" })
    );
    assert_eq!(entries[0]["after"], Value::Null);

    app.flag(&order, AttentionKind::Refunded).await;
    assert_eq!(app.attention().await.len(), 2);
}

#[tokio::test]
async fn an_unknown_flag_cannot_be_cleared() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.flag(&order, AttentionKind::Refunded).await;
    let id = order.order_id.as_str();
    let everything = app.everything().await;
    for (order, flag, status, code, field) in [
        (id, "DISPUTED", 404, "not_found", ""),
        (
            "C0123456789A-0123456789ABCDEFGHJK",
            "REFUNDED",
            404,
            "not_found",
            "",
        ),
        (id, "refunded", 422, "invalid_field", "flag"),
        (id, "ANYTHING", 422, "invalid_field", "flag"),
        ("ab", "REFUNDED", 422, "invalid_field", "order_id"),
    ] {
        let answer = app.clear(order, flag).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code(), answer.field()),
            (status, code, field),
            "{order} {flag}"
        );
    }
    assert_eq!(app.everything().await, everything);
}

#[tokio::test]
async fn ten_administrators_at_once_clear_a_flag_once() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.flag(&order, AttentionKind::Refunded).await;
    let clears = (0..10).map(|_| app.clear(order.order_id.as_str(), "REFUNDED"));
    let answers = join_all(clears).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(
        answers
            .iter()
            .all(|answer| matches!(answer.status.as_u16(), 200 | 404 | 409))
    );
    assert_eq!(app.entries("attention.cleared").await.len(), 1);
}

#[tokio::test]
async fn a_flag_that_was_raised_again_after_it_was_read_stays() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.flag(&order, AttentionKind::Refunded).await;
    let registrations = app.test_env.registrations();
    let read = registrations
        .flag_of(&order.order_id, AttentionKind::Refunded)
        .await
        .unwrap()
        .unwrap();
    let again = app.raise_again(&order, &read).await;
    let entry = store::AuditEntry::new(
        again.at,
        &domain::Entropy::system(),
        "Asha",
        "attention.cleared",
        order.order_id.as_str(),
        Value::Null,
        Value::Null,
    );
    let admin = store::AdminTable::from_env(&app.test_env.env()).unwrap();
    let cleared = registrations.clear(&read, admin.audit(&entry)).await.unwrap();
    assert_eq!(cleared, store::registrations::Write::Stale);
    assert_eq!(app.attention().await.len(), 1);
    assert!(app.entries("attention.cleared").await.is_empty());
}

#[tokio::test]
async fn a_flag_that_was_raised_again_is_not_cleared_from_a_list_of_before() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.flag(&order, AttentionKind::Refunded).await;
    let id = order.order_id.as_str();
    let at = |listed: &[Value]| listed[0]["at"].as_str().unwrap().to_owned();
    let before = at(&app.attention().await);
    let registrations = app.test_env.registrations();
    let read = registrations
        .flag_of(&order.order_id, AttentionKind::Refunded)
        .await
        .unwrap()
        .unwrap();
    app.raise_again(&order, &read).await;
    let listed = app.attention().await;
    assert_ne!(at(&listed), before);
    let refused = app.clear_as_read(id, "REFUNDED", &before).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, "stale_version"));
    let refused = app.clear_as_read(id, "REFUNDED", "today").await;
    assert_eq!((refused.status.as_u16(), refused.field()), (422, "at"));
    assert_eq!(app.attention().await, listed);
    assert!(app.entries("attention.cleared").await.is_empty());
    let cleared = app.clear_as_read(id, "REFUNDED", &at(&listed)).await;
    assert_eq!(cleared.status, 200, "{}", cleared.json);
    assert!(app.attention().await.is_empty());
}

#[tokio::test]
async fn a_table_that_does_not_answer_is_a_failure() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.flag(&order, AttentionKind::Refunded).await;
    let token = app.test_env.admin_token().await;
    app.test_env.database.set(Fault::CrashBefore(0));
    let path = format!("/api/admin/attention/{}/REFUNDED", order.order_id);
    let answer = app.call(Request::delete(path).bearer(&token)).await;
    assert_eq!(answer.status, 500);
    app.test_env.database.set(Fault::None);
    assert_eq!(app.attention().await.len(), 1);
}
