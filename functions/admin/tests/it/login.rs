//! Names, passwords, tokens.

use crate::{PASSWORD, TestApp, dynamodb, send};
use access_control::admin_gate;
use admin::{AccountError, create_or_reset};
use aws_sdk_dynamodb::types::AttributeValue;
use axum::Router;
use axum::body::Body;
use axum::routing::get;
use domain::Entropy;
use http::Request;
use http_api::{Admin, Json, layers};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use store::Access;

/// Another function of the portal, which holds the public key alone: what it says to `token`.
async fn portal(app: &TestApp, token: &str) -> (u16, Value) {
    let access = Access::from_env(&app.env).unwrap();
    let gate = admin_gate(&app.env, &access, app.clock.clone()).unwrap();
    let me = async |admin: Admin| Json(json!([admin.username, admin.role, admin.version]));
    let router = layers(Router::new().route("/me", get(me)).with_state(gate));
    let request = Request::get("/me").header("authorization", format!("Bearer {token}"));
    let answer = send(&router, request.body(Body::empty()).unwrap()).await;
    (answer.status.as_u16(), answer.body)
}

#[tokio::test]
async fn the_right_password_gives_a_token_that_the_portal_takes() {
    let app = TestApp::new().await;
    let answer = app.login("Asha", PASSWORD).await;
    assert_eq!(answer.body["msg"], "Login successful.");
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert_eq!(
        portal(&app, answer.token()).await,
        (200, json!(["Asha", "admin", 1]))
    );
}

#[tokio::test]
async fn the_case_of_the_name_does_not_matter_and_the_token_bears_the_original() {
    let app = TestApp::new().await;
    for name in ["asha", "ASHA", " Asha "] {
        let answer = app.login(name, PASSWORD).await;
        assert_eq!(portal(&app, answer.token()).await.1[0], "Asha");
    }
}

#[tokio::test]
async fn a_token_ends_after_twelve_hours() {
    let app = TestApp::new().await;
    let answer = app.login("Asha", PASSWORD).await;
    app.wait(12 * 60 * 60 - 1);
    assert_eq!(portal(&app, answer.token()).await.0, 200);
    app.wait(1);
    assert_eq!(portal(&app, answer.token()).await.0, 401);
}

#[tokio::test]
async fn a_wrong_password_an_unknown_name_and_a_disabled_account_get_the_same_answer() {
    let app = TestApp::new().await;
    create_or_reset(&app.env, &Entropy::system(), "Gone", PASSWORD)
        .await
        .unwrap();
    disable(&app, "gone").await;
    let refusal = json!({"code": "invalid_credentials", "message": "Invalid credentials.", "msg": "Invalid credentials."});
    for (name, password) in [
        ("Asha", "wrong"),
        ("Asha", "EXPO-ADMIN"),
        ("Nobody", PASSWORD),
        ("Gone", PASSWORD),
    ] {
        let answer = app.login(name, password).await;
        assert_eq!(answer.status, 401);
        assert_eq!(answer.told(), refusal, "{name}");
    }
}

/// The work on an unknown name is the verification of a password: without it the answer comes some twenty times
/// as fast, which shows on a busy machine too.
#[tokio::test]
async fn an_unknown_name_takes_as_long_as_a_wrong_password() {
    let app = TestApp::new().await;
    let (mut known, mut unknown) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        known = known.min(refusal_time(&app, "Asha").await);
        unknown = unknown.min(refusal_time(&app, "Nobody").await);
    }
    assert!(unknown > known / 5, "{unknown:?} against {known:?}");
}

async fn refusal_time(app: &TestApp, name: &str) -> Duration {
    let started = Instant::now();
    assert_eq!(app.login(name, "wrong").await.status, 401);
    started.elapsed()
}

