//! Limits, faults, the file and the page: what surrounds the cells.

use super::{Fixture, ask};
use axum::body::Body;
use http::{Method, Request};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use sheets_simulator::{Quota, SheetsSimulator, SimulatorConfig};
use tower::ServiceExt;

#[tokio::test]
async fn the_requests_of_a_minute_are_limited_separately_for_reading_and_writing() {
    let fixture = Fixture::new().await;
    fixture.simulator.set_quota(Quota {
        reads: 0,
        writes: 100,
    });
    let (status, answer) = fixture.call(Method::GET, "s1", Value::Null).await;
    assert_eq!(
        (status, &answer["error"]["status"]),
        (429, &json!("RESOURCE_EXHAUSTED"))
    );
    assert_eq!(fixture.put("Sheet1!A1:A1", "RAW", json!([["a"]])).await.0, 200);
}

#[tokio::test]
async fn what_was_written_outlives_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheets.json");
    let mut fixture = Fixture::new().await;
    let config = SimulatorConfig::new(fixture.account.clone(), "s1", "Sheet1");
    fixture.simulator = SheetsSimulator::open(config.clone(), &path).unwrap();
    let (_, answer) = fixture.sign_in(&fixture.account, &json!({})).await;
    fixture.token = answer["access_token"].as_str().unwrap().to_owned();
    fixture.put("Sheet1!A1:A1", "RAW", json!([["kept"]])).await;
    let later = SheetsSimulator::open(config, &path).unwrap();
    assert_eq!(later.contents(), fixture.simulator.contents());
    assert_eq!(later.contents()[0][0].shown(), "kept");
}

#[tokio::test]
async fn people_see_a_table_with_scripts_escaped_and_tests_see_the_values() {
    let fixture = Fixture::new().await;
    fixture
        .put(
            "Sheet1!A1:B2",
            "RAW",
            json!([["Name", "Amount"], ["<script>alert(1)</script>", 1850]]),
        )
        .await;
    let router = fixture.simulator.router();
    let (_, values) = ask(&router, Request::get("/sheets.json").body(Body::empty()).unwrap()).await;
    assert_eq!(
        values,
        json!([["Name", "Amount"], ["<script>alert(1)</script>", 1850]])
    );
    let page = router
        .oneshot(Request::get("/sheets").body(Body::empty()).unwrap())
        .await
        .unwrap();
    let page = page.into_body().collect().await.unwrap().to_bytes();
    let page = String::from_utf8(page.to_vec()).unwrap();
    assert!(page.contains("<td>&lt;script&gt;alert(1)&lt;/script&gt;</td>") && !page.contains("<script"));
    assert!(page.contains("<td class=\"number\">1850</td>"));
}

#[tokio::test]
async fn faults_are_asked_for_by_post() {
    let fixture = Fixture::new().await;
    let router = fixture.simulator.router();
    let post = |body: Value| {
        Request::post("/sheets/faults")
            .body(Body::from(body.to_string()))
            .unwrap()
    };
    let rule = json!({ "fault": { "kind": "status", "status": 503 }, "call": "write", "times": 1 });
    assert_eq!(ask(&router, post(rule.clone())).await.0, 204);
    assert_eq!(fixture.put("Sheet1!A1:A1", "RAW", json!([["a"]])).await.0, 503);
    assert_eq!(fixture.put("Sheet1!A1:A1", "RAW", json!([["a"]])).await.0, 200);
    ask(&router, post(rule)).await;
    ask(&router, post(Value::Null)).await;
    assert_eq!(fixture.put("Sheet1!A1:A1", "RAW", json!([["a"]])).await.0, 200);
    assert_eq!(ask(&router, post(json!({ "fault": "x" }))).await.0, 422);
}
