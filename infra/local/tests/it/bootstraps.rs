//! Functions that run as programs under the Runtime API, as Lambda runs what `make build` leaves.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;

use http::{Method, StatusCode};
use local::{Options, System};
use serde_json::{Value, json};

use super::Fixture;
use super::client::ask;

/// Answers requests with what it sees of them, fails or ends if the query says so, and keeps a stream's batches beside it.
const PROGRAM: &str = r#"#!/usr/bin/env python3
import json, os, sys, urllib.request
batches = open(__file__ + ".batches", "a")
api = f"http://{os.environ['AWS_LAMBDA_RUNTIME_API']}/2018-06-01/runtime/invocation/"
while True:
    with urllib.request.urlopen(api + "next") as given:
        event, id = json.load(given), given.headers["Lambda-Runtime-Aws-Request-Id"]
    query, outcome = event.get("rawQueryString"), "response"
    if query == "end":
        sys.exit(1)
    if query == "fail":
        answer, outcome = {"errorMessage": "as asked"}, "error"
    elif "Records" in event:
        print(json.dumps(event["Records"]), file=batches, flush=True)
        answer = {"batchItemFailures": []}
    else:
        seen = {"route": event["routeKey"], "table": os.environ["TABLE_CATALOGUE"], "home": os.environ.get("HOME")}
        answer = {"statusCode": 203, "body": json.dumps(seen)}
    urllib.request.urlopen(f"{api}{id}/{outcome}", json.dumps(answer).encode()).close()
"#;

/// Options with the program as the bootstrap of `function`, and where that is.
fn with_program(fixture: &Fixture, function: &str) -> (Options, PathBuf) {
    let folder = fixture.folder.path().join("bootstraps");
    let program = folder.join(function).join("bootstrap");
    std::fs::create_dir_all(folder.join(function)).unwrap();
    std::fs::write(&program, PROGRAM).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let options = Options {
        bootstraps: Some(folder),
        ..fixture.options()
    };
    (options, program)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_with_a_bootstrap_runs_as_that_program_with_its_own_variables_alone() {
    let fixture = Fixture::new();
    let (options, _) = with_program(&fixture, "packages");
    let system = System::start(options, |_| {}).await.unwrap();
    let list = format!("{}/api/packages/list", system.site_url());
    let (status, seen) = ask(Method::GET, &list, None).await;
    assert_eq!(status, StatusCode::NON_AUTHORITATIVE_INFORMATION);
    let expected = json!({ "route": "GET /api/packages/list", "table": "catalogue", "home": null });
    assert_eq!(seen, expected);
    let banners = format!("{}/api/brand/listBanners", system.site_url());
    assert_eq!(ask(Method::GET, &banners, None).await.0, StatusCode::OK);
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_fails_or_ends_is_a_500_for_its_own_routes() {
    let fixture = Fixture::new();
    let (options, _) = with_program(&fixture, "packages");
    let system = System::start(options, |_| {}).await.unwrap();
    let list = format!("{}/api/packages/list", system.site_url());
    for (query, status) in [
        ("?fail", StatusCode::INTERNAL_SERVER_ERROR),
        ("", StatusCode::NON_AUTHORITATIVE_INFORMATION),
        ("?end", StatusCode::INTERNAL_SERVER_ERROR),
        ("", StatusCode::INTERNAL_SERVER_ERROR),
    ] {
        let answered = ask(Method::GET, &format!("{list}{query}"), None).await;
        assert_eq!(answered.0, status, "{query}");
    }
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bootstrap_of_the_notifier_gets_the_stream() {
    let fixture = Fixture::new();
    let (options, program) = with_program(&fixture, "notifier");
    let system = System::start(options, |_| {}).await.unwrap();
    let form = json!({
        "customer_name": "Asha Rao", "customer_email": "asha@x.example", "customer_phone": "9876543210",
        "exam_preference": "Online", "order_amount": 1000, "order_currency": "INR", "packageId": "single-exam",
        "collegeId": "nila-law", "course_category": "nila-ballb", "type": "specificCollege",
    });
    let create = format!("{}/api/payments/create-order", system.site_url());
    let (status, created) = ask(Method::POST, &create, Some(form)).await;
    assert_eq!(status, StatusCode::OK, "{created}");
    let batches = program.with_file_name("bootstrap.batches");
    let mut waited = 0;
    let first = loop {
        let written = std::fs::read_to_string(&batches).unwrap_or_default();
        if let Some((first, _)) = written.split_once('\n') {
            break first.to_owned();
        }
        assert!(waited < 1200, "no batch within two minutes");
        waited += 1;
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let records: Value = serde_json::from_str(&first).unwrap();
    assert!(records[0]["dynamodb"]["Keys"]["pk"]["S"].is_string(), "{records}");
    system.stop().await;
}

#[tokio::test]
async fn a_bootstrap_that_cannot_run_here_is_named() {
    let fixture = Fixture::new();
    let (options, program) = with_program(&fixture, "reconciler");
    let error = System::start(options, |_| {}).await.err().unwrap().to_string();
    assert!(
        error.contains("runs reconciler in its own process only"),
        "{error}"
    );
    assert!(error.contains(&program.display().to_string()), "{error}");

    let fixture = Fixture::new();
    let (options, program) = with_program(&fixture, "packages");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o644)).unwrap();
    let error = System::start(options, |_| {}).await.err().unwrap().to_string();
    assert!(
        error.contains(&format!("Starting {} failed", program.display())),
        "{error}"
    );
}
