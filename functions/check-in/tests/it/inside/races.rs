//! Entrances and exits of one person at once.

use super::{out, undo};
use crate::{App, code, minutes, offline, scan};
use futures::future::join_all;
use serde_json::json;
use test_support::{Fault, Request, SINGLE};

/// How many are counted inside after ten people came in, went out, came in and went out by four phones at once, and every exit but
/// the last was taken back.
async fn counted_inside(app: &App) -> serde_json::Value {
    app.count_exits().await;
    app.test_env.clock.set_to(minutes(60));
    let token = app.test_env.admin_token().await;
    let mut sent = Vec::new();
    for number in 0..10 {
        let email = format!("asha{number}@example.com");
        let code = code(&app.test_env.paid_order(SINGLE, &email).await);
        let at = |gate: &str, minute| offline(scan(&code, gate, minutes(minute)));
        let first = out(at("Gate 2", 20));
        sent.push(("undo", undo(&first)));
        for scan in [at("Gate 1", 0), first, at("Gate 3", 30), out(at("Gate 4", 40))] {
            sent.push(("redeem", scan));
        }
    }
    let requests = sent
        .iter()
        .map(|(call, body)| Request::post(format!("/api/check-in/{call}"), body).bearer(&token));
    for answer in join_all(requests.map(|request| app.call(request))).await {
        assert!([200, 503].contains(&answer.status.as_u16()), "{}", answer.json);
    }
    // What was busy is sent again, as phones do.
    for (call, body) in &sent {
        app.post(call, body).await;
    }
    let (admitted, inside) = app.counted().await;
    json!([admitted, inside])
}

#[tokio::test]
async fn whatever_meets_the_last_exit_counts() {
    let app = App::start().await;
    assert_eq!(counted_inside(&app).await, json!([10, 0]));
}

#[tokio::test]
async fn without_conditions_people_are_counted_inside_who_went_out() {
    let app = App::start().await;
    app.test_env.database.set(Fault::NoConditions);
    assert_ne!(counted_inside(&app).await, json!([10, 0]));
}
