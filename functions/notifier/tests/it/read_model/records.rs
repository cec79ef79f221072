//! Records of the stream come twice, late, in any order and side by side: each change counts once.

use super::{kept, reckon};
use crate::App;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Draw, Fault, SINGLE, record};

#[tokio::test]
async fn duplicate_late_or_reordered_records_change_nothing_more() {
    let app = App::start().await;
    app.test_env.seed_candidates(7, 25).await;
    let mut records = app.records();
    let mut draw = Draw::new(7);
    draw.shuffle(&mut records);
    for batch in records.chunks(7) {
        assert_eq!(app.handle(batch).await, Vec::<String>::new());
    }
    app.assert_right().await;
    let before = app.test_env.dump(Table::Registrations).await;
    for _ in 0..3 {
        draw.shuffle(&mut records);
        assert_eq!(app.handle(&records).await, Vec::<String>::new());
    }
    assert_eq!(app.test_env.dump(Table::Registrations).await, before);
}

#[tokio::test]
async fn several_records_of_one_candidate_are_one_computation() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.customer_id.as_str();
    let records = [
        record("INSERT", "CANDIDATE", id),
        record("INSERT", "ORDER", id),
        record("MODIFY", "ORDER", id),
    ];
    app.test_env.database.set(Fault::None);
    app.handle(&records).await;
    assert_eq!(
        app.test_env.database.requests(),
        3,
        "the candidate, the head of the shard, the transaction"
    );
    app.test_env.database.set(Fault::None);
    app.handle(&records).await;
    assert_eq!(app.test_env.database.requests(), 2, "nothing has changed");
}

#[tokio::test]
async fn batches_side_by_side_count_everybody_once() {
    let app = App::start().await;
    app.test_env.seed_candidates(3, 10).await;
    let records = app.records();
    let done = futures::future::join_all((0..4).map(|_| app.handle(&records))).await;
    // A batch that met too many conflicts reports its records, and the stream retries them.
    for failed in done {
        let again: Vec<Value> = records
            .iter()
            .filter(|record| {
                failed
                    .iter()
                    .any(|number| record["dynamodb"]["SequenceNumber"] == **number)
            })
            .cloned()
            .collect();
        assert!(app.handle(&again).await.is_empty());
    }
    app.assert_right().await;
}

#[tokio::test]
async fn without_the_condition_on_the_row_batches_side_by_side_count_twice() {
    let app = App::start().await;
    app.test_env.seed_candidates(3, 10).await;
    let records = app.records();
    app.test_env.database.set(Fault::NoConditions);
    futures::future::join_all((0..4).map(|_| app.handle(&records))).await;
    app.test_env.database.set(Fault::None);
    assert_ne!(
        kept(&app.aggregates().await),
        reckon(&app.test_env.everybody().await),
        "the control of the test above"
    );
}

#[tokio::test]
async fn a_write_whose_answer_was_lost_is_not_counted_again() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let records = [record("INSERT", "ORDER", order.customer_id.as_str())];
    app.test_env.database.set(Fault::CrashAfter(0));
    assert_eq!(app.handle(&records).await.len(), 1);
    app.test_env.database.set(Fault::None);
    assert!(app.handle(&records).await.is_empty());
    app.assert_right().await;
}

#[tokio::test]
async fn an_older_read_does_not_overwrite_a_newer_row() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.run_stream().await;
    // The row was made from a later state than the one that this look finds.
    let items = app.test_env.dump(Table::Registrations).await;
    let mut projection = items
        .into_iter()
        .find(|item| item["kind"] == "PROJECTION")
        .unwrap();
    projection["basis"] = json!(1_000);
    projection["row"]["status"] = json!("FAILED");
    app.test_env.put(Table::Registrations, &projection).await;
    let again = [record("MODIFY", "ORDER", order.customer_id.as_str())];
    assert_eq!(app.handle(&again).await.len(), 1);
    let items = app.test_env.dump(Table::Registrations).await;
    assert!(items.contains(&projection));
}
