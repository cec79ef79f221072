//! Who may keep the list, and for how long.

use crate::{LIST, Packages, start};
use domain::{
    PackageId, Paise,
    catalogue::{Package, SaleState},
};
use http_api::ErrorBody;
use test_support::{Answer, App, Request};

const PUBLIC: &str = "public, max-age=0, s-maxage=45, stale-if-error=86400";

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer
        .headers
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

async fn with_header(app: &App, name: &str, value: &str) -> Answer {
    app.call(Request::get(LIST).header(name, value)).await
}

async fn add_a_package(app: &App) {
    let package = Package {
        id: PackageId::parse("another").unwrap(),
        name: "Another".to_owned(),
        description: String::new(),
        price: Paise::new(100),
        allows_all_colleges: true,
        colleges: vec![],
        state: SaleState::OnSale.into(),
        version: 1,
    };
    app.test_env.catalogue().put_package(&package).await.unwrap();
}

#[tokio::test]
async fn caches_may_keep_the_list_and_ask_by_its_tag_if_it_changed() {
    let app = start().await;
    let answer = app.list().await;
    assert_eq!(header(&answer, "cache-control"), PUBLIC);
    assert_eq!(header(&answer, "content-type"), "application/json");
    let tag = header(&answer, "etag");
    assert!(tag.starts_with('"') && tag.len() > 20, "{tag}");

    for known in [tag, &format!("W/{tag}"), &format!("\"other\", {tag}"), "*"] {
        let unchanged = with_header(&app, "if-none-match", known).await;
        assert_eq!(unchanged.status, 304, "{known}");
        assert_eq!(unchanged.json, serde_json::Value::Null);
        assert_eq!(header(&unchanged, "etag"), tag);
        assert_eq!(header(&unchanged, "cache-control"), PUBLIC);
    }
    assert_eq!(with_header(&app, "if-none-match", "\"other\"").await.status, 200);

    add_a_package(&app).await;
    let changed = with_header(&app, "if-none-match", tag).await;
    assert_eq!(changed.status, 200);
    assert_ne!(header(&changed, "etag"), tag);
}

#[tokio::test]
async fn the_portal_always_gets_the_current_list_and_no_cache_keeps_it() {
    let app = start().await;
    let tag = header(&app.list().await, "etag").to_owned();
    for token in [
        "Bearer junk",
        "Bearer ",
        &format!("Bearer {}", app.test_env.admin_token().await),
    ] {
        let request = Request::get(LIST)
            .header("authorization", token)
            .header("if-none-match", &tag);
        let answer = app.call(request).await;
        assert_eq!(answer.status, 200);
        assert_eq!(header(&answer, "cache-control"), "private, no-store");
        assert_eq!(header(&answer, "etag"), "");
    }
}

#[tokio::test]
async fn an_error_is_never_cached_and_has_no_details() {
    let app = start().await;
    let broken = app.test_env.env_with("TABLE_CATALOGUE", "no-such-table");
    let router = packages::app_with(broken, app.test_env.clock.handle(), domain::Entropy::system())
        .await
        .unwrap();
    let answer = test_support::call(&router, Request::get(LIST)).await;
    assert_eq!(answer.status, 500);
    assert_eq!(header(&answer, "cache-control"), "no-store");
    let body: ErrorBody = serde_json::from_value(answer.json).unwrap();
    assert_eq!(body.code, "internal_error");
    assert!(!body.message.contains("table"), "{}", body.message);
}
