//! A function behind the gateway, and how Lambda runs it: one event, a time-out, an answer that is not too large.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use http::{HeaderName, HeaderValue, StatusCode, header};
use lambda_http::lambda_runtime::LambdaEvent;
use lambda_http::request::LambdaRequest;
use lambda_http::{Context, Service};
use serde::Deserialize;
use time::OffsetDateTime;

use crate::bootstrap::Bootstrap;

/// Lambda takes and gives at most this much, counted on the JSON of the event, where base64 adds a third.
pub(super) const LARGEST_PAYLOAD: usize = 6 * 1024 * 1024;

/// A function as the gateway knows it.
#[derive(Clone)]
pub(super) struct Integration {
    /// The name of its crate.
    pub(super) name: String,
    pub(super) handler: Handler,
    pub(super) timeout: Duration,
}

/// What handles a function's events.
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

impl Integration {
    /// Runs the function until it answers or its own time-out cuts it off. Nothing is the answer of one that failed,
    /// which is logged here, because nobody may be waiting any more.
    pub(super) async fn run(
        self,
        event: String,
        request_id: String,
        now: OffsetDateTime,
    ) -> Option<Response> {
        let timeout = self.timeout;
        let running = async {
            let answered = match self.handler.0 {
                Running::InProcess(router) => {
                    in_process(router, &event, context(request_id, now + timeout)).await
                }
                Running::AsProgram(bootstrap) => bootstrap.invoke(event, timeout).await,
            };
            response(&answered?)
        };
        tokio::time::timeout(timeout, running)
            .await
            .unwrap_or_else(|_| Err("it ran out of time".to_owned()))
            .inspect_err(|error| tracing::error!(function = self.name, error, "a function failed"))
            .ok()
    }
}

fn context(request_id: String, deadline: OffsetDateTime) -> Context {
    let deadline = deadline.unix_timestamp_nanos() / 1_000_000;
    let mut context = Context::default();
    context.request_id = request_id;
    context.deadline = u64::try_from(deadline).unwrap_or_default();
    context
}

async fn in_process(router: Router, event: &str, context: Context) -> Result<String, String> {
    let payload: LambdaRequest = serde_json::from_str(event).map_err(|error| error.to_string())?;
    // The adapter is gone before the wait begins: holding it would make this future stay on one thread.
    let running = http_api::adapter(router).call(LambdaEvent::new(payload, context));
    let answered = running.await.map_err(|error| error.to_string())?;
    serde_json::to_string(&answered).map_err(|error| error.to_string())
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
