//! How the start fails, and what the function says it answers.

use crate::TestApp;
use admin::{app_with, openapi};
use aws_emulation::Secrets;
use config::Env;
use domain::{Clock, Entropy};
use serde_json::json;

/// The settings of a working function except `left_out`, with `changed`.
async fn start(left_out: &str, changed: Option<(&'static str, String)>) -> String {
    let app = TestApp::new().await;
    let names = [
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_ENDPOINT_URL_DYNAMODB",
        "AWS_ENDPOINT_URL_SECRETS_MANAGER",
        "TABLE_ADMIN",
        "TABLE_ACCESS",
        "ADMIN_TOKEN_SECRET",
    ];
    let kept = names.into_iter().filter(|name| *name != left_out);
    let pairs = kept
        .map(|name| (name, app.env.required(name).unwrap()))
        .chain(changed);
    let started = app_with(Env::from_pairs(pairs), Clock::system(), Entropy::system()).await;
    started.err().unwrap().to_string()
}

#[tokio::test]
async fn each_missing_variable_stops_the_start_by_name() {
    for name in [
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "TABLE_ADMIN",
        "TABLE_ACCESS",
        "ADMIN_TOKEN_SECRET",
    ] {
        assert_eq!(start(name, None).await, format!("{name}: is not set"));
    }
}

#[tokio::test]
async fn a_wrong_address_stops_the_start_by_name() {
    let error = start(
        "AWS_ENDPOINT_URL_DYNAMODB",
        Some(("AWS_ENDPOINT_URL_DYNAMODB", "localhost".to_owned())),
    )
    .await;
    assert!(
        error.starts_with("AWS_ENDPOINT_URL_DYNAMODB: is not an absolute"),
        "{error}"
    );
}

#[tokio::test]
async fn a_bad_key_stops_the_start_by_the_name_of_its_variable() {
    for (secret, problem) in [
        (
            json!({"private_key": "aHVzaA=="}),
            "its private_key is no base64 Ed25519 PKCS#8 key",
        ),
        (json!({"key": "hush"}), "its secret: missing field `private_key`"),
    ] {
        let secrets = Secrets::serve([("admin-token", secret.to_string())])
            .await
            .unwrap();
        let endpoint = ("AWS_ENDPOINT_URL_SECRETS_MANAGER", secrets.endpoint().to_owned());
        let error = start("AWS_ENDPOINT_URL_SECRETS_MANAGER", Some(endpoint)).await;
        assert_eq!(error, format!("ADMIN_TOKEN_SECRET: {problem}"));
    }
}

#[test]
fn the_description_needs_no_settings() {
    let paths = openapi().paths.paths;
    assert_eq!(paths.keys().collect::<Vec<_>>(), ["/api/admin/login"]);
}
