//! The dashboard, from registrations that are projected.

use crate::App;
use domain::{AttentionKind, payment::Order};
use serde_json::{Value, json};
use store::registrations::{Write, attention::Flag, places::PlaceAction, settle::UnpaidChange};
use test_support::{ALL, Request, SINGLE};
use time::Duration;

impl App {
    async fn dashboard(&self) -> Value {
        let answer = self.call_as_admin(Request::get("/api/admin/dashboard")).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    /// What the notifier does when it hears of a candidate.
    async fn project(&self, order: &Order) {
        let ids = [order.customer_id.clone()];
        assert!(
            self.test_env
                .registrations()
                .project(&ids, self.test_env.clock.now())
                .await
                .is_empty()
        );
    }
}

#[tokio::test]
async fn nothing_has_happened_yet() {
    let app = App::start().await;
    assert_eq!(
        app.dashboard().await,
        json!({
            "counts": { "PAID": 0, "CREATED": 0, "ACTIVE": 0, "FAILED": 0, "EXPIRED": 0, "UNKNOWN": 0 },
            "revenue": 0,
            "candidates": 0,
            "days": [],
            "modes": [],
            "packages": [],
            "colleges": [],
            "attention": 0,
            "latest": [],
        })
    );
}

#[tokio::test]
async fn registrations_payments_and_flags_are_counted_by_status_day_package_and_college() {
    let app = App::start().await;
    let test_env = &app.test_env;
    let paid = test_env.paid_order(SINGLE, "asha@example.com").await;
    let open = test_env.open_order(SINGLE, "binu@example.com").await;
    let counter = test_env.counter_order(ALL, "chandra@example.com").await;
    // 18:30 UTC is midnight in India.
    test_env.clock.advance(Duration::hours(14));
    let next_day = test_env.paid_order(ALL, "devi@example.com").await;
    let failed = test_env.written_order(ALL, "esha@example.com").await;
    let change = UnpaidChange {
        status: domain::payment::Status::Failed,
        attempt: domain::payment::AttemptState::Failed,
        session: None,
        closed_at: None,
        place: PlaceAction::Keep,
        due: None,
    };
    let written = test_env.registrations().record_unpaid(&failed, &change).await;
    assert_eq!(written.unwrap(), Write::Done);
    for order in [&paid, &open, &counter, &next_day, &failed] {
        app.project(order).await;
    }
    for kind in [AttentionKind::Refunded, AttentionKind::Disputed] {
        let flag = Flag::new(&paid, kind, test_env.clock.now());
        test_env.registrations().flag(&flag).await.unwrap();
    }

    let shown = app.dashboard().await;
    assert_eq!(
        shown["counts"],
        json!({ "PAID": 2, "CREATED": 1, "ACTIVE": 1, "FAILED": 1, "EXPIRED": 0, "UNKNOWN": 0 })
    );
    assert_eq!(shown["revenue"], 2850);
    assert_eq!(shown["candidates"], 5);
    assert_eq!(shown["attention"], 2);
    assert_eq!(
        shown["days"],
        json!([
            { "day": "2025-05-20", "registrations": 3, "paid": 1, "revenue": 1000 },
            { "day": "2025-05-21", "registrations": 2, "paid": 1, "revenue": 1850 },
        ])
    );
    assert_eq!(
        shown["modes"],
        json!([{ "mode": "online", "paid": 2, "taken": 2850, "given_back": 0, "lost": 0 }])
    );
    let mut packages = shown["packages"].as_array().unwrap().clone();
    packages.sort_by_key(|package| package["id"].to_string());
    let of = |id: &str| {
        packages
            .iter()
            .find(|package| package["id"] == id)
            .unwrap()
            .clone()
    };
    assert_eq!(packages.len(), 2);
    assert_eq!(
        of(SINGLE),
        json!({ "id": SINGLE, "name": "Single Exam Access", "registrations": 2, "paid": 1, "revenue": 1000 })
    );
    assert_eq!(
        of(ALL),
        json!({ "id": ALL, "name": "All-Inclusive Exam Access", "registrations": 3, "paid": 1, "revenue": 1850 })
    );
    assert_eq!(shown["colleges"].as_array().unwrap().len(), 1);
    assert_eq!(shown["colleges"][0]["name"], "Backwater College");
    assert_eq!(shown["colleges"][0]["registrations"], 2);
    let latest = shown["latest"].as_array().unwrap();
    assert_eq!(latest.len(), 5);
    let newest = [&latest[0]["email"], &latest[1]["email"]];
    assert!(newest.contains(&&json!("devi@example.com")), "{newest:?}");
    assert!(
        latest
            .iter()
            .all(|row| row["created_at"].is_string() && row["status"].is_string())
    );
}

#[tokio::test]
async fn the_five_latest_registrations_are_shown_the_newest_first() {
    let app = App::start().await;
    for number in 0..7 {
        let order = app
            .test_env
            .written_order(SINGLE, &format!("asha{number}@example.com"))
            .await;
        app.project(&order).await;
        app.wait(60);
    }
    let shown = app.dashboard().await;
    let emails: Vec<&str> = shown["latest"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["email"].as_str().unwrap())
        .collect();
    assert_eq!(
        emails,
        [6, 5, 4, 3, 2].map(|number| format!("asha{number}@example.com"))
    );
    assert_eq!(shown["candidates"], 7);
}

#[tokio::test]
async fn its_reads_are_few_and_most_of_them_side_by_side() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.project(&order).await;
    let token = app.test_env.admin_token().await;
    app.test_env.database.start_meter();
    let answer = app
        .call(Request::get("/api/admin/dashboard").bearer(&token))
        .await;
    assert_eq!(answer.status, 200);
    let cost = app.test_env.database.cost();
    // The token's version comes first, then the flags, the eight shards of the list of everybody and one that tells which
    // totals count, and last the totals and the rows.
    assert_eq!(cost.requests, 13);
    assert!(cost.at_once <= 10, "{cost:?}");
}
