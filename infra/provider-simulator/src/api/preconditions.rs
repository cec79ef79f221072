//! What every request meets before its handler: faults on demand, the limits, the credentials, the version.

use super::error::ApiError;
use super::extract::Version;
use crate::Simulator;
use crate::fault::{self, Fault};
use crate::traffic::{Allowance, Call};
use axum::Extension;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, StatusCode};

/// The versions of the API that exist.
const VERSIONS: [&str; 6] = [
    "2021-05-21",
    "2022-01-01",
    "2022-09-01",
    "2023-08-01",
    "2025-01-01",
    "2026-01-01",
];

pub(super) async fn check(
    State(simulator): State<Simulator>,
    Extension(route): Extension<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let call = Call::of(request.method(), route.as_str());
    let allowance = simulator.count(call);
    let fault = simulator.take_fault(call);
    match fault {
        Some(Fault::Status { status }) => return ApiError::of_status(status).into_response(),
        Some(Fault::RateLimited { retry_after }) => return too_many(allowance, i64::from(retry_after)),
        Some(Fault::Timeout) => return fault::hang().await,
        Some(Fault::Drop) => return fault::broken(),
        Some(Fault::Junk) => return fault::junk(),
        Some(Fault::Slow { millis }) => fault::wait(millis).await,
        Some(Fault::StatusAfterCommit { .. } | Fault::TimeoutAfterCommit | Fault::DropAfterCommit) | None => {
        }
    }
    let response = answer(&simulator, call, allowance, request, next).await;
    match fault {
        Some(Fault::StatusAfterCommit { status }) => ApiError::of_status(status).into_response(),
        Some(Fault::TimeoutAfterCommit) => fault::hang().await,
        Some(Fault::DropAfterCommit) => fault::broken(),
        Some(
            Fault::Status { .. }
            | Fault::RateLimited { .. }
            | Fault::Timeout
            | Fault::Drop
            | Fault::Junk
            | Fault::Slow { .. },
        )
        | None => response,
    }
}

async fn answer(
    simulator: &Simulator,
    call: Call,
    allowance: Allowance,
    mut request: Request,
    next: Next,
) -> Response {
    if allowance.exceeded {
        return too_many(allowance, allowance.reset);
    }
    let headers = request.headers();
    // Paying is the browser's part: the session alone is its right to do so.
    let may = call == Call::Pay || knows_the_secret(simulator, headers);
    let outcome = if may {
        version(headers)
    } else {
        Err(ApiError::unauthorized())
    };
    let id = headers.get("x-request-id").cloned();
    let mut response = match outcome {
        Ok(version) => {
            request.extensions_mut().insert(version);
            next.run(request).await
        }
        Err(error) => error.into_response(),
    };
    limits(response.headers_mut(), allowance);
    if let Some(id) = id {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}

fn knows_the_secret(simulator: &Simulator, headers: &HeaderMap) -> bool {
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|sent| sent == value);
    is("x-client-id", &simulator.config().client_id)
        && is("x-client-secret", &simulator.config().client_secret)
}

fn version(headers: &HeaderMap) -> Result<Version, ApiError> {
    let sent = headers
        .get("x-api-version")
        .ok_or_else(|| ApiError::bad("version_missing", "version is missing in the request."))?;
    VERSIONS
        .into_iter()
        .find(|version| sent == version)
        .map(Version)
        .ok_or_else(|| ApiError::bad("version_invalid", "version is invalid in the request."))
}

fn limits(headers: &mut HeaderMap, allowance: Allowance) {
    headers.insert("x-ratelimit-limit", HeaderValue::from(allowance.limit));
    headers.insert("x-ratelimit-remaining", HeaderValue::from(allowance.remaining));
    headers.insert("x-ratelimit-reset", HeaderValue::from(allowance.reset));
    headers.insert("x-ratelimit-type", HeaderValue::from_static("app_id"));
}

fn too_many(allowance: Allowance, retry_after: i64) -> Response {
    let mut response = ApiError::of_status(StatusCode::TOO_MANY_REQUESTS.as_u16()).into_response();
    limits(
        response.headers_mut(),
        Allowance {
            remaining: 0,
            ..allowance
        },
    );
    response
        .headers_mut()
        .insert("x-ratelimit-retry", HeaderValue::from(retry_after));
    response
}
