//! From nobody to more than there will be.

use super::*;
use sheets_simulator::{Call, Quota};
use std::time::Instant;

#[tokio::test]
async fn with_no_candidates_there_are_the_names_of_the_columns_alone() {
    let app = App::start().await;
    let answer = app.sync(SYNC).await;
    assert_eq!(
        (answer.status.as_u16(), answer.message()),
        (200, "0 candidates are in the sheet.")
    );
    assert_eq!(app.sheets.contents().len(), 1);
}

#[tokio::test]
async fn five_thousand_candidates_fit_into_a_grid_that_was_too_small_in_a_few_requests() {
    let app = App::start().await;
    app.register(&rows(5_000)).await;
    let answer = app.sync(SYNC).await;
    assert_eq!(answer.message(), "5000 candidates are in the sheet.");
    let ids = app.ids();
    assert_eq!(ids.len(), 5_000);
    assert!(ids.is_sorted());
    assert_eq!(app.sheets.calls(Call::Write), 4, "{:?}", app.sheets.writes());
    assert_eq!(app.sheets.tabs()[1], ("Candidates".to_owned(), 5_001, 24));
}

#[tokio::test]
async fn candidates_who_come_while_it_runs_make_the_grid_longer() {
    let app = App::start().await;
    app.register(&rows(2_010)).await;
    // The totals were read before the others registered.
    app.revise(10).await;
    let answer = app.sync(SYNC).await;
    assert_eq!(answer.message(), "2010 candidates are in the sheet.");
    assert_eq!(app.ids().len(), 2_010);
    assert_eq!(app.state().await["total"], 2_010);
}

/// `cargo nextest run -p sync --run-ignored only`
#[tokio::test]
#[ignore = "takes a while to fill the table"]
async fn twenty_thousand_candidates_take_few_requests_and_little_time() {
    let app = App::start().await;
    app.register(&rows(20_000)).await;
    app.sheets.set_quota(Quota {
        reads: 60,
        writes: 60,
    });
    let began = Instant::now();
    let answer = app.sync(SYNC).await;
    let took = began.elapsed();
    assert_eq!(answer.message(), "20000 candidates are in the sheet.");
    assert_eq!(app.ids().len(), 20_000);
    let writes = app.sheets.calls(Call::Write);
    assert!(writes <= 15, "{writes}");
    assert!(took < Duration::from_secs(60), "{took:?}");
    println!("{took:?}, {writes} writes");
}
