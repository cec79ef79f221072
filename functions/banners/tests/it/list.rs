//! The public list: who may keep it, and for how long.

use crate::{Banners, LIST, start};
use test_support::{Answer, Fault, Request};

const PUBLIC: &str = "public, max-age=0, s-maxage=45, stale-if-error=86400";

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer
        .headers
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn caches_may_keep_the_list_and_ask_by_its_tag_if_it_changed() {
    let app = start().await;
    assert!(app.listed().await.is_empty());
    app.added().await;
    let answer = app.call(Request::get(LIST)).await;
    assert_eq!(header(&answer, "cache-control"), PUBLIC);
    assert_eq!(header(&answer, "content-type"), "application/json");
    let tag = header(&answer, "etag");
    let with_tag = || Request::get(LIST).header("if-none-match", tag);

    let unchanged = app.call(with_tag()).await;
    assert_eq!(unchanged.status, 304);
    assert_eq!(unchanged.json, serde_json::Value::Null);
    assert_eq!(header(&unchanged, "cache-control"), PUBLIC);

    app.added().await;
    let changed = app.call(with_tag()).await;
    assert_eq!(changed.status, 200);
    assert_ne!(header(&changed, "etag"), tag);
}

#[tokio::test]
async fn the_portal_always_gets_the_current_list_and_no_cache_keeps_it() {
    let app = start().await;
    for token in ["junk", &app.test_env.admin_token().await] {
        let answer = app.call(Request::get(LIST).bearer(token)).await;
        assert_eq!(answer.status, 200);
        assert_eq!(header(&answer, "cache-control"), "private, no-store");
        assert_eq!(header(&answer, "etag"), "");
    }
}

#[tokio::test]
async fn the_whole_list_is_one_request_to_the_database() {
    let app = start().await;
    app.added().await;
    app.test_env.database.set(Fault::None);
    app.listed().await;
    assert_eq!(app.test_env.database.requests(), 1);
}
