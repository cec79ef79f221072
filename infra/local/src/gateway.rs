//! API Gateway's HTTP API in front of the functions: routes from the template, events in payload format 2.0, and
//! its limits with its own short answers.

mod event;
mod integration;
mod routes;
mod throttle;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use domain::Entropy;
use http::{HeaderValue, Request, StatusCode, header::DATE};
use serde_json::json;
use time::{format_description::BorrowedFormatItem, macros::format_description};
use tokio::sync::Semaphore;

pub use self::integration::Handler;
use self::integration::{Integration, LARGEST_PAYLOAD};
use self::routes::Routes;
use self::throttle::Throttle;
use crate::StartError;
use crate::clock::ShiftedClock;
use crate::template::Template;

/// The gateway refuses longer bodies before it looks for a function.
const LARGEST_BODY: usize = 10 * 1024 * 1024;
/// The gateway waits no longer, whatever the function's own time-out.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// As in the header `Date`.
const HTTP_DATE: &[BorrowedFormatItem<'_>] =
    format_description!("[weekday repr:short], [day] [month repr:short] [year] [hour]:[minute]:[second] GMT");

/// The HTTP API of the template.
pub struct Gateway {
    routes: Routes,
    throttle: Throttle,
    functions: BTreeMap<String, Integration>,
    /// How many more functions may run at the same time: the account's instances of Lambda.
    instances: Arc<Semaphore>,
    clock: ShiftedClock,
    entropy: Entropy,
}

impl Gateway {
    /// Puts `handlers`, by the names of their crates, behind the routes of `template`.
    ///
    /// # Errors
    /// When the template routes to a function that is not among `handlers`, or two of its routes are the same.
    pub fn new(
        template: &Template,
        mut handlers: BTreeMap<String, impl Into<Handler>>,
        clock: ShiftedClock,
    ) -> Result<Gateway, StartError> {
        let mut functions = BTreeMap::new();
        for (name, function) in &template.functions {
            if function.routes.is_empty() {
                continue;
            }
            let handler = handlers.remove(name).ok_or_else(|| {
                StartError::new(format!(
                    "template.yaml routes to {name}, which infra/local does not build; add it to infra/local/src/functions.rs."
                ))
            })?;
            let integration = Integration {
                name: name.clone(),
                handler: handler.into(),
                timeout: function.timeout,
            };
            functions.insert(name.clone(), integration);
        }
        Ok(Gateway {
            routes: Routes::new(template.routes())?,
            throttle: Throttle::new(template.limits.clone()),
            functions,
            instances: Arc::new(Semaphore::new(Semaphore::MAX_PERMITS)),
            clock,
            entropy: Entropy::system(),
        })
    }

    /// Lets so many functions run at the same time. The account's other functions, which no request waits for, take none.
    #[must_use]
    pub fn with_instances(self, most: usize) -> Gateway {
        Gateway {
            instances: Arc::new(Semaphore::new(most)),
            ..self
        }
    }

    /// Answers one request that came from `client`.
    pub async fn answer(&self, client: SocketAddr, request: Request<Body>) -> Response {
        let mut answer = match self.admit(client, request).await {
            Ok(invocation) => self.answer_of(invocation).await,
            Err(refusal) => refusal.into_response(),
        };
        // By the clock that the functions go by, not by the machine's.
        if let Ok(date) = self.clock.now().format(HTTP_DATE).map(HeaderValue::try_from)
            && let Ok(date) = date
        {
            answer.headers_mut().insert(DATE, date);
        }
        answer
    }

    async fn answer_of(&self, invocation: Invocation<'_>) -> Response {
        let id = HeaderValue::from_str(&invocation.request_id);
        let outcome = self.invoke(invocation).await;
        let mut answer = outcome.unwrap_or_else(IntoResponse::into_response);
        if let Ok(id) = id {
            answer.headers_mut().insert("apigw-requestid", id);
        }
        answer
    }

    /// Finds the function of a request and makes the event that it gets.
    async fn admit(&self, client: SocketAddr, request: Request<Body>) -> Result<Invocation<'_>, Refusal> {
        let (parts, body) = request.into_parts();
        let path = event::decoded(parts.uri.path());
        let found = self.routes.find(&parts.method, &path);
        if let Some(found) = &found
            && !self.throttle.admits(found.key, self.clock.now())
        {
            return Err(TOO_MANY);
        }
        let body = axum::body::to_bytes(body, LARGEST_BODY).await;
        let body = body.map_err(|_| TOO_LARGE)?;
        let found = found.ok_or(NOT_FOUND)?;
        let function = self.functions.get(found.function).ok_or(NOT_FOUND)?;
        let request_id = self.entropy.symbols(16);
        let event = event::payload(
            &parts,
            &body,
            &found,
            client,
            &path,
            &request_id,
            self.clock.now(),
        );
        let event = event.to_string();
        if event.len() > LARGEST_PAYLOAD {
            return Err(TOO_LARGE);
        }
        Ok(Invocation {
            function,
            request_id,
            event,
        })
    }

    /// The function runs in a task of its own: it does not end because its caller has gone, or waits no longer.
    async fn invoke(&self, invocation: Invocation<'_>) -> Result<Response, Refusal> {
        let function = invocation.function;
        // Lambda answers 429 at once; an HTTP API passes it on as its own 503.
        let Ok(instance) = Arc::clone(&self.instances).try_acquire_owned() else {
            return Err(UNAVAILABLE);
        };
        let run = function
            .clone()
            .run(invocation.event, invocation.request_id, self.clock.now());
        let running = tokio::spawn(async move {
            let answer = run.await;
            drop(instance);
            answer
        });
        let Ok(ended) = tokio::time::timeout(LONGEST_WAIT, running).await else {
            tracing::error!(function = function.name, "a function keeps the gateway waiting");
            return Err(UNAVAILABLE);
        };
        match ended {
            Ok(answer) => answer.ok_or(FAILED),
            Err(error) => {
                tracing::error!(function = function.name, %error, "a function panicked");
                Err(FAILED)
            }
        }
    }
}

/// A request that is ready for its function.
struct Invocation<'a> {
    function: &'a Integration,
    request_id: String,
    event: String,
}

/// The gateway's own answer, which is not the functions' envelope.
struct Refusal(StatusCode, &'static str);

const NOT_FOUND: Refusal = Refusal(StatusCode::NOT_FOUND, "Not Found");
const TOO_LARGE: Refusal = Refusal(StatusCode::PAYLOAD_TOO_LARGE, "Request Entity Too Large");
const TOO_MANY: Refusal = Refusal(StatusCode::TOO_MANY_REQUESTS, "Too Many Requests");
const FAILED: Refusal = Refusal(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error");
/// What an HTTP API says when it has waited for long enough, where a REST API says 504, and when Lambda has no instance
/// left, where a REST API says 500.
const UNAVAILABLE: Refusal = Refusal(StatusCode::SERVICE_UNAVAILABLE, "Service Unavailable");

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "message": self.1 }))).into_response()
    }
}

/// The gateway as a separate router, for the path prefix that CloudFront hands to it.
pub fn router(gateway: Arc<Gateway>) -> Router {
    let handle = move |axum::extract::ConnectInfo(client): axum::extract::ConnectInfo<SocketAddr>,
                       request: Request<Body>| {
        let gateway = Arc::clone(&gateway);
        async move { gateway.answer(client, request).await }
    };
    Router::new()
        .route("/api", axum::routing::any(handle.clone()))
        .route("/api/{*rest}", axum::routing::any(handle))
}
