//! Signing out.

use crate::{App, PASSWORD, token};
use futures::future::join_all;
use serde_json::json;
use test_support::{Answer, Fault, Request};

impl App {
    async fn logout(&self, token: &str) -> Answer {
        self.call(Request::post_raw("/api/admin/logout", "").bearer(token))
            .await
    }
}

#[tokio::test]
async fn a_logout_ends_this_session_and_no_other() {
    let app = App::start().await;
    let here = app.login("Asha", PASSWORD).await;
    let there = app.login("Asha", PASSWORD).await;
    let answer = app.logout(token(&here)).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json, json!({ "message": "You are signed out." }));
    assert_eq!(app.portal(token(&here)).await, 401);
    assert_eq!(app.logout(token(&here)).await.status, 401);
    assert_eq!(app.portal(token(&there)).await, 200);
    let again = app.login("Asha", PASSWORD).await;
    assert_eq!(app.portal(token(&again)).await, 200);
}

#[tokio::test]
async fn a_logout_is_in_the_audit_log_once_however_often_it_is_asked_for_at_once() {
    let app = App::start().await;
    let session = app.login("Asha", PASSWORD).await;
    let answers = join_all((0..10).map(|_| app.logout(token(&session)))).await;
    assert!(answers.iter().any(|answer| answer.status == 200));
    assert!(
        answers
            .iter()
            .all(|answer| matches!(answer.status.as_u16(), 200 | 401))
    );
    let entries = app.entries("admin.logged_out").await;
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0]["username"], "Asha");
    // A session that began after it is not ended by those that came late.
    let after = app.login("Asha", PASSWORD).await;
    assert_eq!(app.portal(token(&after)).await, 200);
}

#[tokio::test]
async fn a_logout_that_cannot_be_written_leaves_the_session_and_no_entry() {
    let app = App::start().await;
    let session = app.login("Asha", PASSWORD).await;
    app.test_env.database.set(Fault::CrashBefore(0));
    assert_eq!(app.logout(token(&session)).await.status, 500);
    app.test_env.database.set(Fault::None);
    assert_eq!(app.portal(token(&session)).await, 200);
    assert!(app.entries("admin.logged_out").await.is_empty());
}
