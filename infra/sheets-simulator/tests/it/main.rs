//! The simulator by its API, as another client would use it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use axum::Router;
use axum::body::Body;
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use http::{Method, Request, StatusCode};
use http_body_util::BodyExt;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde_json::{Value, json};
use sheets_simulator::{Quota, ServiceAccount, SheetsSimulator, SimulatorConfig};
use time::OffsetDateTime;
use tower::ServiceExt;

struct Fixture {
    account: ServiceAccount,
    simulator: SheetsSimulator,
    token: String,
}

impl Fixture {
    async fn new() -> Self {
        let account = ServiceAccount::shared().unwrap();
        let config = SimulatorConfig::new(account.clone(), "s1", "Sheet1");
        let simulator = SheetsSimulator::new(config).unwrap();
        let mut fixture = Self {
            account,
            simulator,
            token: String::new(),
        };
        let (status, answer) = fixture.sign_in(&fixture.account, &json!({})).await;
        assert_eq!(status, 200, "{answer}");
        fixture.token = answer["access_token"].as_str().unwrap().to_owned();
        fixture
    }

    /// Asks for a token with an assertion that `signer` signed, with other claims instead.
    async fn sign_in(&self, signer: &ServiceAccount, other: &Value) -> (StatusCode, Value) {
        let now = OffsetDateTime::now_utc().unix_timestamp();
        let mut claims = json!({
            "iss": self.account.client_email, "scope": "https://www.googleapis.com/auth/spreadsheets",
            "aud": "http://localhost/token", "iat": now, "exp": now + 3600,
        });
        for (name, value) in other.as_object().unwrap() {
            claims[name] = value.clone();
        }
        let body = format!(
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion={}",
            assertion(signer, &claims)
        );
        ask(
            &self.simulator.router(),
            Request::post("/token").body(Body::from(body)).unwrap(),
        )
        .await
    }

    async fn call(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let request = Request::builder()
            .method(method)
            .uri(format!("/v4/spreadsheets/{path}"))
            .header("authorization", format!("Bearer {}", self.token))
            .body(Body::from(body.to_string()))
            .unwrap();
        let (status, answer) = ask(&self.simulator.router(), request).await;
        (status.as_u16(), answer)
    }

    async fn put(&self, range: &str, option: &str, values: Value) -> (u16, Value) {
        let path = format!("s1/values/{range}?valueInputOption={option}");
        self.call(Method::PUT, &path, json!({ "values": values })).await
    }

    async fn values(&self, range: &str) -> Value {
        let (status, answer) = self
            .call(Method::GET, &format!("s1/values/{range}"), Value::Null)
            .await;
        assert_eq!(status, 200, "{answer}");
        answer["values"].clone()
    }
}

fn assertion(signer: &ServiceAccount, claims: &Value) -> String {
    let base64: String = signer
        .private_key
        .lines()
        .filter(|line| !line.starts_with('-'))
        .collect();
    let pair = RsaKeyPair::from_pkcs8(&BASE64_STANDARD.decode(base64).unwrap()).unwrap();
    let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!(
        "{}.{}",
        part(&json!({ "alg": "RS256", "typ": "JWT" })),
        part(claims)
    );
    let mut signature = vec![0; pair.public().modulus_len()];
    pair.sign(
        &RSA_PKCS1_SHA256,
        &SystemRandom::new(),
        signed.as_bytes(),
        &mut signature,
    )
    .unwrap();
    format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
}

async fn ask(router: &Router, request: Request<Body>) -> (StatusCode, Value) {
    let (parts, body) = router.clone().oneshot(request).await.unwrap().into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    (parts.status, serde_json::from_slice(&bytes).unwrap_or_default())
}

