//! The boundary around a router: request id, one log line, panics, unknown routes, default headers and limits.

use crate::ApiError;
use crate::address::{Sender, lacks_proof};
use crate::error::Report;
use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use http::header::CACHE_CONTROL;
use http::{HeaderName, HeaderValue, StatusCode};
use lambda_http::RequestExt;
use lambda_http::request::RequestContext;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use telemetry::{INVOCATION, Invocation, Metric};
use tracing::Instrument;

const DEFAULT_BODY_LIMIT: usize = 1024 * 1024;
const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Puts the boundary around a function's routes, after the last of them, once.
///
/// Every response gets `X-Request-Id` and, unless it says otherwise, `Cache-Control: no-store`. Every request
/// becomes one log line with method, route template, status and duration; path, query, body and headers never
/// reach the log, because an order id is a key to personal data. Of one that is refused the line has the account, if
/// the token names one, and a keyed hash of the address, by which refusals can be counted. A panic becomes the generic 500. What
/// [`crate::require_viewer_proof`] refuses reaches no handler.
pub fn layers(router: Router) -> Router {
    router
        .fallback(async || ApiError::not_found("Not found."))
        .method_not_allowed_fallback(async || ApiError::method_not_allowed())
        .layer(DefaultBodyLimit::max(DEFAULT_BODY_LIMIT))
        .layer(middleware::from_fn(boundary))
}

async fn boundary(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = identify(&request);
    let sender = Sender::of(&request);
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("unmatched", MatchedPath::as_str);
    let span = tracing::info_span!("request", request_id = %id);

    let invocation = Invocation::new(id.clone()).in_lambda(lambda_request_id(&request));
    let answer = async {
        let response = if lacks_proof(&request) {
            telemetry::count(Metric::ProofsRefused);
            ApiError::unproven().into_response()
        } else {
            match AssertUnwindSafe(next.run(request)).catch_unwind().await {
                Ok(response) => response,
                Err(_) => ApiError::internal("the handler panicked").into_response(),
            }
        };
        log(&method, route, &response, &sender, started);
        response
    };
    let mut response = invocation.run(answer).instrument(span).await;

    let headers = response.headers_mut();
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(X_REQUEST_ID, id);
    }
    response
}

/// The gateway's id, which its own access log holds too, or else Lambda's; a plain number where there is neither.
fn identify(request: &Request) -> String {
    static WITHOUT_GATEWAY: AtomicU64 = AtomicU64::new(1);
    let gateway = request
        .extensions()
        .get::<RequestContext>()
        .and_then(|context| match context {
            RequestContext::ApiGatewayV2(context) => context.request_id.clone(),
            _ => None,
        });
    gateway
        .or_else(|| lambda_request_id(request))
        .unwrap_or_else(|| WITHOUT_GATEWAY.fetch_add(1, Ordering::Relaxed).to_string())
}

fn lambda_request_id(request: &Request) -> Option<String> {
    let context = request.lambda_context_ref()?;
    Some(context.request_id.clone())
}

fn log(method: &http::Method, route: &str, response: &Response, sender: &Sender, started: Instant) {
    let status = response.status().as_u16();
    let duration_ms = started.elapsed().as_secs_f64() * 1000.0;
    let report = response.extensions().get::<Report>();
    let code = report.map(|report| &*report.code);
    let cause = report.and_then(|report| report.cause.as_deref());
    let account = report.and_then(|report| report.account.as_deref());
    let is_refused = matches!(
        response.status(),
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS
    );
    let address_hash = is_refused.then(|| sender.fingerprint()).flatten();
    let address_hash = address_hash.as_deref();
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        telemetry::count(Metric::Throttled);
    }
    if status >= 500 {
        tracing::error!(name: INVOCATION, %method, route, status, duration_ms, code, cause, account, "{method} {route} {status}");
    } else {
        tracing::info!(name: INVOCATION, %method, route, status, duration_ms, code, cause, account, address_hash, "{method} {route} {status}");
    }
}
