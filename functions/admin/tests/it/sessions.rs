//! Sessions: what they are listed as, and how they end.

use crate::{App, PASSWORD, token};
use domain::Role;
use serde_json::{Value, json};
use store::{Access, tables::Table};
use test_support::{Answer, Fault, Request};

const HOUR: i64 = 60 * 60;

impl App {
    async fn sessions(&self, token: &str) -> Vec<Value> {
        let answer = self.call(Request::get("/api/admin/sessions").bearer(token)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json.as_array().unwrap().clone()
    }

    async fn end(&self, token: &str, path: &str) -> Answer {
        self.end_with(token, path, &json!({ "password": PASSWORD })).await
    }

    async fn end_with(&self, token: &str, path: &str, body: &Value) -> Answer {
        let request = Request::delete(format!("/api/admin/sessions{path}"));
        self.call(request.json(body).bearer(token)).await
    }

    /// Where the other session of the person who asks is ended.
    async fn path_of_the_other(&self, token: &str) -> String {
        let sessions = self.sessions(token).await;
        let other = sessions.iter().find(|session| session["current"] == false);
        format!("/{}", other.unwrap()["id"].as_str().unwrap())
    }

    async fn login_by(&self, agent: &str) -> Answer {
        let body = json!({ "username": "Asha", "password": PASSWORD });
        self.call(Request::post("/api/admin/login", &body).header("user-agent", agent))
            .await
    }

    /// When the sessions in the table were last seen.
    async fn seen(&self) -> Vec<i64> {
        let items = self.test_env.dump(Table::Access).await;
        let sessions = items
            .iter()
            .filter(|item| item["pk"].as_str().unwrap().starts_with("SESSION#"));
        sessions.map(|item| item["last_seen"].as_i64().unwrap()).collect()
    }
}

#[tokio::test]
async fn own_sessions_are_listed_with_their_device_and_the_one_that_asks() {
    let app = App::start().await;
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    app.login("Binu", PASSWORD).await;
    let phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36";
    let first = app.login_by(phone).await;
    app.wait(60);
    let second = app
        .login_by("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1 Version/18.0 Safari/605.1")
        .await;
    let sessions = app.sessions(token(&second)).await;
    let shown: Vec<_> = sessions
        .iter()
        .map(|session| {
            (
                session["device"].as_str().unwrap(),
                session["current"].as_bool().unwrap(),
            )
        })
        .collect();
    assert_eq!(shown, [("Safari on Mac", true), ("Chrome on Android", false)]);
    assert_eq!(sessions[0]["created_at"], sessions[0]["last_seen"]);
    assert!(sessions[1]["created_at"].as_str() < sessions[0]["created_at"].as_str());
    assert!(sessions[0]["ends_at"].is_string());
    assert_eq!(app.portal(token(&first)).await, 200);
}

#[tokio::test]
async fn a_browser_is_told_in_plain_words() {
    let app = App::start().await;
    for (agent, words) in [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36 Edg/130.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
            "Firefox on Linux",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) CriOS/130.0 Safari/604.1",
            "Chrome on iPhone",
        ),
        (
            "Mozilla/5.0 (X11; CrOS x86_64) Chrome/130.0 Safari/537.36",
            "Chrome on Chromebook",
        ),
        ("curl/8.5.0", "An unknown browser"),
        ("<script>alert(1)</script> Windows", "A browser on Windows"),
    ] {
        let answer = app.login_by(agent).await;
        let sessions = app.sessions(token(&answer)).await;
        let own = sessions
            .iter()
            .find(|session| session["current"] == true)
            .unwrap();
        assert_eq!(own["device"], words, "{agent}");
    }
}

#[tokio::test]
async fn one_session_is_ended_and_the_others_go_on() {
    let app = App::start().await;
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    let here = app.login("Asha", PASSWORD).await;
    let there = app.login("Asha", PASSWORD).await;
    let other = app.login("Binu", PASSWORD).await;
    let path = app.path_of_the_other(token(&here)).await;
    // Not by anybody else.
    assert_eq!(app.end(token(&other), &path).await.status, 404);
    assert_eq!(app.portal(token(&there)).await, 200);
    let ended = app.end(token(&here), &path).await;
    assert_eq!(app.portal(token(&there)).await, 401);
    // Who has proved again who they are gets another token, with the limits of the one before.
    assert_eq!(app.portal(token(&here)).await, 401);
    let now = token(&ended);
    assert_eq!(app.end(now, &path).await.status, 404);
    assert_eq!(app.sessions(now).await.len(), 1);
    assert_eq!(app.sessions(now).await[0]["current"], true);
    assert_eq!(app.entries("admin.session_ended").await.len(), 1);
    app.wait(12 * HOUR);
    assert_eq!(app.portal(now).await, 401);
}

#[tokio::test]
async fn sessions_are_ended_for_the_password_alone_and_guessing_it_is_slowed_down() {
    let app = App::start().await;
    let here = app.login("Asha", PASSWORD).await;
    let there = app.login("Asha", PASSWORD).await;
    let one = app.path_of_the_other(token(&here)).await;
    for path in ["", &one] {
        for body in [json!({}), json!({ "password": "a guess" })] {
            let refused = app.end_with(token(&here), path, &body).await;
            assert_eq!((refused.status.as_u16(), refused.field()), (422, "password"));
        }
    }
    for _ in 0..3 {
        app.end_with(token(&here), &one, &json!({ "password": "a guess" }))
            .await;
    }
    for path in ["", &one] {
        assert_eq!(app.end(token(&here), path).await.status, 429, "{path}");
    }
    for session in [&here, &there] {
        assert_eq!(app.portal(token(session)).await, 200);
    }
    assert!(app.entries("admin.session_ended").await.is_empty());
    assert!(app.entries("admin.logged_out_everywhere").await.is_empty());
    app.wait(15 * 60);
    assert_eq!(app.end(token(&here), "").await.status, 204);
}

