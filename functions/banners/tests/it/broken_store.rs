//! When the pictures' bucket or the table fails.

use crate::{ADD, Banners, form, picture, place, shown, start, with};
use axum::{
    Router,
    extract::State,
    http::{Method, StatusCode},
};
use domain::Entropy;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use test_support::{App, Fault, Request, call};

/// The function with another bucket.
async fn with_bucket(app: App, endpoint: &str) -> App {
    let env = app.test_env.env_with("AWS_ENDPOINT_URL_S3", endpoint);
    let router = banners::app_with(env, app.test_env.clock.handle(), Entropy::system())
        .await
        .unwrap();
    App {
        test_env: app.test_env,
        router,
    }
}

#[tokio::test]
async fn a_bucket_that_does_not_answer_leaves_everything_as_it_was() {
    let app = start().await;
    let banner = app.added().await;
    let app = with_bucket(app, "http://127.0.0.1:9").await;
    let change = with(form(), "deskImgLink", picture(200));
    for request in [
        Request::post(ADD, &form()),
        Request::put(place("updateLink", &banner["_id"]), &change),
    ] {
        let answer = app.assert_refused(request, (500, "internal_error", "")).await;
        assert_eq!(answer.message(), "Something went wrong. Please try again.");
    }
    // What needs no new picture goes on, though the old ones cannot be removed.
    assert_eq!(
        app.update(&banner["_id"], &json!({ "bannerName": "x" }))
            .await
            .status,
        200
    );
    assert_eq!(app.remove(&banner["_id"]).await.status, 200);
    assert!(app.listed().await.is_empty());
    assert_eq!(app.addresses(), shown(&banner));
}

/// A bucket that takes one object and then no more, and what it was asked.
async fn bucket_with_one_place() -> (String, Arc<Mutex<Vec<(Method, String)>>>) {
    type Asked = Arc<Mutex<Vec<(Method, String)>>>;
    async fn answer(State(asked): State<Asked>, method: Method, uri: axum::http::Uri) -> StatusCode {
        let mut asked = asked.lock().unwrap();
        asked.push((method.clone(), uri.path().to_owned()));
        match method {
            Method::DELETE => StatusCode::NO_CONTENT,
            _ if asked.len() == 1 => StatusCode::OK,
            _ => StatusCode::FORBIDDEN,
        }
    }
    let asked = Asked::default();
    let router = Router::new().fallback(answer).with_state(Arc::clone(&asked));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (endpoint, asked)
}

#[tokio::test]
async fn when_the_second_picture_cannot_be_kept_the_first_is_removed_again() {
    let (endpoint, asked) = bucket_with_one_place().await;
    let app = with_bucket(start().await, &endpoint).await;
    app.assert_refused(Request::post(ADD, &form()), (500, "internal_error", ""))
        .await;
    let asked = asked.lock().unwrap().clone();
    let methods: Vec<&str> = asked.iter().map(|(method, _)| method.as_str()).collect();
    assert_eq!(methods, ["PUT", "PUT", "DELETE"]);
    assert_eq!(asked[0].1, asked[2].1);
    assert_ne!(asked[0].1, asked[1].1);
    assert!(asked[0].1.starts_with("/media/media/banner-"), "{asked:?}");
}

#[tokio::test]
async fn pictures_of_a_banner_that_was_not_written_are_removed() {
    let app = start().await;
    let banner = app.added().await;
    app.test_env.database.set(Fault::Conflict);
    let change = json!({ "bannerName": "x", "deskImgLink": picture(200), "version": 1 });
    for (request, refused) in [
        (Request::post(ADD, &form()), (503, "busy", "")),
        (
            Request::put(place("updateLink", &banner["_id"]), &change),
            (409, "stale_version", ""),
        ),
        (
            Request::put(place("updateLink", &banner["_id"]), &without_version(&change)),
            (409, "stale_version", ""),
        ),
        // The picture that is shown already is no useless upload.
        (
            Request::put(place("updateLink", &banner["_id"]), &form()),
            (409, "stale_version", ""),
        ),
        (
            Request::delete(place("deleteBanner", &banner["_id"])),
            (409, "stale_version", ""),
        ),
    ] {
        app.assert_refused(request, refused).await;
    }
    app.test_env.database.set(Fault::None);
    assert_eq!(app.addresses(), shown(&banner));
    assert_eq!(app.listed().await, [banner]);
}

fn without_version(form: &Value) -> Value {
    crate::without(form.clone(), "version")
}

#[tokio::test]
async fn a_write_whose_answer_was_lost_keeps_the_pictures_that_it_shows() {
    let app = start().await;
    let token = app.test_env.admin_token().await;
    app.test_env.database.set(Fault::CrashAfter(0));
    let answer = call(&app.router, Request::post(ADD, &form()).bearer(&token)).await;
    assert_eq!(answer.status, 500);
    app.test_env.database.set(Fault::None);
    let [banner] = &app.listed().await[..] else {
        panic!("it was written")
    };
    assert_eq!(app.addresses(), shown(banner));
}

#[tokio::test]
async fn a_table_that_does_not_answer_is_an_error_without_details() {
    let app = start().await;
    let banner = app.added().await;
    app.test_env.database.set(Fault::CrashBefore(0));
    let answer = app.remove(&banner["_id"]).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (500, "internal_error"));
    app.test_env.database.set(Fault::None);
    assert_eq!(app.listed().await, std::slice::from_ref(&banner));
    assert_eq!(app.addresses(), shown(&banner));
}
