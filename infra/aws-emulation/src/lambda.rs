//! Lambda: `Invoke` with the invocation type `Event`, the only one that the product uses.
//!
//! The caller takes the events from a queue and runs the functions. An event is taken as soon as it is
//! acknowledged, and does not outlive the process.

use std::io;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use http::{HeaderMap, StatusCode, header};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use crate::endpoint::Endpoint;

/// An asynchronous event may be as long as this.
const LARGEST_EVENT: usize = 1024 * 1024;

/// One asynchronous call of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// The access key that signed the request.
    pub access_key: String,
    /// The name of the function.
    pub function: String,
    /// What it is called with.
    pub event: Value,
}

/// A Lambda that puts what it is asked for into a queue.
#[derive(Debug)]
pub struct Lambda {
    endpoint: Endpoint,
}

type Admit = dyn Fn(&Invocation) -> Result<(), String> + Send + Sync;

struct Desk {
    admit: Box<Admit>,
    queue: UnboundedSender<Invocation>,
}

impl Lambda {
    /// Serves a Lambda. `admit` may refuse a call with a message for its caller; the others come out of the queue.
    ///
    /// # Errors
    /// When no loopback port can be opened.
    pub async fn serve(
        admit: impl Fn(&Invocation) -> Result<(), String> + Send + Sync + 'static,
    ) -> io::Result<(Lambda, UnboundedReceiver<Invocation>)> {
        let (queue, events) = mpsc::unbounded_channel();
        let desk = Desk {
            admit: Box::new(admit),
            queue,
        };
        let router = Router::new()
            .route("/2015-03-31/functions/{name}/invocations", post(invoke))
            .layer(axum::extract::DefaultBodyLimit::max(2 * LARGEST_EVENT))
            .with_state(Arc::new(desk));
        let lambda = Lambda {
            endpoint: Endpoint::serve(router).await?,
        };
        Ok((lambda, events))
    }

    /// Where the Lambda client points.
    pub fn endpoint(&self) -> &str {
        self.endpoint.url()
    }
}

async fn invoke(
    State(desk): State<Arc<Desk>>,
    Path(function): Path<String>,
    headers: HeaderMap,
    body: axum::body::Bytes,
) -> Response {
    let kind = headers
        .get("x-amz-invocation-type")
        .and_then(|value| value.to_str().ok());
    if kind != Some("Event") {
        let message = "only the invocation type Event is emulated";
        return refusal(StatusCode::BAD_REQUEST, "InvalidParameterValueException", message);
    }
    if body.len() > LARGEST_EVENT {
        let message = format!(
            "{} byte payload is too large for the Event invocation type",
            body.len()
        );
        return refusal(
            StatusCode::PAYLOAD_TOO_LARGE,
            "RequestTooLargeException",
            &message,
        );
    }
    let Ok(event) = serde_json::from_slice(&body) else {
        let message = "Could not parse request body into json";
        return refusal(StatusCode::BAD_REQUEST, "InvalidRequestContentException", message);
    };
    let invocation = Invocation {
        access_key: access_key(&headers).unwrap_or_default(),
        function,
        event,
    };
    if let Err(message) = (desk.admit)(&invocation) {
        return refusal(StatusCode::FORBIDDEN, "AccessDeniedException", &message);
    }
    if desk.queue.send(invocation).is_err() {
        return refusal(
            StatusCode::INTERNAL_SERVER_ERROR,
            "ServiceException",
            "nobody runs the functions",
        );
    }
    StatusCode::ACCEPTED.into_response()
}

fn access_key(headers: &HeaderMap) -> Option<String> {
    let signed = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (_, credential) = signed.split_once("Credential=")?;
    credential.split('/').next().map(str::to_owned)
}

fn refusal(status: StatusCode, code: &'static str, message: &str) -> Response {
    let body = Json(json!({ "Type": "User", "Message": message }));
    (status, [("x-amzn-errortype", code)], body).into_response()
}
