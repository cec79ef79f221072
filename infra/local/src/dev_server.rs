//! The site while it is being developed: every page and file comes from Vite, which reloads what changes.
//!
//! The pages get the local provider's addresses as the built ones do, but no content security policy: Vite's own
//! scripts stand in the page.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use http_body_util::BodyExt;
use hyper::upgrade::OnUpgrade;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo};

use crate::site::{Provider, configured};

struct DevServer {
    client: Client<HttpConnector, Body>,
    origin: String,
    provider: Provider,
}

/// What the paths of Vite's own scripts begin with, which every page loads.
pub(crate) const ITS_OWN_SCRIPTS: &str = "/@";

/// Everything from the development server at `origin`.
pub(crate) fn router(origin: &str, provider: Provider) -> Router {
    let server = DevServer {
        client: Client::builder(TokioExecutor::new()).build_http(),
        origin: origin.trim_end_matches('/').to_owned(),
        provider,
    };
    Router::new().fallback(answer).with_state(Arc::new(server))
}

async fn answer(State(server): State<Arc<DevServer>>, request: Request) -> Response {
    let silent = |error: &dyn std::fmt::Display| {
        tracing::error!(%error, "the development server of the web app does not answer");
        let sentence = "The development server of the web app does not answer.\n";
        (StatusCode::BAD_GATEWAY, sentence).into_response()
    };
    let (mut parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
    parts.uri = match format!("{}{path}", server.origin).parse() {
        Ok(uri) => uri,
        Err(error) => return silent(&error),
    };
    parts.headers.remove(header::HOST);
    // A page must come as text, to be written into.
    parts.headers.remove(header::ACCEPT_ENCODING);
    let browser = parts.extensions.remove::<OnUpgrade>();
    match server.client.request(Request::from_parts(parts, body)).await {
        Ok(mut answer) => {
            if let Some(browser) = browser.filter(|_| answer.status() == StatusCode::SWITCHING_PROTOCOLS) {
                tokio::spawn(connect(browser, hyper::upgrade::on(&mut answer)));
            }
            handed_on(answer.map(Body::new), &server.provider).await
        }
        Err(error) => silent(&error),
    }
}

/// Joins the two ends of the web socket through which Vite tells the page what changed.
async fn connect(browser: OnUpgrade, vite: OnUpgrade) {
    if let (Ok(browser), Ok(vite)) = tokio::join!(browser, vite) {
        // That either end goes away is how it ends.
        let _ = tokio::io::copy_bidirectional(&mut TokioIo::new(browser), &mut TokioIo::new(vite)).await;
    }
}

async fn handed_on(answer: Response, provider: &Provider) -> Response {
    let page = answer
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if !page {
        return answer;
    }
    let (mut parts, body) = answer.into_parts();
    let Ok(page) = body.collect().await else {
        return StatusCode::BAD_GATEWAY.into_response();
    };
    let page = String::from_utf8_lossy(&page.to_bytes()).into_owned();
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(configured(&page, provider)))
}
