//! The start of a function in Lambda.

use crate::{Error, trust_viewer_address};
use axum::Router;
use config::{ConfigError, Env};
use lambda_runtime::{LambdaEvent, service_fn};
use serde_json::Value;
use std::sync::Arc;
use tracing_subscriber::filter::LevelFilter;

/// Runs a function behind the HTTP API for as long as Lambda lets it.
///
/// A [`ConfigError`] of `build` ends the start; returned from `main`, it prints the variable's name.
pub async fn serve<F, Fut>(build: F) -> Result<(), Error>
where
    F: FnOnce(Env) -> Fut,
    Fut: Future<Output = Result<Router, ConfigError>>,
{
    let env = start();
    let router = trust_viewer_address(build(env.clone()).await?, &env)?;
    lambda_http::run(router).await
}

/// Runs a function that AWS calls with events (a stream, a schedule), with the same start as [`serve`].
///
/// `handle` gets what `build` made and the event as it came. Its error goes to the log once and back to Lambda,
/// which then retries as the event source says.
pub async fn serve_events<T, F, Fut, H, Handled, E>(build: F, handle: H) -> Result<(), Error>
where
    F: FnOnce(Env) -> Fut,
    Fut: Future<Output = Result<T, ConfigError>>,
    H: Fn(Arc<T>, Value) -> Handled,
    Handled: Future<Output = Result<Value, E>>,
    E: Into<Error>,
{
    let built = Arc::new(build(start()).await?);
    let answer = |event: LambdaEvent<Value>| {
        let handled = handle(Arc::clone(&built), event.payload);
        async move {
            handled.await.map_err(|error| {
                let error: Error = error.into();
                tracing::error!(request_id = event.context.request_id, "event failed: {error}");
                error
            })
        }
    };
    lambda_runtime::run(service_fn(answer)).await
}

fn start() -> Env {
    let env = Env::from_process();
    init_logging(&env);
    env
}

/// Sends log lines to standard output as JSON, and panics with them.
///
/// `AWS_LAMBDA_LOG_LEVEL` can make the log quieter than INFO but not more talkative: below INFO the HTTP clients
/// print what they send, and that is personal data. A panic is logged by its place alone, for the same reason.
pub fn init_logging(env: &Env) {
    let level = match env.optional("AWS_LAMBDA_LOG_LEVEL").as_deref() {
        Some("WARN") => LevelFilter::WARN,
        Some("ERROR" | "FATAL") => LevelFilter::ERROR,
        _ => LevelFilter::INFO,
    };
    let lines = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_span_list(false)
        .with_target(false)
        .with_max_level(level)
        .finish();
    // Refused only where a subscriber is at work already, which then gets the lines.
    if tracing::subscriber::set_global_default(lines).is_ok() {
        std::panic::set_hook(Box::new(|panic| {
            let place = panic.location().map(ToString::to_string);
            tracing::error!(place, "panic");
        }));
    }
}
