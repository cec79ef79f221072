//! Calling a function's router as the gateway does, and looking at what comes back.

use axum::{Router, body::Body};
use http::{HeaderMap, StatusCode, header::CONTENT_TYPE};
use http_body_util::BodyExt;
use lambda_http::request::{LambdaRequest, RequestContext};
use serde_json::{Value, json};
use tower::ServiceExt;

/// A request in the making.
#[derive(Debug, Clone)]
pub struct Request {
    method: &'static str,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    source: Option<String>,
}

/// What came back.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, null when it is not JSON.
    pub json: Value,
    /// The body, whatever it is.
    pub text: String,
}

impl Request {
    /// A GET.
    pub fn get(path: impl Into<String>) -> Self {
        Self::new("GET", path, Vec::new())
    }

    /// A POST of JSON.
    pub fn post(path: impl Into<String>, body: &Value) -> Self {
        Self::post_json(path, body.to_string())
    }

    /// A PUT of JSON.
    pub fn put(path: impl Into<String>, body: &Value) -> Self {
        Self::new("PUT", path, body.to_string().into_bytes())
            .header(CONTENT_TYPE.as_str(), "application/json")
    }

    /// A DELETE.
    pub fn delete(path: impl Into<String>) -> Self {
        Self::new("DELETE", path, Vec::new())
    }

    /// The same with a body of JSON.
    #[must_use]
    pub fn json(mut self, body: &Value) -> Self {
        self.body = body.to_string().into_bytes();
        self.header(CONTENT_TYPE.as_str(), "application/json")
    }

    /// A POST of what claims to be JSON.
    pub fn post_json(path: impl Into<String>, body: impl Into<Vec<u8>>) -> Self {
        Self::new("POST", path, body.into()).header(CONTENT_TYPE.as_str(), "application/json")
    }

    /// A POST of anything.
    pub fn post_raw(path: impl Into<String>, body: impl Into<Vec<u8>>) -> Self {
        Self::new("POST", path, body.into())
    }

    fn new(method: &'static str, path: impl Into<String>, body: Vec<u8>) -> Self {
        Self {
            method,
            path: path.into(),
            headers: Vec::new(),
            body,
            source: None,
        }
    }

    /// The same with a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// The same from a client at this address, as the gateway saw it.
    #[must_use]
    pub fn from_address(mut self, source: &str) -> Self {
        self.source = Some(source.to_owned());
        self
    }

    /// The same with a token.
    #[must_use]
    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", format!("Bearer {token}"))
    }
}

impl Answer {
    /// The error's code, empty when there is none.
    #[must_use]
    pub fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or_default()
    }

    /// The error's field, empty when there is none.
    #[must_use]
    pub fn field(&self) -> &str {
        self.json["field"].as_str().unwrap_or_default()
    }

    /// The error's message, empty when there is none.
    #[must_use]
    pub fn message(&self) -> &str {
        self.json["message"].as_str().unwrap_or_default()
    }
}

/// Sends a request through a router.
pub async fn call(router: &Router, request: Request) -> Answer {
    let mut builder = http::Request::builder().method(request.method).uri(&request.path);
    for (name, value) in &request.headers {
        builder = builder.header(name, value);
    }
    if let Some(source) = &request.source {
        builder = builder.extension(gateway_context(source));
    }
    let request = builder.body(Body::from(request.body)).unwrap();
    let response = router.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    Answer {
        status: parts.status,
        headers: parts.headers,
        json: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        text: String::from_utf8_lossy(&bytes).into_owned(),
    }
}

/// What lambda_http puts beside a request of the gateway.
fn gateway_context(source: &str) -> RequestContext {
    let event = json!({
        "version": "2.0", "routeKey": "$default", "rawPath": "/", "rawQueryString": "", "headers": {},
        "requestContext": {
            "accountId": "1", "apiId": "api", "domainName": "api.example", "domainPrefix": "api",
            "http": { "method": "GET", "path": "/", "protocol": "HTTP/1.1", "sourceIp": source,
                      "userAgent": "test" },
            "requestId": "id", "routeKey": "$default", "stage": "$default",
            "time": "20/May/2025:04:30:00 +0000", "timeEpoch": 1_747_715_400_000_u64
        },
        "isBase64Encoded": false
    });
    let event: LambdaRequest = serde_json::from_value(event).unwrap();
    let request: lambda_http::Request = event.into();
    request.extensions().get::<RequestContext>().unwrap().clone()
}
