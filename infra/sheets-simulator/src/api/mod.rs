//! The API: who may ask, what goes wrong on demand, and where a request belongs.

mod error;
mod spreadsheet;
mod token;
mod values;

use crate::fault::{Fault, broken};
use crate::spreadsheets::Spreadsheet;
use crate::state::{Inner, State, Write};
use crate::traffic::Call;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{self, DefaultBodyLimit, Path, RawQuery};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, post};
use error::ApiError;
use http::{HeaderMap, Method, header};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// Google has no hard limit on a payload; a larger one is a mistake.
const LARGEST_BODY: usize = 32 * 1024 * 1024;

pub(crate) fn router(inner: Arc<Inner>) -> Router {
    Router::new()
        .route("/token", post(token::token))
        .route("/v4/spreadsheets/{id}", any(whole))
        .route("/v4/spreadsheets/{id}/{*rest}", any(part))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .with_state(inner)
}

/// A request with what its address says.
struct Request {
    method: Method,
    spreadsheet: String,
    /// What follows the spreadsheet: `:batchUpdate`, `values/S!A1:B2`, `values:batchClear`.
    action: String,
    query: Vec<(String, String)>,
    body: Value,
}

impl Request {
    fn option(&self, name: &str) -> Option<&str> {
        let given = self.query.iter().find(|(given, _)| given == name);
        given.map(|(_, value)| value.as_str())
    }

    /// Reads and writes have separate quotas. No read emulated here is a POST.
    fn call(&self) -> Call {
        if self.method == Method::GET {
            Call::Read
        } else {
            Call::Write
        }
    }
}

async fn whole(
    extract::State(inner): extract::State<Arc<Inner>>,
    method: Method,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (spreadsheet, action) = match id.split_once(':') {
        Some((id, action)) => (id.to_owned(), format!(":{action}")),
        None => (id, String::new()),
    };
    answer(&inner, method, spreadsheet, action, query, &headers, &body).await
}

async fn part(
    extract::State(inner): extract::State<Arc<Inner>>,
    method: Method,
    Path((spreadsheet, action)): Path<(String, String)>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    answer(&inner, method, spreadsheet, action, query, &headers, &body).await
}

async fn answer(
    inner: &Inner,
    method: Method,
    spreadsheet: String,
    action: String,
    query: Option<String>,
    headers: &HeaderMap,
    body: &[u8],
) -> Response {
    let request = Request {
        method,
        spreadsheet,
        action,
        query: form_urlencoded::parse(query.unwrap_or_default().as_bytes())
            .into_owned()
            .collect(),
        body: if body.is_empty() {
            Value::Null
        } else {
            serde_json::from_slice(body).unwrap_or_default()
        },
    };
    let fault = match admitted(inner, &request, headers) {
        Ok(admitted) => admitted,
        Err(refusal) => return refusal.into_response(),
    };
    match fault {
        Some((Fault::Down, _)) => return broken(),
        Some((Fault::Status { status }, _)) => return ApiError::of_status(status).into_response(),
        Some((Fault::Quota { retry_after }, _)) => {
            return ApiError::quota(request.call(), retry_after).into_response();
        }
        Some((Fault::TokenExpired, _)) => return ApiError::unauthenticated().into_response(),
        Some((Fault::DropAfterCommit | Fault::Slow { .. } | Fault::Held, _)) | None => {}
    }
    // A held request must be waiting before its effect can be seen, or a release in between would be lost.
    let released = inner.held.notified();
    let outcome = dispatch(inner, &request, token_of(headers));
    match fault {
        Some((Fault::DropAfterCommit, _)) => return broken(),
        Some((Fault::Slow { millis }, _)) => tokio::time::sleep(Duration::from_millis(millis)).await,
        Some((Fault::Held, _)) => released.await,
        Some(_) | None => {}
    }
    outcome.map_or_else(IntoResponse::into_response, |answer| {
        axum::Json(answer).into_response()
    })
}

/// Counts the request, checks its token and the quota, and returns the fault that it meets.
fn admitted(
    inner: &Inner,
    request: &Request,
    headers: &HeaderMap,
) -> Result<Option<(Fault, Call)>, ApiError> {
    let now = inner.now();
    let mut state = inner.state();
    let call = request.call();
    let quota = state.quota;
    let within = state.traffic.count(call, quota, now);
    let fault = state.faults.take(call);
    let good = token_of(headers).is_some_and(|token| {
        let mut given = state.tokens.iter();
        given.any(|(known, until)| known == token && now.unix_timestamp() < *until)
    });
    if !good {
        return Err(ApiError::unauthenticated());
    }
    if !within {
        return Err(ApiError::quota(call, None));
    }
    Ok(fault.map(|fault| (fault, call)))
}

fn token_of(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ")
}

/// Answers a request. A change works on a copy and is committed at the end, so each request is atomic.
fn dispatch(inner: &Inner, request: &Request, token: Option<&str>) -> Result<Value, ApiError> {
    let mut state = inner.state();
    let email = &inner.config.account.client_email;
    let found = state.spreadsheets.by_id.get(&request.spreadsheet);
    let spreadsheet = found.ok_or_else(ApiError::not_found)?;
    if !spreadsheet.editors.contains(email) {
        return Err(ApiError::permission_denied());
    }
    if request.method == Method::GET {
        return match request.action.as_str() {
            "" => Ok(spreadsheet::get(&request.spreadsheet, spreadsheet)),
            _ => Err(ApiError::no_such_method()),
        };
    }
    let mut changed = spreadsheet.clone();
    let (answer, what) = change(&mut changed, request)?;
    commit(&mut state, request, changed, token, what)?;
    Ok(answer)
}

fn change(spreadsheet: &mut Spreadsheet, request: &Request) -> Result<(Value, Vec<String>), ApiError> {
    match (request.method.as_str(), request.action.as_str()) {
        ("POST", ":batchUpdate") => spreadsheet::batch_update(spreadsheet, request),
        ("POST", "values:batchClear") => values::batch_clear(spreadsheet, request),
        ("PUT", action) => match action.strip_prefix("values/") {
            Some(range) => values::update(spreadsheet, range, request),
            None => Err(ApiError::no_such_method()),
        },
        _ => Err(ApiError::no_such_method()),
    }
}

/// Applies a change, and reverts it when it cannot be written.
fn commit(
    state: &mut State,
    request: &Request,
    changed: Spreadsheet,
    token: Option<&str>,
    what: Vec<String>,
) -> Result<(), ApiError> {
    let token = state
        .tokens
        .iter()
        .position(|(known, _)| Some(known.as_str()) == token);
    let token = token.unwrap_or_default();
    let spreadsheets = &mut state.spreadsheets.by_id;
    let before = spreadsheets.insert(request.spreadsheet.clone(), changed);
    if let Err(error) = state.spreadsheets.save() {
        tracing::error!(%error, "the spreadsheets cannot be written");
        if let Some(before) = before {
            let spreadsheets = &mut state.spreadsheets.by_id;
            spreadsheets.insert(request.spreadsheet.clone(), before);
        }
        return Err(ApiError::of_status(500));
    }
    state
        .writes
        .extend(what.into_iter().map(|what| Write { token, what }));
    Ok(())
}
