//! A wrong setting stops the start by its name.

use test_support::{NO_ADDRESS, assert_start_needs};

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name() {
    assert_start_needs(
        imports::app_and_worker_with,
        &[
            "AWS_REGION",
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "AWS_LAMBDA_FUNCTION_NAME",
            "TABLE_CATALOGUE",
            "TABLE_REGISTRATIONS",
            "TABLE_ADMIN",
            "TABLE_ACCESS",
            "ADMIN_TOKEN_PUBLIC_KEY",
        ],
        &[("AWS_ENDPOINT_URL_LAMBDA", "localhost", NO_ADDRESS)],
    )
    .await;
}

#[test]
fn the_description_needs_no_settings() {
    let paths = imports::openapi().paths.paths;
    assert_eq!(
        paths.keys().collect::<Vec<_>>(),
        ["/api/imports", "/api/imports/{id}", "/api/imports/{id}/people"]
    );
}
