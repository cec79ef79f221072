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

use crate::site::{Provider, configured};

struct DevServer {
    client: reqwest::Client,
    origin: String,
    provider: Provider,
}

/// Everything from the development server at `origin`.
pub(crate) fn router(origin: &str, provider: Provider) -> Router {
    let server = DevServer {
        client: reqwest::Client::new(),
        origin: origin.trim_end_matches('/').to_owned(),
        provider,
    };
    Router::new().fallback(answer).with_state(Arc::new(server))
}

async fn answer(State(server): State<Arc<DevServer>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
    let mut headers = parts.headers;
    headers.remove(header::HOST);
    headers.remove(header::ACCEPT_ENCODING);
    let asked = server
        .client
        .request(parts.method, format!("{}{path}", server.origin))
        .headers(headers)
        .send()
        .await;
    match asked {
        Ok(answer) => handed_on(answer, &server.provider).await,
        Err(error) => {
            tracing::error!(%error, "the development server of the web app does not answer");
            (
                StatusCode::BAD_GATEWAY,
                "The development server of the web app does not answer.\n",
            )
                .into_response()
        }
    }
}

async fn handed_on(answer: reqwest::Response, provider: &Provider) -> Response {
    let status = answer.status();
    let mut headers = answer.headers().clone();
    for name in [
        header::CONTENT_LENGTH,
        header::TRANSFER_ENCODING,
        header::CONNECTION,
    ] {
        headers.remove(name);
    }
    let page = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let Ok(bytes) = answer.bytes().await else {
        return StatusCode::BAD_GATEWAY.into_response();
    };
    let body = match std::str::from_utf8(&bytes) {
        Ok(text) if page => Body::from(configured(text, provider)),
        _ => Body::from(bytes),
    };
    (status, headers, body).into_response()
}
