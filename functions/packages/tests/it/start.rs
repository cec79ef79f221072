//! A wrong setting stops the start by its name.

use test_support::{NO_ADDRESS, assert_start_needs};

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name_and_nothing_else_is_needed() {
    let needed = [
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "TABLE_CATALOGUE",
        "TABLE_REGISTRATIONS",
        "TABLE_ADMIN",
        "TABLE_ACCESS",
        "ADMIN_TOKEN_PUBLIC_KEY",
    ];
    let wrong = [("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", NO_ADDRESS)];
    assert_start_needs(packages::app_with, &needed, &wrong).await;
}

#[test]
fn the_description_needs_no_settings() {
    let paths = packages::openapi().paths.paths;
    assert_eq!(
        paths.keys().collect::<Vec<_>>(),
        [
            "/api/catalogue/{kind}/{id}/dependents",
            "/api/packages",
            "/api/packages/list",
            "/api/packages/order",
            "/api/packages/prices",
            "/api/packages/{id}"
        ]
    );
}
