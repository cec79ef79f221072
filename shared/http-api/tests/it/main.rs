//! The boundary of the HTTP functions, met through a router as the gateway meets it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access;
mod addresses;
mod bodies;
mod boundary;
mod caching;
mod errors;
mod logging;
mod routes;
mod start;

use axum::Router;
use axum::body::Body;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use lambda_http::request::LambdaRequest;
use serde_json::{Value, json};
use tower::ServiceExt;

/// What came back.
#[derive(Debug)]
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Value,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// Status, code and field of an error.
    fn refusal(&self) -> (u16, &str, Option<&str>) {
        (
            self.status.as_u16(),
            self.body["code"].as_str().unwrap(),
            self.body["field"].as_str(),
        )
    }
}

async fn send(router: &Router, request: Request<Body>) -> Answer {
    logging::want_lines();
    let (parts, body) = router.clone().oneshot(request).await.unwrap().into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let body = if body.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(&body).unwrap()
    };
    Answer {
        status: parts.status,
        headers: parts.headers,
        body,
    }
}

async fn get(router: &Router, path: &str) -> Answer {
    send(router, Request::get(path).body(Body::empty()).unwrap()).await
}

async fn post(router: &Router, path: &str, body: impl Into<Body>) -> Answer {
    let request = Request::post(path).header("content-type", "application/json");
    send(router, request.body(body.into()).unwrap()).await
}

/// A request as lambda_http makes it of a gateway event of payload format 2.0.
fn gateway_request(source: &str, headers: Value) -> Request<Body> {
    let event = json!({
        "version": "2.0", "routeKey": "GET /thing/{id}", "rawPath": "/thing/secret-id", "rawQueryString": "",
        "headers": headers, "isBase64Encoded": false,
        "requestContext": {
            "accountId": "1", "apiId": "api", "domainName": "api.example", "domainPrefix": "api",
            "http": { "method": "GET", "path": "/thing/secret-id", "protocol": "HTTP/1.1",
                      "sourceIp": source, "userAgent": "test" },
            "requestId": "JKJaXmPLvHcESHA=", "routeKey": "GET /thing/{id}", "stage": "$default",
            "time": "26/May/2025:08:00:00 +0000", "timeEpoch": 1_748_246_400_000_u64
        }
    });
    let event: LambdaRequest = serde_json::from_value(event).unwrap();
    let request: lambda_http::Request = event.into();
    request.map(|_| Body::empty())
}
