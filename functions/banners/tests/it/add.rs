//! New banners.

use crate::{ADD, Banners, form, picture, shown, start, with, without};
use serde_json::json;
use store::tables::Table;
use test_support::Request;

#[tokio::test]
async fn a_form_that_is_sent_again_with_its_key_adds_one_banner() {
    let app = start().await;
    let [form, other] = [form(), with(form(), "deskImgLink", picture(30))];
    let [form, other] = [form, other].map(|form| Request::post(ADD, &form));
    app.assert_adds_once(Table::Content, &form, &other).await;
}

#[tokio::test]
async fn a_new_banner_is_shown_with_both_pictures_and_in_the_audit_log() {
    let app = start().await;
    let answer = app.add(&form()).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["message"], "Banner added successfully");
    let banner = &answer.json["banner"];
    let id = banner["_id"].as_str().unwrap();
    assert_eq!(
        *banner,
        json!({
            "_id": id,
            "bannerName": "Opening day",
            "deskImgLink": banner["deskImgLink"],
            "mobImgLink": banner["mobImgLink"],
            "link": "/about-us",
            "version": 1,
        })
    );
    for address in shown(banner) {
        assert!(
            address.starts_with(&format!("/media/{id}-")) && address.ends_with(".jpg"),
            "{address}"
        );
    }
    assert_eq!(app.listed().await, std::slice::from_ref(banner));
    assert_eq!(app.addresses(), shown(banner));

    let log = app.log().await;
    assert_eq!(log.len(), 1);
    assert_eq!(
        (&log[0]["action"], &log[0]["subject"]),
        (&json!("banner.created"), &json!(id))
    );
    assert_eq!(
        (&log[0]["username"], &log[0]["before"]),
        (&json!("admin"), &json!(null))
    );
    assert_eq!(log[0]["after"], *banner);
}

#[tokio::test]
async fn a_link_is_optional_and_a_name_is_trimmed() {
    let app = start().await;
    for form in [
        without(form(), "link"),
        with(form(), "link", ""),
        with(form(), "link", null()),
    ] {
        let answer = app.add(&with(form, "bannerName", "  Opening day ")).await;
        assert_eq!(answer.json["banner"]["link"], "/", "{}", answer.json);
        assert_eq!(answer.json["banner"]["bannerName"], "Opening day");
    }
}

fn null() -> serde_json::Value {
    serde_json::Value::Null
}

#[tokio::test]
async fn banners_are_listed_in_the_order_in_which_they_were_added() {
    let app = start().await;
    for name in ["One", "Two", "Three"] {
        assert_eq!(app.add(&with(form(), "bannerName", name)).await.status, 200);
        app.test_env.clock.advance(time::Duration::seconds(1));
    }
    let names: Vec<_> = app
        .listed()
        .await
        .into_iter()
        .map(|banner| banner["bannerName"].clone())
        .collect();
    assert_eq!(names, ["One", "Two", "Three"]);
}

#[tokio::test]
async fn each_field_is_refused_in_its_own_words() {
    let app = start().await;
    let both = "Both desktop and mobile images are required";
    let no_link = "Please enter a valid link";
    for (form, field, message) in [
        (
            without(form(), "bannerName"),
            "bannerName",
            "Banner name is required",
        ),
        (
            with(form(), "bannerName", "  "),
            "bannerName",
            "Banner name is required",
        ),
        (
            with(form(), "bannerName", "x".repeat(121)),
            "bannerName",
            "This is too long.",
        ),
        (without(form(), "deskImgLink"), "deskImgLink", both),
        (without(form(), "mobImgLink"), "mobImgLink", both),
        (with(form(), "mobImgLink", ""), "mobImgLink", both),
        (with(form(), "link", "javascript:alert(1)"), "link", no_link),
        (with(form(), "link", "//example.org"), "link", no_link),
        (
            with(form(), "link", format!("/{}", "x".repeat(500))),
            "link",
            "This is too long.",
        ),
        (
            with(form(), "deskImgLink", 7),
            "deskImgLink",
            "This value is not of the expected type.",
        ),
    ] {
        let answer = app
            .assert_refused(Request::post(ADD, &form), (422, "invalid_field", field))
            .await;
        assert_eq!(answer.message(), message);
    }
    assert!(app.addresses().is_empty());
}

#[tokio::test]
async fn nobody_else_can_add_a_banner() {
    let app = start().await;
    let answer = app.call(Request::post(ADD, &form())).await;
    assert_eq!(answer.status, 401);
    assert!(app.addresses().is_empty() && app.log().await.is_empty());
}
