//! What is made of a batch.

use crate::{App, new_mail};
use serde_json::{Value, json};
use store::{registrations::outbox::MailState, tables::Table};
use test_support::{ALL, Fault, SINGLE};

#[tokio::test]
async fn the_tables_own_stream_brings_one_mail_for_each_paid_order_and_none_for_others() {
    let app = App::start().await;
    let paid = [
        app.test_env.paid_order(SINGLE, "asha@example.com").await,
        app.test_env.paid_order(ALL, "binu@example.com").await,
    ];
    app.test_env.open_order(SINGLE, "chandra@example.com").await;
    let counter = app.test_env.counter_order(SINGLE, "devi@example.com").await;
    let records = app.test_env.stream(Table::Registrations);
    assert!(
        records.len() > 10,
        "candidates, orders, claims and mails, new and changed"
    );
    assert_eq!(app.handle(&records).await, Vec::<String>::new());

    assert_eq!(app.test_env.mailbox.mails().len(), 2);
    for order in &paid {
        assert_eq!(app.mails_about(order), 1);
        let entry = app.mail(order).await;
        assert_eq!((entry.state, entry.attempts), (MailState::Sent, 1));
    }
    assert_eq!(app.mails_about(&counter), 0);

    // Sending changed the entries, and the stream has records of that, too.
    assert_eq!(
        app.handle(&app.test_env.stream(Table::Registrations)).await.len(),
        0
    );
    assert_eq!(app.test_env.mailbox.mails().len(), 2);
}

#[tokio::test]
async fn the_mail_brings_the_code_and_the_calendar_and_is_answered_by_the_organisers() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.handle(&[new_mail("1", order.order_id.as_str())]).await;
    let mails = app.test_env.mailbox.mails();
    let [mail] = &mails[..] else {
        panic!("{} mails went out", mails.len());
    };
    assert_eq!(mail.reply_to, "organisers@expo.example");
    let files: Vec<_> = mail
        .files
        .iter()
        .map(|file| (&*file.kind, &*file.content_id, &*file.name))
        .collect();
    assert_eq!(
        files,
        [
            ("image/png", "pass.png", ""),
            ("image/png", "logo.png", ""),
            ("text/calendar", "", "exam.ics"),
        ]
    );
    for picture in ["cid:pass.png", "cid:logo.png"] {
        assert!(mail.html.contains(picture), "{picture}");
    }
    assert!(
        mail.text.contains("Sat 31 May, 10 AM–12 PM, Hall A"),
        "{}",
        mail.text
    );
}

#[tokio::test]
async fn a_mail_whose_exams_cannot_be_read_goes_out_once_they_can() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let record = new_mail("1", order.order_id.as_str());
    app.test_env.database.set(Fault::TableDown(Table::Catalogue));
    // The reconciler has it from here; the stream need not bring it again.
    assert_eq!(
        app.handle(std::slice::from_ref(&record)).await,
        Vec::<String>::new()
    );
    assert_eq!(app.mails_about(&order), 0);
    assert_eq!(app.mail(&order).await.state, MailState::Sending);
    app.test_env.database.set(Fault::None);
    app.test_env.clock.advance(time::Duration::minutes(2));
    assert_eq!(
        app.handle(std::slice::from_ref(&record)).await,
        Vec::<String>::new()
    );
    assert_eq!(app.mails_about(&order), 1);
}

#[tokio::test]
async fn a_retried_record_sends_nothing_again() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let record = new_mail("1", order.order_id.as_str());
    app.handle(&[record.clone(), record.clone(), record.clone()])
        .await;
    for _ in 0..3 {
        app.handle(std::slice::from_ref(&record)).await;
    }
    assert_eq!(app.mails_about(&order), 1);
}

#[tokio::test]
async fn two_instances_at_once_send_one_mail_each() {
    let app = App::start().await;
    let mut records = Vec::new();
    for number in 0..8 {
        let order = app
            .test_env
            .paid_order(SINGLE, &format!("student{number}@example.com"))
            .await;
        records.push(new_mail(&number.to_string(), order.order_id.as_str()));
    }
    futures::future::join_all((0..4).map(|_| app.handle(&records))).await;
    assert_eq!(app.test_env.mailbox.mails().len(), 8);
}

