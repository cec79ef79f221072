//! Pictures, from an administrator's upload to the address under which the site shows them.

use axum::body::{Body, Bytes};
use http::{HeaderMap, Method, StatusCode};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use local::System;
use serde_json::{Value, json};

use super::Fixture;
use super::client::{ask, ask_as};

const PICTURE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async fn picture(system: &System, address: &Value) -> (StatusCode, HeaderMap, Bytes) {
    let client: Client<_, Body> = Client::builder(TokioExecutor::new()).build_http();
    let url = format!("{}{}", system.site_url(), address.as_str().unwrap());
    let (parts, body) = client.get(url.parse().unwrap()).await.unwrap().into_parts();
    (
        parts.status,
        parts.headers,
        body.collect().await.unwrap().to_bytes(),
    )
}

async fn listed(system: &System, place: &str) -> Vec<Value> {
    let url = format!("{}/api/{place}/listBanners", system.site_url());
    let (status, list) = ask(Method::GET, &url, None).await;
    assert_eq!(status, StatusCode::OK, "{list}");
    list.as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_site_starts_with_sample_pictures_and_keeps_them_across_a_restart() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let mut before = Vec::new();
    for (place, count) in [("banners", 3), ("inst-brand", 8), ("brand", 5)] {
        let banners = listed(&system, place).await;
        assert_eq!(banners.len(), count, "{place}");
        for banner in &banners {
            assert_eq!(banner["mobImgLink"].is_string(), place == "banners");
            for address in [&banner["deskImgLink"], &banner["mobImgLink"]] {
                if address.is_null() {
                    continue;
                }
                let (status, headers, bytes) = picture(&system, address).await;
                assert_eq!(status, StatusCode::OK, "{address}");
                assert_eq!(headers["content-type"], "image/jpeg");
                assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable");
                assert_eq!(headers["x-content-type-options"], "nosniff");
                assert!(
                    bytes.starts_with(&[0xFF, 0xD8]) && bytes.len() < 100 * 1024,
                    "{}",
                    bytes.len()
                );
            }
        }
        before.push(banners);
    }
    system.stop().await;

    let system = fixture.start().await;
    let mut after = Vec::new();
    for place in ["banners", "inst-brand", "brand"] {
        after.push(listed(&system, place).await);
    }
    assert_eq!(after, before);
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_uploaded_picture_is_served_until_its_banner_is_deleted() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let site = system.site_url();
    let login = json!({ "username": local::ADMINISTRATOR, "password": "expo-admin" });
    let (_, session) = ask(Method::POST, &format!("{site}/api/admin/login"), Some(login)).await;
    let token = session["token"].as_str().unwrap();
    let form = json!({ "bannerName": "New", "deskImgLink": PICTURE, "mobImgLink": PICTURE });
    for place in ["banners", "inst-brand", "brand"] {
        let url = format!("{site}/api/{place}/addBanner");
        let (status, saved) = ask_as(token, Method::POST, &url, Some(form.clone())).await;
        assert_eq!(status, StatusCode::OK, "{saved}");
        let banner = &saved["banner"];
        assert_eq!(picture(&system, &banner["deskImgLink"]).await.0, StatusCode::OK);
        let id = banner["_id"].as_str().unwrap();
        let url = format!("{site}/api/{place}/deleteBanner/{id}");
        let (status, answer) = ask_as(token, Method::DELETE, &url, None).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        assert_eq!(
            picture(&system, &banner["deskImgLink"]).await.0,
            StatusCode::NOT_FOUND
        );
    }
    system.stop().await;
}
