//! What API Gateway makes of requests and answers, with a small router in a function's place.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path};
use axum::response::{AppendHeaders, IntoResponse};
use axum::routing::{get, post};
use axum::{Json, Router};
use http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use lambda_http::RequestExt;
use lambda_http::request::RequestContext;
use local::{Function, Gateway, Route, RouteLimits, ShiftedClock, Template};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

const CLIENT: SocketAddr = SocketAddr::new(
    std::net::IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 9)),
    50000,
);

fn gateway() -> Gateway {
    let router = Router::new()
        .route("/api/things/{id}", get(described).post(described))
        .route("/api/bytes", post(|body: Bytes| async move { body }))
        .route(
            "/api/length",
            post(|body: Bytes| async move { body.len().to_string() }).layer(DefaultBodyLimit::disable()),
        )
        .route("/api/cookies", get(cookies))
        .route("/api/large", get(|| async { "x".repeat(6 * 1024 * 1024) }))
        .route("/api/panic", get(panics))
        .route("/api/untold", get(|| async { "the template does not know this" }));
    let routes = [
        ("GET", "/api/things/{id}"),
        ("POST", "/api/things/{id}"),
        ("POST", "/api/bytes"),
        ("POST", "/api/length"),
        ("GET", "/api/cookies"),
        ("GET", "/api/large"),
        ("GET", "/api/panic"),
    ];
    before(router, &routes, Duration::from_secs(29))
}

/// A gateway before one function.
fn before(router: Router, routes: &[(&str, &str)], timeout: Duration) -> Gateway {
    let route = |(method, path): &(&str, &str)| Route {
        method: (*method).to_owned(),
        path: (*path).to_owned(),
    };
    let function = Function {
        id: "Things".to_owned(),
        timeout,
        variables: BTreeMap::new(),
        rules: Vec::new(),
        routes: routes.iter().map(route).collect(),
        stream: None,
        schedules: Vec::new(),
        event_patterns: Vec::new(),
        event_retries: 0,
    };
    let template = Template {
        functions: BTreeMap::from([("things".to_owned(), function)]),
        resources: BTreeMap::new(),
        parameters: BTreeSet::new(),
        limits: RouteLimits::default(),
        mail_events: BTreeSet::new(),
        pages: None,
    };
    let routers = BTreeMap::from([("things".to_owned(), router)]);
    Gateway::new(&template, routers, ShiftedClock::default()).unwrap()
}

