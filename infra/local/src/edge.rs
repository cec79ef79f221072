//! CloudFront in front of the site: its web ACL, and the headers that it adds on the way to the API.

mod compression;
mod rates;
mod web_acl;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use config::Secret;
use http::HeaderValue;
use http_api::{VIEWER_ADDRESS_HEADER, VIEWER_PROOF_HEADER};

pub(crate) use compression::{compressed, compressing, takes_gzip};
pub use web_acl::WebAcl;

use crate::template::PageHeaders;

/// Lets through to `site` what `acl` does not refuse.
pub fn behind_web_acl(site: Router, acl: WebAcl) -> Router {
    site.layer(middleware::from_fn_with_state(Arc::new(acl), admit))
}

async fn admit(
    State(acl): State<Arc<WebAcl>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    match acl.refusal(client.ip(), request.uri().path(), request.headers()) {
        Some(refusal) => refusal.map(Body::from),
        None => next.run(request).await,
    }
}

/// Puts the headers that CloudFront adds in the place of those that `behind` has.
pub(crate) fn adding(behind: Router, headers: PageHeaders) -> Router {
    behind.layer(middleware::from_fn_with_state(Arc::new(headers), add))
}

async fn add(State(headers): State<Arc<PageHeaders>>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let mut response = next.run(request).await;
    for (name, value) in headers.of(&path) {
        response.headers_mut().insert(name, value.clone());
    }
    response
}

/// Adds to what goes on to `api` the proof that it came this way, and who asks, whatever the client wrote there.
pub(crate) fn proving(api: Router, proof: Secret) -> Router {
    api.layer(middleware::from_fn_with_state(Arc::new(proof), prove))
}

async fn prove(
    State(proof): State<Arc<Secret>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = format!("{}:{}", client.ip().to_canonical(), client.port());
    let headers = request.headers_mut();
    for (name, value) in [
        (VIEWER_PROOF_HEADER, proof.expose()),
        (VIEWER_ADDRESS_HEADER, &address),
    ] {
        match HeaderValue::from_str(value) {
            Ok(value) => headers.insert(name, value),
            Err(_) => headers.remove(name),
        };
    }
    next.run(request).await
}
