use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use aws_emulation::{Fault, MailEvent, Mailbox};
use aws_sdk_ses::Client;
use aws_sdk_ses::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_ses::operation::send_email::{SendEmailError, SendEmailOutput};
use aws_sdk_ses::types::{Body, Content, Destination, Message, MessageTag, RawMessage};
use aws_smithy_types::Blob;
use aws_smithy_types::retry::RetryConfig;
use serde_json::{Value, json};
use time::OffsetDateTime;

type Sent = Result<SendEmailOutput, SdkError<SendEmailError>>;

fn client(mailbox: &Mailbox) -> Client {
    let settings = super::settings(mailbox.endpoint());
    let config = aws_sdk_ses::config::Builder::from(&settings)
        .retry_config(RetryConfig::disabled())
        .build();
    Client::from_conf(config)
}

fn content(text: &str) -> Content {
    Content::builder().data(text).charset("UTF-8").build().unwrap()
}

async fn send(client: &Client, to: &str, subject: &str) -> Sent {
    client
        .send_email()
        .source("Expo <pass@expo.example>")
        .destination(Destination::builder().to_addresses(to).build())
        .reply_to_addresses("desk@expo.example")
        .message(
            Message::builder()
                .subject(content(subject))
                .body(
                    Body::builder()
                        .text(content("Text & ünïcode"))
                        .html(content("<p>Html</p>"))
                        .build(),
                )
                .build(),
        )
        .send()
        .await
}

fn subjects(mailbox: &Mailbox) -> Vec<String> {
    mailbox.mails().into_iter().map(|mail| mail.subject).collect()
}

#[tokio::test]
async fn an_accepted_mail_is_kept_word_for_word_in_order() {
    let mailbox = Mailbox::memory().await.unwrap();
    let client = client(&mailbox);
    let first = send(&client, "a@x.example", "One").await.unwrap();
    send(&client, "b@x.example", "Two").await.unwrap();

    assert_eq!(subjects(&mailbox), ["One", "Two"]);
    let mail = &mailbox.mails()[0];
    assert_eq!(mail.to, "a@x.example");
    assert_eq!(mail.from, "Expo <pass@expo.example>");
    assert_eq!(mail.reply_to, "desk@expo.example");
    assert_eq!(mail.text, "Text & ünïcode");
    assert_eq!(mail.html, "<p>Html</p>");
    assert_eq!(mail.message_id, first.message_id());
}

#[tokio::test]
async fn a_raw_mail_is_kept_decoded() {
    let mailbox = Mailbox::memory().await.unwrap();
    let message = "From: Expo <pass@expo.example>\r\nTo: Asha <asha@x.example>\r\nReply-To: desk@expo.example\r\n\
        Subject: =?UTF-8?B?UGFzcyDinJM=?=\r\nMIME-Version: 1.0\r\n\
        Content-Type: multipart/alternative; boundary=cut\r\n\r\n\
        --cut\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        caf=C3=A9\r\n--cut\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<b>pass</b>\r\n--cut--\r\n";
    client(&mailbox)
        .send_raw_email()
        .raw_message(RawMessage::builder().data(Blob::new(message)).build().unwrap())
        .send()
        .await
        .unwrap();

    let mail = &mailbox.mails()[0];
    assert_eq!(mail.to, "Asha <asha@x.example>");
    assert_eq!(mail.from, "Expo <pass@expo.example>");
    assert_eq!(mail.reply_to, "desk@expo.example");
    assert_eq!(mail.subject, "Pass ✓");
    assert_eq!(mail.text.trim_end(), "café");
    assert_eq!(mail.html.trim_end(), "<b>pass</b>");
}

#[tokio::test]
async fn malformed_addresses_are_refused_as_ses_refuses_them() {
    let mailbox = Mailbox::memory().await.unwrap();
    let client = client(&mailbox);
    for address in [
        "nobody",
        "@x.example",
        "a@b@x.example",
        "ä@x.example",
        "a@x.example\r\nBcc: b@x.example",
    ] {
        let error = send(&client, address, "One").await.unwrap_err();
        assert_eq!(error.code(), Some("InvalidParameterValue"), "{address}");
    }
    assert!(mailbox.mails().is_empty());
}

