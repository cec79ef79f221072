//! The group through the function's router. What the calls do is tested with the hero banners, what is particular to a
//! single picture with the brands; here are this group's own names and settings.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use serde_json::json;
use store::tables::Table;
use test_support::{App, NO_ADDRESS, Request, assert_start_needs};

/// A picture of one pixel.
const PICTURE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn path(call: &str) -> String {
    format!("/api/inst-brand/{call}")
}

#[tokio::test]
async fn a_banner_with_one_picture_is_added_listed_changed_and_deleted() {
    let app = App::start(inst_brand::app_with).await;
    // A second picture is ignored.
    let form = json!({ "bannerName": "One", "deskImgLink": PICTURE, "mobImgLink": "junk" });
    let answer = app.call_as_admin(Request::post(path("addBanner"), &form)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["message"], "Banner added successfully");
    let added = answer.json["banner"].clone();
    let id = added["_id"].as_str().unwrap();
    let shown = json!({
        "_id": id,
        "bannerName": "One",
        "deskImgLink": added["deskImgLink"],
        "link": "/",
        "version": 1,
    });
    assert_eq!(added, shown);
    assert_eq!(
        app.call(Request::get(path("listBanners"))).await.json,
        json!([shown])
    );
    assert_eq!(app.test_env.pictures().len(), 1);

    let change = json!({ "bannerName": "Two", "link": "https://example.org/", "version": 1 });
    let answer = app
        .call_as_admin(Request::put(path(&format!("updateLink/{id}")), &change))
        .await;
    assert_eq!(answer.json["message"], "Banner updated successfully");
    assert_eq!(answer.json["banner"]["bannerName"], "Two");
    assert_eq!(answer.json["banner"]["deskImgLink"], added["deskImgLink"]);

    let answer = app
        .call_as_admin(Request::delete(path(&format!("deleteBanner/{id}"))))
        .await;
    assert_eq!(answer.json, json!({ "message": "Banner deleted successfully" }));
    assert_eq!(app.call(Request::get(path("listBanners"))).await.json, json!([]));
    assert!(app.test_env.pictures().is_empty());

    let log = app.test_env.dump(Table::Admin).await;
    let actions: Vec<&str> = log
        .iter()
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    for action in ["institute.created", "institute.updated", "institute.deleted"] {
        assert!(actions.contains(&action), "{actions:?}");
    }
}

#[tokio::test]
async fn a_form_that_is_sent_again_with_its_key_adds_one_banner() {
    let app = App::start(inst_brand::app_with).await;
    let [form, other] = ["One", "Two"].map(|name| {
        Request::post(
            path("addBanner"),
            &json!({ "bannerName": name, "deskImgLink": PICTURE }),
        )
    });
    app.assert_adds_once(Table::Content, &form, &other).await;
}

#[tokio::test]
async fn an_unknown_banner_is_named_by_its_kind() {
    let app = App::start(inst_brand::app_with).await;
    let form = json!({ "bannerName": "One" });
    for request in [
        Request::put(path("updateLink/none"), &form),
        Request::delete(path("deleteBanner/none")),
    ] {
        let answer = app.call_as_admin(request).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (404, "not_found"));
        assert_eq!(answer.message(), "There is no such institute.");
    }
}

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name_and_nothing_else_is_needed() {
    let needed = [
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "TABLE_CONTENT",
        "TABLE_ADMIN",
        "TABLE_ACCESS",
        "MEDIA_BUCKET",
        "ADMIN_TOKEN_PUBLIC_KEY",
    ];
    let wrong = [
        ("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", NO_ADDRESS),
        ("AWS_ENDPOINT_URL_S3", "localhost:9000", NO_ADDRESS),
    ];
    assert_start_needs(inst_brand::app_with, &needed, &wrong).await;
}
