//! Entrances and exits of one person at once.

use crate::{
    App, DAY, code, minutes, offline,
    orders::{out, undo},
    scan,
};
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

/// How many are counted inside, and how many are, after the practice of three people was cleared, who went out while the
/// clearing stood still before its request to the database of this number; None if it has fewer.
async fn left_by_a_clearing(app: &App, request: u64) -> Option<[i64; 2]> {
    let evening = minutes(-15 * 60);
    app.test_env.clock.set_to(evening);
    app.count_exits().await;
    let token = app.test_env.admin_token().await;
    let mut exits = Vec::new();
    for number in 0..3 {
        let email = format!("asha{number}@example.com");
        let code = code(&app.test_env.paid_order(SINGLE, &email).await);
        app.verdict(&scan(&code, "Gate 1", minutes(-15 * 60 - 1))).await;
        exits.push(out(scan(&code, "Gate 2", evening)));
    }
    let send = async |call: &str, body: &serde_json::Value| {
        let answer = app
            .call(Request::post(format!("/api/check-in/{call}"), body).bearer(&token))
            .await;
        assert!([200, 503].contains(&answer.status.as_u16()), "{}", answer.json);
    };
    let list = json!({ "list": DAY });
    let leave = async {
        for exit in &exits {
            send("redeem", exit).await;
        }
    };
    app.test_env
        .database
        .meet(request, send("clear", &list), leave)
        .await?;
    let items = app.test_env.dump(store::tables::Table::CheckIn).await;
    let of = |sk: &str| -> Vec<&str> {
        let items = items
            .iter()
            .filter(|item| item["sk"].as_str().unwrap().starts_with(sk));
        items.map(|item| item["pk"].as_str().unwrap()).collect()
    };
    let gone = of("CROSSINGS#");
    let inside = of("LIST#")
        .into_iter()
        .filter(|pass| !gone.contains(pass))
        .count();
    let sum = |part: &str| -> i64 {
        let counts = items
            .iter()
            .filter(|item| item["pk"].as_str().unwrap().starts_with("COUNTS#"));
        counts.map(|count| count[part].as_i64().unwrap_or_default()).sum()
    };
    Some([sum("admitted") - sum("outside"), i64::try_from(inside).unwrap()])
}

/// Whether the count is right, for each request of a clearing before which people may go out.
async fn at_each_request_of_a_clearing(fault: Fault) -> Vec<bool> {
    let mut outcomes = Vec::new();
    loop {
        let app = App::start().await;
        app.test_env.database.set(fault);
        match left_by_a_clearing(&app, outcomes.len() as u64 + 1).await {
            Some([counted, inside]) => outcomes.push(counted == inside),
            None => return outcomes,
        }
    }
}

#[tokio::test]
async fn a_clearing_that_meets_exits_counts_what_it_leaves() {
    let outcomes = at_each_request_of_a_clearing(Fault::None).await;
    assert!(outcomes.len() > 2, "{outcomes:?}");
    assert!(outcomes.iter().all(|is_right| *is_right), "{outcomes:?}");
}

#[tokio::test]
async fn without_conditions_a_clearing_that_meets_exits_counts_wrongly() {
    let outcomes = at_each_request_of_a_clearing(Fault::NoConditions).await;
    assert!(outcomes.contains(&false), "{outcomes:?}");
}
