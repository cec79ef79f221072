//! The router as Lambda's runtime calls it.
//!
//! API Gateway decodes a path before it hands it on, in `rawPath`, and `lambda_http` makes an address of that as if it were
//! still encoded: `%2541` would become `A`, and what comes behind `%23` or `..` would be gone. So the path is encoded again
//! here, and what the router decodes is what the gateway sent.

use axum::Router;
use axum::body::to_bytes;
use axum::response::Response;
use futures::future::BoxFuture;
use http::uri::PathAndQuery;
use http::{StatusCode, Uri};
use lambda_http::tower::ServiceExt;
use lambda_http::{Adapter, Body, IntoResponse, Request, RequestExt, Service};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::convert::Infallible;

/// The router as a service of Lambda's events. What it answers is sent as text if it is UTF-8, else as base64.
///
/// `lambda_http` would look up each body's charset and decode it. Everything here is UTF-8 or binary, and the tables
/// of all the charsets would be a thirtieth of each function.
pub fn adapter(
    router: Router,
) -> Adapter<'static, Encoded, impl Service<Request, Response = Encoded, Error = Infallible, Future: Send>> {
    let answering = ServiceExt::<Request>::map_response(router, Encoded);
    Adapter::from(ServiceExt::<Request>::map_request(answering, with_own_path))
}

/// What a segment of a path may have as it is (RFC 3986), beside letters and digits.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b':')
    .remove(b'@');

/// The request under the path that the gateway sent.
fn with_own_path(mut request: Request) -> Request {
    let path = utf8_percent_encode(request.raw_http_path(), SEGMENT).to_string();
    let query = request.uri().query();
    let asked = query.map_or_else(|| path.clone(), |query| format!("{path}?{query}"));
    let mut parts = std::mem::take(request.uri_mut()).into_parts();
    if path.starts_with('/')
        && let Ok(asked) = PathAndQuery::try_from(asked)
    {
        parts.path_and_query = Some(asked);
    }
    if let Ok(uri) = Uri::from_parts(parts) {
        *request.uri_mut() = uri;
    }
    request
}

/// A response whose body is yet to be encoded for Lambda.
pub struct Encoded(Response);

impl IntoResponse for Encoded {
    fn into_response(self) -> BoxFuture<'static, http::Response<Body>> {
        Box::pin(async {
            let (parts, body) = self.0.into_parts();
            match to_bytes(body, usize::MAX).await {
                Ok(bytes) => http::Response::from_parts(parts, encode(bytes.into())),
                Err(error) => {
                    tracing::error!(cause = %error, "the body of a response broke off");
                    (StatusCode::INTERNAL_SERVER_ERROR, String::new())
                        .into_response()
                        .await
                }
            }
        })
    }
}

fn encode(bytes: Vec<u8>) -> Body {
    match String::from_utf8(bytes) {
        Ok(text) if text.is_empty() => Body::Empty,
        Ok(text) => Body::Text(text),
        Err(error) => Body::Binary(error.into_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use http::header::{CONTENT_TYPE, SET_COOKIE};
    use lambda_http::request::LambdaRequest;
    use lambda_runtime::{Context, LambdaEvent};
    use serde_json::{Value, json};

    /// What Lambda is sent for a request that `answer` responds to.
    async fn sent<R: axum::response::IntoResponse + Clone + Send + Sync + 'static>(answer: R) -> Value {
        sent_by(
            Router::new().route("/", get(async move || answer.clone())),
            "/",
            "",
        )
        .await
    }

    async fn sent_by(router: Router, path: &str, query: &str) -> Value {
        let event = json!({
            "version": "2.0", "routeKey": "GET /", "rawPath": path, "rawQueryString": query,
            "headers": { "host": "api.example" },
            "requestContext": {
                "accountId": "1", "apiId": "api", "domainName": "api.example", "domainPrefix": "api",
                "http": { "method": "GET", "path": path, "protocol": "HTTP/1.1", "sourceIp": "192.0.2.1",
                          "userAgent": "test" },
                "requestId": "id", "routeKey": "GET /", "stage": "$default",
                "time": "20/May/2025:04:30:00 +0000", "timeEpoch": 1_747_715_400_000_u64
            },
            "isBase64Encoded": false
        });
        let event: LambdaRequest = serde_json::from_value(event).unwrap();
        let event = LambdaEvent::new(event, Context::default());
        serde_json::to_value(adapter(router).call(event).await.unwrap()).unwrap()
    }

    #[tokio::test]
    async fn a_path_that_the_gateway_has_decoded_is_not_decoded_again() {
        use axum::extract::{Path, RawQuery};
        for name in [
            "eve",
            "a%b",
            "a%41b",
            "%2e%2e",
            "..",
            ".",
            "a b",
            "a#b",
            "a\\b",
            "~K7",
            "e@x.example",
            "a+b",
            "മീര",
            "\u{430}sha",
            "a\u{200b}",
            "\u{202e}a",
            "a\"b",
            "a|b",
        ] {
            let router = Router::new().route("/users/{name}", get(async |Path(name): Path<String>| name));
            let answer = sent_by(router, &format!("/users/{name}"), "").await;
            assert_eq!(answer["body"], name);
        }
        let router = Router::new().route("/{name}", get(async |RawQuery(query): RawQuery| query.unwrap()));
        let answer = sent_by(router, "/a b", "q=a%20b%2B&r=").await;
        assert_eq!(answer["body"], "q=a%20b%2B&r=");
    }

    #[tokio::test]
    async fn utf_8_is_sent_as_text_whatever_its_charset_is_said_to_be() {
        let answer = sent((
            [(CONTENT_TYPE, "application/json; charset=big5")],
            "{\"name\":\"അഞ്ജു\"}",
        ))
        .await;
        assert_eq!(answer["body"], "{\"name\":\"അഞ്ജു\"}");
        assert_eq!(answer["isBase64Encoded"], false);
        assert_eq!(answer["statusCode"], 200);
        assert_eq!(
            answer["headers"]["content-type"],
            "application/json; charset=big5"
        );
    }

    #[tokio::test]
    async fn bytes_that_are_not_utf_8_are_sent_as_base64() {
        let answer = sent(([(CONTENT_TYPE, "image/png")], vec![0x89_u8, b'P', b'N', b'G'])).await;
        assert_eq!(
            (&answer["body"], &answer["isBase64Encoded"]),
            (&json!("iVBORw=="), &json!(true))
        );
    }

    #[tokio::test]
    async fn a_response_without_a_body_keeps_its_status_and_cookies() {
        let answer = sent((StatusCode::NO_CONTENT, [(SET_COOKIE, "a=1; Secure")])).await;
        assert_eq!(
            (&answer["body"], &answer["statusCode"]),
            (&Value::Null, &json!(204))
        );
        assert_eq!(answer["cookies"], json!(["a=1; Secure"]));
    }

    #[tokio::test]
    async fn a_body_that_breaks_off_is_a_500() {
        let broken = || {
            let stream = futures::stream::once(async { Err::<String, _>(std::io::Error::other("gone")) });
            axum::body::Body::from_stream(stream)
        };
        let encoded = Encoded(Response::new(broken())).into_response().await;
        assert_eq!(encoded.status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
