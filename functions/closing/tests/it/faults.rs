//! A worker that dies, and services that do not answer.

use super::*;
use domain::{
    payment::{Change, RefundEvent, RefundId},
    till::ReceiptNo,
};
use test_support::{Fault, SINGLE};

/// Wherever a worker dies, the next one brings it to the same end: no payment is missing from the file, nobody is left.
#[tokio::test]
async fn a_crash_before_or_after_any_write_is_made_up_for_by_the_next_worker() {
    let (mut crashes, mut done) = (0, false);
    while !done {
        for fault in [Fault::CrashBefore(crashes), Fault::CrashAfter(crashes)] {
            let app = App::with_candidates(3).await;
            app.begin().await;
            app.test_env.database.set(fault);
            done = app.minute().await.is_ok();
            app.test_env.database.set(Fault::None);
            // Until the dead one counts as dead.
            app.test_env.clock.advance(Duration::minutes(3));
            let report = app.finish().await;
            let left = app.test_env.dump(Table::Registrations).await;
            assert_eq!(left.len(), 2, "{fault:?}");
            let payments = report["records"]["payments"].as_u64().unwrap();
            assert_eq!(app.records().lines().count() as u64, payments + 1, "{fault:?}");
        }
        // Every item is a write of its own: a crash among them is tried at a few.
        crashes += if crashes < 6 { 1 } else { 9 };
    }
    assert!(crashes > 10, "{crashes}");
}

/// The control of the test before: with the payments written down after the deletion there would be none.
#[tokio::test]
async fn without_the_first_step_the_file_would_be_empty() {
    let app = App::with_candidates(12).await;
    app.begin().await;
    app.finish().await;
    let full = app.records().lines().count();
    let app = App::with_candidates(12).await;
    app.begin().await;
    for item in app.test_env.dump(Table::Registrations).await {
        if item["pk"] != "EVENT" {
            app.test_env.delete(Table::Registrations, &item).await;
        }
    }
    app.finish().await;
    assert_eq!(app.records().lines().count(), 1);
    assert!(full > 1);
}

/// What was written by hand, or by another release, does not keep the people in all other entries.
#[tokio::test]
async fn an_entry_of_the_audit_log_that_cannot_be_read_is_emptied_and_stops_nothing() {
    let app = App::with_candidates(3).await;
    let entry = |sk: &str, before: Value| {
        json!({
            "pk": "AUDIT#2025-05", "sk": sk, "at": "2025-05-20T10:00:00Z", "id": "x", "username": "meera",
            "action": "candidate.corrected", "subject": "C1", "before": before, "after": null,
        })
    };
    let mut unreadable = entry("2025-05-20T10:00:00.000Z#a", json!({ "name": "Zubaida" }));
    unreadable["at"] = json!("yesterday");
    unreadable["note"] = json!("Zubaida called");
    unreadable["id"] = json!(7);
    app.test_env.put(Table::Admin, &unreadable).await;
    let other = entry("2025-05-20T10:00:00.000Z#b", json!({ "name": "Zubaida" }));
    app.test_env.put(Table::Admin, &other).await;
    app.begin().await;
    let report = app.finish().await;
    assert_eq!(report.get("error"), None, "{report}");
    let left = app.test_env.dump(Table::Admin).await;
    let emptied = left.iter().find(|item| item["sk"] == unreadable["sk"]).unwrap();
    assert_eq!(
        (&emptied["username"], &emptied["action"]),
        (&json!("meera"), &json!("candidate.corrected"))
    );
    for member in ["before", "after", "note", "subject", "id"] {
        assert_eq!(emptied.get(member), None, "{member}");
    }
    let redacted = left.iter().find(|item| item["sk"] == other["sk"]).unwrap();
    assert!(!redacted.to_string().contains("Zubaida"), "{redacted}");
}

#[tokio::test]
async fn the_file_is_not_written_until_what_was_decided_before_the_deletion_has_ended() {
    let app = App::with_candidates(3).await;
    let order = app.test_env.counter_order(SINGLE, "late@example.com").await;
    let registrations = app.test_env.registrations();
    assert!(!registrations.deletion_has_begun().await.unwrap());
    app.close_registration().await;
    assert_eq!(app.post(&deletion()).await.status, 200);
    assert!(registrations.deletion_has_begun().await.unwrap());
    app.minute().await.unwrap();
    assert_eq!(app.test_env.records().len(), 0);
    // A clerk had asked before it began.
    app.test_env.record_paid(&order).await;
    app.finish().await;
    let receipt = ReceiptNo::of(&order.customer_id).to_string();
    assert!(app.records().contains(&receipt), "{}", app.records());
}

/// A clerk had asked for it between the checks and the beginning of the deletion.
#[tokio::test]
async fn nothing_is_deleted_while_a_refund_is_under_way_for_as_long_as_refunds_are_followed() {
    for ends in [true, false] {
        let mut app = App::with_candidates(3).await;
        let order = app.test_env.paid_order(SINGLE, "late@example.com").await;
        app.close_registration().await;
        assert_eq!(app.post(&deletion()).await.status, 200);
        let refund_id = RefundId::of(&order.order_id, "late");
        let requested = Change::RefundRequested {
            refund_id: refund_id.clone(),
            amount: order.amount,
            reason: "Cannot come".to_owned(),
            by: "admin".to_owned(),
            mode: None,
        };
        app.test_env.change_paid(&order, requested).await;
        app.test_env.clock.advance(Duration::minutes(2));
        let before = app.test_env.dump(Table::Registrations).await.len();
        for _ in 0..2 {
            app.minute().await.unwrap();
            assert_eq!(app.test_env.dump(Table::Registrations).await.len(), before);
            assert_eq!(app.test_env.records().len(), 0);
            let state = app.state().await["deletion"].clone();
            assert_eq!(state["step"], "records");
            let why = state["error"].as_str().unwrap();
            assert!(
                why.contains("refund") && why.contains("nothing is deleted"),
                "{why}"
            );
        }
        if ends {
            let arrived = Change::RefundReported {
                refund_id,
                amount: None,
                event: RefundEvent::Succeeded,
            };
            app.test_env.change_paid(&order, arrived).await;
        } else {
            app.test_env.clock.advance(Duration::days(14));
            // The session has ended meanwhile.
            app.token = app.test_env.admin_token().await;
        }
        let report = app.finish().await;
        assert!(report.get("error").is_none(), "{report}");
        assert!(app.records().contains(order.order_id.as_str()));
    }
}

#[tokio::test]
async fn nothing_is_deleted_while_a_payment_cannot_be_read() {
    let app = App::with_candidates(4).await;
    let mut items = app.test_env.dump(Table::Registrations).await;
    let order = items.iter_mut().find(|item| item["kind"] == "ORDER").unwrap();
    order["amount"] = json!("much");
    app.test_env.put(Table::Registrations, order).await;
    app.begin().await;
    let before = app.test_env.dump(Table::Registrations).await.len();
    assert!(app.minute().await.is_err());
    assert_eq!(app.test_env.dump(Table::Registrations).await.len(), before);
    let deletion = app.state().await["deletion"].clone();
    assert_eq!(deletion["step"], "records");
    assert!(
        deletion["error"].as_str().unwrap().contains("nothing is deleted"),
        "{deletion}"
    );
    assert_eq!(app.test_env.records().len(), 0);
}
