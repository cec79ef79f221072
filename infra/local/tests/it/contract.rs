//! The running system keeps to the OpenAPI document: what the document forbids is refused.

use std::collections::BTreeSet;

use axum::body::Body;
use http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use local::openapi_document;
use serde_json::Value;

use super::Ground;

const METHODS: [&str; 8] = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE",
];

fn document() -> Value {
    serde_json::from_str(&openapi_document().unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_method_that_a_path_does_not_have_is_405_and_allow_names_those_it_has() {
    let ground = Ground::new();
    let system = ground.start().await;
    let client: Client<_, Body> = Client::builder(TokioExecutor::new()).build_http();
    let document = document();
    for (path, item) in document["paths"].as_object().unwrap() {
        let mut allowed: BTreeSet<String> = item
            .as_object()
            .unwrap()
            .keys()
            .map(|method| method.to_uppercase())
            .collect();
        if allowed.contains("GET") {
            allowed.insert("HEAD".to_owned());
        }
        for method in METHODS.into_iter().filter(|method| !allowed.contains(*method)) {
            let url = format!("{}{}", system.site_url(), path.replace(['{', '}'], ""));
            let request = Request::builder()
                .method(Method::from_bytes(method.as_bytes()).unwrap())
                .uri(url)
                .body(Body::empty())
                .unwrap();
            let (parts, body) = client.request(request).await.unwrap().into_parts();
            assert_eq!(parts.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            let named = parts.headers[header::ALLOW].to_str().unwrap();
            let named: BTreeSet<String> = named.split(',').map(|name| name.trim().to_owned()).collect();
            assert_eq!(named, allowed, "{method} {path}");
            if method != "HEAD" {
                let body = body.collect().await.unwrap().to_bytes();
                let answer: Value = serde_json::from_slice(&body).unwrap();
                assert_eq!(answer["code"], "method_not_allowed", "{method} {path}");
            }
        }
    }
    system.stop().await;
}