#[tokio::test]
async fn exactly_the_records_that_cannot_be_read_are_retried() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    let broken = |sequence_number: &str, path: &str, value: Value| {
        let mut record = new_mail(sequence_number, id);
        *record.pointer_mut(path).unwrap() = value;
        record
    };
    let records = [
        broken("100", "/dynamodb/NewImage/order_id", json!({ "S": "not an id" })),
        broken("200", "/dynamodb/NewImage/order_id", json!({ "N": "1" })),
        broken("300", "/dynamodb/NewImage/kind", json!({ "N": "1" })),
        new_mail("400", id),
        broken("500", "/dynamodb/NewImage", json!({ "kind": { "S": "MAIL" } })),
        broken("600", "/dynamodb/NewImage", json!({})),
        broken("700", "/eventName", json!(7)),
        json!({ "eventName": "INSERT" }),
        broken("800", "/dynamodb/NewImage", json!({ "kind": { "S": "CLAIM" } })),
        broken("900", "/dynamodb/NewImage", json!({ "kind": { "S": "ORDER" } })),
        broken("1000", "/dynamodb/NewImage/kind", json!({ "S": "CANDIDATE" })),
    ];
    assert_eq!(
        app.handle(&records).await,
        ["100", "200", "300", "500", "600", "700", "", "900", "1000"]
    );
    assert_eq!(app.mails_about(&order), 1, "the others are done all the same");
}

#[tokio::test]
async fn the_answer_has_the_shape_that_lambda_reads() {
    let app = App::start().await;
    let mut record = new_mail("123", "C0123456789A-0123456789ABCDEFGHJK");
    let fine = app.notifier.handle(json!({ "Records": [record] })).await.unwrap();
    assert_eq!(
        serde_json::to_value(fine).unwrap(),
        json!({ "batchItemFailures": [] })
    );
    record["dynamodb"]["NewImage"]["kind"] = Value::Null;
    let failed = app.notifier.handle(json!({ "Records": [record] })).await.unwrap();
    assert_eq!(
        serde_json::to_value(failed).unwrap(),
        json!({ "batchItemFailures": [{ "itemIdentifier": "123" }] })
    );
}

#[tokio::test]
async fn changed_and_removed_entries_and_other_items_are_ignored() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    let mut records = Vec::new();
    for event in ["MODIFY", "REMOVE"] {
        let mut record = new_mail("1", id);
        record["eventName"] = json!(event);
        records.push(record.clone());
        let image = record["dynamodb"].as_object_mut().unwrap().remove("NewImage");
        record["dynamodb"]["OldImage"] = image.unwrap();
        records.push(record);
    }
    for kind in [
        "PROJECTION",
        "ENTRY",
        "WORD",
        "AGGREGATE",
        "CLAIM",
        "IDEM",
        "ATTENTION",
        "EVENT",
        "SOMETHING_NEW",
    ] {
        let mut record = new_mail("2", id);
        record["dynamodb"]["NewImage"]["kind"] = json!({ "S": kind });
        records.push(record);
    }
    assert_eq!(app.handle(&records).await, Vec::<String>::new());
    assert!(app.test_env.mailbox.mails().is_empty());
    assert_eq!(app.mail(&order).await.attempts, 0);
}

#[tokio::test]
async fn a_mail_without_an_order_is_not_sent_and_not_retried() {
    let app = App::start().await;
    let unpaid = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let records = [
        new_mail("1", "C0123456789A-0123456789ABCDEFGHJK"),
        new_mail("2", unpaid.order_id.as_str()),
    ];
    assert_eq!(app.handle(&records).await, Vec::<String>::new());
    assert!(app.test_env.mailbox.mails().is_empty());
}

#[tokio::test]
async fn a_malformed_batch_is_an_error() {
    let app = App::start().await;
    for event in [json!({}), json!(null), json!([]), json!({ "Records": 1 })] {
        assert!(app.notifier.handle(event.clone()).await.is_err(), "{event}");
    }
    let empty = app.notifier.handle(json!({ "Records": [] })).await.unwrap();
    assert!(empty.failures.is_empty());
}

#[tokio::test]
async fn a_mail_bears_the_candidate_a_digest_of_the_order_and_its_lease_and_no_more() {
    let test_env = test_support::TestEnv::start().await;
    let env = test_env.env_with("MAIL_CONFIGURATION_SET", "main");
    let notifier = notifier::handler_with(env, test_env.clock.handle(), domain::Entropy::system())
        .await
        .unwrap();
    let mut events = test_env.mailbox.events();
    let order = test_env.paid_order(SINGLE, "asha@example.com").await;
    let record = new_mail("1", order.order_id.as_str());
    let _ = notifier
        .handle(serde_json::json!({ "Records": [record] }))
        .await
        .unwrap();
    let event = events.try_recv().unwrap().event;
    let mail = test_env
        .registrations()
        .mail(&order.order_id)
        .await
        .unwrap()
        .unwrap();
    let expected = serde_json::json!({
        "candidate": [order.customer_id.as_str()],
        "order": [domain::OrderDigest::of(&order.order_id).to_string()],
        "attempt": [mail.lease],
        "ses:configuration-set": ["main"],
    });
    assert_eq!(event["detail"]["mail"]["tags"], expected);
    assert_eq!(
        event["detail"]["mail"]["messageId"],
        mail.message_id.unwrap().as_str()
    );
}
