//! JSON over HTTP, as a browser would send it.

use axum::body::Body;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;

/// Asks and reads; an answer without JSON is null.
pub(crate) async fn ask(method: Method, url: &str, body: Option<Value>) -> (StatusCode, Value) {
    ask_as("", method, url, body).await
}

/// The same with a bearer token.
pub(crate) async fn ask_as(
    token: &str,
    method: Method,
    url: &str,
    body: Option<Value>,
) -> (StatusCode, Value) {
    let client: Client<_, Body> = Client::builder(TokioExecutor::new()).build_http();
    let request = Request::builder()
        .method(method)
        .uri(url)
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer {token}"))
        .body(body.map_or_else(Body::empty, |body| Body::from(body.to_string())))
        .unwrap();
    let (parts, body) = client.request(request).await.unwrap().into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    (parts.status, serde_json::from_slice(&bytes).unwrap_or_default())
}

/// Status and headers.
pub(crate) async fn headers_of(url: &str) -> (StatusCode, HeaderMap) {
    let client: Client<_, Body> = Client::builder(TokioExecutor::new()).build_http();
    let answer = client.get(url.parse().unwrap()).await.unwrap();
    (answer.status(), answer.headers().clone())
}

/// The body as text.
pub(crate) async fn read(url: &str) -> String {
    let client: Client<_, Body> = Client::builder(TokioExecutor::new()).build_http();
    let answer = client.get(url.parse().unwrap()).await.unwrap();
    let bytes = answer.into_body().collect().await.unwrap().to_bytes();
    String::from_utf8(bytes.to_vec()).unwrap()
}
