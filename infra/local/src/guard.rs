//! Holds each function to its rights in template.yaml, and records which of them it used.
//!
//! AWS refuses what a policy does not allow. The emulated services would not, so requests of functions pass a guard:
//! a right missing in template.yaml is an error on a developer's machine too. The record of used rights shows the
//! reverse: rights that nothing needs.

mod compare;
mod record;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use http::uri::PathAndQuery;
use http::{Request, StatusCode, Uri, header};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::json;
use tokio::net::TcpListener;

use crate::environment::Environment;
use crate::iam::{self, AccessRequest, PartitionKeys, Policy, Service};
use crate::stack::Stack;
use crate::template::Template;
use crate::{StartError, tables};

pub use compare::discrepancies;
pub(crate) use record::Record;
pub use record::{Entry, read_records, refusals};

/// Puts a guard between the functions and each service, which holds every function to its policies in the template.
///
/// # Errors
/// When a policy names something without a value in the local system, or no loopback port can be opened.
pub(crate) async fn install(
    environment: &mut Environment,
    template: &Template,
    record: Arc<Record>,
) -> Result<(), StartError> {
    let stack = Stack::new(template, environment);
    let mut policies = BTreeMap::new();
    for (name, function) in &template.functions {
        let policy = Policy::new(&function.rules, |written| stack.resolve(written))
            .map_err(|error| StartError::new(format!("The function {name} of template.yaml: {error}.")))?;
        policies.insert(name.clone(), policy);
    }
    let failed = |error: &dyn std::fmt::Display| StartError::because("Guarding the services", error);
    let guards = Arc::new(Guards {
        policies,
        partition_keys: tables::partition_keys().map_err(|error| failed(&error))?,
        record,
    });
    for service in Service::ALL {
        let address = guards.serve(service, environment.endpoint(service)).await;
        environment.redirect(service, address.map_err(|error| failed(&error))?);
    }
    Ok(())
}

/// Who may do what, and who did.
#[derive(Debug)]
struct Guards {
    /// By the names of the functions' crates.
    policies: BTreeMap<String, Policy>,
    partition_keys: PartitionKeys,
    record: Arc<Record>,
}

impl Guards {
    /// Serves `upstream`, an emulated service, to functions within their rights, and returns the address to use instead.
    ///
    /// # Errors
    /// When no loopback port can be opened.
    async fn serve(self: &Arc<Guards>, service: Service, upstream: &str) -> io::Result<String> {
        let proxy = Proxy {
            guards: Arc::clone(self),
            service,
            upstream: upstream.parse().map_err(io::Error::other)?,
            client: Client::builder(TokioExecutor::new()).build_http(),
        };
        let router = Router::new().fallback(answer).with_state(Arc::new(proxy));
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = format!("http://{}", listener.local_addr()?);
        tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "the guard of a service stopped");
            }
        });
        Ok(address)
    }

    /// Why the function is refused, if one of the access requests is not allowed. Records what was used or refused.
    fn refusal(&self, function: &str, requests: impl IntoIterator<Item = AccessRequest>) -> Option<String> {
        let policy = self.policies.get(function);
        let mut used = Vec::new();
        for request in requests {
            let Some(rights) = policy.and_then(|policy| policy.permits(&request)) else {
                let wanted = wanted(&request);
                self.record.add(Entry::Refused {
                    function: function.to_owned(),
                    wanted: wanted.clone(),
                });
                return Some(format!(
                    "The function {function} is not authorized to perform {wanted}: template.yaml does not allow it"
                ));
            };
            used.extend(rights);
        }
        for right in used {
            self.record.add(Entry::Used {
                function: function.to_owned(),
                right,
            });
        }
        None
    }
}

/// Shows only the kind of a leading key: the rest may be an e-mail address.
fn wanted(request: &AccessRequest) -> String {
    let kinds = request.leading_keys.iter().map(|key| match key.split_once('#') {
        Some((kind, _)) => format!("{kind}#…"),
        None => key.clone(),
    });
    let kinds: BTreeSet<String> = kinds.collect();
    let mut wanted = format!("{} on {}", request.action, request.resource);
    if !kinds.is_empty() {
        let kinds: Vec<String> = kinds.into_iter().collect();
        wanted.push_str(&format!(" with the leading key {}", kinds.join(", ")));
    }
    wanted
}

struct Proxy {
    guards: Arc<Guards>,
    service: Service,
    upstream: Uri,
    client: Client<HttpConnector, Body>,
}

async fn answer(State(proxy): State<Arc<Proxy>>, request: Request<Body>) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = axum::body::to_bytes(body, usize::MAX).await else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    if let Some(function) = iam::function(&parts) {
        let keys = &proxy.guards.partition_keys;
        let requests = proxy.service.access_requests(&parts, &body, keys);
        if let Some(refusal) = proxy.guards.refusal(function, requests) {
            tracing::error!("{refusal}");
            return refused(proxy.service, &refusal);
        }
    }
    proxy.forward(parts, body).await
}

impl Proxy {
    async fn forward(&self, mut parts: Parts, body: Bytes) -> Response {
        let mut uri = self.upstream.clone().into_parts();
        uri.path_and_query = parts
            .uri
            .path_and_query()
            .cloned()
            .or(Some(PathAndQuery::from_static("/")));
        let Ok(uri) = Uri::from_parts(uri) else {
            return StatusCode::BAD_REQUEST.into_response();
        };
        parts.uri = uri;
        // The header Host stays what it was: it is signed.
        let request = Request::from_parts(parts, Body::from(body));
        match self.client.request(request).await {
            Ok(answer) => answer.map(Body::new),
            Err(error) => {
                // What becomes of the connection behind becomes of the one in front: a body that fails at once closes
                // it before a byte of the answer has left.
                tracing::warn!(%error, "an emulated service did not answer");
                let broken = async { Err::<Bytes, io::Error>(io::ErrorKind::ConnectionReset.into()) };
                Response::new(Body::from_stream(futures::stream::once(broken)))
            }
        }
    }
}

/// The refusal as the service would write it.
fn refused(service: Service, refusal: &str) -> Response {
    let json = |status: StatusCode| {
        let error = json!({ "__type": "AccessDeniedException", "Message": refusal });
        let kind = [("x-amzn-errortype", "AccessDeniedException")];
        (status, kind, axum::Json(error)).into_response()
    };
    let xml = |body: String| {
        let kind = [(header::CONTENT_TYPE, "text/xml")];
        (StatusCode::FORBIDDEN, kind, body).into_response()
    };
    let text = refusal.replace('&', "&amp;").replace('<', "&lt;");
    match service {
        Service::DynamoDb | Service::SecretsManager => json(StatusCode::BAD_REQUEST),
        Service::Lambda => json(StatusCode::FORBIDDEN),
        Service::S3 => xml(format!(
            "<Error><Code>AccessDenied</Code><Message>{text}</Message></Error>"
        )),
        Service::Ses => xml(format!(
            "<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>{text}</Message></Error>\
                 </ErrorResponse>"
        )),
    }
}
