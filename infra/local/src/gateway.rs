//! API Gateway's HTTP API in front of the functions: routes from the template, events in payload format 2.0, and
//! its limits with its own short answers.

mod event;
mod routes;
mod throttle;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use domain::Entropy;
use http::{HeaderName, HeaderValue, Request, StatusCode, header};
use lambda_http::lambda_runtime::LambdaEvent;
use lambda_http::request::LambdaRequest;
use lambda_http::{Context, Service};
use serde::Deserialize;
use serde_json::json;

use crate::bootstrap::Bootstrap;
use crate::clock::ShiftedClock;
use crate::template::Template;
use crate::{StartError, gateway::routes::Routes, gateway::throttle::Throttle};

/// The gateway refuses longer bodies before it looks for a function.
const LARGEST_BODY: usize = 10 * 1024 * 1024;
/// Lambda takes and gives at most this much, counted on the JSON of the event, where base64 adds a third.
const LARGEST_PAYLOAD: usize = 6 * 1024 * 1024;
/// The gateway waits no longer, whatever the function's own time-out.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The HTTP API of the template.
pub struct Gateway {
    routes: Routes,
    throttle: Throttle,
    functions: BTreeMap<String, Integration>,
    clock: ShiftedClock,
    entropy: Entropy,
}

struct Integration {
    handler: Handler,
    timeout: Duration,
}

/// A function behind the gateway.
#[derive(Clone, Debug)]
pub struct Handler(Running);

#[derive(Clone, Debug)]
enum Running {
    InProcess(Router),
    AsProgram(Arc<Bootstrap>),
}

impl From<Router> for Handler {
    fn from(router: Router) -> Handler {
        Handler(Running::InProcess(router))
    }
}

impl From<Bootstrap> for Handler {
    fn from(bootstrap: Bootstrap) -> Handler {
        Handler(Running::AsProgram(Arc::new(bootstrap)))
    }
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
                handler: handler.into(),
                timeout: function.timeout,
            };
            functions.insert(name.clone(), integration);
        }
        Ok(Gateway {
            routes: Routes::new(template.routes())?,
            throttle: Throttle::new(template.limits.clone()),
            functions,
            clock,
            entropy: Entropy::system(),
        })
    }

    /// Answers one request that came from `client`.
    pub async fn answer(&self, client: SocketAddr, request: Request<Body>) -> Response {
        let (parts, body) = request.into_parts();
        let found = self.routes.find(&parts.method, parts.uri.path());
        if let Some(found) = &found
            && !self.throttle.admits(found.key, self.clock.now())
        {
            return refusal(StatusCode::TOO_MANY_REQUESTS, "Too Many Requests");
        }
        let Ok(body) = axum::body::to_bytes(body, LARGEST_BODY).await else {
            return refusal(StatusCode::PAYLOAD_TOO_LARGE, "Request Entity Too Large");
        };
        let Some(found) = found else {
            return refusal(StatusCode::NOT_FOUND, "Not Found");
        };
        let Some(function) = self.functions.get(found.function) else {
            return refusal(StatusCode::NOT_FOUND, "Not Found");
        };
        let request_id = self.entropy.symbols(16);
        let event = event::payload(&parts, &body, &found, client, &request_id, self.clock.now());
        let event = event.to_string();
        if event.len() > LARGEST_PAYLOAD {
            return refusal(StatusCode::PAYLOAD_TOO_LARGE, "Request Entity Too Large");
        }
        let patience = function.timeout.min(LONGEST_WAIT);
        let invocation = match function.handler.0.clone() {
            Running::InProcess(router) => {
                let mut context = Context::default();
                context.request_id.clone_from(&request_id);
                context.deadline = deadline(self.clock.now(), patience);
                tokio::spawn(invoke(router, event, context))
            }
            Running::AsProgram(bootstrap) => {
                tokio::spawn(async move { response(&bootstrap.invoke(event, patience).await?) })
            }
        };
        let abort = invocation.abort_handle();
        let mut answer = match tokio::time::timeout(patience, invocation).await {
            Ok(Ok(Ok(answer))) => answer,
            Ok(Ok(Err(error))) => {
                tracing::error!(function = found.function, error, "a function failed");
                refusal(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error")
            }
            Ok(Err(error)) => {
                tracing::error!(function = found.function, %error, "a function panicked");
                refusal(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error")
            }
            Err(_) => {
                abort.abort();
                tracing::error!(function = found.function, "a function ran out of time");
                if patience < LONGEST_WAIT {
                    refusal(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error")
                } else {
                    refusal(StatusCode::SERVICE_UNAVAILABLE, "Service Unavailable")
                }
            }
        };
        if let Ok(id) = HeaderValue::from_str(&request_id) {
            answer.headers_mut().insert("apigw-requestid", id);
        }
        answer
    }
}

fn deadline(now: time::OffsetDateTime, patience: Duration) -> u64 {
    let end = (now + patience).unix_timestamp_nanos() / 1_000_000;
    u64::try_from(end).unwrap_or_default()
}

/// The gateway's own answer, which is not the functions' envelope.
fn refusal(status: StatusCode, message: &'static str) -> Response {
    (status, Json(json!({ "message": message }))).into_response()
}

async fn invoke(router: Router, event: String, context: Context) -> Result<Response, String> {
    let payload: LambdaRequest = serde_json::from_str(&event).map_err(|error| error.to_string())?;
    // The adapter is gone before the wait begins: holding it would make this future stay on one thread.
    let running = http_api::adapter(router).call(LambdaEvent::new(payload, context));
    let answered = running.await.map_err(|error| error.to_string())?;
    response(&serde_json::to_string(&answered).map_err(|error| error.to_string())?)
}

fn response(answered: &str) -> Result<Response, String> {
    if answered.len() > LARGEST_PAYLOAD {
        return Err("the response is larger than Lambda allows".to_owned());
    }
    let answered: Answered = serde_json::from_str(answered).map_err(|error| error.to_string())?;
    answered.into_response()
}

/// A function's answer as it leaves Lambda.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answered {
    status_code: u16,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    cookies: Vec<String>,
    body: Option<String>,
    #[serde(default)]
    is_base64_encoded: bool,
}

impl Answered {
    fn into_response(self) -> Result<Response, String> {
        let body = self.body.unwrap_or_default();
        let body = if self.is_base64_encoded {
            BASE64.decode(body).map_err(|error| error.to_string())?
        } else {
            body.into_bytes()
        };
        let status = StatusCode::from_u16(self.status_code).map_err(|error| error.to_string())?;
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        headers.remove(header::CONTENT_TYPE);
        for (name, value) in &self.headers {
            let name = HeaderName::try_from(name).map_err(|error| error.to_string())?;
            // The length is recalculated.
            if name != header::CONTENT_LENGTH {
                let value = HeaderValue::try_from(value).map_err(|error| error.to_string())?;
                headers.insert(name, value);
            }
        }
        for cookie in &self.cookies {
            let value = HeaderValue::try_from(cookie).map_err(|error| error.to_string())?;
            headers.append(header::SET_COOKIE, value);
        }
        Ok(response)
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
