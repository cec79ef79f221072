//! Scans and their undos at once.

use crate::{App, DAY, TEN, code, offline, orders::undo, scan};
use futures::future::join_all;
use test_support::{Fault, Request, SINGLE};

/// How many more are counted than are in, after scans of two gates met with the undos of both.
async fn counted_wrongly(app: &App) -> i64 {
    let token = app.test_env.admin_token().await;
    let mut orders = Vec::new();
    for number in 0..10 {
        let email = format!("asha{number}@example.com");
        orders.push(app.test_env.paid_order(SINGLE, &email).await);
    }
    let sent = orders.iter().flat_map(|order| {
        let scans = ["Gate 1", "Gate 2"].map(|gate| offline(scan(&code(order), gate, TEN)));
        let undos = scans.each_ref().map(undo);
        let scans = scans
            .iter()
            .map(|scan| Request::post("/api/check-in/redeem", scan));
        let undos = undos.iter().map(|undo| Request::post("/api/check-in/undo", undo));
        scans
            .chain(undos)
            .map(|request| request.bearer(&token))
            .collect::<Vec<_>>()
    });
    for answer in join_all(sent.map(|request| app.call(request))).await {
        assert!([200, 503].contains(&answer.status.as_u16()), "{}", answer.json);
    }
    app.attendance(DAY).await["admitted"].as_i64().unwrap()
}

#[tokio::test]
async fn whatever_meets_an_undo_nobody_is_in_by_a_scan_that_was_taken_back() {
    let app = App::start().await;
    assert_eq!(counted_wrongly(&app).await, 0);
}

#[tokio::test]
async fn without_conditions_somebody_is_in_by_a_scan_that_was_taken_back() {
    let app = App::start().await;
    app.test_env.database.set(Fault::NoConditions);
    assert_ne!(counted_wrongly(&app).await, 0);
}
