//! A wrong setting stops the start by its name.

use test_support::{NO_ADDRESS, assert_start_needs};

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name() {
    let needed = [
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "TABLE_REGISTRATIONS",
        "PROVIDER_URL",
        "PROVIDER_SECRET",
    ];
    let wrong = [
        ("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", NO_ADDRESS),
        ("AWS_ENDPOINT_URL_SECRETS_MANAGER", "localhost", NO_ADDRESS),
        ("PROVIDER_URL", "api.cashfree.com/pg", NO_ADDRESS),
        ("PROVIDER_API_VERSION", "v5", "is not a date like 2025-01-01"),
        (
            "PROVIDER_SECRET",
            "test/token",
            "its secret: missing field `client_id`",
        ),
        ("PROVIDER_SECRET", "no-such-secret", "its secret cannot be read"),
    ];
    assert_start_needs(payment_webhook::app_with, &needed, &wrong).await;
}

#[test]
fn the_description_needs_no_settings() {
    let paths = payment_webhook::openapi().paths.paths;
    assert_eq!(paths.keys().collect::<Vec<_>>(), ["/api/payments/webhook"]);
}
