//! What is sent as a picture.

use crate::{ADD, Banners, data_url, form, place, start, with};
use test_support::Request;

const NOT_A_PICTURE: &str = "This is not a picture we can use. Choose a JPEG, PNG, GIF or WebP.";
const TOO_LARGE: &str = "Image size should be less than 5MB";

#[tokio::test]
async fn an_upload_that_is_no_picture_is_refused_on_its_field_and_nothing_is_kept() {
    let app = start().await;
    let banner = app.added().await;
    let script = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    for (sent, message) in [
        (data_url(b"Dear all, see you on Saturday."), NOT_A_PICTURE),
        (data_url(script), NOT_A_PICTURE),
        (data_url(&[0xFF, 0xD8, 0xFF, 0xE0]), NOT_A_PICTURE),
        ("data:image/svg+xml,<svg/>".to_owned(), NOT_A_PICTURE),
        ("https://example.org/a.jpg".to_owned(), NOT_A_PICTURE),
        ("/media/of-another-banner.jpg".to_owned(), NOT_A_PICTURE),
        (data_url(&vec![0; 2 * 1024 * 1024 + 1]), TOO_LARGE),
    ] {
        for field in ["deskImgLink", "mobImgLink"] {
            let form = with(form(), field, sent.as_str());
            for request in [
                Request::post(ADD, &form),
                Request::put(place("updateLink", &banner["_id"]), &form),
            ] {
                let answer = app.assert_refused(request, (422, "invalid_field", field)).await;
                assert_eq!(answer.message(), message);
            }
        }
    }
}

#[tokio::test]
async fn two_pictures_at_their_limit_are_within_that_of_the_request_and_more_is_not() {
    let app = start().await;
    let banner = app.added().await;
    // Both are read, and refused for what they are and not for their size.
    let most = data_url(&vec![0; 2 * 1024 * 1024]);
    let form = with(
        with(form(), "deskImgLink", most.as_str()),
        "mobImgLink",
        most.as_str(),
    );
    let answer = app
        .assert_refused(Request::post(ADD, &form), (422, "invalid_field", "deskImgLink"))
        .await;
    assert_eq!(answer.message(), NOT_A_PICTURE);

    let form = with(form, "link", "/".repeat(1024 * 1024));
    for request in [
        Request::post(ADD, &form),
        Request::put(place("updateLink", &banner["_id"]), &form),
    ] {
        let answer = app.assert_refused(request, (413, "too_large", "")).await;
        assert_eq!(answer.message(), TOO_LARGE);
    }
}

#[tokio::test]
async fn the_audit_log_and_the_table_hold_addresses_and_never_a_picture() {
    let app = start().await;
    let banner = app.added().await;
    app.update(&banner["_id"], &form()).await;
    app.remove(&banner["_id"]).await;
    app.added().await;
    let everything = app.everything().await;
    let text = serde_json::to_string(&everything).unwrap();
    assert!(text.contains("/media/") && text.contains("banner.deleted"));
    assert!(!text.contains("data:") && !text.contains("base64"));
}
