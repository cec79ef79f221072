//! Many devices at once.

use crate::{App, DAY, TEN, code, scan};
use futures::future::join_all;
use serde_json::Value;
use test_support::{Fault, Request, SINGLE};

/// How many of so many devices that scan one pass at once are told to let somebody in.
async fn admitted_of(app: &App, devices: usize) -> usize {
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let token = app.test_env.admin_token().await;
    let scans = (0..devices).map(|device| {
        let scan = scan(&code(&order), &format!("Gate {device}"), TEN);
        app.call(Request::post("/api/check-in/redeem", &scan).bearer(&token))
    });
    let answers = join_all(scans).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
    let admitted = |answer: &&test_support::Answer| answer.json["result"] == "admitted";
    answers.iter().filter(admitted).count()
}

#[tokio::test]
async fn fifty_concurrent_scans_of_one_pass_are_one_admission() {
    let app = App::start().await;
    assert_eq!(admitted_of(&app, 50).await, 1);
    let attendance = app.attendance(DAY).await;
    assert_eq!(attendance["admitted"], 1);
    assert_eq!(attendance["doubles"], Value::Array(Vec::new()));
}

#[tokio::test]
async fn without_conditions_concurrent_scans_admit_more_than_once() {
    let app = App::start().await;
    app.test_env.database.set(Fault::NoConditions);
    assert!(admitted_of(&app, 50).await > 1);
}

#[tokio::test]
async fn concurrent_retries_of_one_scan_are_one_scan() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let token = app.test_env.admin_token().await;
    let scan = scan(&code(&order), "Gate 1", TEN);
    let sent = (0..10).map(|_| app.call(Request::post("/api/check-in/redeem", &scan).bearer(&token)));
    for answer in join_all(sent).await {
        assert_eq!(answer.json["result"], "admitted", "{}", answer.json);
    }
    assert_eq!(app.attendance(DAY).await["admitted"], 1);
}
