//! What caches may keep of the public lists.

use crate::{Answer, send};
use axum::Router;
use axum::body::Body;
use axum::routing::get as on_get;
use http::{HeaderMap, Request};
use http_api::{cached, layers};
use serde_json::json;

async fn list(prices: &'static [u32], headers: &[(&str, &str)]) -> Answer {
    let router = Router::new().route(
        "/list",
        on_get(async move |headers: HeaderMap| cached(&headers, &prices)),
    );
    let request = headers
        .iter()
        .fold(Request::get("/list"), |request, (name, value)| {
            request.header(*name, *value)
        });
    send(&layers(router), request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_public_list_may_be_cached_and_revalidated() {
    let first = list(&[1850, 1000], &[]).await;
    assert_eq!(first.body, json!([1850, 1000]));
    assert_eq!(first.header("content-type"), Some("application/json"));
    let caching = "public, max-age=0, s-maxage=45, stale-if-error=86400";
    assert_eq!(first.header("cache-control"), Some(caching));

    let tag = first.header("etag").unwrap();
    let second = list(&[1850, 1000], &[("if-none-match", tag)]).await;
    assert_eq!(second.status, 304);
    assert!(second.body.is_null());
    assert_eq!(second.header("etag"), Some(tag));
    assert_eq!(second.header("cache-control"), Some(caching));
}

#[tokio::test]
async fn a_changed_list_has_another_tag() {
    let old = list(&[1850, 1000], &[]).await;
    let new = list(&[1850, 1200], &[("if-none-match", old.header("etag").unwrap())]).await;
    assert_eq!(new.status, 200);
    assert_ne!(new.header("etag"), old.header("etag"));
}

#[tokio::test]
async fn a_weak_tag_and_one_among_others_match() {
    let tag = list(&[1], &[]).await.header("etag").unwrap().to_owned();
    for known in [
        format!("W/{tag}"),
        format!("\"other\", {tag}"),
        format!("\"other\",W/{tag}"),
        "*".to_owned(),
    ] {
        assert_eq!(
            list(&[1], &[("if-none-match", &known)]).await.status,
            304,
            "{known}"
        );
    }
    for known in ["", "\"other\"", tag.trim_matches('"')] {
        assert_eq!(
            list(&[1], &[("if-none-match", known)]).await.status,
            200,
            "{known}"
        );
    }
}

#[tokio::test]
async fn an_answer_to_an_administrator_is_never_kept() {
    let tag = list(&[1], &[]).await.header("etag").unwrap().to_owned();
    let answer = list(
        &[1],
        &[("authorization", "Bearer whatever"), ("if-none-match", &tag)],
    )
    .await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("cache-control"), Some("private, no-store"));
    assert_eq!(answer.header("etag"), None);
}
