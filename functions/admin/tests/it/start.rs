//! How the start fails, and what the function says it answers.

use admin::{app_with, openapi};
use test_support::{NO_ADDRESS, assert_start_needs};

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name() {
    let needed = [
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "TABLE_ADMIN",
        "TABLE_ACCESS",
        "TABLE_REGISTRATIONS",
        "ADMIN_TOKEN_SECRET",
        "ADMIN_TOKEN_PUBLIC_KEY",
        "SECOND_FACTOR_FOR_ADMINS",
    ];
    let wrong = [
        ("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", NO_ADDRESS),
        ("AWS_ENDPOINT_URL_SECRETS_MANAGER", "localhost", NO_ADDRESS),
        (
            "ADMIN_TOKEN_PUBLIC_KEY",
            "bm90IGEga2V5",
            "is not the base64 of a 32-byte Ed25519 key",
        ),
        (
            "SECOND_FACTOR_FOR_ADMINS",
            "perhaps",
            "cannot be used: provided string was not `true` or `false`",
        ),
        (
            "ADMIN_TOKEN_SECRET",
            "no-such-secret",
            "its secret cannot be read",
        ),
        (
            "ADMIN_TOKEN_SECRET",
            "test/provider",
            "its secret: missing field `private_key`",
        ),
    ];
    assert_start_needs(app_with, &needed, &wrong).await;
}

#[tokio::test]
async fn an_invalid_key_stops_the_start_by_the_name_of_its_variable() {
    let app = crate::App::start().await;
    let secret = r#"{"private_key": "aHVzaA=="}"#.to_owned();
    let secrets = aws_emulation::Secrets::serve([("test/token".to_owned(), secret)])
        .await
        .unwrap();
    let env = app
        .test_env
        .env_with("AWS_ENDPOINT_URL_SECRETS_MANAGER", secrets.endpoint());
    let started = app_with(env, app.test_env.clock.handle(), domain::Entropy::system()).await;
    assert_eq!(
        started.err().unwrap().to_string(),
        "ADMIN_TOKEN_SECRET: its private_key is no base64 Ed25519 PKCS#8 key"
    );
}

#[test]
fn the_description_needs_no_settings() {
    let paths = openapi().paths.paths;
    assert_eq!(
        paths.keys().collect::<Vec<_>>(),
        [
            "/api/admin/account",
            "/api/admin/attention",
            "/api/admin/attention/{order_id}/{flag}",
            "/api/admin/daily-report",
            "/api/admin/dashboard",
            "/api/admin/invitation",
            "/api/admin/login",
            "/api/admin/login/second-factor",
            "/api/admin/logout",
            "/api/admin/logs",
            "/api/admin/password",
            "/api/admin/second-factor",
            "/api/admin/second-factor/confirm",
            "/api/admin/sessions",
            "/api/admin/sessions/{id}",
            "/api/admin/users",
            "/api/admin/users/{username}",
            "/api/admin/users/{username}/sessions",
            "/api/admin/users/{username}/sessions/{id}",
        ]
    );
}
