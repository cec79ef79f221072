//! A wrong setting stops the start by its name.

use domain::{Clock, Entropy};
use test_support::World;

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name() {
    let world = World::start().await;
    let missing = [
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "TABLE_REGISTRATIONS",
        "PROVIDER_URL",
        "PROVIDER_SECRET",
    ];
    let address = "is not an absolute http or https address without query or user";
    let wrong = [
        ("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", address),
        ("AWS_ENDPOINT_URL_SECRETS_MANAGER", "localhost", address),
        ("PROVIDER_URL", "api.cashfree.com/pg", address),
        ("PROVIDER_API_VERSION", "v5", "is not a date like 2025-01-01"),
        (
            "PROVIDER_SECRET",
            "test/token",
            "its secret: missing field `client_id`",
        ),
        ("PROVIDER_SECRET", "no-such-secret", "its secret cannot be read"),
    ];
    let missing = missing.map(|variable| (variable, "", "is not set"));
    for (variable, value, problem) in missing.into_iter().chain(wrong) {
        let env = world.env_with(variable, value);
        let started = payment_webhook::app_with(env, Clock::system(), Entropy::system()).await;
        let error = started.err().unwrap().to_string();
        assert!(error.starts_with(&format!("{variable}: {problem}")), "{error}");
    }
}

#[test]
fn the_description_needs_no_settings() {
    let paths = payment_webhook::openapi().paths.paths;
    assert_eq!(paths.keys().collect::<Vec<_>>(), ["/api/payments/webhook"]);
}
