//! The guard in front of the emulated services.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use aws_emulation::ACCESS_KEY_ID;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use http::uri::PathAndQuery;
use http::{HeaderMap, Request, StatusCode, Uri, header};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::json;
use tokio::net::TcpListener;

use super::needs::{self, Need, PartitionKeys, Service};
use super::policy::Policy;
use super::record::{Entry, Record};

/// The access key by which a function's requests are recognised.
pub(crate) fn access_key(function: &str) -> String {
    format!("{ACCESS_KEY_ID}-{function}")
}

/// The function that signed the request. The local system itself has no function's name in its key.
fn function(headers: &HeaderMap) -> Option<&str> {
    let signed = needs::text(headers, header::AUTHORIZATION.as_str());
    let (_, credential) = signed.split_once("Credential=")?;
    let key = credential.split('/').next()?;
    key.strip_prefix(ACCESS_KEY_ID)?.strip_prefix('-')
}

/// Who may do what, and who did.
#[derive(Debug)]
pub(crate) struct Guards {
    /// By the names of the functions' crates.
    policies: BTreeMap<String, Policy>,
    partition_keys: PartitionKeys,
    record: Arc<Record>,
}

impl Guards {
    pub(crate) fn new(
        policies: BTreeMap<String, Policy>,
        partition_keys: PartitionKeys,
        record: Arc<Record>,
    ) -> Guards {
        Guards {
            policies,
            partition_keys,
            record,
        }
    }

    /// Serves what is at the address `upstream` to functions within their rights, and answers its own address.
    ///
    /// # Errors
    /// When no loopback port can be opened.
    pub(crate) async fn serve(self: &Arc<Guards>, service: Service, upstream: &str) -> io::Result<String> {
        let post = Post {
            guards: Arc::clone(self),
            service,
            upstream: upstream.parse().map_err(io::Error::other)?,
            client: Client::builder(TokioExecutor::new()).build_http(),
        };
        let router = Router::new().fallback(answer).with_state(Arc::new(post));
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = format!("http://{}", listener.local_addr()?);
        tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "the guard of a service stopped");
            }
        });
        Ok(address)
    }

    /// Why a function is refused what it needs, and the record of it. Every need must be allowed.
    fn refusal(&self, function: &str, needs: impl IntoIterator<Item = Need>) -> Option<String> {
        let policy = self.policies.get(function);
        let mut used = Vec::new();
        for need in needs {
            let Some(rights) = policy.and_then(|policy| policy.permits(&need)) else {
                let wanted = wanted(&need);
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

/// Of a leading key the kind alone is told: what follows may be an address.
fn wanted(need: &Need) -> String {
    let kinds = need.leading_keys.iter().map(|key| match key.split_once('#') {
        Some((kind, _)) => format!("{kind}#…"),
        None => key.clone(),
    });
    let kinds: std::collections::BTreeSet<String> = kinds.collect();
    let mut wanted = format!("{} on {}", need.action, need.resource);
    if !kinds.is_empty() {
        let kinds: Vec<String> = kinds.into_iter().collect();
        wanted.push_str(&format!(" with the leading key {}", kinds.join(", ")));
    }
    wanted
}

struct Post {
    guards: Arc<Guards>,
    service: Service,
    upstream: Uri,
    client: Client<HttpConnector, Body>,
}

async fn answer(State(post): State<Arc<Post>>, request: Request<Body>) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = axum::body::to_bytes(body, usize::MAX).await else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    if let Some(function) = function(&parts.headers) {
        let needs = post.service.needs(&parts, &body, &post.guards.partition_keys);
        if let Some(refusal) = post.guards.refusal(function, needs) {
            tracing::error!("{refusal}");
            return post.service.refuse(&refusal);
        }
    }
    post.hand_on(parts, body).await
}

impl Post {
    async fn hand_on(&self, mut parts: Parts, body: Bytes) -> Response {
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

impl Service {
    /// A refusal in the form in which the service gives it.
    fn refuse(self, refusal: &str) -> Response {
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
        match self {
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
}
