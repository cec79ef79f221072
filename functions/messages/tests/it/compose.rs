//! What may be sent, by whom, and once.

use super::*;
use aws_emulation::Fault as MailFault;
use domain::Role;
use futures::future::join_all;

#[tokio::test]
async fn a_preview_counts_addresses_and_shows_the_mail_and_sends_nothing() {
    let app = App::with_candidates(30).await;
    let answer = app
        .ask(Request::post(format!("{MESSAGES}/preview"), &to(json!({}))))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["recipients"], 30);
    assert_eq!(answer.json["skipped"], json!([]));
    let sample = &answer.json["sample"];
    assert_eq!(sample["subject"], "News");
    assert!(
        sample["text"]
            .as_str()
            .unwrap()
            .starts_with("Dear Asha Rao, your pass: https://expo.example/payment/success?order_id=C")
    );
    assert!(
        sample["html"]
            .as_str()
            .unwrap()
            .contains("<a href=\"https://expo.example/payment/success?order_id=C")
    );
    assert!(app.test_env.mailbox.mails().is_empty() && app.events().is_empty());
    let nobody = to(json!({ "package": "no-such-package" }));
    let answer = app
        .ask(Request::post(format!("{MESSAGES}/preview"), &nobody))
        .await;
    assert_eq!(answer.json["recipients"], 0);
    assert!(
        answer.json["sample"]["text"]
            .as_str()
            .unwrap()
            .starts_with("Dear Asha Rao")
    );
}

#[tokio::test]
async fn a_field_that_is_missing_too_long_or_unknown_is_refused_by_its_name() {
    let app = App::start().await;
    let long = "t".repeat(5_001);
    for (form, field) in [
        (json!({ "body": "Text" }), "subject"),
        (json!({ "subject": "News" }), "body"),
        (
            json!({ "subject": "News\r\nBcc: x@example.com", "body": "Text" }),
            "subject",
        ),
        (json!({ "subject": "News", "body": long }), "body"),
        (json!({ "subject": "News for {name}", "body": "Text" }), "subject"),
        (json!({ "subject": "News", "body": "Dear {first_name}" }), "body"),
        (to(json!({ "status": "GONE" })), "audience.status"),
        (to(json!({ "validity": "old" })), "audience.validity"),
        (to(json!({ "package": "a b" })), "audience.package"),
        (to(json!({ "course": "a b" })), "audience.course"),
        (to(json!({ "holds_exam": "a b" })), "audience.holds_exam"),
        (
            to(json!({ "registered_from": "2025-05-31", "registered_to": "2025-05-30" })),
            "audience.registered_to",
        ),
        (
            to(json!({ "exam_preference": "online" })),
            "audience.exam_preference",
        ),
        (
            to(json!({ "checked_in": "day:yesterday" })),
            "audience.checked_in",
        ),
        (
            to(json!({ "not_checked_in": "hall:1" })),
            "audience.not_checked_in",
        ),
        (to(json!({ "filled_in": "a b" })), "audience.filled_in"),
        (to(json!({ "customer_ids": ["a b"] })), "audience.customer_ids"),
        // Who is sent nobody does not write to everybody.
        (to(json!({ "customer_ids": [] })), "audience.customer_ids"),
        (
            to(json!({ "customer_ids": vec!["C0123456789A"; 1_001] })),
            "audience.customer_ids",
        ),
    ] {
        for request in [
            keyed(&form, "1"),
            Request::post(format!("{MESSAGES}/preview"), &form),
            Request::post(format!("{MESSAGES}/test"), &form),
        ] {
            let is_test = answer_of_test(&request);
            let answer = app.ask(request).await;
            if is_test && field.starts_with("audience.") && answer.status != 422 {
                // A test goes to oneself, whatever the audience.
                continue;
            }
            let got = (answer.status.as_u16(), answer.field());
            assert_eq!(got, (422, field), "{}", answer.json);
        }
    }
    let without_key = app.ask(Request::post(MESSAGES, &to(json!({})))).await;
    assert_eq!(
        (without_key.status.as_u16(), without_key.field()),
        (422, "Idempotency-Key")
    );
    assert!(app.events().is_empty());
    assert_eq!(app.ask(Request::get(MESSAGES)).await.json["messages"], json!([]));
}

fn answer_of_test(request: &Request) -> bool {
    format!("{request:?}").contains("/test")
}

#[tokio::test]
async fn fifty_presses_at_once_are_one_message() {
    let app = App::with_candidates(5).await;
    let token = app.test_env.admin_token().await;
    let form = to(json!({}));
    let presses = (0..50).map(|_| call(&app.router, keyed(&form, "1").bearer(&token)));
    let mut ids = Vec::new();
    for answer in join_all(presses).await {
        // One that came while another was written is told to come again.
        if answer.status == 202 {
            ids.push(answer.json["message_id"].as_str().unwrap().to_owned());
        } else {
            assert_eq!(answer.status, 503, "{}", answer.json);
        }
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 1);
    assert_eq!(app.send(&form).await, ids[0], "and once more");
    assert_eq!(app.events().len(), 1);
    assert_eq!(app.entries("message.sent").await.len(), 1);
    let other = app.ask(keyed(&to(json!({ "status": "PAID" })), "1")).await;
    assert_eq!(
        (other.status.as_u16(), other.code()),
        (409, "idempotency_key_reused")
    );
}

