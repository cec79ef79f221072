//! The same scan, sent again, is one scan.

use crate::{App, DAY, TEN, code, minutes, scan};
use domain::pass::PassNo;
use serde_json::json;
use store::tables::Table;
use test_support::{Fault, Request, SINGLE};
use time::Duration;

#[tokio::test]
async fn an_idempotent_retry_gets_the_same_answer_and_counts_once() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    for scan in [
        scan(&code(&order), "Gate 1", TEN),
        scan(&code(&order), "Gate 2", TEN),
        scan("EXPO2:1:2", "Gate 2", TEN),
    ] {
        let mut first = app.verdict(&scan).await;
        let before = app.test_env.dump(Table::CheckIn).await;
        app.test_env.clock.advance(Duration::hours(47));
        // When it is sent does not matter.
        let mut again = scan.clone();
        again["sent_at"] = json!("2025-06-02T03:30:00Z");
        let mut second = app.verdict(&again).await;
        for verdict in [&mut first, &mut second] {
            verdict.as_object_mut().unwrap().remove("server_time");
        }
        assert_eq!(first, second);
        assert_eq!(app.test_env.dump(Table::CheckIn).await, before);
        app.test_env.clock.set_to(TEN);
    }
    assert_eq!(app.attendance(DAY).await["admitted"], 1);
}

#[tokio::test]
async fn a_nonce_of_another_scan_is_a_conflict_and_changes_nothing() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let other = app.test_env.paid_order(SINGLE, "binu@example.com").await;
    let first = scan(&code(&order), "Gate 1", TEN);
    app.verdict(&first).await;
    for (field, value) in [
        ("code", json!(code(&other))),
        ("list", json!("day:2025-06-01")),
        ("scanned_at", json!("2025-05-31T04:30:01Z")),
        ("device", json!("Gate 2")),
    ] {
        let mut scan = first.clone();
        scan[field] = value;
        let request = Request::post("/api/check-in/redeem", &scan);
        app.assert_changes_nothing(request, (409, "nonce_reused", "nonce"))
            .await;
    }
}

#[tokio::test]
async fn a_nonce_is_kept_for_48_hours() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let first = scan(&code(&order), "Gate 1", TEN);
    assert_eq!(app.verdict(&first).await["result"], "admitted");
    app.test_env.clock.advance(Duration::hours(48));
    assert_eq!(app.verdict(&first).await["result"], "already");
    let items = app.test_env.dump(Table::CheckIn).await;
    let nonce = items.iter().find(|item| item["sk"] == "NONCE").unwrap();
    let end = TEN + Duration::hours(96);
    assert_eq!(nonce["expires"], json!(end.unix_timestamp()));
}

#[tokio::test]
async fn a_crash_at_any_write_leaves_all_of_a_scan_or_nothing_and_a_retry_ends_it() {
    for crash in [Fault::CrashBefore(0), Fault::CrashAfter(0)] {
        let app = App::start().await;
        let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
        let token = app.test_env.admin_token().await;
        let scan = scan(&code(&order), "Gate 1", TEN);
        let request = || Request::post("/api/check-in/redeem", &scan).bearer(&token);
        app.test_env.database.set(crash);
        assert_eq!(app.call(request()).await.status, 500);
        app.test_env.database.set(Fault::None);
        let kept = app.test_env.dump(Table::CheckIn).await.len();
        // Nonce, admission, count and event.
        assert_eq!(kept, if crash == Fault::CrashBefore(0) { 0 } else { 4 });
        let retried = app.call(request()).await;
        assert_eq!(
            (retried.status.as_u16(), &retried.json["result"]),
            (200, &json!("admitted"))
        );
        assert_eq!(app.attendance(DAY).await["admitted"], 1);
    }
}

/// A device keeps no key of a pass: what it sends again after an outage is the pass number.
#[tokio::test]
async fn a_scan_whose_answer_was_lost_is_the_same_when_it_comes_again_by_the_number_of_the_pass() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let scanned = |device: &str, at| {
        let first = scan(&code(&order), device, at);
        let mut again = first.clone();
        again["code"] = json!(PassNo::of(&order.customer_id).to_string());
        again["offline"] = json!(true);
        (first, again)
    };
    let (first, again) = scanned("Gate 1", minutes(-1));
    assert_eq!(app.verdict(&first).await["result"], "admitted");
    assert_eq!(app.verdict(&again).await["result"], "admitted");
    // The answer that was lost was that another gate had let them in.
    let (first, again) = scanned("Gate 2", TEN);
    assert_eq!(app.verdict(&first).await["result"], "already");
    assert_eq!(app.verdict(&again).await["double"]["device"], "Gate 2");
    let attendance = app.attendance(DAY).await;
    assert_eq!(attendance["admitted"], 1);
    assert_eq!(attendance["doubles"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_device_that_lost_the_answer_already_and_let_the_person_in_is_a_double_once() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.verdict(&scan(&code(&order), "Gate 1", minutes(-1))).await;
    let mut lost = scan(&code(&order), "Gate 2", TEN);
    assert_eq!(app.verdict(&lost).await["double"], json!(null));
    lost["offline"] = json!(true);
    for _ in 0..2 {
        let verdict = app.verdict(&lost).await;
        assert_eq!(
            (&verdict["result"], &verdict["double"]["device"]),
            (&json!("already"), &json!("Gate 2"))
        );
    }
    let attendance = app.attendance(DAY).await;
    assert_eq!(attendance["admitted"], 1);
    assert_eq!(attendance["doubles"].as_array().unwrap().len(), 1);
}
