//! How long a token and its session last, and what a session may be restricted to.

use super::{HOUR, NOW, claims, forged, portal};
use domain::Role;
use serde_json::json;
use std::sync::atomic::Ordering;

#[tokio::test]
async fn a_token_lasts_for_twelve_hours_and_one_of_the_door_for_fourteen() {
    let portal = portal();
    for (role, hours, session) in [(Role::Admin, 12, "used all day"), (Role::Door, 14, "s1")] {
        let token = portal.token_of("a1", role, session);
        portal.time.store(NOW + hours * HOUR - 1, Ordering::Relaxed);
        assert_eq!(portal.status("/signed-in", &token).await, 200, "{role:?}");
        portal.time.store(NOW + hours * HOUR, Ordering::Relaxed);
        assert_eq!(portal.status("/signed-in", &token).await, 401, "{role:?}");
    }
}

#[tokio::test]
async fn a_session_ends_after_an_idle_hour() {
    let portal = portal();
    portal.time.store(NOW + HOUR - 1, Ordering::Relaxed);
    assert_eq!(portal.status("/admin", &portal.token()).await, 200);
    portal.time.store(NOW + HOUR, Ordering::Relaxed);
    portal.refuses(&portal.token()).await;
}

#[tokio::test]
async fn a_use_is_noted_when_the_last_note_is_old_and_the_caller_is_let_in() {
    let portal = portal();
    portal.time.store(NOW + 119, Ordering::Relaxed);
    assert_eq!(portal.status("/admin", &portal.token()).await, 200);
    assert!(portal.noted.lock().unwrap().is_empty());
    portal.time.store(NOW + 120, Ordering::Relaxed);
    let clerk = portal.token_of("a1", Role::Counter, "s1");
    assert_eq!(portal.status("/admin", &clerk).await, 403);
    assert!(portal.noted.lock().unwrap().is_empty());
    assert_eq!(portal.status("/admin", &portal.token()).await, 200);
    assert_eq!(*portal.noted.lock().unwrap(), [("s1".to_owned(), NOW + 120)]);
}

#[tokio::test]
async fn a_token_of_a_session_that_ended_or_belongs_to_an_earlier_version_is_refused() {
    let portal = portal();
    for session in ["ended", "of an earlier version"] {
        portal.refuses(&portal.token_of("a1", Role::Admin, session)).await;
    }
}

#[tokio::test]
async fn a_token_that_names_no_session_is_refused() {
    let portal = portal();
    let header = json!({"typ": "JWT", "alg": "EdDSA"});
    for session in [json!(null), json!(""), json!(["s1"])] {
        let mut claims = claims();
        claims["sid"] = session;
        portal.refuses(&forged(&header, &claims, &portal.keys)).await;
    }
    let mut claims = claims();
    claims.as_object_mut().unwrap().remove("sid");
    portal.refuses(&forged(&header, &claims, &portal.keys)).await;
}

#[tokio::test]
async fn a_restricted_session_may_do_what_ends_the_restriction_and_sign_out() {
    let portal = portal();
    for (session, code, permitted) in [
        (
            "with a given password",
            "password_change_required",
            &["/session", "/password"][..],
        ),
        (
            "without a second factor",
            "second_factor_required",
            &["/session", "/factor"],
        ),
        ("of a later release", "forbidden", &["/session"]),
    ] {
        let token = portal.token_of("a1", Role::Admin, session);
        for path in [
            "/admin",
            "/signed-in",
            "/reports",
            "/session",
            "/password",
            "/factor",
        ] {
            let answer = portal.ask(path, Some(&format!("Bearer {token}"))).await;
            if permitted.contains(&path) {
                assert_eq!(answer.status, 200, "{path} {session}");
            } else {
                assert_eq!(answer.refusal(), (403, code, None), "{path} {session}");
            }
        }
    }
}

#[tokio::test]
async fn when_the_session_cannot_be_read_the_administrator_is_not_signed_out() {
    let portal = portal();
    let token = portal.token_of("broken", Role::Admin, "s1");
    let answer = portal.ask("/admin", Some(&format!("Bearer {token}"))).await;
    assert_eq!(answer.refusal(), (500, "internal_error", None));
}
