//! What the boundary adds to every answer.

use crate::{gateway_request, get, post, send};
use axum::Router;
use axum::routing::get as on_get;
use http_api::{ApiError, Description, Json, RouteTable, layers, routes};
use serde_json::json;
use std::collections::BTreeMap;
use utoipa::openapi::OpenApi;

fn router() -> Router {
    layers(
        Router::new()
            .route("/thing/{id}", on_get(async || Json(json!("thing"))))
            .route(
                "/failing/{id}",
                on_get(async || Err::<(), _>(ApiError::internal("no table"))),
            )
            .route(
                "/kept",
                on_get(async || ([("cache-control", "public, max-age=60")], "\"kept\"")),
            )
            .route("/panics", on_get(panics)),
    )
}

async fn panics() -> Json<u8> {
    panic!("a fault in the code")
}

#[tokio::test]
async fn an_answer_is_not_cached_unless_it_says_so() {
    assert_eq!(
        get(&router(), "/thing/1").await.header("cache-control"),
        Some("no-store")
    );
    assert_eq!(
        get(&router(), "/failing/1").await.header("cache-control"),
        Some("no-store")
    );
    assert_eq!(
        get(&router(), "/nowhere").await.header("cache-control"),
        Some("no-store")
    );
    assert_eq!(
        get(&router(), "/kept").await.header("cache-control"),
        Some("public, max-age=60")
    );
}

#[tokio::test]
async fn the_request_id_is_the_gateways() {
    let answer = send(&router(), gateway_request("203.0.113.9", json!({}))).await;
    assert_eq!(answer.header("x-request-id"), Some("JKJaXmPLvHcESHA="));
}

#[tokio::test]
async fn a_client_cannot_choose_the_request_id() {
    let answer = send(
        &router(),
        gateway_request("203.0.113.9", json!({"x-request-id": "mine"})),
    )
    .await;
    assert_eq!(answer.header("x-request-id"), Some("JKJaXmPLvHcESHA="));
}

#[tokio::test]
async fn requests_without_a_gateway_have_different_ids() {
    let router = router();
    let (first, second) = (get(&router, "/nowhere").await, get(&router, "/nowhere").await);
    assert_ne!(first.body["request_id"], second.body["request_id"]);
}

#[tokio::test]
async fn an_unknown_route_and_a_wrong_method_are_refused_in_the_envelope() {
    assert_eq!(
        get(&router(), "/nowhere").await.refusal(),
        (404, "not_found", None)
    );
    let answer = post(&router(), "/thing/1", "{}").await;
    assert_eq!(answer.refusal(), (405, "method_not_allowed", None));
    assert_eq!(answer.header("allow"), Some("GET,HEAD"));
}

#[tokio::test]
async fn a_panic_becomes_the_generic_failure_and_the_next_request_is_served() {
    let router = router();
    let answer = get(&router, "/panics").await;
    assert_eq!(answer.refusal(), (500, "internal_error", None));
    assert_eq!(answer.body["request_id"], answer.header("x-request-id").unwrap());
    assert_eq!(get(&router, "/thing/1").await.status, 200);
}

/// A thing.
#[utoipa::path(get, path = "/described/{id}", responses((status = 404, body = http_api::ErrorBody)))]
async fn described() -> Json<u8> {
    Json(1)
}

/// Another.
#[utoipa::path(put, path = "/described/{id}", responses((status = 200)))]
async fn changed(Json(thing): Json<BTreeMap<String, u8>>) -> Json<u8> {
    Json(thing["a"] + 1)
}

fn table<T: RouteTable<()>>() -> T {
    T::empty()
        .with(routes!(described, changed).limited(10))
        .under("/all")
}

#[tokio::test]
async fn a_table_of_routes_serves_them_and_describes_the_same() {
    let router = layers(table::<Router>());
    assert_eq!(get(&router, "/all/described/7").await.body, json!(1));
    let put = |body: &'static str| {
        let request = axum::http::Request::put("/all/described/7").header("content-type", "application/json");
        send(&router, request.body(body.into()).unwrap())
    };
    assert_eq!(put(r#"{"a":7}"#).await.body, json!(8));
    assert_eq!(put(r#"{"a":     7}"#).await.status, 413);
    assert_eq!(get(&router, "/described/7").await.status, 404);

    let openapi = OpenApi::from(table::<Description<()>>());
    let paths: Vec<_> = openapi.paths.paths.keys().collect();
    assert_eq!(paths, ["/all/described/{id}"]);
    let path = &openapi.paths.paths["/all/described/{id}"];
    assert!(path.get.is_some() && path.put.is_some() && path.post.is_none());
    assert!(openapi.components.unwrap().schemas.contains_key("ErrorBody"));
}
