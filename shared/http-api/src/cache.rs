//! Caching of the public lists.

use crate::ApiError;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderMap, StatusCode};
use serde::Serialize;
use std::time::Duration;

/// How long CloudFront keeps a list.
const KEPT: Duration = Duration::from_secs(45);
/// CloudFront shows one that is a day old rather than an error of ours.
const IN_PLACE_OF_AN_ERROR: Duration = Duration::from_secs(86_400);
const PRIVATE: &str = "private, no-store";

/// Answers with `value` as JSON that caches may keep, or with 304 when the client's copy is the same.
///
/// A request with an Authorization header comes from the portal, which must see its own changes: no cache may
/// keep that answer.
pub fn cached<T: Serialize>(headers: &HeaderMap, value: &T) -> Response {
    cached_for(headers, value, Duration::MAX)
}

/// The same, of what is known to be out of date after `left`: CloudFront keeps it no longer than that, in whole seconds, also
/// where we answer with an error.
pub fn cached_for<T: Serialize>(headers: &HeaderMap, value: &T, left: Duration) -> Response {
    match serde_json::to_vec(value) {
        Ok(body) => kept(headers, "application/json", body, left),
        Err(error) => ApiError::internal(error).into_response(),
    }
}

/// The same of a page in HTML.
pub fn cached_page(headers: &HeaderMap, page: String) -> Response {
    kept(
        headers,
        "text/html; charset=utf-8",
        page.into_bytes(),
        Duration::MAX,
    )
}

fn kept(headers: &HeaderMap, kind: &'static str, body: Vec<u8>, left: Duration) -> Response {
    if headers.contains_key(AUTHORIZATION) {
        return ([(CACHE_CONTROL, PRIVATE), (CONTENT_TYPE, kind)], body).into_response();
    }
    let digest = ring::digest::digest(&ring::digest::SHA256, &body);
    let tag = format!("\"{}\"", BASE64_URL_SAFE_NO_PAD.encode(&digest.as_ref()[..16]));
    let fresh = headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .any(|known| lists(known.as_bytes(), &tag));
    let (fresh_for, stale) = (left.min(KEPT).as_secs(), left.min(IN_PLACE_OF_AN_ERROR).as_secs());
    let public = format!("public, max-age=0, s-maxage={fresh_for}, stale-if-error={stale}");
    let caching = [(CACHE_CONTROL, public), (ETAG, tag)];
    if fresh {
        (StatusCode::NOT_MODIFIED, caching).into_response()
    } else {
        (caching, [(CONTENT_TYPE, kind)], body).into_response()
    }
}

/// Whether `known`, an If-None-Match, holds `tag`. CloudFront marks a tag weak when it compresses the body.
fn lists(known: &[u8], tag: &str) -> bool {
    let Ok(known) = std::str::from_utf8(known) else {
        return false;
    };
    known
        .split(',')
        .map(str::trim)
        .any(|one| one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag)
}
