//! A wrong setting stops the start by its name.

use test_support::{NO_ADDRESS, assert_start_needs};

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name() {
    let needed = [
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "TABLE_REGISTRATIONS",
        "TABLE_ADMIN",
        "SYNC_FUNCTION",
        "PROVIDER_URL",
        "PROVIDER_SECRET",
        "MAIL_FROM",
        "SITE_ORIGIN",
    ];
    let wrong = [
        ("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", NO_ADDRESS),
        ("AWS_ENDPOINT_URL_SES", "localhost", NO_ADDRESS),
        ("AWS_ENDPOINT_URL_SECRETS_MANAGER", "localhost", NO_ADDRESS),
        ("PROVIDER_URL", "api.cashfree.com/pg", NO_ADDRESS),
        ("PROVIDER_API_VERSION", "v5", "is not a date like 2025-01-01"),
        (
            "PROVIDER_SECRET",
            "test/token",
            "its secret: missing field `client_id`",
        ),
        ("PROVIDER_SECRET", "no-such-secret", "its secret cannot be read"),
        ("SITE_ORIGIN", "expo.example", NO_ADDRESS),
        ("MAIL_FROM", "Scholarship Expo", "is not an e-mail address"),
    ];
    assert_start_needs(reconciler::handler_with, &needed, &wrong).await;
}
