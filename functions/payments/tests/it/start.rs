//! A wrong setting stops the start by its name.

use test_support::{NO_ADDRESS, assert_start_needs};

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name() {
    let needed = [
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "TABLE_CATALOGUE",
        "TABLE_REGISTRATIONS",
        "TABLE_ADMIN",
        "TABLE_ACCESS",
        "SITE_ORIGIN",
        "MAIL_FROM",
        "CONTACT_TO",
        "PROVIDER_URL",
        "PROVIDER_SECRET",
        "ADMIN_TOKEN_PUBLIC_KEY",
    ];
    let no_key = "is not the base64 of a 32-byte Ed25519 key";
    let wrong = [
        ("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", NO_ADDRESS),
        ("AWS_ENDPOINT_URL_SES", "not an address", NO_ADDRESS),
        ("AWS_ENDPOINT_URL_SECRETS_MANAGER", "ftp://localhost", NO_ADDRESS),
        ("SITE_ORIGIN", "expo.example", NO_ADDRESS),
        ("PROVIDER_URL", "api.cashfree.com/pg", NO_ADDRESS),
        ("PROVIDER_URL", "https://user@api.cashfree.com/pg", NO_ADDRESS),
        ("PROVIDER_API_VERSION", "latest", "is not a date like 2025-01-01"),
        ("PROVIDER_SECRET", "no-such-secret", "its secret cannot be read"),
        (
            "PROVIDER_SECRET",
            "test/token",
            "its secret: missing field `client_id`",
        ),
        ("ADMIN_TOKEN_PUBLIC_KEY", "bm90IGEga2V5", no_key),
        ("ADMIN_TOKEN_PUBLIC_KEY", "not base64!", no_key),
        ("MAIL_FROM", "Scholarship Expo", "is not an e-mail address"),
        ("MAIL_FROM", "Scholarship Expo <pass>", "is not an e-mail address"),
    ];
    assert_start_needs(payments::app_with, &needed, &wrong).await;
}

#[test]
fn the_description_needs_no_settings() {
    let paths = payments::openapi().paths.paths;
    assert_eq!(
        paths.keys().collect::<Vec<_>>(),
        [
            "/api/payments/check-email",
            "/api/payments/create-order",
            "/api/payments/line",
            "/api/payments/line/hold",
            "/api/payments/line/mail",
            "/api/payments/send-success-email/{order_id}",
            "/api/payments/status/{order_id}",
            "/api/payments/{order_id}/ask-again",
            "/api/payments/{order_id}/refunds",
            "/api/payments/{order_id}/resend-email",
            "/api/payments/{order_id}/status",
            "/api/payments/{order_id}/validity",
        ]
    );
}
