//! Lists of schools whose worker died.

use super::*;
use serde_json::json;
use store::tables::Table;

#[tokio::test]
async fn a_list_whose_worker_died_gets_another_worker_and_one_at_work_is_left_alone() {
    let app = App::start().await;
    let now = app.test_env.clock.now();
    let id = format!("{}-0123456789ABCDEF", domain::job::JobId::first_of(now));
    let job = json!({
        "pk": "IMPORT#JOBS", "sk": id, "id": id, "state": "running", "lease": "L1", "writes": 1, "heartbeat": now.unix_timestamp(),
        "created_at": "2025-05-20T10:00:00Z", "created_by": "admin",
        "work": {
            "group": "A school", "price": 185_000, "paid": true, "mode": "cash", "reference": "", "seed": "S",
            "selection": { "type": "allColleges", "package_id": "all-inclusive", "package_name": "All" },
        },
    });
    app.test_env.put(Table::Registrations, &job).await;
    assert_eq!(app.run_after(Duration::minutes(2)).await.imports_resumed, 0);
    assert!(app.test_env.invocations().is_empty());
    assert_eq!(app.run_after(Duration::seconds(1)).await.imports_resumed, 1);
    let events = app.test_env.invocations();
    let [call] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!(
        (call.function.as_str(), &call.event["work"]["id"]),
        ("imports", &json!(id))
    );
    assert_eq!(app.run().await.imports_resumed, 0, "it was resumed just now");
}
