//! The errors of these calls say their message twice: the forms of the specification look for it in `error`.

use axum::{
    body::{Body, to_bytes},
    http::{HeaderValue, header::CONTENT_LENGTH},
    response::Response,
};
use serde_json::{Map, Value};

/// More than any error of ours has.
const LONGEST: usize = 64 * 1024;

/// Adds `error`, the same as `message`, to the body of an error.
pub(crate) async fn repeat_message(response: Response) -> Response {
    if !response.status().is_client_error() && !response.status().is_server_error() {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, LONGEST).await.unwrap_or_default();
    let Ok(mut members) = serde_json::from_slice::<Map<String, Value>>(&bytes) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    if let Some(message) = members.get("message").cloned() {
        members.insert("error".to_owned(), message);
    }
    let body = Value::Object(members).to_string();
    if parts.headers.contains_key(CONTENT_LENGTH) {
        parts
            .headers
            .insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
    }
    Response::from_parts(parts, Body::from(body))
}
