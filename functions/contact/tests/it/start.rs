//! A wrong setting stops the start by its name.

use test_support::{NO_ADDRESS, assert_start_needs};

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name() {
    let needed = [
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "CONTACT_TO",
        "MAIL_FROM",
        "TABLE_ACCESS",
    ];
    let wrong = [
        ("CONTACT_TO", "the organisers", "is not an e-mail address"),
        ("MAIL_FROM", "the expo", "is not an e-mail address"),
        ("AWS_ENDPOINT_URL_SES", "localhost:8000", NO_ADDRESS),
        ("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", NO_ADDRESS),
    ];
    assert_start_needs(contact::app_with, &needed, &wrong).await;
}

#[test]
fn the_description_needs_no_settings() {
    let paths = contact::openapi().paths.paths;
    assert_eq!(paths.keys().collect::<Vec<_>>(), ["/api/contact"]);
}
