//! As many candidates as an event may have. `cargo test -p closing -- --ignored twenty_thousand --nocapture`

use super::*;
use std::time::Instant;

#[tokio::test]
#[ignore = "takes a while to fill the table"]
async fn twenty_thousand_candidates_are_gone_after_one_shift() {
    let app = App::with_candidates(20_000).await;
    let items = app.test_env.dump(Table::Registrations).await.len();
    app.begin().await;
    let began = Instant::now();
    let report = app.finish().await;
    let took = began.elapsed();
    assert_eq!(app.test_env.dump(Table::Registrations).await.len(), 2);
    assert_eq!(report["erased"]["CANDIDATE"], 20_000);
    let records = app.records();
    println!(
        "{took:?} for {items} items, {} payments in {} bytes",
        report["records"]["payments"],
        records.len()
    );
}
