//! The start of a function in Lambda, and the boundary around an event.

use crate::{Error, adapter, require_viewer_proof};
use axum::Router;
use config::{ConfigError, Env};
use futures::FutureExt;
use lambda_http::Service;
use lambda_http::request::LambdaRequest;
use lambda_runtime::{LambdaEvent, service_fn};
use serde_json::Value;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use telemetry::{INVOCATION, Invocation};

/// Runs a function behind the HTTP API for as long as Lambda lets it. `service` is the name of its crate, by which
/// its log lines and metrics are found.
///
/// # Errors
/// A [`ConfigError`] of `build`, which ends the start; returned from `main`, it prints the variable's name. After the
/// start, when Lambda's runtime API cannot be reached.
pub async fn serve<F, Fut>(service: &'static str, build: F) -> Result<(), Error>
where
    F: FnOnce(Env) -> Fut,
    Fut: Future<Output = Result<Router, ConfigError>>,
{
    let env = start(service);
    let router = require_viewer_proof(build(env.clone()).await?, &env)?;
    lambda_runtime::run(adapter(router)).await
}

/// Runs a function that AWS calls with events (a stream, a schedule), with the same start as [`serve`].
///
/// `handle` gets what `build` made and the event as it came, and ends in the event [`INVOCATION`] of `tracing` with
/// what it did. Its error goes to the log once and back to Lambda, which then retries as the event source says.
///
/// # Errors
/// As [`serve`].
pub async fn serve_events<T, F, Fut, H, Handled, E>(
    service: &'static str,
    build: F,
    handle: H,
) -> Result<(), Error>
where
    F: FnOnce(Env) -> Fut,
    Fut: Future<Output = Result<T, ConfigError>>,
    H: Fn(Arc<T>, Value) -> Handled,
    Handled: Future<Output = Result<Value, E>>,
    E: Into<Error>,
{
    let built = Arc::new(build(start(service)).await?);
    let answer = |event: LambdaEvent<Value>| {
        // Boxed: what an event may come to is nested deeper than the compiler lays out in one piece.
        let handled = Box::pin(handle(Arc::clone(&built), event.payload));
        answer_event(event.context.request_id, handled)
    };
    lambda_runtime::run(service_fn(answer)).await
}

/// Runs a function behind the HTTP API that is also called with events, with the same start as [`serve`].
///
/// What the gateway sends goes to the router that `build` made, and everything else to `handle`, as in
/// [`serve_events`].
///
/// # Errors
/// As [`serve`].
pub async fn serve_both<T, F, Fut, H, Handled, E>(
    service: &'static str,
    build: F,
    handle: H,
) -> Result<(), Error>
where
    F: FnOnce(Env) -> Fut,
    Fut: Future<Output = Result<(Router, T), ConfigError>>,
    H: Fn(Arc<T>, Value) -> Handled,
    Handled: Future<Output = Result<Value, E>>,
    E: Into<Error>,
{
    let env = start(service);
    let (router, built) = build(env.clone()).await?;
    let router = require_viewer_proof(router, &env)?;
    let built = Arc::new(built);
    let answer = |event: LambdaEvent<Value>| {
        let (router, built) = (router.clone(), Arc::clone(&built));
        let handle = &handle;
        async move {
            if is_request(&event.payload) {
                return answer_request(router, event).await;
            }
            // Boxed as in `serve_events`.
            let handled = Box::pin(handle(built, event.payload));
            answer_event(event.context.request_id, handled).await
        }
    };
    lambda_runtime::run(service_fn(answer)).await
}

/// Whether an event is a request that came through the gateway.
fn is_request(event: &Value) -> bool {
    event.get("requestContext").is_some()
}

async fn answer_request(router: Router, event: LambdaEvent<Value>) -> Result<Value, Error> {
    let LambdaEvent { payload, context } = event;
    let request: LambdaRequest = serde_json::from_value(payload)?;
    let answering = adapter(router).call(LambdaEvent::new(request, context));
    Ok(serde_json::to_value(answering.await?)?)
}

/// Runs an event to its end and logs one line with its metrics, also if it fails or panics.
async fn answer_event<E: Into<Error>>(
    request_id: String,
    handled: impl Future<Output = Result<Value, E>>,
) -> Result<Value, Error> {
    let invocation = Invocation::new(request_id.clone()).in_lambda(Some(request_id));
    let work = async {
        let outcome = match AssertUnwindSafe(handled).catch_unwind().await {
            Ok(outcome) => outcome.map_err(Into::into),
            Err(_) => Err("the handler panicked".into()),
        };
        if let Err(error) = &outcome {
            tracing::error!(name: INVOCATION, cause = %error, "the event failed");
        }
        outcome
    };
    invocation.run(work).await
}

fn start(service: &'static str) -> Env {
    let env = Env::from_process();
    telemetry::init(service, &env);
    env
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use telemetry::Lines;
    use tracing::level_filters::LevelFilter;

    /// Sees an event through and hands out its outcome and its lines.
    async fn seen_through(
        handled: impl Future<Output = Result<Value, Error>>,
    ) -> (Result<Value, Error>, Vec<Value>) {
        let lines: Arc<Mutex<Vec<Value>>> = Arc::default();
        let written = Arc::clone(&lines);
        let subscriber = Lines::new("notifier", LevelFilter::INFO, move |line: &[u8]| {
            written
                .lock()
                .unwrap()
                .push(serde_json::from_slice(line).unwrap());
        });
        let guard = tracing::subscriber::set_default(subscriber);
        let outcome = answer_event("8f5a-lambda".to_owned(), handled).await;
        drop(guard);
        let lines = lines.lock().unwrap().clone();
        (outcome, lines)
    }

    #[tokio::test]
    async fn the_outcome_of_an_event_is_its_one_line() {
        let (outcome, lines) = seen_through(async {
            tracing::info!(name: INVOCATION, records = 3, "processed a batch");
            Ok(Value::from("done"))
        })
        .await;
        assert_eq!(outcome.unwrap(), "done");
        assert_eq!(lines.len(), 1);
        assert_eq!(
            (&lines[0]["records"], &lines[0]["Errors"]),
            (&3.into(), &0.into())
        );
        assert_eq!(lines[0]["request_id"], "8f5a-lambda");
        assert_eq!(lines[0]["lambda_request_id"], "8f5a-lambda");
    }

    #[tokio::test]
    async fn an_event_that_fails_is_one_line_with_the_cause_and_fails() {
        let (outcome, lines) = seen_through(async { Err("no table".into()) }).await;
        assert_eq!(outcome.unwrap_err().to_string(), "no table");
        assert_eq!(lines.len(), 1);
        assert_eq!(
            (&lines[0]["cause"], &lines[0]["Errors"]),
            (&"no table".into(), &1.into())
        );
        assert_eq!(lines[0]["level"], "ERROR");
    }

    #[tokio::test]
    async fn a_handler_that_panics_is_one_line_and_fails() {
        let (outcome, lines) = seen_through(async { panic!("a fault in the code") }).await;
        assert_eq!(outcome.unwrap_err().to_string(), "the handler panicked");
        assert_eq!((lines.len(), &lines[0]["Errors"]), (1, &1.into()));
    }
}
