//! The function without a route, as `make admin` and `make rebuild` invoke it in the local system.

use http::{Method, StatusCode};
use local::System;
use serde_json::{Value, json};

use super::Fixture;
use super::access::{filled, login, session};
use super::client::ask;

async fn operate(system: &System, request: Value) -> (StatusCode, Value) {
    ask(
        Method::POST,
        &format!("{}/operations", system.outside_url()),
        Some(request),
    )
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disabled_account_loses_its_session_and_can_no_longer_sign_in() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let (_, made) = operate(
        &system,
        json!({ "action": "create", "username": "stolen", "role": "counter" }),
    )
    .await;
    let password = made["password"].as_str().unwrap();
    let bearer = format!("Bearer {}", session(&system, "stolen", password).await);
    let customers = filled(&system, "GET /api/customers", "");
    assert_eq!(customers.ask(Some(&bearer)).await.0, StatusCode::OK);

    let (status, answer) = operate(&system, json!({ "action": "disable", "username": "stolen" })).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(customers.ask(Some(&bearer)).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(
        login(&system, "stolen", password).ask(None).await.0,
        StatusCode::UNAUTHORIZED
    );
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_of_the_site_reaches_the_operations() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let request = json!({ "action": "list" });
    for address in [system.site_url(), system.api_url()] {
        for path in ["/operations", "/api/operations"] {
            let (status, answer) =
                ask(Method::POST, &format!("{address}{path}"), Some(request.clone())).await;
            assert!(status.is_client_error(), "{address}{path}: {status} {answer}");
        }
    }
    let (status, answer) = operate(&system, request).await;
    assert_eq!(
        (status, &answer["message"]),
        (StatusCode::OK, &json!("admin")),
        "{answer}"
    );
    system.stop().await;
}
