//! How a start fails.

use axum::Router;
use config::{ConfigError, Env};
use serde_json::Value;
use std::sync::Arc;

async fn build(env: Env) -> Result<Router, ConfigError> {
    env.required("TABLE_THAT_NOBODY_SET").map(|_| Router::new())
}

#[tokio::test]
async fn a_missing_variable_ends_the_start_of_an_http_function_by_name() {
    let error = http_api::serve("packages", build).await.unwrap_err();
    assert_eq!(format!("{error:?}"), "TABLE_THAT_NOBODY_SET: is not set");
}

#[tokio::test]
async fn a_missing_variable_ends_the_start_of_an_event_function_by_name() {
    let handle = |_: Arc<Router>, event: Value| async move { Ok::<_, http_api::Error>(event) };
    let error = http_api::serve_events("notifier", build, handle)
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "TABLE_THAT_NOBODY_SET: is not set");
}
