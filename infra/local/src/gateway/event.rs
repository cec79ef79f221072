//! The event of payload format 2.0 that API Gateway makes of a request.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use http::request::Parts;
use http::{HeaderMap, header};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::macros::format_description;

use super::routes::Found;

/// The event for a request whose body has been read. `path` is the [`decoded`] one.
pub(super) fn payload(
    parts: &Parts,
    body: &[u8],
    found: &Found<'_>,
    client: SocketAddr,
    path: &str,
    request_id: &str,
    now: OffsetDateTime,
) -> Value {
    let query = parts.uri.query().unwrap_or_default();
    let host = text(&parts.headers, header::HOST.as_str()).unwrap_or("localhost");
    let time = now
        .format(format_description!(
            "[day]/[month repr:short]/[year]:[hour]:[minute]:[second] +0000"
        ))
        .unwrap_or_default();
    let mut event = json!({
        "version": "2.0",
        "routeKey": found.key,
        "rawPath": path,
        "rawQueryString": query,
        "headers": headers(&parts.headers, client, host),
        "requestContext": {
            "accountId": "000000000000",
            "apiId": "local",
            "domainName": host,
            "domainPrefix": "local",
            "http": {
                "method": parts.method.as_str(),
                "path": path,
                "protocol": "HTTP/1.1",
                "sourceIp": client.ip().to_canonical().to_string(),
                "userAgent": text(&parts.headers, header::USER_AGENT.as_str()).unwrap_or_default(),
            },
            "requestId": request_id,
            "routeKey": found.key,
            "stage": "$default",
            "time": time,
            "timeEpoch": i64::try_from(now.unix_timestamp_nanos() / 1_000_000).unwrap_or_default(),
        },
        "isBase64Encoded": false,
    });
    let Value::Object(fields) = &mut event else {
        return event;
    };
    // What is empty is left out, as the gateway does.
    let cookies: Vec<&str> = parts
        .headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split("; "))
        .collect();
    if !cookies.is_empty() {
        fields.insert("cookies".to_owned(), json!(cookies));
    }
    let parameters = query_parameters(query);
    if !parameters.is_empty() {
        fields.insert("queryStringParameters".to_owned(), json!(parameters));
    }
    if !found.parameters.is_empty() {
        fields.insert("pathParameters".to_owned(), json!(found.parameters));
    }
    if !body.is_empty() {
        add_body(fields, &parts.headers, body);
    }
    event
}

/// The path as an HTTP API has it: decoded once, before it looks for a route, and without what follows a question mark
/// that was encoded. So `%2F` parts two segments.
pub(super) fn decoded(path: &str) -> String {
    let decoded = percent_decode_str(path)
        .decode_utf8()
        .map_or_else(|_| path.to_owned(), |text| text.into_owned());
    match decoded.split_once('?') {
        Some((path, _)) => path.to_owned(),
        None => decoded,
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Lower-case names, several values of one name joined with a comma, cookies apart.
fn headers(headers: &HeaderMap, client: SocketAddr, host: &str) -> BTreeMap<String, String> {
    let mut joined: BTreeMap<String, String> = BTreeMap::new();
    for (name, value) in headers {
        let Ok(value) = value.to_str() else { continue };
        if name == header::COOKIE || name == header::CONNECTION {
            continue;
        }
        joined
            .entry(name.as_str().to_owned())
            .and_modify(|all| {
                all.push(',');
                all.push_str(value);
            })
            .or_insert_with(|| value.to_owned());
    }
    let port = host.rsplit_once(':').map_or("80", |(_, port)| port);
    joined.insert("x-forwarded-port".to_owned(), port.to_owned());
    joined.insert("x-forwarded-proto".to_owned(), "http".to_owned());
    let address = client.ip().to_canonical().to_string();
    joined
        .entry("x-forwarded-for".to_owned())
        .and_modify(|all| {
            all.push_str(", ");
            all.push_str(&address);
        })
        .or_insert(address);
    joined
}

/// Decoded, several values of one name joined with a comma.
fn query_parameters(query: &str) -> BTreeMap<String, String> {
    let mut joined: BTreeMap<String, String> = BTreeMap::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        joined
            .entry(name.into_owned())
            .and_modify(|all| {
                all.push(',');
                all.push_str(&value);
            })
            .or_insert_with(|| value.into_owned());
    }
    joined
}

/// Text stays text; everything else travels as base64.
fn add_body(fields: &mut Map<String, Value>, headers: &HeaderMap, body: &[u8]) {
    let kind = text(headers, header::CONTENT_TYPE.as_str())
        .unwrap_or("text/plain")
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    let textual = kind.starts_with("text/")
        || ["application/json", "application/javascript", "application/xml"].contains(&kind.as_str());
    let plain = if textual && !headers.contains_key(header::CONTENT_ENCODING) {
        std::str::from_utf8(body).ok()
    } else {
        None
    };
    let (body, base64) = match plain {
        Some(text) => (text.to_owned(), false),
        None => (BASE64.encode(body), true),
    };
    fields.insert("body".to_owned(), Value::String(body));
    fields.insert("isBase64Encoded".to_owned(), Value::Bool(base64));
}
