//! Setting a second factor up, and where it is compulsory.

use super::refusal;
use crate::{App, PASSWORD, token};
use serde_json::{Value, json};
use test_support::Request;

#[tokio::test]
async fn a_second_factor_is_set_up_and_asked_for_after_the_password() {
    let app = App::start().await;
    let there = app.login("Asha", PASSWORD).await;
    let here = app.login("Asha", PASSWORD).await;
    let begun = app.begin(token(&here)).await;
    let (secret, url) = (&begun.json["secret"], begun.json["otpauth_url"].as_str().unwrap());
    assert!(
        url.contains(secret.as_str().unwrap()) && url.contains("Asha"),
        "{url}"
    );
    let enrolled = app.enrol(token(&here).to_owned()).await;
    assert_eq!(enrolled.recovery_codes.len(), 10);
    let account = enrolled
        .ask(&enrolled.session, Request::get("/api/admin/account"))
        .await;
    assert_eq!(
        account.json,
        json!({ "username": "Asha", "role": "admin", "second_factor": true, "recovery_codes": 10, "daily_report": false })
    );
    // Sessions of before it end, and this one has another token.
    assert_eq!(enrolled.portal(token(&there)).await, 401);
    assert_eq!(enrolled.portal(token(&here)).await, 401);
    assert_eq!(enrolled.portal(&enrolled.session).await, 200);
    let code = enrolled.code(&enrolled.secret, 0);
    let signed_in = enrolled.sign_in(&code).await;
    assert_eq!(enrolled.portal(token(&signed_in)).await, 200);
    let entries = enrolled.entries("admin.logged_in").await;
    assert_eq!(
        entries.last().unwrap()["after"],
        json!({ "second_factor": "code" })
    );
    assert_eq!(entries.len(), 3, "a password alone is no sign-in");
    assert_eq!(
        refusal(&enrolled.begin(&enrolled.session).await),
        (409, "second_factor_exists")
    );
}

#[tokio::test]
async fn an_enrolment_that_is_interrupted_or_wrong_changes_nothing() {
    let app = App::start().await;
    let session = token(&app.login("Asha", PASSWORD).await).to_owned();
    assert_eq!(
        refusal(&app.confirm(&session, "123456").await),
        (409, "enrolment_expired")
    );
    let begun = app.begin(&session).await;
    let secret = begun.json["secret"].as_str().unwrap().to_owned();
    assert_eq!(app.confirm(&session, "000000").await.field(), "code");
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
    assert_eq!(app.portal(token(&app.login("Asha", PASSWORD).await)).await, 200);
    // Begun again, the first secret is none any more.
    let second = app.begin(&session).await;
    assert_ne!(second.json["secret"], secret.as_str());
    assert_eq!(app.confirm(&session, &app.code(&secret, 0)).await.field(), "code");
    app.wait(15 * 60);
    let late = app.code(second.json["secret"].as_str().unwrap(), 0);
    assert_eq!(
        refusal(&app.confirm(&session, &late).await),
        (409, "enrolment_expired")
    );
    assert!(app.entries("admin.second_factor_set_up").await.is_empty());
}

#[tokio::test]
async fn where_it_is_compulsory_an_administrator_without_one_may_only_set_it_up() {
    let app = App::strict().await;
    app.accounts()
        .create_as("Clerk", PASSWORD, domain::Role::Accountant)
        .await
        .unwrap();
    let clerk = app.login("Clerk", PASSWORD).await;
    assert_eq!(app.portal(token(&clerk)).await, 200);
    let login = app.login("Asha", PASSWORD).await;
    assert_eq!(login.json["second_factor_required"], true);
    let session = token(&login).to_owned();
    let refused = app.ask(&session, Request::get("/api/admin/users")).await;
    assert_eq!(refusal(&refused), (403, "second_factor_required"));
    let enrolled = app.enrol(session).await;
    assert_eq!(enrolled.portal(&enrolled.session).await, 200);
    let signed_in = enrolled.sign_in(&enrolled.code(&enrolled.secret, 0)).await;
    assert_eq!(signed_in.json.get("second_factor_required"), None);
    assert_eq!(enrolled.portal(token(&signed_in)).await, 200);
    // Taken away, it is compulsory again, at once.
    enrolled.wait(30);
    let code = enrolled.code(&enrolled.secret, 0);
    let removed = enrolled.remove(token(&signed_in), &code).await;
    assert_eq!(removed.json["second_factor_required"], true);
    assert_eq!(enrolled.portal(token(&removed)).await, 403);
}

#[tokio::test]
async fn a_given_password_is_replaced_before_a_second_factor_is_set_up() {
    let app = App::strict().await;
    let asha = token(&app.login("Asha", PASSWORD).await).to_owned();
    let app = app.enrol(asha).await;
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    let reset = app.change(&app.session, "Binu", json!({ "reset": true })).await;
    let given = reset.json["password"].as_str().unwrap();
    let login = app.login("Binu", given).await;
    assert_eq!(
        (
            &login.json["must_change_password"],
            login.json.get("second_factor_required")
        ),
        (&json!(true), None::<&Value>)
    );
    assert_eq!(
        refusal(&app.begin(token(&login)).await),
        (403, "password_change_required")
    );
    let changed = app
        .change_password(token(&login), given, "kadavu plum lantern")
        .await;
    let refused = app.ask(token(&changed), Request::get("/api/admin/users")).await;
    assert_eq!(refusal(&refused), (403, "second_factor_required"));
    assert_eq!(app.begin(token(&changed)).await.status, 200);
}

#[tokio::test]
async fn somebody_who_has_the_session_alone_cannot_set_one_up() {
    let app = App::start().await;
    let session = token(&app.login("Asha", PASSWORD).await).to_owned();
    let begun = app.begin(&session).await;
    let code = app.code(begun.json["secret"].as_str().unwrap(), 0);
    for (password, message) in [(None, "Please enter"), (Some("a guess"), "not your present")] {
        let body = json!({ "code": code, "password": password.unwrap_or_default() });
        let confirm = Request::post("/api/admin/second-factor/confirm", &body);
        let refused = app.ask(&session, confirm).await;
        assert_eq!((refused.status.as_u16(), refused.field()), (422, "password"));
        assert!(refused.message().contains(message), "{}", refused.message());
    }
    assert!(app.entries("admin.second_factor_set_up").await.is_empty());
    assert_eq!(app.confirm(&session, &code).await.status, 200);
}
