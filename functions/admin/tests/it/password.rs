//! The own password.

use crate::{App, PASSWORD, device, token};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::json;
use test_support::{Answer, Request};

const STRONG: &str = "kadavu plum lantern";

impl App {
    pub(crate) async fn change_password(&self, token: &str, current: &str, new: &str) -> Answer {
        let body = json!({ "current": current, "new": new });
        self.ask(token, Request::put("/api/admin/password", &body)).await
    }
}

#[tokio::test]
async fn a_password_is_replaced_and_the_other_sessions_end() {
    let app = App::start().await;
    let here = app.login("Asha", PASSWORD).await;
    let there = app.login("Asha", PASSWORD).await;
    let changed = app.change_password(token(&here), PASSWORD, STRONG).await;
    assert_eq!(app.portal(token(&changed)).await, 200);
    assert_eq!(app.portal(token(&here)).await, 401, "this token is replaced");
    assert_eq!(app.portal(token(&there)).await, 401);
    let sessions = app
        .ask(token(&changed), Request::get("/api/admin/sessions"))
        .await;
    assert_eq!(sessions.json.as_array().unwrap().len(), 1, "{}", sessions.json);
    assert_eq!(app.login("Asha", PASSWORD).await.status, 401);
    assert_eq!(app.login("Asha", STRONG).await.status, 200);
    assert_eq!(app.entries("admin.password_changed").await.len(), 1);
}

#[tokio::test]
async fn short_common_and_personal_passwords_are_refused_with_the_reason() {
    let app = App::start().await;
    let session = app.login("Asha", PASSWORD).await;
    for (new, why) in [
        ("", "12 characters"),
        ("short", "12 characters"),
        ("expoexpoexpo", "too easy to guess"),
        ("asha.asha.asha", "too easy to guess"),
        ("scholarshipexpo2026", "everybody knows"),
        ("Asha-admin-2026", "everybody knows"),
        ("megaparol12345", "breach"),
        (&"x".repeat(257), "too long"),
    ] {
        let refused = app.change_password(token(&session), PASSWORD, new).await;
        assert_eq!((refused.status.as_u16(), refused.field()), (422, "new"), "{new}");
        assert!(refused.message().contains(why), "{}", refused.message());
    }
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn the_present_password_is_asked_for_and_guessing_it_is_slowed_down() {
    let app = App::start().await;
    let session = app.login("Asha", PASSWORD).await;
    for _ in 0..5 {
        let refused = app.change_password(token(&session), "a guess", STRONG).await;
        assert_eq!((refused.status.as_u16(), refused.field()), (422, "current"));
    }
    let paused = app.change_password(token(&session), PASSWORD, STRONG).await;
    assert_eq!(
        (paused.status.as_u16(), &paused.headers["retry-after"]),
        (429, &"1".parse().unwrap())
    );
    // Whoever guesses here does not pause the sign-in of the person.
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
    app.wait(1);
    let changed = app.change_password(token(&session), PASSWORD, STRONG).await;
    let same = app.change_password(token(&changed), STRONG, STRONG).await;
    assert_eq!((same.status.as_u16(), same.field()), (422, "new"));
}

#[tokio::test]
async fn guessing_in_a_stolen_session_does_not_keep_its_owner_from_ending_it() {
    let app = App::start().await;
    let stolen = app.login("Asha", PASSWORD).await;
    let own = app.login("Asha", PASSWORD).await;
    for _ in 0..5 {
        app.change_password(token(&stolen), "a guess", STRONG).await;
    }
    let paused = app.change_password(token(&stolen), "a guess", STRONG).await;
    assert_eq!(paused.status, 429);
    let changed = app.change_password(token(&own), PASSWORD, STRONG).await;
    assert_eq!(app.portal(token(&changed)).await, 200);
    assert_eq!(app.portal(token(&stolen)).await, 401);
}

#[tokio::test]
async fn a_given_password_opens_nothing_but_its_replacement_and_the_way_out() {
    let app = App::start().await;
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    let asha = token(&app.login("Asha", PASSWORD).await).to_owned();
    let reset = app.change(&asha, "Binu", json!({ "reset": true })).await;
    let given = reset.json["password"].as_str().unwrap();
    let login = app.login("Binu", given).await;
    let binu = token(&login);
    for request in [
        Request::get("/api/admin/dashboard"),
        Request::get("/api/admin/users"),
        Request::get("/api/admin/sessions"),
        Request::post("/api/admin/second-factor", &json!({})),
        Request::delete("/api/admin/sessions"),
    ] {
        let refused = app.ask(binu, request).await;
        assert_eq!(
            (refused.status.as_u16(), refused.code()),
            (403, "password_change_required")
        );
    }
    let changed = app.change_password(binu, given, STRONG).await;
    assert_eq!(changed.json.get("must_change_password"), None);
    assert_eq!(app.portal(token(&changed)).await, 200);
    let again = app.login("Binu", STRONG).await;
    assert_eq!(again.json.get("must_change_password"), None);

    let reset = app.change(&asha, "Binu", json!({ "reset": true })).await;
    let login = app.login("Binu", reset.json["password"].as_str().unwrap()).await;
    let logout = Request::post("/api/admin/logout", &json!({}));
    assert_eq!(app.ask(token(&login), logout).await.status, 200);
}

#[tokio::test]
async fn a_replaced_token_has_the_limit_of_the_one_before_and_its_device_is_known() {
    let app = App::start().await;
    let session = app.login("Asha", PASSWORD).await;
    app.wait(50 * 60);
    let changed = app.change_password(token(&session), PASSWORD, STRONG).await;
    assert_eq!(expiry(token(&changed)), expiry(token(&session)));
    let known = app.login_with(&device(&changed), "Asha", "a guess").await;
    assert_eq!(known.status, 401);
    for _ in 0..20 {
        app.login("Asha", "a guess").await;
    }
    assert_eq!(app.login("Asha", STRONG).await.status, 429);
    assert_eq!(
        app.login_with(&device(&changed), "Asha", STRONG).await.status,
        200
    );
}

/// When a token says that it ends.
fn expiry(token: &str) -> i64 {
    let payload = token.split('.').nth(1).unwrap();
    let payload = BASE64_URL_SAFE_NO_PAD.decode(payload).unwrap();
    let claims: serde_json::Value = serde_json::from_slice(&payload).unwrap();
    claims["exp"].as_i64().unwrap()
}