#[tokio::test]
async fn only_a_good_assertion_of_the_account_becomes_a_token() {
    let fixture = Fixture::new().await;
    let other = ServiceAccount::generate(&fixture.account.client_email).unwrap();
    let now = OffsetDateTime::now_utc().unix_timestamp();
    let (status, answer) = fixture.sign_in(&other, &json!({})).await;
    assert_eq!(
        (status.as_u16(), &answer["error_description"]),
        (400, &json!("Invalid JWT Signature."))
    );
    for claims in [
        json!({ "iss": "another@expo.example" }),
        json!({ "scope": "https://www.googleapis.com/auth/drive" }),
        json!({ "aud": "http://localhost/other" }),
        json!({ "iat": now - 8_000, "exp": now - 4_400 }),
        json!({ "iat": now + 4_000, "exp": now + 7_000 }),
        json!({ "exp": now + 9_000 }),
    ] {
        let (status, answer) = fixture.sign_in(&fixture.account, &claims).await;
        assert_eq!(
            (status.as_u16(), &answer["error"]),
            (400, &json!("invalid_grant")),
            "{claims}"
        );
    }
}

#[tokio::test]
async fn without_a_token_or_for_another_spreadsheet_there_is_nothing() {
    let mut fixture = Fixture::new().await;
    let (status, answer) = fixture.call(Method::GET, "s2", Value::Null).await;
    assert_eq!((status, &answer["error"]["status"]), (404, &json!("NOT_FOUND")));
    fixture.simulator.share(false);
    let (status, answer) = fixture.call(Method::GET, "s1", Value::Null).await;
    assert_eq!(
        (status, &answer["error"]["status"]),
        (403, &json!("PERMISSION_DENIED"))
    );
    fixture.token = "ya29.none".to_owned();
    let (status, answer) = fixture.call(Method::GET, "s1", Value::Null).await;
    assert_eq!(
        (status, &answer["error"]["status"]),
        (401, &json!("UNAUTHENTICATED"))
    );
}

#[tokio::test]
async fn raw_values_stay_and_entered_ones_become_what_typing_makes_of_them() {
    let fixture = Fixture::new().await;
    let (status, answer) = fixture
        .put("Sheet1!A1:C1", "RAW", json!([["=1+1", "+919876543210", 7]]))
        .await;
    assert_eq!(
        (status, &answer["updatedRange"], &answer["updatedCells"]),
        (200, &json!("Sheet1!A1:C1"), &json!(3))
    );
    fixture
        .put(
            "Sheet1!A2",
            "USER_ENTERED",
            json!([["=1+1", "+919876543210", "7"]]),
        )
        .await;
    let shown = json!([
        ["=1+1", "+919876543210", "7"],
        ["#FORMULA =1+1", "919876543210", "7"]
    ]);
    assert_eq!(fixture.values("Sheet1!A1:C9").await, shown);
    let raw = "Sheet1!A1:C2?valueRenderOption=UNFORMATTED_VALUE";
    let unformatted = json!([
        ["=1+1", "+919876543210", 7],
        ["#FORMULA =1+1", 919_876_543_210_u64, 7]
    ]);
    assert_eq!(fixture.values(raw).await, unformatted);
}

#[tokio::test]
async fn null_leaves_a_cell_as_it_was_and_short_rows_leave_the_rest() {
    let fixture = Fixture::new().await;
    fixture.put("A1:C1", "RAW", json!([["a", "b", "c"]])).await;
    fixture.put("A1:C1", "RAW", json!([[null, ""]])).await;
    assert_eq!(fixture.values("A1:C1").await, json!([["a", "", "c"]]));
}

#[tokio::test]
async fn nothing_is_written_outside_the_grid_or_the_range() {
    let fixture = Fixture::new().await;
    let (status, answer) = fixture
        .put("Sheet1!A1000:B1001", "RAW", json!([["a"], ["b"]]))
        .await;
    let message = "Range (Sheet1!A1000:B1001) exceeds grid limits. Max rows: 1000, max columns: 26";
    assert_eq!((status, &answer["error"]["message"]), (400, &json!(message)));
    let (status, answer) = fixture.put("Sheet1!A1:B1", "RAW", json!([["a"], ["b"]])).await;
    let message = "Requested writing within range [Sheet1!A1:B1], but tried writing to row [2]";
    assert_eq!((status, &answer["error"]["message"]), (400, &json!(message)));
    let (status, answer) = fixture.put("Nowhere!A1", "RAW", json!([["a"]])).await;
    assert_eq!(
        (status, &answer["error"]["message"]),
        (400, &json!("Unable to parse range: Nowhere!A1"))
    );
    assert_eq!(fixture.values("Sheet1").await, Value::Null);
}

