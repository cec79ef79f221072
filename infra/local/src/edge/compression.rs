//! Compression, as CloudFront does it where its cache policy allows it.

use std::io::Write;

use axum::Router;
use axum::body::{self, Body, Bytes};
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, VARY};
use http::{HeaderMap, HeaderValue, StatusCode};

/// CloudFront compresses nothing smaller.
const WORTH_COMPRESSING: usize = 1000;

/// `plain` as gzip, where CloudFront would compress it.
pub(crate) fn compressed(plain: &[u8]) -> Option<Bytes> {
    if plain.len() < WORTH_COMPRESSING {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

pub(crate) fn takes_gzip(request: &HeaderMap) -> bool {
    let accepted = request.get(ACCEPT_ENCODING);
    accepted.is_some_and(|value| value.to_str().is_ok_and(|value| value.contains("gzip")))
}

/// Compresses the answers of `api` that may be kept, which are those with a tag; the tag becomes a weak one.
pub(crate) fn compressing(api: Router) -> Router {
    api.layer(middleware::from_fn(compress))
}

async fn compress(request: Request, next: Next) -> Response {
    let wanted = takes_gzip(request.headers());
    let response = next.run(request).await;
    let headers = response.headers();
    let is_json = headers
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind == "application/json");
    let Some(tag) = headers.get(ETAG).filter(|_| wanted && is_json) else {
        return response;
    };
    if response.status() != StatusCode::OK {
        return response;
    }
    let weak = [b"W/", tag.as_bytes()].concat();
    let (mut head, whole) = response.into_parts();
    let Ok(plain) = body::to_bytes(whole, usize::MAX).await else {
        return StatusCode::BAD_GATEWAY.into_response();
    };
    let (Some(smaller), Ok(weak)) = (compressed(&plain), HeaderValue::from_bytes(&weak)) else {
        return Response::from_parts(head, Body::from(plain));
    };
    head.headers.remove(CONTENT_LENGTH);
    head.headers
        .insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    head.headers
        .insert(VARY, HeaderValue::from_static("accept-encoding"));
    head.headers.insert(ETAG, weak);
    Response::from_parts(head, Body::from(smaller))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use flate2::read::GzDecoder;
    use http::header::IF_NONE_MATCH;
    use tower::ServiceExt;

    /// What a list of `entries` numbers is answered with, to a request with `headers`.
    async fn answer(entries: usize, headers: &[(http::HeaderName, &str)]) -> (StatusCode, HeaderMap, Bytes) {
        let list = async move |headers: HeaderMap| http_api::cached(&headers, &vec![12345; entries]);
        let request = headers.iter().fold(Request::get("/"), |request, (name, value)| {
            request.header(name, *value)
        });
        let request = request.body(Body::empty()).unwrap();
        let response = compressing(Router::new().route("/", get(list)))
            .oneshot(request)
            .await
            .unwrap();
        let (head, whole) = response.into_parts();
        (
            head.status,
            head.headers,
            body::to_bytes(whole, usize::MAX).await.unwrap(),
        )
    }

    #[tokio::test]
    async fn a_list_is_compressed_and_known_again_by_its_weak_tag() {
        let (_, headers, plain) = answer(1000, &[]).await;
        assert!(!headers.contains_key(CONTENT_ENCODING));
        assert_eq!(headers[CONTENT_LENGTH], plain.len().to_string());
        let (_, headers, smaller) = answer(1000, &[(ACCEPT_ENCODING, "gzip, br")]).await;
        assert_eq!(headers[CONTENT_ENCODING], "gzip");
        assert_eq!(headers[VARY], "accept-encoding");
        assert!(smaller.len() < plain.len() / 10);
        assert!(
            !headers.contains_key(CONTENT_LENGTH) || headers[CONTENT_LENGTH] == smaller.len().to_string()
        );
        assert_eq!(
            std::io::read_to_string(GzDecoder::new(&smaller[..]))
                .unwrap()
                .as_bytes(),
            plain
        );
        let tag = headers[ETAG].to_str().unwrap();
        assert!(tag.starts_with("W/\""), "{tag}");
        let (status, _, body) = answer(1000, &[(ACCEPT_ENCODING, "gzip"), (IF_NONE_MATCH, tag)]).await;
        assert_eq!((status, body.len()), (StatusCode::NOT_MODIFIED, 0));
    }

    #[tokio::test]
    async fn a_short_list_and_what_is_not_to_be_kept_go_out_as_they_are() {
        let short = answer(10, &[(ACCEPT_ENCODING, "gzip")]).await;
        let private = answer(
            1000,
            &[
                (ACCEPT_ENCODING, "gzip"),
                (http::header::AUTHORIZATION, "Bearer x"),
            ],
        )
        .await;
        for (_, headers, body) in [short, private] {
            assert!(!headers.contains_key(CONTENT_ENCODING));
            assert!(body.starts_with(b"[12345"));
        }
    }
}
