//! Messages whose moment has come, or whose worker died.

use super::*;
use serde_json::json;
use store::tables::Table;

#[tokio::test]
async fn a_message_whose_moment_has_come_gets_another_worker_and_one_that_is_stopped_none() {
    let app = App::start().await;
    let now = app.test_env.clock.now();
    for (random, state) in [("0123456789ABCDEF", "running"), ("0123456789ABCDEG", "stopped")] {
        let id = format!("{}-{random}", domain::job::JobId::first_of(now));
        let job = json!({
            "pk": "MESSAGES", "sk": id, "id": id, "state": state, "lease": "L1", "writes": 1, "heartbeat": now.unix_timestamp(),
            "wakes": (now + Duration::minutes(5)).unix_timestamp(), "created_at": "2025-05-20T04:30:00Z",
            "created_by": "admin",
            "work": { "text": { "subject": "News", "body": "Text" }, "audience": {}, "phase": "sending" },
        });
        app.test_env.put(Table::Admin, &job).await;
    }
    assert_eq!(app.run_after(Duration::minutes(4)).await.messages_resumed, 0);
    assert_eq!(app.run_after(Duration::minutes(1)).await.messages_resumed, 1);
    let events = app.test_env.invocations();
    let [call] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!(call.function, "messages");
    assert_eq!(app.run().await.messages_resumed, 0, "it was called just now");
}