#[tokio::test]
async fn refusing_faults_carry_the_codes_of_ses_and_accept_nothing() {
    let mailbox = Mailbox::memory().await.unwrap();
    let client = client(&mailbox);
    for (fault, code, status) in [
        (Fault::Down, "ServiceUnavailable", 503),
        (Fault::Throttled, "Throttling", 400),
        (Fault::QuotaSpent, "Throttling", 400),
        (Fault::Rejected, "MessageRejected", 400),
        (Fault::Paused, "MessageRejected", 400),
    ] {
        mailbox.fail(fault);
        let error = send(&client, "a@x.example", "One").await.unwrap_err();
        assert_eq!(error.code(), Some(code));
        assert_eq!(error.raw_response().unwrap().status().as_u16(), status);
    }
    assert!(mailbox.mails().is_empty());
    mailbox.heal();
    send(&client, "a@x.example", "One").await.unwrap();
}

#[tokio::test]
async fn a_dropped_connection_loses_the_answer_but_not_the_mail() {
    let mailbox = Mailbox::memory().await.unwrap();
    let client = client(&mailbox);
    mailbox.fail_next(Fault::DroppedAfterAcceptance, 1);

    let error = send(&client, "a@x.example", "One").await.unwrap_err();

    assert!(matches!(error, SdkError::DispatchFailure(_)), "{error:?}");
    assert_eq!(subjects(&mailbox), ["One"]);
    send(&client, "a@x.example", "Two").await.unwrap();
}

#[tokio::test]
async fn a_slow_answer_comes_after_the_mail_was_accepted() {
    let mailbox = Mailbox::memory().await.unwrap();
    let client = client(&mailbox);
    mailbox.fail(Fault::Slow(Duration::from_millis(300)));
    let started = Instant::now();
    let sending = tokio::spawn(async move { send(&client, "a@x.example", "One").await });
    while mailbox.mails().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(!sending.is_finished());
    sending.await.unwrap().unwrap();
    assert!(started.elapsed() >= Duration::from_millis(300));
}

#[tokio::test]
async fn the_file_keeps_mails_and_survives_a_torn_last_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mail.jsonl");
    let clock: aws_emulation::Clock = Arc::new(|| OffsetDateTime::UNIX_EPOCH);
    {
        let mailbox = Mailbox::file(&path, Arc::clone(&clock)).await.unwrap();
        send(&client(&mailbox), "a@x.example", "One").await.unwrap();
    }
    std::fs::OpenOptions::new()
        .append(true)
        .open(&path)
        .unwrap()
        .write_all(br#"{"to":"torn"#)
        .unwrap();
    {
        let mailbox = Mailbox::file(&path, Arc::clone(&clock)).await.unwrap();
        assert_eq!(subjects(&mailbox), ["One"]);
        assert_eq!(mailbox.mails()[0].at, OffsetDateTime::UNIX_EPOCH);
        send(&client(&mailbox), "a@x.example", "Two").await.unwrap();
    }
    let mailbox = Mailbox::file(&path, clock).await.unwrap();
    assert_eq!(subjects(&mailbox), ["One", "Two"]);
}

#[tokio::test]
async fn a_damaged_line_of_the_file_is_named_and_nothing_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mail.jsonl");
    let clock: aws_emulation::Clock = Arc::new(|| OffsetDateTime::UNIX_EPOCH);
    {
        let mailbox = Mailbox::file(&path, Arc::clone(&clock)).await.unwrap();
        for subject in ["One", "Two", "Three"] {
            send(&client(&mailbox), "a@x.example", subject).await.unwrap();
        }
    }
    let mut text = std::fs::read(&path).unwrap();
    let second = text.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    text[second] = b'?';
    std::fs::write(&path, &text).unwrap();
    let error = Mailbox::file(&path, clock).await.unwrap_err();
    assert!(error.to_string().contains("line 2 is damaged"), "{error}");
    assert!(std::fs::read(&path).unwrap() == text);
}