#[tokio::test]
async fn a_message_whose_event_nobody_takes_goes_out_all_the_same() {
    let app = App::with_candidates(3).await;
    app.test_env.refuse_invocations(true);
    let id = app.send(&to(json!({}))).await;
    assert_eq!(app.state(&id).await["state"], "queued");
    app.test_env.refuse_invocations(false);
    app.finish(&id).await;
    assert_eq!(app.mails().len(), 3);
}

#[tokio::test]
async fn administrators_send_and_those_who_look_candidates_up_read() {
    let app = App::with_candidates(3).await;
    let id = app.send(&to(json!({}))).await;
    let form = to(json!({}));
    for role in Role::ALL {
        let token = app.test_env.token_of(role).await;
        let status = async |request: Request| call(&app.router, request.bearer(&token)).await.status.as_u16();
        let is_admin = role == Role::Admin;
        let reads = if role == Role::Door { 403 } else { 200 };
        for path in [
            MESSAGES.to_owned(),
            format!("{MESSAGES}/{id}"),
            format!("{MESSAGES}/{id}/recipients"),
        ] {
            assert_eq!(status(Request::get(path.clone())).await, reads, "{role:?} {path}");
        }
        for path in ["preview", "test", &format!("{id}/stop"), &format!("{id}/resume")] {
            let got = status(Request::post(format!("{MESSAGES}/{path}"), &form)).await;
            assert_eq!(got == 403, !is_admin, "{role:?} {path}: {got}");
        }
        assert_eq!(status(keyed(&form, "1")).await == 403, !is_admin, "{role:?}");
    }
    assert_eq!(call(&app.router, Request::get(MESSAGES)).await.status, 401);
}

#[tokio::test]
async fn who_sends_stops_and_resumes_what_is_audited_without_those_who_were_picked() {
    let app = App::with_candidates(3).await;
    let picked = app.test_env.everybody().await[0].customer_id.clone();
    let id = app
        .send(&to(json!({ "customer_ids": [picked], "status": "" })))
        .await;
    for path in ["stop", "stop", "resume", "resume"] {
        let answer = app
            .ask(Request::post(format!("{MESSAGES}/{id}/{path}"), &json!({})))
            .await;
        assert_eq!(answer.status, 204, "{}", answer.json);
    }
    for action in ["message.sent", "message.stopped", "message.resumed"] {
        let entries = app.entries(action).await;
        let [entry] = &entries[..] else {
            panic!("{action}: {entries:?}");
        };
        assert_eq!(
            (&entry["username"], &entry["subject"]),
            (&json!("admin"), &json!(id))
        );
        assert_eq!(
            entry["after"],
            json!({ "subject": "News", "audience": { "picked": 1 } }),
            "{action}"
        );
    }
}

#[tokio::test]
async fn a_test_goes_to_the_address_of_ones_own_account() {
    let app = App::start().await;
    let path = format!("{MESSAGES}/test");
    let none = app.ask(Request::post(&path, &to(json!({})))).await;
    assert_eq!((none.status.as_u16(), none.code()), (409, "no_address"));
    let account = json!({
        "pk": "ADMIN#admin", "sk": "ADMIN", "id": "admin-1", "username": "admin", "password_hash": "", "role": "admin",
        "disabled": false, "email": "asha@organiser.example", "must_change_password": false, "rev": 1,
    });
    app.test_env.put(Table::Admin, &account).await;
    let sent = app.ask(Request::post(&path, &to(json!({})))).await;
    assert_eq!(
        (sent.status.as_u16(), &sent.json["to"]),
        (200, &json!("asha@organiser.example"))
    );
    let mails = app.test_env.mailbox.mails();
    let [mail] = &mails[..] else {
        panic!("{mails:?}");
    };
    assert_eq!(
        (mail.to.as_str(), mail.subject.as_str()),
        ("asha@organiser.example", "News")
    );
    assert!(
        mail.text
            .starts_with("Dear admin, your pass: https://expo.example/"),
        "{}",
        mail.text
    );
    assert_eq!(app.entries("message.tested").await.len(), 1);
    app.test_env.mailbox.fail_next(MailFault::Throttled, 1);
    let refused = app.ask(Request::post(&path, &to(json!({})))).await;
    assert_eq!(
        (refused.status.as_u16(), refused.code()),
        (502, "mail_unavailable")
    );
}

#[tokio::test]
async fn a_message_that_never_was_is_not_there() {
    let app = App::start().await;
    for id in ["x", "01747735200000-0123456789ABCDEF"] {
        assert_eq!(
            app.ask(Request::get(format!("{MESSAGES}/{id}"))).await.status,
            404
        );
        for path in ["stop", "resume"] {
            let answer = app
                .ask(Request::post(format!("{MESSAGES}/{id}/{path}"), &json!({})))
                .await;
            assert_eq!(answer.status, 404);
        }
    }
}