#[tokio::test]
async fn a_missing_name_or_password_is_named() {
    let app = TestApp::new().await;
    let required = "Username and password are required.";
    for (body, field) in [
        (json!({"password": PASSWORD}), "username"),
        (json!({"username": "", "password": PASSWORD}), "username"),
        (json!({"username": "   ", "password": PASSWORD}), "username"),
        (json!({"username": "Asha"}), "password"),
        (json!({"username": "Asha", "password": ""}), "password"),
        (json!({}), "username"),
    ] {
        let answer = app.send("203.0.113.9", body.clone()).await;
        assert_eq!(answer.status, 422, "{body}");
        let told = json!({"code": "invalid_field", "message": required, "msg": required, "field": field});
        assert_eq!(answer.told(), told, "{body}");
    }
}

#[tokio::test]
async fn nonsense_is_refused_with_a_message_for_the_form() {
    let app = TestApp::new().await;
    for (body, field) in [
        (json!({"username": ["Asha"], "password": PASSWORD}), "username"),
        (json!({"username": "Asha", "password": 12345678}), "password"),
        (json!({"username": {"$ne": ""}, "password": PASSWORD}), "username"),
        (json!({"username": "Asha", "password": null}), "password"),
        (
            json!({"username": "Asha", "password": "x".repeat(257)}),
            "password",
        ),
        (
            json!({"username": "x".repeat(257), "password": PASSWORD}),
            "username",
        ),
        (json!(["Asha", PASSWORD]), "body"),
    ] {
        let answer = app.send("203.0.113.9", body.clone()).await;
        assert_eq!(answer.status, 422, "{body}");
        assert_eq!(answer.body["field"], field, "{body}");
        assert_eq!(answer.body["msg"], answer.body["message"]);
        assert!(answer.body["msg"].is_string());
    }
}

#[tokio::test]
async fn a_new_password_ends_the_sessions_and_the_old_password() {
    let app = TestApp::new().await;
    let before = app.login("Asha", PASSWORD).await;
    let account = create_or_reset(&app.env, &Entropy::system(), "asha", "another-password")
        .await
        .unwrap();
    assert_eq!(portal(&app, before.token()).await.0, 401);
    assert_eq!(app.login("Asha", PASSWORD).await.status, 401);
    let after = app.login("Asha", "another-password").await;
    assert_eq!(
        portal(&app, after.token()).await,
        (200, json!(["asha", "admin", 2]))
    );

    let again = create_or_reset(&app.env, &Entropy::system(), "ASHA", "a-third-password")
        .await
        .unwrap();
    assert_eq!(account.id, again.id);
}

#[tokio::test]
async fn a_reset_lets_a_disabled_account_in_again() {
    let app = TestApp::new().await;
    disable(&app, "asha").await;
    assert_eq!(app.login("Asha", PASSWORD).await.status, 401);
    create_or_reset(&app.env, &Entropy::system(), "Asha", PASSWORD)
        .await
        .unwrap();
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn an_account_needs_a_name_and_a_password_of_eight_characters() {
    let app = TestApp::new().await;
    for (name, password) in [("", PASSWORD), ("  ", PASSWORD), ("New", "seven77"), ("New", "")] {
        let error = create_or_reset(&app.env, &Entropy::system(), name, password)
            .await
            .unwrap_err();
        assert!(matches!(error, AccountError::Refused(_)), "{error}");
    }
    assert_eq!(app.login("New", "seven77").await.status, 401);
}

#[tokio::test]
async fn without_the_tables_the_answer_is_a_failure_and_not_a_refusal() {
    let app = TestApp::new().await;
    dynamodb(&app.env)
        .delete_table()
        .table_name("admin")
        .send()
        .await
        .unwrap();
    let answer = app.login("Asha", PASSWORD).await;
    assert_eq!(answer.status, 500);
    assert_eq!(answer.body["code"], "internal_error");
    assert_eq!(answer.body["msg"], answer.body["message"]);
}

async fn disable(app: &TestApp, name: &str) {
    let update = dynamodb(&app.env)
        .update_item()
        .table_name("admin")
        .key("pk", AttributeValue::S(format!("ADMIN#{name}")))
        .key("sk", AttributeValue::S("ADMIN".to_owned()))
        .update_expression("SET disabled = :yes")
        .condition_expression("attribute_exists(pk)")
        .expression_attribute_values(":yes", AttributeValue::Bool(true));
    update.send().await.unwrap();
}
