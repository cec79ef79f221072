//! What reaches the organisers, and what does not.

use aws_emulation::Fault;
use serde_json::{Value, json};
use test_support::{App, Request};
use time::Duration;

const PATH: &str = "/api/contact";

fn form() -> Value {
    json!({ "name": "Asha Nair", "email": "asha@example.com", "message": "Where do I park?\nWe come by car." })
}

fn with(field: &str, value: Value) -> Value {
    let mut form = form();
    form[field] = value;
    form
}

async fn start() -> App {
    App::start(contact::app_with).await
}

#[tokio::test]
async fn a_message_reaches_the_organisers_and_their_answer_reaches_the_visitor() {
    let app = start().await;
    let answer = app.call(Request::post(PATH, &form())).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json);
    assert_eq!(answer.json, json!({ "message": "Your message has been sent." }));
    let mails = app.test_env.mailbox.mails();
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    assert_eq!(mail.to, "organisers@expo.example");
    assert_eq!(mail.from, "Scholarship Expo <pass@expo.example>");
    assert_eq!(mail.reply_to, "asha@example.com");
    assert_eq!(mail.subject, "Message from Asha Nair");
    assert!(mail.text.contains("Where do I park?\nWe come by car."));
    assert!(mail.html.contains("Where do I park?"));
}

#[tokio::test]
async fn what_is_missing_or_malformed_is_named_and_nothing_is_sent() {
    let app = start().await;
    let required = "Please fill all required fields";
    for (field, value, message) in [
        ("name", json!(null), required),
        ("name", json!("  "), required),
        (
            "name",
            json!("A\nBcc: all@example.com"),
            "Please enter a name without line breaks or invisible characters",
        ),
        (
            "name",
            json!("Win at www.example.com"),
            "Please enter a name without a web address",
        ),
        (
            "message",
            json!("a\u{0}b"),
            "Please leave out control characters.",
        ),
        (
            "name",
            json!("a".repeat(101)),
            "Please enter a name of at most 100 characters",
        ),
        ("email", json!(null), required),
        ("email", json!("asha@"), "Please enter a valid email address"),
        (
            "email",
            json!("a@example.com\r\nBcc: b@example.com"),
            "Please enter a valid email address",
        ),
        ("message", json!(null), required),
        ("message", json!(" \n "), required),
        ("message", json!("a".repeat(4_001)), "This is too long."),
    ] {
        let answer = app.call(Request::post(PATH, &with(field, value.clone()))).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{value}");
        assert_eq!(answer.message(), message, "{value}");
    }
    let answer = app
        .call(Request::post(PATH, &with("message", json!({ "no": "text" }))))
        .await;
    assert_eq!((answer.status.as_u16(), answer.field()), (422, "message"));
    assert!(app.test_env.mailbox.mails().is_empty());
    let longest = app
        .call(Request::post(PATH, &with("message", json!("ആ".repeat(4_000)))))
        .await;
    assert_eq!(longest.status, 200);
}

#[tokio::test]
async fn a_message_with_the_field_that_is_not_shown_is_refused_and_not_lost() {
    let app = start().await;
    let answer = app
        .call(Request::post(
            PATH,
            &with("website", json!("https://spam.example")),
        ))
        .await;
    assert_eq!((answer.status.as_u16(), answer.field()), (422, "website"));
    assert!(answer.message().contains("was not sent"), "{}", answer.message());
    assert!(app.test_env.mailbox.mails().is_empty());
    let empty = app.call(Request::post(PATH, &with("website", json!("")))).await;
    assert_eq!(empty.status, 200);
    assert_eq!(app.test_env.mailbox.mails().len(), 1);
}

#[tokio::test]
async fn a_name_is_the_text_of_the_subject_whatever_it_would_be_decoded_to() {
    let app = start().await;
    for name in [
        "=?utf-8?q?Your_refund_is_paid?=",
        "Asha =?UTF-8?B?UmVmdW5k?= Rao",
        "=?utf-8?q?=0D=0ABcc=3A_x@x.example?= a",
        "മീര =?utf-8?q?x?= നായർ മീര നായർ മീര നായർ മീര",
        "Asha =? Rao",
    ] {
        let answer = app.call(Request::post(PATH, &with("name", json!(name)))).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        let mails = app.test_env.mailbox.mails();
        assert_eq!(mails.last().unwrap().subject, format!("Message from {name}"));
    }
}

#[tokio::test]
async fn an_address_sends_at_most_twenty_messages_an_hour() {
    let app = start().await;
    let from = async |address: &str| app.call(Request::post(PATH, &form()).from_address(address)).await;
    for _ in 0..20 {
        assert_eq!(from("198.51.100.7").await.status, 200);
    }
    let answer = from("198.51.100.7").await;
    assert_eq!(
        (answer.status.as_u16(), answer.code()),
        (429, "too_many_requests")
    );
    assert!(answer.headers.contains_key("retry-after"));
    assert_eq!(from("198.51.100.8").await.status, 200);
    assert_eq!(app.test_env.mailbox.mails().len(), 21);
    app.test_env.clock.advance(Duration::HOUR);
    assert_eq!(from("198.51.100.7").await.status, 200);
}

#[tokio::test]
async fn everybody_together_sends_at_most_a_hundred_messages_an_hour() {
    let app = start().await;
    let from = async |host: u32| {
        let address = format!("198.51.{}.{}", host / 200, host % 200);
        app.call(Request::post(PATH, &form()).from_address(&address))
            .await
    };
    for host in 0..100 {
        assert_eq!(from(host).await.status, 200, "{host}");
    }
    assert_eq!(from(100).await.status, 429);
    assert_eq!(app.test_env.mailbox.mails().len(), 100);
}

#[tokio::test]
async fn a_mail_service_that_fails_is_explained_in_words_for_people() {
    let app = start().await;
    for fault in [Fault::Down, Fault::Throttled, Fault::Rejected] {
        app.test_env.mailbox.fail_next(fault, 1);
        let answer = app
            .call(Request::post(PATH, &form()).from_address("198.51.100.9"))
            .await;
        assert_eq!((answer.status.as_u16(), answer.code()), (502, "mail_unavailable"));
        assert_eq!(
            answer.message(),
            "Your message could not be sent. Please try again, or call us."
        );
    }
    assert!(app.test_env.mailbox.mails().is_empty());
    // It has the message, and does not say so: nobody is told that nothing was sent.
    app.test_env.mailbox.fail_next(Fault::DroppedAfterAcceptance, 1);
    let answer = app
        .call(Request::post(PATH, &form()).from_address("198.51.100.9"))
        .await;
    assert_eq!((answer.status.as_u16(), answer.code()), (500, "internal_error"));
    assert_eq!(app.test_env.mailbox.mails().len(), 1);
    let again = app
        .call(Request::post(PATH, &form()).from_address("198.51.100.9"))
        .await;
    assert_eq!(again.status, 200);
}
