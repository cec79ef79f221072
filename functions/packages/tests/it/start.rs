//! A wrong setting stops the start by its name.

use config::Env;
use domain::{Clock, Entropy};
use test_support::World;

async fn refused(env: Env) -> String {
    let started = packages::app_with(env, Clock::system(), Entropy::system()).await;
    started.err().unwrap().to_string()
}

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name() {
    let world = World::start().await;
    let address = "is not an absolute http or https address without query or user";
    for (variable, value, problem) in [
        ("AWS_REGION", "", "is not set"),
        ("AWS_ACCESS_KEY_ID", "", "is not set"),
        ("AWS_SECRET_ACCESS_KEY", "", "is not set"),
        ("TABLE_CATALOG", "", "is not set"),
        ("TABLE_CATALOG", "  ", "is not set"),
        ("TABLE_ADMIN", "", "is not set"),
        ("TABLE_ACCESS", "", "is not set"),
        ("ADMIN_TOKEN_PUBLIC_KEY", "", "is not set"),
        ("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", address),
    ] {
        let error = refused(world.env_with(variable, value)).await;
        assert_eq!(error, format!("{variable}: {problem}"));
    }
}

#[tokio::test]
async fn nothing_else_is_needed() {
    let world = World::start().await;
    for variable in [
        "TABLE_REGISTRATIONS",
        "PROVIDER_SECRET",
        "MAIL_FROM",
        "SITE_ORIGIN",
    ] {
        let env = world.env_with(variable, "");
        assert!(
            packages::app_with(env, Clock::system(), Entropy::system())
                .await
                .is_ok()
        );
    }
}

#[test]
fn the_description_needs_no_settings() {
    let paths = packages::openapi().paths.paths;
    assert_eq!(
        paths.keys().collect::<Vec<_>>(),
        ["/api/packages", "/api/packages/list", "/api/packages/{id}"]
    );
}
