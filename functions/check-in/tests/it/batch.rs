//! Scans that are sent together.

use crate::{App, DAY, TEN, code, offline, scan};
use serde_json::json;
use test_support::{Request, SINGLE};

#[tokio::test]
async fn each_scan_of_a_batch_is_answered_as_if_it_had_come_alone() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let first = offline(scan(&code(&order), "Gate 1", TEN));
    let mut reused = first.clone();
    reused["device"] = json!("Gate 2");
    let mut wrong = scan("1", "Gate 1", TEN);
    wrong["list"] = json!("day:2025-05-30");
    let batch = json!({ "redeems": [first, scan(&code(&order), "Gate 1", TEN), first, reused, wrong] });
    let answer = app.post("redeem-batch", &batch).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let results = answer.json["results"].as_array().unwrap();
    let of = |at: usize| {
        (
            &results[at]["status"],
            &results[at]["answer"]["result"],
            &results[at]["error"],
        )
    };
    let null = json!(null);
    assert_eq!(of(0), (&json!(200), &json!("admitted"), &null));
    assert_eq!(of(1), (&json!(200), &json!("already"), &null));
    assert_eq!(of(2), of(0));
    assert_eq!(of(3), (&json!(409), &null, &json!("nonce_reused")));
    assert_eq!(of(4), (&json!(422), &null, &json!("invalid_field")));
    assert_eq!(results[0]["nonce"], first["nonce"]);
    assert_eq!(app.attendance(DAY).await["admitted"], 1);
}

#[tokio::test]
async fn a_batch_is_of_one_to_twenty_five_scans() {
    let app = App::start().await;
    let scans = |count: usize| {
        let scans: Vec<_> = (0..count).map(|_| scan("1", "Gate 1", TEN)).collect();
        json!({ "redeems": scans })
    };
    for count in [0, 26] {
        let request = Request::post("/api/check-in/redeem-batch", &scans(count));
        app.assert_changes_nothing(request, (422, "invalid_field", "redeems"))
            .await;
    }
    assert_eq!(app.post("redeem-batch", &scans(25)).await.status, 200);
    let request = Request::post(
        "/api/check-in/redeem-batch",
        &json!({ "redeems": [{ "code": "1" }] }),
    );
    app.assert_changes_nothing(request, (422, "invalid_field", "redeems"))
        .await;
}
