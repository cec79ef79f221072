//! Deleted banners.

use crate::{Banners, form, place, shown, start, with};
use serde_json::{Value, json};
use test_support::Request;

#[tokio::test]
async fn a_deleted_banner_is_gone_with_its_pictures_and_the_others_stay() {
    let app = start().await;
    let banner = app.added().await;
    let other = app.add(&with(form(), "bannerName", "Other")).await.json["banner"].clone();
    let answer = app.remove(&banner["_id"]).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json, json!({ "message": "Banner deleted successfully" }));
    // The other one has the same pictures, under its own names.
    assert_eq!(app.listed().await, std::slice::from_ref(&other));
    assert_eq!(app.addresses(), shown(&other));

    let log = app.log().await;
    let entry = log
        .iter()
        .find(|entry| entry["action"] == "banner.deleted")
        .unwrap();
    assert_eq!((&entry["before"], &entry["after"]), (&banner, &Value::Null));

    let again = Request::delete(place("deleteBanner", &banner["_id"]));
    app.assert_refused(again, (404, "not_found", "")).await;
}

#[tokio::test]
async fn nobody_else_can_delete_a_banner() {
    let app = start().await;
    let banner = app.added().await;
    let answer = app
        .call(Request::delete(place("deleteBanner", &banner["_id"])))
        .await;
    assert_eq!(answer.status, 401);
    assert_eq!(app.listed().await.len(), 1);
    assert_eq!(app.addresses().len(), 2);
}
