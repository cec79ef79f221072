//! Beginning a bulk action: once, by who may, and for as many as were seen.

use super::*;
use futures::future::join_all;

#[tokio::test]
async fn fifty_presses_begin_one_and_another_form_under_the_key_is_refused() {
    let app = App::start().await;
    app.unpaid(2).await;
    let form = json!({ "action": "mark_paid", "expected": 2 });
    let answers = join_all((0..50).map(|_| app.ask(keyed(&form, "1")))).await;
    let begun: Vec<_> = answers.iter().filter(|answer| answer.status == 202).collect();
    assert!(!begun.is_empty());
    assert!(begun.iter().all(|answer| answer.json == begun[0].json));
    assert!(
        answers
            .iter()
            .all(|answer| [202, 503].contains(&answer.status.as_u16()))
    );
    assert_eq!(app.events().len(), 1);
    assert_eq!(app.audited("bulk.started").await.len(), 1);
    let other = json!({ "action": "mark_paid", "expected": 1 });
    let refused = app.ask(keyed(&other, "1")).await;
    assert_eq!(
        (refused.status.as_u16(), refused.code()),
        (409, "idempotency_key_reused")
    );
}

#[tokio::test]
async fn nothing_begins_without_a_key_a_reason_or_the_number_that_was_seen() {
    let app = App::start().await;
    app.paid(2).await;
    let without_key = app
        .ask(Request::post(BULK, &json!({ "action": "resend", "expected": 2 })))
        .await;
    assert_eq!(
        (without_key.status.as_u16(), without_key.field()),
        (422, "Idempotency-Key")
    );
    for (form, status, refused) in [
        (json!({ "action": "resend" }), 422, "expected"),
        (json!({ "action": "withdraw", "expected": 2 }), 422, "reason"),
        (
            json!({ "action": "withdraw", "expected": 2, "reason": "x".repeat(201) }),
            422,
            "reason",
        ),
        (
            json!({ "action": "resend", "expected": 2, "reason": "A reason" }),
            422,
            "reason",
        ),
        (json!({ "action": "resend", "expected": 3 }), 409, "expected"),
    ] {
        let answer = app.ask(keyed(&form, "2")).await;
        assert_eq!(
            (answer.status.as_u16(), answer.field()),
            (status, refused),
            "{form}"
        );
    }
    let changed = app
        .ask(keyed(&json!({ "action": "resend", "expected": 3 }), "2"))
        .await;
    assert_eq!(
        (changed.code(), &changed.json["changes"]),
        ("count_changed", &json!(2)),
        "{}",
        changed.json
    );
    let nobody = app
        .ask(keyed(&json!({ "action": "mark_paid", "expected": 0 }), "3"))
        .await;
    assert_eq!((nobody.status.as_u16(), nobody.code()), (409, "nothing_to_do"));
    assert!(app.events().is_empty() && app.audited("bulk.started").await.is_empty());
}

/// What a role may do to one candidate it may do to many, and nothing else.
#[tokio::test]
async fn a_role_may_do_to_many_what_it_may_do_to_one() {
    let app = App::start().await;
    app.paid(1).await;
    app.unpaid(1).await;
    for (role, may) in [
        (Role::Admin, &["resend", "mark_paid", "withdraw", "restore"][..]),
        (Role::Counter, &["resend", "mark_paid"][..]),
        (Role::Accountant, &[]),
        (Role::Door, &[]),
    ] {
        for action in ["resend", "mark_paid", "withdraw", "restore"] {
            let allowed = may.contains(&action);
            let preview = app
                .ask_as(role, Request::post(format!("{BULK}/preview"), &to_all(action)))
                .await;
            assert_eq!(preview.status == 200, allowed, "{role:?} {action}");
            let mut form = to_all(action);
            form["expected"] = json!(1_000);
            let begun = app.ask_as(role, keyed(&form, "4")).await.status;
            assert_eq!(begun == 403, !allowed, "{role:?} {action}: {begun}");
        }
    }
    let id = app.begin(&to_all("withdraw")).await;
    for (role, status) in [(Role::Counter, 403), (Role::Accountant, 403), (Role::Admin, 204)] {
        for act in ["stop", "resume"] {
            let answer = app
                .ask_as(role, Request::post(format!("{BULK}/{id}/{act}"), &json!({})))
                .await;
            assert_eq!(answer.status, status, "{role:?} {act}");
        }
    }
    for (role, status) in [(Role::Counter, 200), (Role::Accountant, 200), (Role::Door, 403)] {
        for path in [
            BULK.to_owned(),
            format!("{BULK}/{id}"),
            format!("{BULK}/{id}/results"),
        ] {
            assert_eq!(
                app.ask_as(role, Request::get(&path)).await.status,
                status,
                "{role:?} {path}"
            );
        }
    }
    assert_eq!(call(&app.router, Request::get(BULK)).await.status, 401);
    assert_eq!(app.ask(Request::get(format!("{BULK}/x"))).await.status, 404);
}