#[tokio::test]
async fn the_grid_grows_by_what_is_asked_for_up_to_ten_million_cells() {
    let fixture = Fixture::new().await;
    let append = json!({ "appendDimension": { "sheetId": 0, "dimension": "ROWS", "length": 10 } });
    let batch =
        |requests: Value| fixture.call(Method::POST, "s1:batchUpdate", json!({ "requests": requests }));
    assert_eq!(batch(json!([append])).await.0, 200);
    assert_eq!(fixture.simulator.tabs(), [("Sheet1".to_owned(), 1_010, 26)]);
    let large = json!({ "updateSheetProperties": {
        "properties": { "sheetId": 0, "gridProperties": { "rowCount": 384_616 } }, "fields": "gridProperties.rowCount",
    } });
    let (status, answer) = batch(json!([append, large])).await;
    assert_eq!(status, 400);
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("above the limit of 10000000 cells"),
        "{answer}"
    );
    assert_eq!(
        fixture.simulator.tabs(),
        [("Sheet1".to_owned(), 1_010, 26)],
        "all or nothing"
    );
    let twice = json!({ "addSheet": { "properties": { "title": "Sheet1" } } });
    assert_eq!(batch(json!([twice])).await.0, 400);
}

#[tokio::test]
async fn rows_are_appended_below_and_ranges_are_emptied() {
    let fixture = Fixture::new().await;
    fixture.put("A1:B2", "RAW", json!([["a", "b"], ["c", "d"]])).await;
    let path = "s1/values/Sheet1!A1:append?valueInputOption=RAW";
    let (status, answer) = fixture
        .call(Method::POST, path, json!({ "values": [["e", "f"]] }))
        .await;
    assert_eq!(
        (status, &answer["updates"]["updatedRange"]),
        (200, &json!("Sheet1!A3:B3"))
    );
    fixture
        .call(Method::POST, "s1/values/Sheet1!A1:A1:clear", json!({}))
        .await;
    let ranges = json!({ "ranges": ["Sheet1!A2:Z2", "Sheet1!B3"] });
    let (_, answer) = fixture.call(Method::POST, "s1/values:batchClear", ranges).await;
    assert_eq!(answer["clearedRanges"], json!(["Sheet1!A2:Z2", "Sheet1!B3"]));
    assert_eq!(
        fixture.values("Sheet1!A1:B3").await,
        json!([["", "b"], [], ["e"]])
    );
    let data = json!({ "valueInputOption": "RAW", "data": [
        { "range": "A1", "values": [["x"]] }, { "range": "B3:B3", "values": [["y"]] },
    ] });
    let (_, answer) = fixture.call(Method::POST, "s1/values:batchUpdate", data).await;
    assert_eq!(answer["totalUpdatedCells"], 2);
    assert_eq!(
        fixture.values("Sheet1!A1:B3").await,
        json!([["x", "b"], [], ["e", "y"]])
    );
}

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
    assert_eq!(fixture.put("A1", "RAW", json!([["a"]])).await.0, 200);
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
    fixture.put("A1", "RAW", json!([["kept"]])).await;
    let later = SheetsSimulator::open(config, &path).unwrap();
    assert_eq!(later.contents(), fixture.simulator.contents());
    assert_eq!(later.contents()[0][0].shown(), "kept");
}

#[tokio::test]
async fn people_see_a_table_with_scripts_escaped_and_tests_see_the_values() {
    let fixture = Fixture::new().await;
    fixture
        .put(
            "A1:B2",
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
    assert_eq!(fixture.put("A1", "RAW", json!([["a"]])).await.0, 503);
    assert_eq!(fixture.put("A1", "RAW", json!([["a"]])).await.0, 200);
    ask(&router, post(rule)).await;
    ask(&router, post(Value::Null)).await;
    assert_eq!(fixture.put("A1", "RAW", json!([["a"]])).await.0, 200);
    assert_eq!(ask(&router, post(json!({ "fault": "x" }))).await.0, 422);
}
