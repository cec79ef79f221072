//! Names, passwords, tokens.

use crate::{App, PASSWORD, pause_of, token};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use store::tables::Table;
use test_support::Fault;

/// What a token says of its bearer.
fn payload(token: &str) -> Value {
    let payload = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap()
}

#[tokio::test]
async fn the_right_password_gives_a_token_with_id_name_and_role_that_the_portal_takes() {
    let app = App::start().await;
    let answer = app.login("Asha", PASSWORD).await;
    assert_eq!(answer.json["msg"], "Login successful.");
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert_eq!(app.portal(token(&answer)).await, 200);
    let account = &app.accounts().list().await.unwrap()[0];
    let expires = app.test_env.clock.now().unix_timestamp() + 12 * 60 * 60;
    let mut payload = payload(token(&answer));
    let session = payload.as_object_mut().unwrap().remove("sid").unwrap();
    assert_eq!(session.as_str().unwrap().len(), 26);
    assert_eq!(
        payload,
        json!({"aud": "staff", "id": account.id, "username": "Asha", "role": "admin", "exp": expires})
    );
}

#[tokio::test]
async fn a_success_is_in_the_audit_log_and_a_failure_is_not() {
    let app = App::start().await;
    for (name, password) in [
        ("Asha", "wrong"),
        ("Nobody", PASSWORD),
        ("", ""),
        ("Asha", PASSWORD),
    ] {
        app.login(name, password).await;
    }
    let entries = app.entries("admin.logged_in").await;
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0]["username"], "Asha");
    assert_eq!(entries[0]["subject"], app.accounts().list().await.unwrap()[0].id);
    // The account with its name in the list, one entry of it, one of the login.
    assert_eq!(app.test_env.dump(Table::Admin).await.len(), 4);
}

#[tokio::test]
async fn the_case_of_the_name_does_not_matter_and_the_token_bears_the_original() {
    let app = App::start().await;
    for name in ["asha", "ASHA", " Asha "] {
        let answer = app.login(name, PASSWORD).await;
        assert_eq!(payload(token(&answer))["username"], "Asha");
    }
}

#[tokio::test]
async fn a_wrong_password_an_unknown_name_and_a_disabled_account_get_the_same_answer() {
    let app = App::start().await;
    app.accounts().create("Gone", PASSWORD).await.unwrap();
    app.accounts().disable("gone").await.unwrap();
    let refusal = json!({"code": "invalid_credentials", "message": "Invalid credentials.", "msg": "Invalid credentials."});
    for (name, password) in [
        ("Asha", "wrong"),
        ("Asha", "EXPO-ADMIN"),
        ("Nobody", PASSWORD),
        ("Gone", PASSWORD),
    ] {
        let answer = app.login(name, password).await;
        assert_eq!(answer.status, 401);
        assert_eq!(pause_of(&answer), refusal, "{name}");
    }
}

/// The work on an unknown name is the verification of a password: without it the answer comes some twenty times
/// as fast. A busy machine makes some answers late, but none early, so the fastest of each are
/// compared, of as many as it takes.
#[tokio::test]
async fn an_unknown_name_takes_as_long_as_a_wrong_password() {
    let app = App::start().await;
    let (mut known, mut unknown) = (Duration::MAX, Duration::MAX);
    for round in 1..=60 {
        known = known.min(refusal_time(&app, "Asha").await);
        unknown = unknown.min(refusal_time(&app, "Nobody").await);
        if round >= 5 && unknown > known / 5 {
            return;
        }
        // Until both may be guessed at again.
        app.test_env.clock.advance(time::Duration::hours(1));
    }
    panic!("{unknown:?} against {known:?}");
}

async fn refusal_time(app: &App, name: &str) -> Duration {
    let started = Instant::now();
    assert_eq!(app.login(name, "wrong").await.status, 401);
    started.elapsed()
}

#[tokio::test]
async fn a_missing_name_or_password_is_named() {
    let app = App::start().await;
    let required = "Username and password are required.";
    for (body, field) in [
        (json!({"password": PASSWORD}), "username"),
        (json!({"username": "", "password": PASSWORD}), "username"),
        (json!({"username": "   ", "password": PASSWORD}), "username"),
        (json!({"username": "Asha"}), "password"),
        (json!({"username": "Asha", "password": ""}), "password"),
        (json!({}), "username"),
    ] {
        let answer = app.send_login("203.0.113.9", &body).await;
        assert_eq!(answer.status, 422, "{body}");
        let refusal = json!({"code": "invalid_field", "message": required, "msg": required, "field": field});
        assert_eq!(pause_of(&answer), refusal, "{body}");
    }
}

#[tokio::test]
async fn nonsense_is_refused_with_a_message_for_the_form() {
    let app = App::start().await;
    for (body, field) in [
        (json!({"username": ["Asha"], "password": PASSWORD}), "username"),
        (json!({"username": "Asha", "password": 12345678}), "password"),
        (json!({"username": {"$ne": ""}, "password": PASSWORD}), "username"),
        (json!({"username": "Asha", "password": null}), "password"),
        (
            json!({"username": "Asha", "password": "x".repeat(257)}),
            "password",
        ),
        (
            json!({"username": "x".repeat(257), "password": PASSWORD}),
            "username",
        ),
        (json!(["Asha", PASSWORD]), "body"),
    ] {
        let answer = app.send_login("203.0.113.9", &body).await;
        assert_eq!(answer.status, 422, "{body}");
        assert_eq!(answer.json["field"], field, "{body}");
        assert_eq!(answer.json["msg"], answer.json["message"]);
        assert!(answer.json["msg"].is_string());
    }
}

#[tokio::test]
async fn a_new_password_and_a_disabled_account_end_the_sessions_and_the_old_password() {
    let app = App::start().await;
    let before = app.login("Asha", PASSWORD).await;
    app.accounts().reset("asha", "another-password").await.unwrap();
    assert_eq!(app.portal(token(&before)).await, 401);
    assert_eq!(app.login("Asha", PASSWORD).await.status, 401);
    let after = app.login("Asha", "another-password").await;
    assert_eq!(app.portal(token(&after)).await, 200);

    app.accounts().disable("ASHA").await.unwrap();
    assert_eq!(app.portal(token(&after)).await, 401);
    assert_eq!(app.login("Asha", "another-password").await.status, 401);
    app.accounts().reset("Asha", PASSWORD).await.unwrap();
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn without_the_tables_the_answer_is_a_failure_and_not_a_refusal() {
    let app = App::start().await;
    for fault in [
        Fault::CrashBefore(0),
        Fault::TableDown(Table::Access),
        Fault::TableDown(Table::Admin),
    ] {
        app.test_env.database.set(fault);
        let answer = app.login("Asha", PASSWORD).await;
        assert_eq!(answer.status, 500, "{fault:?}");
        assert_eq!(answer.json["code"], "internal_error");
        assert_eq!(answer.json["msg"], answer.json["message"]);
        assert_eq!(answer.json.get("token"), None);
    }
    // What the login does not read does not matter to it.
    app.test_env.database.set(Fault::TableDown(Table::Registrations));
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
}
