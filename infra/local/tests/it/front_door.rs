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
        .route("/api/slow", get(|| tokio::time::sleep(Duration::from_secs(60))))
        .route("/api/large", get(|| async { "x".repeat(6 * 1024 * 1024) }))
        .route("/api/panic", get(panics))
        .route("/api/untold", get(|| async { "the template does not know this" }));
    let route = |method: &str, path: &str| Route {
        method: method.to_owned(),
        path: path.to_owned(),
    };
    let function = Function {
        id: "Things".to_owned(),
        timeout: Duration::from_secs(29),
        variables: BTreeMap::new(),
        rules: Vec::new(),
        routes: vec![
            route("GET", "/api/things/{id}"),
            route("POST", "/api/things/{id}"),
            route("POST", "/api/bytes"),
            route("POST", "/api/length"),
            route("GET", "/api/cookies"),
            route("GET", "/api/slow"),
            route("GET", "/api/large"),
            route("GET", "/api/panic"),
        ],
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

#[tokio::test(start_paused = true)]
async fn a_function_is_cut_off_at_its_own_timeout() {
    let before = tokio::time::Instant::now();
    let (status, ..) = ask(Request::get("/api/slow"), "").await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(before.elapsed().as_secs(), 29);
}
