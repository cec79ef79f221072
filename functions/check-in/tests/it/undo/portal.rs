//! What the portal takes back.

use crate::{App, DAY, TEN, code, minutes, offline, scan};
use domain::Role;
use serde_json::json;
use test_support::SINGLE;

#[tokio::test]
async fn the_portal_takes_a_scan_back_days_later_and_never_one_that_came_after_it() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let unpaid = app.test_env.open_order(SINGLE, "binu@example.com").await;
    let scans = [&order, &unpaid].map(|order| offline(scan(&code(order), "Gate 1", TEN)));
    for one in &scans {
        app.verdict(one).await;
    }
    // What was answered to them is forgotten by then.
    app.test_env.clock.set_to(minutes(60 * 24 * 4));
    for one in &scans {
        let undo = json!({
            "code": one["code"], "list": DAY, "reason": "Wrong person", "undoes": one["nonce"],
        });
        let (status, undone) = app.undo_as(Role::Counter, &undo).await;
        assert_eq!(
            (status, &undone["result"], &undone["device"]),
            (200, &json!("undone"), &json!("Gate 1")),
            "{undone}"
        );
        // Its answer was lost, and the person has come in again meanwhile.
        app.verdict(&scan(&code(&order), "Gate 2", TEN)).await;
        let (_, again) = app.undo_as(Role::Counter, &undo).await;
        assert_eq!(again["result"], "nothing");
    }
    let attendance = app.attendance(DAY).await;
    assert_eq!(
        (&attendance["admitted"], &attendance["without_right_total"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(app.audited("check_in.undone").await.len(), 2);
}
