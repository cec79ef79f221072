//! Secrets, read through the real client from Secrets Manager's protocol.

use aws_emulation::{ACCESS_KEY_ID, SECRET_ACCESS_KEY, Secrets};
use config::{Env, Secret};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Provider {
    client_id: String,
    client_secret: Secret,
}

const VARIABLE: &str = "PROVIDER_SECRET";

fn env(endpoint: &str, id: &str) -> Env {
    Env::from_pairs([
        ("AWS_REGION", "ap-south-1"),
        ("AWS_ACCESS_KEY_ID", ACCESS_KEY_ID),
        ("AWS_SECRET_ACCESS_KEY", SECRET_ACCESS_KEY),
        ("AWS_ENDPOINT_URL_SECRETS_MANAGER", endpoint),
        (VARIABLE, id),
    ])
}

async fn read(text: &str) -> Result<Provider, String> {
    let secrets = Secrets::serve([("provider", text)]).await.unwrap();
    env(secrets.endpoint(), "provider")
        .secret(VARIABLE)
        .await
        .map_err(|error| error.to_string())
}

#[tokio::test]
async fn a_secret_is_read_into_its_type() {
    let provider = read(r#"{"client_id": "app", "client_secret": "hush"}"#)
        .await
        .unwrap();
    assert_eq!(provider.client_id, "app");
    assert_eq!(provider.client_secret.expose(), "hush");
}

#[tokio::test]
async fn a_missing_variable_is_named_before_anything_is_called() {
    let error = Env::from_pairs::<&str, &str>([])
        .secret::<Provider>(VARIABLE)
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "PROVIDER_SECRET: is not set");
}

#[tokio::test]
async fn a_missing_secret_is_reported_by_its_variable() {
    let secrets = Secrets::serve([("other", "{}")]).await.unwrap();
    let error = env(secrets.endpoint(), "provider")
        .secret::<Provider>(VARIABLE)
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "PROVIDER_SECRET: its secret cannot be read (ResourceNotFoundException)"
    );
}

#[tokio::test]
async fn an_unreachable_service_is_reported_by_its_variable() {
    // Held and not listened on, the port cannot become another test's.
    let held = tokio::net::TcpSocket::new_v4().unwrap();
    held.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let error = env(&format!("http://{}", held.local_addr().unwrap()), "provider")
        .secret::<Provider>(VARIABLE)
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "PROVIDER_SECRET: its secret cannot be read (no connection)"
    );
}

#[tokio::test]
async fn a_missing_member_is_named() {
    let error = read(r#"{"client_id": "app"}"#).await.unwrap_err();
    assert_eq!(
        error,
        "PROVIDER_SECRET: its secret: missing field `client_secret`"
    );
}

#[tokio::test]
async fn other_text_is_refused_without_being_quoted() {
    for text in [
        "hush",
        r#""hush""#,
        r#"{"client_id": "hush", "client_secret": {"hush": 1}}"#,
        "",
    ] {
        let error = read(text).await.unwrap_err();
        assert!(error.starts_with("PROVIDER_SECRET: "), "{error}");
        assert!(!error.contains("hush"), "{error}");
    }
}

#[test]
fn a_secret_cannot_be_printed() {
    let secret = Secret::from("hush");
    assert_eq!(format!("{secret} {secret:?}"), "[redacted] [redacted]");
}
