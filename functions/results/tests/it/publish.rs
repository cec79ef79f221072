//! Published at a moment, and withdrawn.

use super::*;
use test_support::{Fault, SINGLE};
use time::{Duration, format_description::well_known::Rfc3339};

/// An exam with a draft of one candidate.
async fn draft(app: &App) -> Order {
    let order = app.holder(SINGLE, "asha@example.com").await;
    app.commit(&format!("pass_no,marks,out_of\n{},50,100", pass_no(&order)))
        .await;
    order
}

#[tokio::test]
async fn results_are_scheduled_until_their_moment_and_published_from_it_on() {
    let app = App::start().await;
    draft(&app).await;
    let at = app.test_env.clock.now() + Duration::hours(5);
    // As a browser in India writes it.
    let written = at
        .to_offset(time::macros::offset!(+5:30))
        .format(&Rfc3339)
        .unwrap();
    let form = json!({ "at": written, "version": 1 });
    let answer = app.publish(&form).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(
        (
            &answer.json["state"],
            &answer.json["publish_at"],
            &answer.json["published_by"]
        ),
        (
            &json!("scheduled"),
            &json!("2025-05-20T09:30:00Z"),
            &json!("admin")
        )
    );
    app.test_env
        .clock
        .advance(Duration::hours(5) - Duration::milliseconds(1));
    assert_eq!(app.read().await["state"], "scheduled");
    app.test_env.clock.advance(Duration::milliseconds(1));
    assert_eq!(app.read().await["state"], "published");
    // Nothing was written for it, and the answer that was lost is the same.
    assert_eq!(app.publish(&form).await.json["version"], 2);
    assert_eq!(app.audited("results.published").await.len(), 1);
}

#[tokio::test]
async fn results_are_published_at_once_and_withdrawn_in_one_write_each() {
    let app = App::start().await;
    draft(&app).await;
    app.test_env.database.set(Fault::None);
    // Nothing need be said with it.
    let published = app
        .call_as_admin(Request::post_raw(path("/publish"), Vec::new()))
        .await;
    assert_eq!(published.json["state"], "published", "{}", published.json);
    assert_eq!(app.test_env.database.writes(), 1);
    assert_eq!(app.publish(&json!({})).await.json, published.json, "as done");
    // They cannot be from a later moment on.
    let later = json!({ "at": "2025-05-21T00:00:00Z" });
    let request = Request::post(path("/publish"), &later);
    app.assert_changes_nothing(request, (409, "results_published", ""))
        .await;
    let withdrawn = app.withdraw().await;
    assert_eq!(
        (
            &withdrawn.json["state"],
            &withdrawn.json["publish_at"],
            &withdrawn.json["version"]
        ),
        (&json!("draft"), &Value::Null, &json!(3))
    );
    assert_eq!(app.withdraw().await.json, withdrawn.json, "as done");
    assert_eq!(app.audited("results.published").await.len(), 1);
    assert_eq!(app.audited("results.withdrawn").await.len(), 1);
}

#[tokio::test]
async fn a_moment_may_be_changed_until_it_comes() {
    let app = App::start().await;
    draft(&app).await;
    for at in ["2025-05-22T00:00:00Z", "2025-05-21T00:00:00Z"] {
        let answer = app.publish(&json!({ "at": at })).await;
        assert_eq!(
            (&answer.json["state"], &answer.json["publish_at"]),
            (&json!("scheduled"), &json!(at))
        );
    }
    assert_eq!(
        app.publish(&json!({})).await.json["publish_at"],
        "2025-05-20T04:30:00Z"
    );
}

#[tokio::test]
async fn whether_mails_go_out_may_be_changed_until_the_moment() {
    let app = App::start().await;
    draft(&app).await;
    let at = "2025-05-21T00:00:00Z";
    for (mail, version) in [(true, 2), (true, 2), (false, 3), (false, 3), (true, 4)] {
        let answer = app.publish(&json!({ "at": at, "mail": mail })).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(
            (&answer.json["version"], answer.json["message_id"].is_string()),
            (&json!(version), mail)
        );
        assert_eq!(answer.json["publish_at"], at);
    }
    // Then it is too late.
    app.test_env.clock.advance(Duration::days(1));
    let published = app.publish(&json!({ "at": at, "mail": false })).await;
    assert_eq!(
        (&published.json["state"], &published.json["version"]),
        (&json!("published"), &json!(4))
    );
}

#[tokio::test]
async fn what_is_published_or_will_be_is_not_replaced_by_a_file() {
    let app = App::start().await;
    let order = draft(&app).await;
    let other = json!({ "csv": format!("pass_no,marks,out_of\n{},60,100", pass_no(&order)), "commit": true });
    for form in [json!({ "at": "2025-05-21T00:00:00Z" }), json!({})] {
        assert_eq!(app.publish(&form).await.status, 200);
        let request = Request::post(path(""), &other);
        app.assert_changes_nothing(request, (409, "results_published", ""))
            .await;
    }
    app.withdraw().await;
    let answer = app.call_as_admin(Request::post(path(""), &other)).await;
    assert_eq!(answer.json["committed"], true, "{}", answer.json);
    assert_eq!(app.read().await["state"], "draft");
}

#[tokio::test]
async fn who_publishes_has_seen_what_is_published() {
    let app = App::start().await;
    let order = draft(&app).await;
    let seen = app.read().await["version"].clone();
    assert_eq!(app.correct(&order, &correction(60.0, 0)).await.status, 200);
    let request = Request::post(path("/publish"), &json!({ "version": seen }));
    app.assert_changes_nothing(request, (409, "stale_version", ""))
        .await;
    let seen = app.read().await["version"].clone();
    assert_eq!(app.publish(&json!({ "version": seen })).await.status, 200);
}

#[tokio::test]
async fn what_is_not_there_and_moments_that_are_over_are_refused() {
    let app = App::start().await;
    for call in ["/publish", "/withdraw"] {
        let request = Request::post(path(call), &json!({}));
        app.assert_changes_nothing(request, (404, "not_found", "")).await;
    }
    draft(&app).await;
    for at in [
        "tomorrow",
        "2025-05-20",
        "2025-05-20T04:30:00Z",
        "0025-05-21T00:00:00Z",
    ] {
        let request = Request::post(path("/publish"), &json!({ "at": at }));
        app.assert_changes_nothing(request, (422, "invalid_field", "at"))
            .await;
    }
}

#[tokio::test]
async fn each_exam_is_listed_with_how_far_it_is() {
    let app = App::start().await;
    draft(&app).await;
    app.publish(&json!({ "at": "2025-05-21T00:00:00Z" })).await;
    let listed = app.call_as_admin(Request::get("/api/results")).await.json;
    let shown = |exam: &Value| ["course", "examName", "collegeName"].map(|name| exam[name].clone());
    let exams: Vec<_> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|exam| (shown(exam), exam["results"]["state"].clone()))
        .collect();
    assert_eq!(exams.len(), 3);
    for (exam, state) in exams {
        let expected = if exam[0] == COURSE { "scheduled" } else { "none" };
        assert_eq!(state, expected, "{exam:?}");
    }
}
