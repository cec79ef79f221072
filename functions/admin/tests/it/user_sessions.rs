//! Administrators see where somebody else is signed in, and end it.

use crate::{App, PASSWORD, token};
use domain::Role;
use serde_json::{Value, json};
use test_support::{Answer, Fault, Request};

const PHONE: &str = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36";

fn of(name: &str, more: &str) -> String {
    format!("/api/admin/users/{name}/sessions{more}")
}

impl App {
    async fn sessions_of(&self, asker: &str, name: &str) -> Vec<Value> {
        let answer = self.ask(asker, Request::get(of(name, ""))).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json.as_array().unwrap().clone()
    }

    /// Binu, of the counter, signs in with a phone and, a minute later, with something else.
    async fn binu_twice(&self) -> (Answer, Answer) {
        self.accounts()
            .create_as("Binu", PASSWORD, Role::Counter)
            .await
            .unwrap();
        let body = json!({ "username": "Binu", "password": PASSWORD });
        let phone = Request::post("/api/admin/login", &body).header("user-agent", PHONE);
        let phone = self.call(phone).await;
        self.wait(60);
        (phone, self.login("Binu", PASSWORD).await)
    }

    async fn is_signed_in(&self, answer: &Answer) -> bool {
        let own = Request::get("/api/admin/sessions").bearer(token(answer));
        self.call(own).await.status == 200
    }
}

#[tokio::test]
async fn an_administrator_sees_where_somebody_is_signed_in_and_ends_one_session_of_them() {
    let app = App::start().await;
    let asha = token(&app.login("Asha", PASSWORD).await).to_owned();
    let (phone, other) = app.binu_twice().await;
    let sessions = app.sessions_of(&asha, "binu").await;
    let shown: Vec<_> = sessions
        .iter()
        .map(|one| (&one["device"], &one["current"]))
        .collect();
    let no = &json!(false);
    assert_eq!(
        shown,
        [
            (&json!("An unknown browser"), no),
            (&json!("Chrome on Android"), no)
        ]
    );
    assert_eq!(sessions[0]["created_at"], sessions[0]["last_seen"]);
    assert!(sessions[0]["ends_at"].is_string());

    let path = of("binu", &format!("/{}", sessions[1]["id"].as_str().unwrap()));
    assert_eq!(app.ask(&asha, Request::delete(&path)).await.status, 204);
    assert!(!app.is_signed_in(&phone).await);
    assert!(app.is_signed_in(&other).await);
    assert_eq!(app.sessions_of(&asha, "binu").await.len(), 1);
    assert_eq!(app.ask(&asha, Request::delete(&path)).await.status, 404);
    let entries = app.entries("admin.session_ended").await;
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0]["username"], "Asha");
    let before = json!({ "username": "Binu", "device": "Chrome on Android" });
    assert_eq!(entries[0]["before"], before);
    // The own ones are listed in the same way, with the one that asks.
    assert_eq!(app.sessions_of(&asha, "asha").await[0]["current"], true);
}

#[tokio::test]
async fn an_administrator_ends_every_session_of_somebody_and_of_nobody_else() {
    let app = App::start().await;
    let asha = app.login("Asha", PASSWORD).await;
    let (phone, other) = app.binu_twice().await;
    let end = |name: &str| app.ask(token(&asha), Request::delete(of(name, "")));
    assert_eq!(end("binu").await.status, 204);
    for ended in [&phone, &other] {
        assert!(!app.is_signed_in(ended).await);
    }
    assert!(app.is_signed_in(&asha).await);
    assert!(app.sessions_of(token(&asha), "binu").await.is_empty());
    let entries = app.entries("admin.logged_out_everywhere").await;
    assert_eq!(entries[0]["before"], json!({ "username": "Binu" }));
    // The person may sign in again: this is not the end of the account.
    assert!(app.is_signed_in(&app.login("Binu", PASSWORD).await).await);
    // Of an account without a session, too.
    app.accounts()
        .create_as("Cini", PASSWORD, Role::Door)
        .await
        .unwrap();
    assert_eq!(end("cini").await.status, 204);
}

#[tokio::test]
async fn nobody_else_does_and_a_session_of_somebody_else_is_not_found_under_another_name() {
    let app = App::start().await;
    let asha = app.login("Asha", PASSWORD).await;
    let (phone, other) = app.binu_twice().await;
    let id = app.sessions_of(token(&asha), "binu").await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let one = format!("/{id}");
    for path in [of("asha", ""), of("binu", "")] {
        let answer = app.ask(token(&phone), Request::get(&path)).await;
        assert_eq!(answer.status, 403, "{path}");
    }
    for path in [of("asha", ""), of("binu", &one)] {
        let answer = app.ask(token(&phone), Request::delete(&path)).await;
        assert_eq!(answer.status, 403, "{path}");
    }
    for path in [of("nobody", &one), of("nobody", "")] {
        let answer = app.ask(token(&asha), Request::delete(&path)).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code()),
            (404, "not_found"),
            "{path}"
        );
    }
    assert_eq!(
        app.ask(token(&asha), Request::get(of("nobody", ""))).await.status,
        404
    );
    // The own ones end for the password alone, which is asked for elsewhere.
    for path in [of("asha", &one), of("asha", "")] {
        let answer = app.ask(token(&asha), Request::delete(&path)).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code()),
            (409, "own_account"),
            "{path}"
        );
    }
    assert!(app.is_signed_in(&other).await);
    assert!(app.is_signed_in(&asha).await);
}

#[tokio::test]
async fn a_session_ends_with_its_entry_or_neither() {
    let app = App::start().await;
    let asha = app.login("Asha", PASSWORD).await;
    let (phone, _) = app.binu_twice().await;
    let sessions = app.sessions_of(token(&asha), "binu").await;
    let one = format!("/{}", sessions[1]["id"].as_str().unwrap());
    for path in [of("binu", &one), of("binu", "")] {
        app.test_env.database.set(Fault::CrashBefore(0));
        let answer = app.ask(token(&asha), Request::delete(&path)).await;
        assert_eq!(answer.status, 500, "{path}");
        app.test_env.database.set(Fault::None);
        assert!(app.is_signed_in(&phone).await);
    }
    assert!(app.entries("admin.session_ended").await.is_empty());
    assert!(app.entries("admin.logged_out_everywhere").await.is_empty());
}
