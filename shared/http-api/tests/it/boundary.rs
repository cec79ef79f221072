//! What the boundary adds to every answer.

use crate::{gateway_request, get, post, send};
use axum::Router;
use axum::routing::get as on_get;
use http_api::{ApiError, Json, finish, layers};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

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
async fn an_answer_is_not_kept_unless_it_says_so() {
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

#[tokio::test]
async fn a_finished_router_serves_and_describes_the_same_routes() {
    let (router, openapi) = finish(OpenApiRouter::new().routes(routes!(described)));
    assert_eq!(get(&router, "/described/7").await.body, json!(1));
    assert!(openapi.paths.paths.contains_key("/described/{id}"));
    assert!(openapi.components.unwrap().schemas.contains_key("ErrorBody"));
}