/// Says what arrived.
async fn described(Path(id): Path<String>, request: lambda_http::http::Request<Body>) -> Json<Value> {
    let RequestContext::ApiGatewayV2(context) = request.request_context() else {
        panic!("the event is not one of an HTTP API");
    };
    let (parts, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let header = |name: &str| {
        parts
            .headers
            .get(name)
            .map(|value| value.to_str().unwrap().to_owned())
    };
    Json(json!({
        "id": id,
        "query": parts.uri.query(),
        "route_key": context.route_key,
        "source": context.http.source_ip,
        "request_id": context.request_id,
        "twice": header("x-twice"),
        "cookie": header("cookie"),
        "forwarded": header("x-forwarded-for"),
        "body": String::from_utf8(body.to_vec()).unwrap(),
    }))
}

async fn cookies() -> impl IntoResponse {
    (
        StatusCode::CREATED,
        AppendHeaders([(header::SET_COOKIE, "a=1"), (header::SET_COOKIE, "b=2")]),
    )
}

async fn panics() -> StatusCode {
    panic!("a handler that panics")
}

async fn ask(request: http::request::Builder, body: impl Into<Body>) -> (StatusCode, HeaderMap, Bytes) {
    let response = gateway().answer(CLIENT, request.body(body.into()).unwrap()).await;
    let (parts, body) = response.into_parts();
    (
        parts.status,
        parts.headers,
        body.collect().await.unwrap().to_bytes(),
    )
}

fn json_of(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap()
}

#[tokio::test]
async fn a_request_reaches_the_router_through_the_event_unchanged() {
    let request = Request::post("/api/things/a-1?x=1&x=2&y=%20")
        .header("host", "localhost:8080")
        .header("content-type", "application/json")
        .header("x-twice", "one")
        .header("x-twice", "two")
        .header("cookie", "s=1; t=2");
    let (status, headers, body) = ask(request, r#"{"a":"ü"}"#).await;

    assert_eq!(status, StatusCode::OK);
    assert_eq!(headers["content-type"], "application/json");
    let seen = json_of(&body);
    assert_eq!(seen["id"], "a-1");
    assert_eq!(seen["query"], "x=1&x=2&y=%20");
    assert_eq!(seen["route_key"], "POST /api/things/{id}");
    assert_eq!(seen["source"], "203.0.113.9");
    assert_eq!(seen["forwarded"], "203.0.113.9");
    assert_eq!(seen["twice"], "one,two");
    assert_eq!(seen["cookie"], "s=1; t=2");
    assert_eq!(seen["body"], r#"{"a":"ü"}"#);
    assert_eq!(headers["apigw-requestid"], seen["request_id"].as_str().unwrap());
}

#[tokio::test]
async fn binary_bodies_pass_in_both_directions() {
    let bytes: Vec<u8> = (0..=255).collect();
    let request = Request::post("/api/bytes").header("content-type", "image/jpeg");
    let (status, _, body) = ask(request, bytes.clone()).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(body, bytes);
}

#[tokio::test]
async fn every_cookie_of_an_answer_arrives() {
    let (status, headers, _) = ask(Request::get("/api/cookies"), "").await;
    assert_eq!(status, StatusCode::CREATED);
    let cookies: Vec<_> = headers.get_all(header::SET_COOKIE).iter().collect();
    assert_eq!(cookies, ["a=1", "b=2"]);
}

#[tokio::test]
async fn a_route_that_the_template_lacks_is_not_found_even_if_the_router_has_it() {
    for request in [
        Request::get("/api/untold"),
        Request::delete("/api/things/1"),
        Request::get("/api/"),
    ] {
        let (status, _, body) = ask(request, "").await;
        assert_eq!(status, StatusCode::NOT_FOUND);
        assert_eq!(json_of(&body), json!({ "message": "Not Found" }));
    }
}

#[tokio::test]
async fn a_body_beyond_six_megabytes_is_refused_where_base64_counts() {
    let text = "x".repeat(5 * 1024 * 1024);
    let plain = Request::post("/api/length").header("content-type", "text/plain");
    let (status, ..) = ask(plain, text.clone()).await;
    assert_eq!(status, StatusCode::OK);
    for (kind, size) in [("image/jpeg", 5), ("text/plain", 7), ("text/plain", 11)] {
        let request = Request::post("/api/length").header("content-type", kind);
        let (status, _, body) = ask(request, "x".repeat(size * 1024 * 1024)).await;
        assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{kind} {size}");
        assert_eq!(json_of(&body), json!({ "message": "Request Entity Too Large" }));
    }
}

#[tokio::test]
async fn an_answer_beyond_six_megabytes_and_a_panic_are_the_gateways_500() {
    for path in ["/api/large", "/api/panic"] {
        let (status, _, body) = ask(Request::get(path), "").await;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR, "{path}");
        assert_eq!(json_of(&body), json!({ "message": "Internal Server Error" }));
    }
}

/// A gateway before a function that works for so many seconds, and after how many it ended.
fn slow(works: u64, timeout: u64) -> (Gateway, UnboundedReceiver<u64>) {
    struct Running(Instant, UnboundedSender<u64>);
    impl Drop for Running {
        fn drop(&mut self) {
            let _ = self.1.send(self.0.elapsed().as_secs());
        }
    }
    let (sender, ended) = unbounded_channel();
    let work = move || {
        let running = Running(Instant::now(), sender.clone());
        async move {
            tokio::time::sleep(Duration::from_secs(works)).await;
            drop(running);
        }
    };
    let router = Router::new().route("/api/slow", get(work));
    let gateway = before(router, &[("GET", "/api/slow")], Duration::from_secs(timeout));
    (gateway, ended)
}

/// The status of the answer of that gateway, and after how many seconds it came.
async fn ask_slow(gateway: &Gateway) -> (StatusCode, u64) {
    let begun = Instant::now();
    let request = Request::get("/api/slow").body(Body::empty()).unwrap();
    let answer = gateway.answer(CLIENT, request).await;
    (answer.status(), begun.elapsed().as_secs())
}

#[tokio::test(start_paused = true)]
async fn a_function_is_cut_off_at_its_own_timeout() {
    let (gateway, mut ended) = slow(60, 29);
    let answer = ask_slow(&gateway).await;
    assert_eq!(answer, (StatusCode::INTERNAL_SERVER_ERROR, 29));
    assert_eq!(ended.recv().await, Some(29));
}

#[tokio::test(start_paused = true)]
async fn the_gateway_answers_503_after_30_seconds_and_the_function_runs_on_until_its_own_timeout() {
    for (works, timeout, end) in [(45, 900, 45), (60, 40, 40)] {
        let (gateway, mut ended) = slow(works, timeout);
        let answer = ask_slow(&gateway).await;
        assert_eq!(answer, (StatusCode::SERVICE_UNAVAILABLE, 30));
        assert_eq!(ended.recv().await, Some(end));
    }
}

#[tokio::test(start_paused = true)]
async fn a_function_whose_caller_has_gone_runs_on_until_its_own_timeout() {
    for (works, timeout, end) in [(10, 29, 10), (60, 29, 29)] {
        let (gateway, mut ended) = slow(works, timeout);
        let caller = tokio::time::timeout(Duration::from_secs(1), ask_slow(&gateway));
        assert!(caller.await.is_err());
        assert_eq!(ended.recv().await, Some(end));
    }
}
