//! An exam's picture: a data URL in, an address out.

use crate::{DETAILS, created, data_url, form, id, listed, picture, place, start, update, updated, with};
use domain::Entropy;
use serde_json::{Value, json};
use test_support::{App, COURSE, Fault, Request};

fn addresses(app: &App) -> Vec<String> {
    app.test_env.pictures().into_keys().collect()
}

#[tokio::test]
async fn a_picture_becomes_an_address_of_the_site() {
    let app = start().await;
    let exam = created(&app, &with(form(), "image", picture(10))).await;
    let address = exam["image"].as_str().unwrap();
    assert!(
        address.starts_with(&format!("/media/{}-", id(&exam))),
        "{address}"
    );
    assert_eq!(addresses(&app), [address]);
    assert_eq!(listed(&app, id(&exam)).await["image"], exam["image"]);
}

#[tokio::test]
async fn a_picture_that_is_left_out_or_unchanged_stays() {
    let app = start().await;
    let exam = created(&app, &with(form(), "image", picture(10))).await;
    for image in [Value::Null, json!(""), exam["image"].clone()] {
        let form = with(with(form(), "image", image), "details", "More.");
        assert_eq!(updated(&app, id(&exam), &form).await["image"], exam["image"]);
        assert_eq!(addresses(&app), [exam["image"].as_str().unwrap()]);
    }
    let mut form = form();
    form.as_object_mut().unwrap().remove("image");
    assert_eq!(updated(&app, id(&exam), &form).await["image"], exam["image"]);
}

#[tokio::test]
async fn a_new_picture_replaces_the_old_one_which_is_removed() {
    let app = start().await;
    let exam = created(&app, &with(form(), "image", picture(10))).await;
    let changed = updated(&app, id(&exam), &with(form(), "image", picture(200))).await;
    assert_ne!(changed["image"], exam["image"]);
    assert_eq!(addresses(&app), [changed["image"].as_str().unwrap()]);
}

#[tokio::test]
async fn the_picture_of_a_deleted_exam_is_removed_and_no_other() {
    let app = start().await;
    let kept = created(&app, &with(form(), "image", picture(10))).await;
    let exam = created(&app, &with(form(), "image", picture(10))).await;
    assert_eq!(addresses(&app).len(), 2);
    assert_eq!(
        app.call_as_admin(Request::delete(place(id(&exam)))).await.status,
        200
    );
    assert_eq!(addresses(&app), [kept["image"].as_str().unwrap()]);
}

#[tokio::test]
async fn an_upload_that_is_no_picture_is_refused_and_nothing_is_kept() {
    let app = start().await;
    let other = created(&app, &with(form(), "image", picture(10))).await;
    let no_picture = "This is not a picture we can use. Choose a JPEG, PNG, GIF or WebP.";
    for (sent, message) in [
        (json!(data_url(b"Dear all, see you on Saturday.")), no_picture),
        (json!("https://example.org/a.jpg"), no_picture),
        (other["image"].clone(), no_picture),
        (
            json!(data_url(&vec![0; 2 * 1024 * 1024 + 1])),
            "Image size should be less than 5MB",
        ),
    ] {
        let form = with(form(), "image", sent);
        for request in [Request::post(DETAILS, &form), Request::put(place(COURSE), &form)] {
            let answer = app
                .assert_changes_nothing(request, (422, "invalid_field", "image"))
                .await;
            assert_eq!(answer.message(), message);
        }
    }
    let form = with(form(), "image", data_url(&vec![0; 5 * 1024 * 1024]));
    for request in [Request::post(DETAILS, &form), Request::put(place(COURSE), &form)] {
        let answer = app.assert_changes_nothing(request, (413, "too_large", "")).await;
        assert_eq!(answer.message(), "Image size should be less than 5MB");
    }
}

#[tokio::test]
async fn a_refused_form_keeps_no_picture() {
    let app = start().await;
    let exam = created(&app, &with(form(), "image", picture(10))).await;
    let stale = with(with(form(), "image", picture(200)), "version", 9);
    let request = Request::put(place(id(&exam)), &stale);
    app.assert_changes_nothing(request, (409, "stale_version", ""))
        .await;
    let late = with(with(form(), "image", picture(200)), "timeEnd", "00:00");
    app.assert_changes_nothing(Request::post(DETAILS, &late), (422, "invalid_field", "timeEnd"))
        .await;
    let nowhere = with(with(form(), "image", picture(200)), "examId", "no-such-stream");
    app.assert_changes_nothing(Request::post(DETAILS, &nowhere), (422, "invalid_field", "examId"))
        .await;
}

#[tokio::test]
async fn a_write_in_constant_contention_removes_its_picture_again() {
    let app = start().await;
    let exam = created(&app, &with(form(), "image", picture(10))).await;
    app.test_env.database.set(Fault::Conflict);
    let form = with(with(form(), "image", picture(200)), "version", 1);
    let request = Request::put(place(id(&exam)), &form);
    app.assert_changes_nothing(request, (409, "stale_version", ""))
        .await;
    let elsewhere = with(form, "venue", "Hall C");
    app.assert_changes_nothing(Request::post(DETAILS, &elsewhere), (503, "busy", ""))
        .await;
}

#[tokio::test]
async fn a_write_whose_answer_was_lost_keeps_the_picture_it_shows() {
    let app = start().await;
    let exam = created(&app, &with(form(), "image", picture(10))).await;
    app.test_env.database.set(Fault::CrashAfter(0));
    let answer = update(&app, id(&exam), &with(form(), "image", picture(200))).await;
    assert_eq!(answer.status, 500);
    app.test_env.database.set(Fault::None);
    let shown = listed(&app, id(&exam)).await["image"].clone();
    assert_ne!(shown, exam["image"]);
    assert!(addresses(&app).contains(&shown.as_str().unwrap().to_owned()));
}

#[tokio::test]
async fn a_bucket_that_does_not_answer_leaves_everything_as_it_was() {
    let app = start().await;
    let exam = created(&app, &with(form(), "image", picture(10))).await;
    let env = app.test_env.env_with("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:9");
    let router = crate::app_with(env, app.test_env.clock.handle(), Entropy::system()).await;
    let app = App {
        test_env: app.test_env,
        router: router.unwrap(),
    };
    let form = with(form(), "image", picture(200));
    for request in [
        Request::post(DETAILS, &with(form.clone(), "venue", "Hall C")),
        Request::put(place(id(&exam)), &form),
    ] {
        app.assert_changes_nothing(request, (500, "internal_error", ""))
            .await;
    }
    // What needs no new picture goes on, though the old one cannot be removed.
    assert_eq!(update(&app, id(&exam), &crate::form()).await.status, 200);
    assert_eq!(
        app.call_as_admin(Request::delete(place(id(&exam)))).await.status,
        200
    );
}

#[tokio::test]
async fn the_audit_log_and_the_table_hold_addresses_and_never_a_picture() {
    let app = start().await;
    let exam = created(&app, &with(form(), "image", picture(10))).await;
    updated(&app, id(&exam), &with(form(), "image", picture(20))).await;
    let everything = serde_json::to_string(&app.everything().await).unwrap();
    assert!(everything.contains("/media/"));
    assert!(!everything.contains("data:") && !everything.contains("base64"));
}
