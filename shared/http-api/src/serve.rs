//! The start of a function in Lambda.

use crate::{Error, trust_viewer_address};
use axum::Router;
use config::{ConfigError, Env};
use lambda_http::request::LambdaRequest;
use lambda_http::{Adapter, Service};
use lambda_runtime::{LambdaEvent, service_fn};
use serde_json::Value;
use std::panic::PanicHookInfo;
use std::sync::Arc;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

/// Runs a function behind the HTTP API for as long as Lambda lets it.
///
/// # Errors
/// A [`ConfigError`] of `build`, which ends the start; returned from `main`, it prints the variable's name. After the
/// start, when Lambda's runtime API cannot be reached.
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
///
/// # Errors
/// As [`serve`].
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
            handled
                .await
                .map_err(|error| failed(&event.context.request_id, error))
        }
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
pub async fn serve_both<T, F, Fut, H, Handled, E>(build: F, handle: H) -> Result<(), Error>
where
    F: FnOnce(Env) -> Fut,
    Fut: Future<Output = Result<(Router, T), ConfigError>>,
    H: Fn(Arc<T>, Value) -> Handled,
    Handled: Future<Output = Result<Value, E>>,
    E: Into<Error>,
{
    let env = start();
    let (router, built) = build(env.clone()).await?;
    let router = trust_viewer_address(router, &env)?;
    let built = Arc::new(built);
    let answer = |event: LambdaEvent<Value>| {
        let (router, built) = (router.clone(), Arc::clone(&built));
        let handle = &handle;
        async move {
            if is_request(&event.payload) {
                return answer_request(router, event).await;
            }
            let request_id = event.context.request_id;
            handle(built, event.payload)
                .await
                .map_err(|error| failed(&request_id, error))
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
    let answering = Adapter::from(router).call(LambdaEvent::new(request, context));
    Ok(serde_json::to_value(answering.await?)?)
}

fn failed(request_id: &str, error: impl Into<Error>) -> Error {
    let error: Error = error.into();
    tracing::error!(request_id, "event failed: {error}");
    error
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
    // Refused only where a subscriber is at work already, which then gets the lines.
    if tracing::subscriber::set_global_default(lines(level(env), std::io::stdout)).is_ok() {
        std::panic::set_hook(Box::new(log_panic));
    }
}

fn level(env: &Env) -> LevelFilter {
    match env.optional("AWS_LAMBDA_LOG_LEVEL").as_deref() {
        Some("WARN") => LevelFilter::WARN,
        Some("ERROR" | "FATAL") => LevelFilter::ERROR,
        _ => LevelFilter::INFO,
    }
}

/// One JSON object a line, with `timestamp` and `level` where Lambda's log filter looks for them.
fn lines<W>(level: LevelFilter, writer: W) -> impl tracing::Subscriber + Send + Sync
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_span_list(false)
        .with_target(false)
        .with_max_level(level)
        .with_writer(writer)
        .finish()
}

fn log_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string);
    tracing::error!(place, "panic");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ApiError, Json, layers};
    use axum::body::Body;
    use axum::routing::post;
    use http::Request;
    use std::io::Write;
    use std::sync::Mutex;
    use tower::ServiceExt;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl Log {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }

        fn lines(&self) -> Vec<Value> {
            self.text()
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect()
        }
    }

    /// Sends a request full of personal data and hands out what was logged.
    async fn logged(level: LevelFilter, router: Router) -> Log {
        let log = Log::default();
        let writer = log.clone();
        let _guard = tracing::subscriber::set_default(lines(level, move || writer.clone()));
        let request = Request::post("/orders/PERSONAL?email=PERSONAL")
            .header("authorization", "Bearer PERSONAL")
            .header("x-forwarded-for", "PERSONAL")
            .body(Body::from(r#"{"email": "PERSONAL"}"#));
        router.oneshot(request.unwrap()).await.unwrap();
        log
    }

    fn router(answer: impl Fn() -> Result<Json<u8>, ApiError> + Clone + Send + Sync + 'static) -> Router {
        layers(Router::new().route(
            "/orders/{order_id}",
            post(move |_: Json<Value>| async move { answer() }),
        ))
    }

    #[tokio::test]
    async fn a_request_is_one_line_with_the_route_and_nothing_personal() {
        let log = logged(LevelFilter::INFO, router(|| Ok(Json(1)))).await;
        let [line] = &log.lines()[..] else {
            panic!("{}", log.text())
        };
        assert_eq!(line["level"], "INFO");
        assert_eq!(line["message"], "POST /orders/{order_id} 200");
        assert_eq!(
            (&line["method"], &line["route"]),
            (&"POST".into(), &"/orders/{order_id}".into())
        );
        assert_eq!(line["status"], 200);
        assert!(
            line["duration_ms"].is_f64() && line["timestamp"].is_string(),
            "{line}"
        );
        assert!(line["span"]["request_id"].is_string(), "{line}");
        assert!(!log.text().contains("PERSONAL"), "{}", log.text());
    }

    #[tokio::test]
    async fn a_failure_is_one_line_with_its_cause_and_the_id_of_the_answer() {
        let log = logged(LevelFilter::INFO, router(|| Err(ApiError::internal("no table")))).await;
        let [line] = &log.lines()[..] else {
            panic!("{}", log.text())
        };
        assert_eq!((&line["level"], &line["status"]), (&"ERROR".into(), &500.into()));
        assert_eq!(
            (&line["code"], &line["cause"]),
            (&"internal_error".into(), &"no table".into())
        );
    }

    #[tokio::test]
    async fn a_refusal_is_logged_by_its_code() {
        let log = logged(
            LevelFilter::INFO,
            router(|| Err(ApiError::not_found("Order not found"))),
        )
        .await;
        assert_eq!(log.lines()[0]["code"], "not_found");
        assert_eq!(log.lines()[0]["level"], "INFO");
    }

    #[tokio::test]
    async fn an_unknown_address_is_logged_without_the_address() {
        let log = logged(LevelFilter::INFO, layers(Router::new())).await;
        assert_eq!(log.lines().len(), 1);
        assert!(!log.text().contains("PERSONAL"), "{}", log.text());
    }

    #[test]
    fn the_log_can_be_made_quieter_but_not_more_talkative() {
        let set = |value| level(&Env::from_pairs([("AWS_LAMBDA_LOG_LEVEL", value)]));
        assert_eq!(
            ["TRACE", "DEBUG", "INFO", "", "?"].map(set),
            [LevelFilter::INFO; 5]
        );
        assert_eq!(set("WARN"), LevelFilter::WARN);
        assert_eq!(["ERROR", "FATAL"].map(set), [LevelFilter::ERROR; 2]);
    }
}
