//! A wrong setting stops the start by its name.

use domain::{Clock, Entropy};
use test_support::World;

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name() {
    let world = World::start().await;
    let address = "is not an absolute http or https address without query or user";
    for (variable, value, problem) in [
        ("AWS_REGION", "", "is not set"),
        ("AWS_ACCESS_KEY_ID", "", "is not set"),
        ("AWS_SECRET_ACCESS_KEY", "", "is not set"),
        ("TABLE_REGISTRATIONS", "", "is not set"),
        ("TABLE_REGISTRATIONS", "  ", "is not set"),
        ("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", address),
    ] {
        let env = world.env_with(variable, value);
        let started = order::app_with(env, Clock::system(), Entropy::system()).await;
        let error = started.err().unwrap().to_string();
        assert_eq!(error, format!("{variable}: {problem}"));
    }
}

#[test]
fn the_description_needs_no_settings() {
    let paths = order::openapi().paths.paths;
    assert_eq!(paths.keys().collect::<Vec<_>>(), ["/api/order/{order_id}"]);
}
