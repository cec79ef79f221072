//! A wrong setting stops the start by its name.

use config::Env;
use domain::{Clock, Entropy};
use test_support::World;

async fn refused(env: Env) -> String {
    let started = payments::app_with(env, Clock::system(), Entropy::system()).await;
    started.err().unwrap().to_string()
}

#[tokio::test]
async fn each_missing_variable_stops_the_start_by_name() {
    let world = World::start().await;
    for variable in [
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "TABLE_CATALOG",
        "TABLE_REGISTRATIONS",
        "TABLE_ADMIN",
        "TABLE_ACCESS",
        "SITE_ORIGIN",
        "MAIL_FROM",
        "PROVIDER_URL",
        "PROVIDER_SECRET",
        "ADMIN_TOKEN_PUBLIC_KEY",
    ] {
        for blank in ["", "  "] {
            assert_eq!(
                refused(world.env_with(variable, blank)).await,
                format!("{variable}: is not set")
            );
        }
    }
}

#[tokio::test]
async fn each_wrong_value_stops_the_start_by_name() {
    let world = World::start().await;
    let address = "is not an absolute http or https address without query or user";
    for (variable, value, problem) in [
        ("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", address),
        ("AWS_ENDPOINT_URL_SES", "not an address", address),
        ("AWS_ENDPOINT_URL_SECRETS_MANAGER", "ftp://localhost", address),
        ("SITE_ORIGIN", "expo.example", address),
        ("PROVIDER_URL", "api.cashfree.com/pg", address),
        ("PROVIDER_URL", "https://user@api.cashfree.com/pg", address),
        ("PROVIDER_API_VERSION", "latest", "is not a date like 2025-01-01"),
        ("PROVIDER_SECRET", "no-such-secret", "its secret cannot be read"),
        (
            "PROVIDER_SECRET",
            "test/token",
            "its secret: missing field `client_id`",
        ),
        ("ADMIN_TOKEN_PUBLIC_KEY", "bm90IGEga2V5", ""),
        ("ADMIN_TOKEN_PUBLIC_KEY", "not base64!", ""),
        ("MAIL_FROM", "Scholarship Expo", "is not an e-mail address"),
        ("MAIL_FROM", "Scholarship Expo <pass>", "is not an e-mail address"),
    ] {
        let error = refused(world.env_with(variable, value)).await;
        assert!(error.starts_with(&format!("{variable}: {problem}")), "{error}");
        assert!(!error.contains("bm90"), "{error}");
    }
}

#[test]
fn the_description_needs_no_settings() {
    let paths = payments::openapi().paths.paths;
    assert_eq!(
        paths.keys().collect::<Vec<_>>(),
        [
            "/api/payments/check-email",
            "/api/payments/create-order",
            "/api/payments/send-success-email/{order_id}",
            "/api/payments/status/{order_id}",
            "/api/payments/{order_id}/status",
        ]
    );
}
