//! The candidates of a batch are written together, and none of them holds up the others.

use crate::App;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Fault, SINGLE, record};

#[tokio::test]
async fn a_row_that_cannot_be_written_is_retried_and_the_mails_of_the_batch_are_sent() {
    for fault in [Fault::Conflict, Fault::CrashBefore(1)] {
        let app = App::start().await;
        let paid = app.test_env.paid_order(SINGLE, "asha@example.com").await;
        let order = app.test_env.open_order(SINGLE, "binu@example.com").await;
        let id = order.customer_id.as_str();
        let records = [
            record("INSERT", "CANDIDATE", id),
            record("INSERT", "ORDER", id),
            crate::new_mail("mail", paid.order_id.as_str()),
        ];
        app.test_env.database.set(fault);
        let failed = app.handle(&records).await;
        assert_eq!(
            failed,
            [format!("{id}-CANDIDATE"), format!("{id}-ORDER")],
            "{fault:?}"
        );
        if fault == Fault::Conflict {
            assert_eq!(app.mails_about(&paid), 1);
        }
        app.test_env.database.set(Fault::None);
        assert!(app.handle(&records).await.is_empty());
        assert_eq!(app.aggregates().await.candidates(), 1);
    }
}

/// Registers so many, and returns their records, two for each.
async fn registered(app: &App, count: u32) -> Vec<Value> {
    let mut records = Vec::new();
    for number in 0..count {
        let email = format!("asha{number}@example.com");
        let order = app.test_env.open_order(SINGLE, &email).await;
        records.extend(["CANDIDATE", "ORDER"].map(|kind| record("INSERT", kind, order.customer_id.as_str())));
    }
    records
}

#[tokio::test]
async fn the_candidates_of_a_batch_share_transactions() {
    let app = App::start().await;
    let records = registered(&app, 30).await;
    app.test_env.database.set(Fault::None);
    assert!(app.handle(&records).await.is_empty());
    // Nine new items for each candidate, at most a hundred in a transaction.
    assert_eq!(app.test_env.database.writes(), 3);
    app.assert_right().await;
    app.test_env.database.set(Fault::None);
    assert!(app.handle(&records).await.is_empty());
    assert_eq!(app.test_env.database.writes(), 0, "nothing has changed");
}

#[tokio::test]
async fn a_candidate_that_cannot_be_read_does_not_hold_up_the_others_of_its_batch() {
    let app = App::start().await;
    let records = registered(&app, 20).await;
    let items = app.test_env.dump(Table::Registrations).await;
    let is_tenth = |item: &&Value| item["kind"] == "ORDER" && item["person"]["email"] == "asha9@example.com";
    let order = items.iter().find(is_tenth).unwrap();
    let mut broken = order.clone();
    broken["amount"] = json!("much");
    app.test_env.put(Table::Registrations, &broken).await;
    let id = order["customer_id"].as_str().unwrap();
    let its_own = [format!("{id}-CANDIDATE"), format!("{id}-ORDER")];
    assert_eq!(app.handle(&records).await, its_own);
    assert_eq!(app.aggregates().await.candidates(), 19);

    app.test_env.put(Table::Registrations, order).await;
    assert!(app.handle(&records).await.is_empty());
    app.assert_right().await;
}

#[tokio::test]
async fn a_candidate_in_contention_does_not_hold_up_the_others_of_its_batch() {
    let app = App::start().await;
    let records = registered(&app, 20).await;
    app.test_env
        .database
        .set(Fault::ConflictAbout("asha9@example.com"));
    let failed = app.handle(&records).await;
    let items = app.test_env.dump(Table::Registrations).await;
    let ninth = items
        .iter()
        .find(|item| item["person"]["email"] == "asha9@example.com");
    let id = ninth.unwrap()["customer_id"].as_str().unwrap();
    assert_eq!(failed, [format!("{id}-CANDIDATE"), format!("{id}-ORDER")]);
    assert_eq!(app.aggregates().await.candidates(), 19);

    app.test_env.database.set(Fault::None);
    assert!(app.handle(&records).await.is_empty());
    app.assert_right().await;
}

#[tokio::test]
async fn a_crash_between_the_transactions_of_a_batch_is_repaired_when_its_records_are_retried() {
    for crash in (0..4).flat_map(|write| [Fault::CrashBefore(write), Fault::CrashAfter(write)]) {
        let app = App::start().await;
        let records = registered(&app, 30).await;
        app.test_env.database.set(crash);
        let _ = app.handle(&records).await;
        app.test_env.database.set(Fault::None);
        assert!(app.handle(&records).await.is_empty(), "{crash:?}");
        app.assert_right().await;
    }
}
