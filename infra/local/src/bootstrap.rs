//! A function as Lambda runs it: the program that `make build` made of it, under Lambda's Runtime API.
//!
//! There is one process of a function, and it has one event at a time; others wait for it. Unlike in Lambda, a process that
//! takes longer than the function's time-out is not killed.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path as Named, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use http::StatusCode;
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::StartError;

type Answer = Result<String, String>;

/// A running function; it ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Bootstrap {
    queue: mpsc::UnboundedSender<Invocation>,
    running: JoinHandle<()>,
}

#[derive(Debug)]
struct Invocation {
    event: String,
    timeout: Duration,
    answer: oneshot::Sender<Answer>,
}

/// What the process talks to.
struct RuntimeApi {
    queue: tokio::sync::Mutex<mpsc::UnboundedReceiver<Invocation>>,
    /// The answers that are waited for, by the ids of their requests.
    waiting: Mutex<BTreeMap<String, oneshot::Sender<Answer>>>,
}

impl Bootstrap {
    /// Starts the program with those environment variables and those that Lambda sets, and no others.
    ///
    /// # Errors
    /// When it is no program, or no loopback port can be opened.
    pub(crate) async fn start(
        function: &str,
        program: &Path,
        variables: BTreeMap<String, String>,
    ) -> Result<Bootstrap, StartError> {
        let refused =
            |error: std::io::Error| StartError::because(format!("Starting {}", program.display()), error);
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?.to_string();
        let (queue, invocations) = mpsc::unbounded_channel();
        let api = Arc::new(RuntimeApi {
            queue: tokio::sync::Mutex::new(invocations),
            waiting: Mutex::default(),
        });
        let mut process = Command::new(program)
            .env_clear()
            .envs(variables)
            .env("AWS_LAMBDA_RUNTIME_API", address)
            .envs([
                ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "256"),
                ("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST"),
                ("AWS_LAMBDA_LOG_GROUP_NAME", "local"),
                ("AWS_LAMBDA_LOG_STREAM_NAME", function),
                ("PATH", "/usr/local/bin:/usr/bin:/bin"),
            ])
            .kill_on_drop(true)
            .spawn()
            .map_err(refused)?;
        let function = function.to_owned();
        let running = tokio::spawn(async move {
            let serving = axum::serve(listener, router(Arc::clone(&api)));
            tokio::select! {
                outcome = serving.into_future() => {
                    tracing::error!(function, ?outcome, "the Runtime API is no longer served");
                }
                outcome = process.wait() => tracing::error!(function, ?outcome, "a function ended"),
            }
            // Callers that are waiting get the error, and so do later ones.
            api.waiting.lock().unwrap_or_else(PoisonError::into_inner).clear();
            let mut queue = api.queue.lock().await;
            queue.close();
            while queue.recv().await.is_some() {}
        });
        Ok(Bootstrap { queue, running })
    }

    /// Hands an event to the function and waits for its answer; both are JSON. It is given `timeout` from when it takes
    /// the event.
    ///
    /// # Errors
    /// What the function says of its failure, or that it has ended.
    pub(crate) async fn invoke(&self, event: String, timeout: Duration) -> Answer {
        let (answer, answered) = oneshot::channel();
        let ended = || "the function has ended".to_owned();
        let invocation = Invocation {
            event,
            timeout,
            answer,
        };
        self.queue.send(invocation).map_err(|_| ended())?;
        answered.await.map_err(|_| ended())?
    }
}

impl Drop for Bootstrap {
    fn drop(&mut self) {
        self.running.abort();
    }
}

fn router(api: Arc<RuntimeApi>) -> Router {
    let ended = |outcome: fn(String) -> Answer| {
        move |State(api): State<Arc<RuntimeApi>>, Named(id): Named<String>, body: String| async move {
            api.answer(&id, outcome(body))
        }
    };
    Router::new()
        .route("/2018-06-01/runtime/invocation/next", get(next))
        .route("/2018-06-01/runtime/invocation/{id}/response", post(ended(Ok)))
        .route("/2018-06-01/runtime/invocation/{id}/error", post(ended(Err)))
        .layer(DefaultBodyLimit::disable())
        .with_state(api)
}

async fn next(State(api): State<Arc<RuntimeApi>>) -> Response {
    let Some(invocation) = api.queue.lock().await.recv().await else {
        return StatusCode::GONE.into_response();
    };
    let id = domain::Entropy::system().symbols(16);
    let deadline = SystemTime::now() + invocation.timeout;
    let deadline = deadline.duration_since(UNIX_EPOCH).unwrap_or_default();
    let headers = [
        ("content-type", "application/json".to_owned()),
        ("lambda-runtime-aws-request-id", id.clone()),
        ("lambda-runtime-deadline-ms", deadline.as_millis().to_string()),
        (
            "lambda-runtime-invoked-function-arn",
            crate::iam::arn("lambda", "function:local"),
        ),
    ];
    let mut waiting = api.waiting.lock().unwrap_or_else(PoisonError::into_inner);
    waiting.insert(id, invocation.answer);
    (headers, invocation.event).into_response()
}

impl RuntimeApi {
    fn answer(&self, id: &str, outcome: Answer) -> StatusCode {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(answer) = waiting.remove(id) else {
            return StatusCode::BAD_REQUEST;
        };
        // Nobody minds an answer that comes too late.
        let _ = answer.send(outcome);
        StatusCode::ACCEPTED
    }
}
