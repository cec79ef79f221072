//! Exports whose worker died.

use super::*;
use serde_json::json;
use store::tables::Table;

impl App {
    /// An export whose worker sends its last heartbeat now.
    async fn export_at_work(&self) -> String {
        let now = self.test_env.clock.now();
        let id = format!("{}-0123456789ABCDEF", domain::job::JobId::first_of(now));
        let job = json!({
            "pk": "EXPORTS", "sk": id, "id": id, "state": "running", "lease": "L1", "taken": true, "writes": 1,
            "heartbeat": now.unix_timestamp(),
            "created_at": "2025-05-20T10:00:00Z", "created_by": "admin",
            "work": { "kind": "candidates", "format": "csv", "filters": {} },
        });
        self.test_env.put(Table::Admin, &job).await;
        id
    }
}

#[tokio::test]
async fn an_export_whose_worker_died_gets_another_worker_and_one_at_work_is_left_alone() {
    let app = App::start().await;
    let id = app.export_at_work().await;
    assert_eq!(app.run_after(Duration::minutes(2)).await.exports_resumed, 0);
    assert!(app.test_env.invocations().is_empty());
    assert_eq!(app.run_after(Duration::seconds(1)).await.exports_resumed, 1);
    let events = app.test_env.invocations();
    let [call] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!(
        (call.function.as_str(), &call.event["work"]["id"]),
        ("exports", &json!(id))
    );
    assert_ne!(call.event["work"]["lease"], "L1");
    assert_eq!(app.run().await.exports_resumed, 0, "it was resumed just now");
}

#[tokio::test]
async fn an_export_that_cannot_be_resumed_does_not_stop_the_run() {
    let app = App::start().await;
    app.export_at_work().await;
    app.test_env.refuse_invocations(true);
    let order = app.test_env.open_order(test_support::ALL, "asha@x.example").await;
    let summary = app.run_after(Duration::minutes(3)).await;
    assert_eq!((summary.exports_resumed, summary.settled), (0, 1));
    assert_eq!(app.status(&order).await, "ACTIVE");
}
