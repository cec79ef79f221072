//! Addresses of objects that are signed and die: `s3s` would judge them by the machine's clock, and the local system and
//! tests have one of their own.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode, header};
use ring::{digest, hmac};
use time::macros::format_description;
use time::{Duration, OffsetDateTime, PrimitiveDateTime};

use crate::SECRET_ACCESS_KEY;

/// Whether a request is signed by its address.
pub(crate) fn is_presigned(request: &Parts) -> bool {
    request
        .uri
        .query()
        .is_some_and(|query| query.contains("X-Amz-Signature="))
}

/// Answers a request for the object of an address, from a bucket in `folder`.
pub(crate) async fn answer(folder: &Path, now: OffsetDateTime, request: &Parts) -> Response {
    match object(folder, now, request) {
        Ok((path, parameters)) => match tokio::fs::read(&path).await {
            Ok(bytes) => found(bytes, &parameters),
            Err(_) => refusal(
                StatusCode::NOT_FOUND,
                "NoSuchKey",
                "The specified key does not exist.",
            ),
        },
        Err(Forbidden(code, message)) => refusal(StatusCode::FORBIDDEN, code, message),
    }
}

type Parameters = BTreeMap<String, String>;

/// Code and message of a request that is not allowed.
struct Forbidden(&'static str, &'static str);

fn object(folder: &Path, now: OffsetDateTime, request: &Parts) -> Result<(PathBuf, Parameters), Forbidden> {
    if request.method != Method::GET {
        return Err(Forbidden(
            "SignatureDoesNotMatch",
            "The address is signed for GET.",
        ));
    }
    let query = request.uri.query().unwrap_or_default();
    let parameters: Parameters = query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.to_owned(), decoded(value)))
        .collect();
    let parameter = |name: &str| parameters.get(name).map_or("", String::as_str);
    let expected = signature(request, query, &parameters);
    if expected.as_deref() != Some(parameter("X-Amz-Signature")) {
        return Err(Forbidden(
            "SignatureDoesNotMatch",
            "The signature does not match.",
        ));
    }
    let format = format_description!("[year][month][day]T[hour][minute][second]Z");
    let signed = PrimitiveDateTime::parse(parameter("X-Amz-Date"), format).map(PrimitiveDateTime::assume_utc);
    let lasts = parameter("X-Amz-Expires").parse().map(Duration::seconds);
    let lives = signed.is_ok_and(|signed| lasts.is_ok_and(|lasts| now < signed + lasts));
    if !lives {
        return Err(Forbidden("AccessDenied", "Request has expired"));
    }
    let path = decoded(request.uri.path().trim_start_matches('/'));
    let is_inside = Path::new(&path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !is_inside {
        return Err(Forbidden("AccessDenied", "Access Denied"));
    }
    Ok((folder.join(path), parameters))
}

/// The signature (version 4) that the address must have: of its path, its other parameters and the host.
fn signature(request: &Parts, query: &str, parameters: &Parameters) -> Option<String> {
    let mut signed: Vec<&str> = query
        .split('&')
        .filter(|pair| !pair.starts_with("X-Amz-Signature="))
        .collect();
    signed.sort_unstable();
    let host = request.headers.get(header::HOST)?.to_str().ok()?;
    let canonical = format!(
        "GET\n{}\n{}\nhost:{host}\n\nhost\nUNSIGNED-PAYLOAD",
        request.uri.path(),
        signed.join("&")
    );
    let credential = parameters.get("X-Amz-Credential")?;
    let (_, scope) = credential.split_once('/')?;
    let hashed = hex(digest::digest(&digest::SHA256, canonical.as_bytes()).as_ref());
    let moment = parameters.get("X-Amz-Date")?;
    let text = format!("AWS4-HMAC-SHA256\n{moment}\n{scope}\n{hashed}");
    let first = format!("AWS4{SECRET_ACCESS_KEY}").into_bytes();
    let key = scope.split('/').fold(first, |key, part| mac(&key, part));
    Some(hex(&mac(&key, &text)))
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let key = hmac::Key::new(hmac::HMAC_SHA256, key);
    hmac::sign(&key, text.as_bytes()).as_ref().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text)
        .decode_utf8_lossy()
        .into_owned()
}

fn found(bytes: Vec<u8>, parameters: &Parameters) -> Response {
    let mut response = Response::new(Body::from(bytes));
    for (parameter, name) in [
        ("response-content-disposition", header::CONTENT_DISPOSITION),
        ("response-content-type", header::CONTENT_TYPE),
    ] {
        let value = parameters.get(parameter);
        if let Some(value) = value.and_then(|value| HeaderValue::from_str(value).ok()) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

fn refusal(status: StatusCode, code: &str, message: &str) -> Response {
    let body = format!("<Error><Code>{code}</Code><Message>{message}</Message></Error>");
    (status, [(header::CONTENT_TYPE, "application/xml")], body).into_response()
}
