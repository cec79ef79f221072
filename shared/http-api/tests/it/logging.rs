//! The one line of a request.

use crate::{gateway_request, send};
use axum::Router;
use axum::body::Body;
use axum::routing::{get, post};
use config::Env;
use http::Request;
use http_api::{ApiError, ClientAddress, Json, layers, require_viewer_proof};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;
use telemetry::Lines;
use tower::ServiceExt;
use tracing::level_filters::LevelFilter;

/// Lets nobody decide that the lines are wanted by no one. A place in the code asks when it is first come by, on
/// whichever thread, and the answer holds for the process: a test that does not listen would answer for those that do.
pub(crate) fn want_lines() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let nowhere = Lines::new("payments", LevelFilter::INFO, |_: &[u8]| {});
        tracing::subscriber::set_global_default(nowhere).unwrap();
    });
}

/// Hands out what was logged while `work` was done.
pub(crate) async fn logged(work: impl Future) -> Vec<Value> {
    want_lines();
    let text = Arc::new(Mutex::new(String::new()));
    let written = Arc::clone(&text);
    let lines = Lines::new("payments", LevelFilter::INFO, move |line: &[u8]| {
        written
            .lock()
            .unwrap()
            .push_str(std::str::from_utf8(line).unwrap());
    });
    let guard = tracing::subscriber::set_default(lines);
    work.await;
    drop(guard);
    let text = text.lock().unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The only line of a request that is full of personal data.
async fn line(router: Router) -> Value {
    let request = Request::post("/orders/PERSONAL?email=PERSONAL")
        .header("content-type", "application/json")
        .header("authorization", "Bearer PERSONAL")
        .header("x-forwarded-for", "PERSONAL")
        .header("x-request-id", "PERSONAL")
        .body(Body::from(r#"{"email": "PERSONAL"}"#));
    let mut lines = logged(router.oneshot(request.unwrap())).await;
    assert_eq!(lines.len(), 1, "{lines:?}");
    let line = lines.remove(0);
    assert!(!line.to_string().contains("PERSONAL"), "{line}");
    line
}

fn router(answer: impl Fn() -> Result<Json<u8>, ApiError> + Clone + Send + Sync + 'static) -> Router {
    layers(Router::new().route(
        "/orders/{order_id}",
        post(move |_: Json<Value>| async move { answer() }),
    ))
}

#[tokio::test]
async fn a_request_is_one_line_with_the_route_and_nothing_personal() {
    let line = line(router(|| Ok(Json(1)))).await;
    assert_eq!(
        (&line["level"], &line["message"]),
        (&"INFO".into(), &"POST /orders/{order_id} 200".into())
    );
    assert_eq!(
        (&line["service"], &line["method"]),
        (&"payments".into(), &"POST".into())
    );
    assert_eq!(
        (&line["route"], &line["status"]),
        (&"/orders/{order_id}".into(), &200.into())
    );
    assert!(
        line["duration_ms"].is_f64() && line["timestamp"].is_string(),
        "{line}"
    );
    assert!(line["request_id"].is_string(), "{line}");
    assert_eq!(
        (&line["cold_start"], &line["ColdStarts"]),
        (&true.into(), &1.into())
    );
    assert_eq!((&line["Requests"], &line["Errors"]), (&1.into(), &0.into()));
    assert_eq!(line.get("Throttled"), None);
    assert_eq!(
        line["_aws"]["CloudWatchMetrics"][0]["Dimensions"],
        json!([["service"]])
    );
}

#[tokio::test]
async fn a_failure_is_one_line_with_its_cause_and_counts_as_an_error() {
    let line = line(router(|| Err(ApiError::internal("no table")))).await;
    assert_eq!((&line["level"], &line["status"]), (&"ERROR".into(), &500.into()));
    assert_eq!(
        (&line["code"], &line["cause"]),
        (&"internal_error".into(), &"no table".into())
    );
    assert_eq!((&line["Requests"], &line["Errors"]), (&1.into(), &1.into()));
}

#[tokio::test]
async fn another_system_that_fails_and_a_panic_count_as_errors() {
    let failing = line(router(|| {
        Err(ApiError::bad_gateway("not_confirmed", "Not confirmed"))
    }))
    .await;
    assert_eq!((&failing["status"], &failing["Errors"]), (&502.into(), &1.into()));
    let panicking = line(router(|| panic!("a fault in the code"))).await;
    assert_eq!(
        (&panicking["status"], &panicking["Errors"]),
        (&500.into(), &1.into())
    );
}

#[tokio::test]
async fn a_refusal_is_logged_by_its_code_and_is_no_error() {
    let line = line(router(|| Err(ApiError::not_found("Order not found")))).await;
    assert_eq!(
        (&line["code"], &line["level"]),
        (&"not_found".into(), &"INFO".into())
    );
    assert_eq!(line["Errors"], 0);
}

#[tokio::test]
async fn a_request_that_must_wait_counts_as_throttled() {
    let line = line(router(|| Err(ApiError::too_many(Duration::from_secs(7))))).await;
    assert_eq!((&line["status"], &line["Throttled"]), (&429.into(), &1.into()));
    let metrics = line["_aws"]["CloudWatchMetrics"][0]["Metrics"]
        .as_array()
        .unwrap();
    assert!(
        metrics.contains(&json!({"Name": "Throttled", "Unit": "Count"})),
        "{line}"
    );
}

#[tokio::test]
async fn a_request_past_cloudfront_is_counted_over_all_functions_and_is_no_error() {
    let env = Env::from_pairs([("VIEWER_HEADER_SECRET", "a-secret-of-cloudfront")]);
    let router = require_viewer_proof(router(|| Ok(Json(1))), &env).unwrap();
    let line = line(router).await;
    assert_eq!(
        (&line["status"], &line["code"], &line["level"]),
        (&403.into(), &"not_through_site".into(), &"INFO".into())
    );
    assert_eq!((&line["ProofsRefused"], &line["Errors"]), (&1.into(), &0.into()));
    let over_all = json!({
        "Namespace": "ScholarshipExpo", "Dimensions": [[]],
        "Metrics": [{ "Name": "ProofsRefused", "Unit": "Count" }],
    });
    assert_eq!(line["_aws"]["CloudWatchMetrics"][1], over_all);
}

#[tokio::test]
async fn an_unknown_address_is_logged_without_the_address() {
    let line = line(layers(Router::new())).await;
    assert_eq!(
        (&line["route"], &line["status"]),
        (&"unmatched".into(), &404.into())
    );
}

/// What a person reads off a page, and what Lambda's own lines have, both lead to the line.
#[tokio::test]
async fn the_line_bears_the_id_of_the_answer_and_the_one_of_lambda() {
    let router = layers(Router::new().route("/thing/{id}", get(async || Json(1))));
    let mut context = lambda_runtime::Context::default();
    context.request_id = "8f5a-lambda".to_owned();
    let mut request = gateway_request("203.0.113.9", json!({}));
    request.extensions_mut().insert(context);
    let mut id = None;
    let lines = logged(async {
        let answer = send(&router, request).await;
        id = answer.header("x-request-id").map(str::to_owned);
    })
    .await;
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["request_id"], id.unwrap());
    assert_eq!(lines[0]["request_id"], "JKJaXmPLvHcESHA=");
    assert_eq!(lines[0]["lambda_request_id"], "8f5a-lambda");
}

/// The line of a request from an address, with what CloudFront adds, that is answered so.
async fn line_from(address: &str, secret: &str, answer: fn() -> ApiError) -> Value {
    let routes = layers(Router::new().route("/refused", get(move || async move { Err::<(), _>(answer()) })));
    let env = Env::from_pairs([("VIEWER_HEADER_SECRET", secret)]);
    let request = Request::get("/refused")
        .header("x-viewer-proof", secret)
        .header("cloudfront-viewer-address", format!("{address}:46532"))
        .body(Body::empty());
    let router = require_viewer_proof(routes, &env).unwrap();
    let mut lines = logged(router.oneshot(request.unwrap())).await;
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines.remove(0)
}

const SECRET: &str = "a-secret-of-cloudfront";

#[tokio::test]
async fn a_refusal_is_logged_with_the_account_and_a_keyed_hash_of_the_address() {
    let refusals: [fn() -> ApiError; 3] = [
        || ApiError::unauthorized().of_account("a1"),
        || ApiError::forbidden().of_account("a1"),
        || ApiError::too_many(Duration::from_secs(1)).of_account("a1"),
    ];
    let mut hashes = Vec::new();
    for refusal in refusals {
        let line = line_from("203.0.113.9", SECRET, refusal).await;
        assert_eq!(line["account"], "a1", "{line}");
        assert!(!line.to_string().contains("203.0.113"), "{line}");
        hashes.push(line["address_hash"].as_str().unwrap().to_owned());
    }
    let [hash, ..] = &hashes[..] else {
        panic!("no lines")
    };
    assert_eq!(hash.len(), 16);
    assert!(hashes.iter().all(|other| other == hash), "{hashes:?}");
    // Without the key there is nothing to compare it with.
    let address = ClientAddress("203.0.113.9".parse().unwrap());
    assert_ne!(*hash, address.bucket());
    let of = async |address, secret| {
        let line = line_from(address, secret, ApiError::unauthorized).await;
        assert_eq!(line.get("account"), None, "{line}");
        line["address_hash"].as_str().unwrap().to_owned()
    };
    assert_ne!(*hash, of("203.0.113.9", "another-secret-of-cloudfront").await);
    assert_ne!(*hash, of("203.0.113.10", SECRET).await);
    // A network of IPv6 is one.
    let line = line_from("2001:db8::1", SECRET, ApiError::unauthorized).await;
    assert_eq!(line["address_hash"], of("2001:db8::ffff", SECRET).await);
}

#[tokio::test]
async fn what_is_not_refused_is_logged_without_an_address() {
    for answer in [
        || ApiError::not_found("Not found."),
        || ApiError::invalid("name", "Please enter a name."),
        || ApiError::internal("no table"),
    ] {
        let line = line_from("203.0.113.9", SECRET, answer).await;
        assert_eq!(line.get("address_hash"), None, "{line}");
    }
}