#[tokio::test]
async fn the_session_that_asks_is_no_other_one_and_ends_by_signing_out() {
    let app = App::start().await;
    let here = app.login("Asha", PASSWORD).await;
    let id = app.sessions(token(&here)).await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let refused = app.end(token(&here), &format!("/{id}")).await;
    assert_eq!(
        (refused.status.as_u16(), refused.code()),
        (409, "current_session")
    );
    assert_eq!(app.portal(token(&here)).await, 200);
}

#[tokio::test]
async fn a_session_of_ones_own_ends_whole_or_not_at_all() {
    let app = App::start().await;
    let here = app.login("Asha", PASSWORD).await;
    let there = app.login("Asha", PASSWORD).await;
    let path = app.path_of_the_other(token(&here)).await;
    // After the attempt is counted and taken back, the transaction.
    app.test_env.database.set(Fault::CrashBefore(2));
    assert_eq!(app.end(token(&here), &path).await.status, 500);
    app.test_env.database.set(Fault::None);
    for session in [&here, &there] {
        assert_eq!(app.portal(token(session)).await, 200);
    }
    assert_eq!(app.sessions(token(&here)).await.len(), 2);
    assert!(app.entries("admin.session_ended").await.is_empty());
}

#[tokio::test]
async fn all_sessions_end_at_once_and_nobody_elses() {
    let app = App::start().await;
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    let here = app.login("Asha", PASSWORD).await;
    let there = app.login("Asha", PASSWORD).await;
    let other = app.login("Binu", PASSWORD).await;
    assert_eq!(app.end(token(&here), "").await.status, 204);
    for ended in [&here, &there] {
        assert_eq!(app.portal(token(ended)).await, 401);
    }
    assert_eq!(app.portal(token(&other)).await, 200);
    assert_eq!(app.entries("admin.logged_out_everywhere").await.len(), 1);
    let again = app.login("Asha", PASSWORD).await;
    assert_eq!(app.sessions(token(&again)).await.len(), 1);
}

#[tokio::test]
async fn a_session_ends_after_an_idle_hour_and_after_twelve_hours_of_use() {
    let app = App::start().await;
    let idle = app.login("Asha", PASSWORD).await;
    let used = app.login("Asha", PASSWORD).await;
    app.wait(HOUR - 1);
    assert_eq!(app.portal(token(&used)).await, 200);
    app.wait(1);
    assert_eq!(app.portal(token(&idle)).await, 401);
    assert_eq!(app.sessions(token(&used)).await.len(), 1);
    for _ in 0..21 {
        app.wait(HOUR / 2);
        assert_eq!(app.portal(token(&used)).await, 200);
    }
    app.wait(HOUR / 2 - 1);
    assert_eq!(app.portal(token(&used)).await, 200);
    app.wait(1);
    assert_eq!(app.portal(token(&used)).await, 401);
}

#[tokio::test]
async fn a_session_ends_after_an_idle_hour_however_often_its_screen_reads_again_by_itself() {
    let app = App::start().await;
    let session = app.login("Asha", PASSWORD).await;
    let began = app.seen().await;
    let poll = async || {
        let request = Request::get("/api/admin/sessions").header("x-background", "1");
        app.call(request.bearer(token(&session))).await.status
    };
    for _ in 0..11 {
        app.wait(HOUR / 12);
        assert_eq!(poll().await, 200);
    }
    assert_eq!(app.seen().await, began);
    app.wait(HOUR / 12);
    assert_eq!(poll().await, 401);
}

#[tokio::test]
async fn a_session_of_the_door_lasts_fourteen_hours_without_a_call() {
    let app = App::start().await;
    app.accounts()
        .create_as("Door", PASSWORD, Role::Door)
        .await
        .unwrap();
    let door = app.login("Door", PASSWORD).await;
    app.wait(14 * HOUR - 1);
    assert_eq!(app.sessions(token(&door)).await.len(), 1);
    app.wait(1);
    let path = Request::get("/api/admin/sessions").bearer(token(&door));
    assert_eq!(app.call(path).await.status, 401);
}

#[tokio::test]
async fn a_use_is_written_down_every_two_minutes_and_not_at_every_call() {
    let app = App::start().await;
    let session = app.login("Asha", PASSWORD).await;
    let began = app.seen().await[0];
    app.wait(119);
    app.portal(token(&session)).await;
    assert_eq!(app.seen().await, [began]);
    app.wait(1);
    app.portal(token(&session)).await;
    app.wait(60);
    app.portal(token(&session)).await;
    assert_eq!(app.seen().await, [began + 120]);
}

#[tokio::test]
async fn a_session_that_ended_is_not_begun_again_by_a_late_note() {
    let app = App::start().await;
    let session = app.login("Asha", PASSWORD).await;
    let access = Access::from_env(&app.test_env.env()).unwrap();
    let account = &app.accounts().list().await.unwrap()[0];
    let id = access.sessions(&account.id).await.unwrap()[0].id.clone();
    let seen = app.test_env.clock.now();
    let logout = Request::post("/api/admin/logout", &json!({})).bearer(token(&session));
    assert_eq!(app.call(logout).await.status, 200);
    access.note_session(&account.id, &id, seen, seen).await.unwrap();
    assert!(app.seen().await.is_empty());
    // The control.
    app.test_env.database.set(Fault::NoConditions);
    access.note_session(&account.id, &id, seen, seen).await.unwrap();
    assert_eq!(app.seen().await.len(), 1);
}
