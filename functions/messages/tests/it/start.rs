//! A wrong setting stops the start by its name.

use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use messages::{MessageWorker, Pauses};
use test_support::{NO_ADDRESS, assert_start_needs};

async fn started(
    env: Env,
    clock: Clock,
    entropy: Entropy,
) -> Result<(axum::Router, MessageWorker), ConfigError> {
    messages::app_and_worker_with(env, clock, entropy, Pauses::real()).await
}

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name() {
    assert_start_needs(
        started,
        &[
            "AWS_REGION",
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "AWS_LAMBDA_FUNCTION_NAME",
            "TABLE_REGISTRATIONS",
            "TABLE_ADMIN",
            "TABLE_ACCESS",
            "TABLE_CATALOGUE",
            "TABLE_CHECK_IN",
            "SITE_ORIGIN",
            "CONTACT_TO",
            "MAIL_FROM",
            "MAILS_PER_SECOND",
            "ADMIN_TOKEN_PUBLIC_KEY",
        ],
        &[
            ("AWS_ENDPOINT_URL_LAMBDA", "localhost", NO_ADDRESS),
            ("MAILS_PER_SECOND", "0", "is not a whole number from 1 to 1000"),
            ("MAILS_PER_SECOND", "1.5", "is not a whole number from 1 to 1000"),
            ("CONTACT_TO", "nobody", "is not an e-mail address"),
        ],
    )
    .await;
}

#[test]
fn the_description_needs_no_settings() {
    let paths = messages::openapi().paths.paths;
    assert_eq!(
        paths.keys().collect::<Vec<_>>(),
        [
            "/api/messages",
            "/api/messages/left-out",
            "/api/messages/preview",
            "/api/messages/test",
            "/api/messages/{id}",
            "/api/messages/{id}/recipients",
            "/api/messages/{id}/resume",
            "/api/messages/{id}/stop",
        ]
    );
}