/// The events of SES about a mail to `to` with a tag: its word, the type of the event and what it says of a bounce.
async fn events_of(
    mailbox: &Mailbox,
    to: &str,
    configuration_set: Option<&str>,
) -> Vec<(&'static str, Value)> {
    let mut events = mailbox.events();
    let body = Body::builder().text(content("Text")).build();
    let message = Message::builder().subject(content("One")).body(body).build();
    let tag = MessageTag::builder().name("order").value("0123").build().unwrap();
    let sent = client(mailbox)
        .send_email()
        .source("pass@expo.example")
        .destination(Destination::builder().to_addresses(to).build())
        .message(message)
        .set_configuration_set_name(configuration_set.map(str::to_owned))
        .tags(tag)
        .send()
        .await
        .unwrap();
    let mut published = Vec::new();
    while let Ok(MailEvent { kind, event }) = events.try_recv() {
        let mail = &event["detail"]["mail"];
        assert_eq!(mail["messageId"], sent.message_id());
        assert_eq!(
            (&mail["tags"]["order"], &mail["destination"]),
            (&json!(["0123"]), &json!([to]))
        );
        assert_eq!(mail["tags"]["ses:configuration-set"], json!(["main"]));
        assert_eq!(event["source"], "aws.ses");
        published.push((kind, event));
    }
    published
}

#[tokio::test]
async fn the_recipients_name_selects_what_becomes_of_a_mail() {
    let mailbox = Mailbox::memory().await.unwrap();
    for (to, types) in [
        ("asha@x.example", vec!["Email Sent", "Email Delivered"]),
        (
            "bounce@simulator.amazonses.com",
            vec!["Email Sent", "Email Bounced"],
        ),
        (
            "Bounce+asha@SIMULATOR.amazonses.com",
            vec!["Email Sent", "Email Bounced"],
        ),
        ("bounce@x.example", vec!["Email Sent", "Email Delivered"]),
        (
            "suppressionlist@simulator.amazonses.com",
            vec!["Email Sent", "Email Bounced"],
        ),
        (
            "complaint+1@simulator.amazonses.com",
            vec!["Email Sent", "Email Delivered", "Email Complaint Received"],
        ),
        (
            "ooto@simulator.amazonses.com",
            vec!["Email Sent", "Email Delivered", "Email Bounced"],
        ),
        (
            "success@simulator.amazonses.com",
            vec!["Email Sent", "Email Delivered"],
        ),
    ] {
        let published = events_of(&mailbox, to, Some("main")).await;
        let found: Vec<_> = published.iter().map(|(_, event)| &event["detail-type"]).collect();
        assert_eq!(found, types, "{to}");
        for (kind, event) in &published {
            assert!(event["detail"][kind].is_object(), "{event}");
        }
    }
}

#[tokio::test]
async fn a_fault_bounces_mail_or_reports_it_as_spam_and_without_a_configuration_set_no_event_is_published() {
    let mailbox = Mailbox::memory().await.unwrap();
    for (fault, last) in [(Fault::Bounced, "bounce"), (Fault::Complained, "complaint")] {
        mailbox.fail_next(fault, 1);
        let kinds: Vec<_> = events_of(&mailbox, "asha@x.example", Some("main")).await;
        assert_eq!(kinds.last().unwrap().0, last);
    }
    let healed = events_of(&mailbox, "asha@x.example", Some("main")).await;
    assert_eq!(healed[1].0, "delivery");
    assert_eq!(
        events_of(&mailbox, "bounce@simulator.amazonses.com", None)
            .await
            .len(),
        0
    );
    assert_eq!(mailbox.mails().len(), 4);
}
