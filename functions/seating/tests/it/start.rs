//! A wrong setting stops the start by its name.

use test_support::assert_start_needs;

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name() {
    assert_start_needs(
        seating::app_with,
        &[
            "AWS_REGION",
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "TABLE_CATALOGUE",
            "TABLE_REGISTRATIONS",
            "TABLE_ADMIN",
            "TABLE_ACCESS",
            "ADMIN_TOKEN_PUBLIC_KEY",
        ],
        &[("ADMIN_TOKEN_PUBLIC_KEY", "short", "is not the base64 of")],
    )
    .await;
}

#[test]
fn the_description_needs_no_settings() {
    let paths = seating::openapi().paths.paths;
    assert_eq!(
        paths.keys().collect::<Vec<_>>(),
        [
            "/api/halls",
            "/api/halls/{id}",
            "/api/seating",
            "/api/seating/{course}",
            "/api/seating/{course}/move",
            "/api/seating/{course}/publish"
        ]
    );
}
