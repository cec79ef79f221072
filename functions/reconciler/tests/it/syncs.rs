//! Syncs of the sheet whose worker died.

use super::*;
use serde_json::{Value, json};
use store::tables::Table;

const JOB: &str = "01747735200000-0123456789ABCDEF";

impl App {
    /// A job whose worker sends its last heartbeat now.
    async fn sync_at_work(&self) -> Value {
        let heartbeat = self.test_env.clock.now().unix_timestamp();
        let state = json!({
            "pk": "SYNC", "sk": "STATE", "id": JOB, "state": "running", "lease": "L1", "taken": true, "writes": 1,
            "heartbeat": heartbeat, "done": 2000, "total": 5000, "created_at": "2025-05-20T04:00:00Z", "created_by": "admin", "work": {},
        });
        self.test_env.put(Table::Admin, &state).await;
        state
    }

    async fn sync_state(&self) -> Value {
        let items = self.test_env.dump(Table::Admin).await;
        items.into_iter().find(|item| item["pk"] == "SYNC").unwrap()
    }
}

#[tokio::test]
async fn a_sync_that_is_at_work_is_left_alone() {
    let app = App::start().await;
    let state = app.sync_at_work().await;
    assert!(!app.run_after(Duration::minutes(2)).await.sync_resumed);
    assert_eq!(app.sync_state().await, state);
    assert!(app.test_env.invocations().is_empty());
}

#[tokio::test]
async fn a_sync_whose_worker_died_gets_another_worker_under_another_lease() {
    let app = App::start().await;
    app.sync_at_work().await;
    assert!(app.run_after(Duration::seconds(121)).await.sync_resumed);
    let state = app.sync_state().await;
    assert_ne!(state["lease"], "L1");
    assert_eq!(
        (&state["id"], &state["done"], &state["deaths"]),
        (&json!(JOB), &json!(2000), &json!(1))
    );
    let events = app.test_env.invocations();
    let [call] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!(
        (call.function.as_str(), &call.event),
        ("sync", &json!({ "work": { "id": JOB, "lease": state["lease"] } }))
    );
    assert!(!app.run().await.sync_resumed, "it was begun just now");
}

#[tokio::test]
async fn a_sync_that_cannot_be_restarted_does_not_stop_the_run() {
    let app = App::start().await;
    app.sync_at_work().await;
    app.test_env.refuse_invocations(true);
    let order = app.test_env.open_order(test_support::ALL, "asha@x.example").await;
    let summary = app.run_after(Duration::minutes(3)).await;
    assert_eq!((summary.sync_resumed, summary.settled), (false, 1));
    assert_eq!(app.status(&order).await, "ACTIVE");
    app.test_env.refuse_invocations(false);
    assert!(app.run_after(Duration::minutes(3)).await.sync_resumed);
}

#[tokio::test]
async fn a_sync_that_keeps_dying_is_given_up_and_the_administrators_are_notified() {
    let app = App::start().await;
    app.sync_at_work().await;
    for _ in 0..5 {
        assert!(app.run_after(Duration::minutes(3)).await.sync_resumed);
        let mut state = app.sync_state().await;
        assert_eq!(state["taken"], false);
        state["taken"] = json!(true);
        app.test_env.put(Table::Admin, &state).await;
    }
    assert!(!app.run_after(Duration::minutes(3)).await.sync_resumed);
    let state = app.sync_state().await;
    assert_eq!(state["state"], "failed");
    assert!(
        state["error"]
            .as_str()
            .unwrap()
            .starts_with("The sync stopped several times")
    );
}
