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
        "TABLE_CHECK_IN",
        "ADMIN_TOKEN_PUBLIC_KEY",
    ];
    let wrong = [("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", NO_ADDRESS)];
    assert_start_needs(customers::app_with, &needed, &wrong).await;
}

#[test]
fn the_description_needs_no_settings() {
    let paths = customers::openapi().paths.paths;
    assert_eq!(
        paths.keys().collect::<Vec<_>>(),
        [
            "/api/customers",
            "/api/customers/fill-in",
            "/api/customers/{customerId}",
            "/api/customers/{customerId}/exams",
            "/api/customers/{customerId}/notes",
            "/api/registration",
        ]
    );
}
