//! What the worker says of its work.

use crate::{App, rows};
use test_support::Log;

#[tokio::test]
async fn a_call_of_the_worker_is_one_line_with_its_outcome_and_nobodys_data() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    let event = app.begin().await;
    let log = Log::start();
    log.event(app.worker.handle(event.clone())).await.unwrap();
    log.event(app.worker.handle(event)).await.unwrap();
    let lines = log.invocations();
    assert_eq!(lines.len(), 2, "{}", log.text());
    assert_eq!(
        (&lines[0]["outcome"], &lines[0]["written"]),
        (&"finished".into(), &3.into())
    );
    assert_eq!(
        (&lines[1]["outcome"], &lines[1]["written"]),
        (&"superseded".into(), &0.into())
    );
    assert_eq!(
        (&lines[0]["cold_start"], &lines[1]["cold_start"]),
        (&true.into(), &false.into())
    );
    for personal in ["asha", "Asha", "9876543210"] {
        assert!(!log.text().contains(personal), "{}", log.text());
    }
}
