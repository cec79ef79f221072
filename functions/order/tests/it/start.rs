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
    ];
    let wrong = [("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", NO_ADDRESS)];
    assert_start_needs(order::app_with, &needed, &wrong).await;
}

#[test]
fn the_description_needs_no_settings() {
    let paths = order::openapi().paths.paths;
    assert_eq!(
        paths.keys().collect::<Vec<_>>(),
        [
            "/api/order/{order_id}",
            "/api/order/{order_id}/exams",
            "/api/order/{order_id}/results"
        ]
    );
}
