//! How a message goes out: its rate, what goes first, stops, and what is refused.

use super::*;
use aws_emulation::Fault as MailFault;
use domain::{BulkAction, message::Audience, payment::Order};
use pass_mail::{Delivery, PassMail};
use std::sync::Arc;
use store::{AuditEntry, BulkJob, tables::Table};
use test_support::{COURSE, SINGLE};
use time::OffsetDateTime;

impl App {
    fn pass_mail(&self) -> PassMail {
        PassMail::from_env(&self.env, self.test_env.clock.handle(), Entropy::system()).unwrap()
    }

    fn limit(&self, a_second: u32) {
        let clock = self.test_env.clock.clone();
        self.test_env
            .mailbox
            .limit(a_second, Arc::new(move || clock.now()));
    }

    async fn act(&self, id: &str, what: &str) -> Answer {
        self.ask(Request::post(format!("{MESSAGES}/{id}/{what}"), &json!({})))
            .await
    }
}

impl App {
    /// How many mails of a message were sent in the second that had the most.
    async fn most_in_a_second(&self, id: &str) -> u32 {
        let mut seconds: HashMap<i64, u32> = HashMap::new();
        for one in self.listed(id, "sent").await {
            let at = OffsetDateTime::parse(
                one["at"].as_str().unwrap(),
                &time::format_description::well_known::Rfc3339,
            );
            *seconds.entry(at.unwrap().unix_timestamp()).or_default() += 1;
        }
        seconds.into_values().max().unwrap()
    }
}

#[tokio::test]
async fn no_second_has_more_mails_than_the_rate() {
    let app = App::with_candidates(95).await;
    let id = app.send(&to(json!({}))).await;
    let begun = app.test_env.clock.now();
    app.finish(&id).await;
    assert_eq!(app.test_env.mailbox.mails().len(), 95);
    assert_eq!(app.most_in_a_second(&id).await, 10);
    assert!(app.test_env.clock.now() - begun >= Duration::seconds(9));
}

#[tokio::test]
async fn messages_that_go_out_at_once_share_the_rate() {
    let app = App::with_candidates(30).await;
    let id = app.send(&to(json!({}))).await;
    let event = app.events().remove(0);
    // The worker of the other one was called, and is about to begin.
    let other = app.ask(keyed(&to(json!({})), "2")).await;
    assert_eq!(other.status, 202, "{}", other.json);
    assert_eq!(app.worker.handle(event).await.unwrap(), "finished");
    assert_eq!(app.test_env.mailbox.mails().len(), 30);
    assert_eq!(app.most_in_a_second(&id).await, 5);
    // It is alone by now.
    let other = other.json["message_id"].as_str().unwrap();
    app.finish(other).await;
    assert_eq!(app.most_in_a_second(other).await, 10);
}

/// What else is done to many sends nothing.
#[tokio::test]
async fn a_message_shares_the_rate_with_passes_that_are_mailed_once_more() {
    for (action, most) in [(BulkAction::Resend, 5), (BulkAction::Restore, 10)] {
        let app = App::with_candidates(30).await;
        let clock = app.test_env.clock.handle();
        let (entropy, now) = (Entropy::system(), clock.now());
        let dispatcher = Dispatcher::<BulkJob>::from_env(&app.env, "BULK_FUNCTION", clock, entropy.clone());
        let dispatcher = dispatcher.unwrap();
        let work = BulkJob::new(action, String::new(), Audience::default());
        let job = dispatcher.plan(work, "meera");
        let id = job.id.as_str();
        let entry = AuditEntry::new(
            now,
            &entropy,
            "meera",
            "bulk.started",
            id,
            Value::Null,
            Value::Null,
        );
        let begun = dispatcher.jobs().begin(None, &job, &entry).await;
        assert_eq!(begun.unwrap(), Write::Done);
        let id = app.send(&to(json!({}))).await;
        let event = app.events().remove(0);
        assert_eq!(app.worker.handle(event).await.unwrap(), "finished");
        assert_eq!(app.most_in_a_second(&id).await, most, "{action:?}");
    }
}

#[tokio::test]
async fn a_message_that_waits_for_a_later_moment_takes_nothing_of_the_rate_of_another() {
    let app = App::with_candidates(30).await;
    app.test_env.mailbox.fail(MailFault::Down);
    let waits = app.send(&to(json!({}))).await;
    let event = app.events().remove(0);
    assert_eq!(app.worker.handle(event).await.unwrap(), "left to the next");
    app.test_env.mailbox.heal();
    let other = app.ask(keyed(&to(json!({})), "2")).await;
    assert_eq!(other.status, 202, "{}", other.json);
    let event = app.events().remove(0);
    assert_eq!(app.worker.handle(event).await.unwrap(), "finished");
    let other = other.json["message_id"].as_str().unwrap();
    assert_eq!(app.most_in_a_second(other).await, 10);
    assert_eq!(app.state(&waits).await["sent"], 0);
}

/// As of an account that is new to the mail service.
#[tokio::test]
async fn of_more_messages_than_mails_a_second_the_later_ones_wait() {
    let app = App::with_rate("1").await;
    app.test_env.seed_candidates(7, 5).await;
    app.ready().await;
    let earlier = app.send(&to(json!({}))).await;
    let first = app.events().remove(0);
    app.test_env.clock.advance(Duration::seconds(1));
    let later = app.ask(keyed(&to(json!({})), "2")).await;
    assert_eq!(later.status, 202, "{}", later.json);
    let later = later.json["message_id"].as_str().unwrap();
    let second = app.events().remove(0);
    // For as long as a worker works, the other one is about to begin.
    assert_eq!(app.worker.handle(second).await.unwrap(), "left to the next");
    let state = app.state(later).await;
    assert_eq!(
        (&state["sent"], &state["waiting"]),
        (&json!(0), &json!("Mails that were begun earlier go out first."))
    );
    assert_eq!(app.test_env.mailbox.accepted(), 0);
    assert_eq!(app.worker.handle(first).await.unwrap(), "finished");
    app.finish(later).await;
    for id in [earlier.as_str(), later] {
        assert_eq!(app.listed(id, "sent").await.len(), 5);
        assert_eq!(app.most_in_a_second(id).await, 1);
    }
    let state = app.state(later).await;
    assert_eq!((&state["left"], &state["waiting"]), (&json!(0), &Value::Null));
}

#[tokio::test]
async fn a_message_says_how_one_gets_no_more_of_them_and_a_pass_does_not() {
    let app = App::with_candidates(1).await;
    let id = app.send(&to(json!({}))).await;
    app.finish(&id).await;
    let order = app
        .test_env
        .paid_order(test_support::ALL, "payer@example.com")
        .await;
    deliver(&app, &app.pass_mail(), &order).await;
    let mails = app.test_env.mailbox.mails();
    let asked: Vec<&str> = mails.iter().map(|mail| mail.unsubscribe.as_str()).collect();
    assert_eq!(
        asked,
        ["<mailto:organisers@expo.example?subject=unsubscribe>", ""]
    );
}

#[tokio::test]
async fn a_throttled_mail_service_is_asked_for_less_and_every_address_has_one_mail() {
    let app = App::with_candidates(120).await;
    app.limit(5);
    let id = app.send(&to(json!({}))).await;
    app.finish(&id).await;
    let mails = app.mails();
    assert_eq!(mails.len(), 120);
    assert!(mails.values().all(|count| *count == 1));
    // Of a rate that is twice too high one second was too much, and no other: the rest is room for passes.
    assert!(
        app.test_env.mailbox.faulty() <= 10,
        "{}",
        app.test_env.mailbox.faulty()
    );
}

#[tokio::test]
async fn an_exam_is_named_with_its_seat_and_the_hall_of_that_alone_once_seats_are_published() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    deliver(&app, &app.pass_mail(), &order).await;
    app.ready().await;
    let form = json!({ "audience": {}, "subject": "News", "body": "{exams}" });
    let sample = async || {
        let answer = app.ask(Request::post(format!("{MESSAGES}/preview"), &form)).await;
        answer.json["sample"]["text"].as_str().unwrap().to_owned()
    };
    let before = sample().await;
    assert!(before.contains("10 AM–12 PM, Hall A"), "{before}");
    let published =
        json!({ "generation": "G1", "first": "2025-05-01T00:00:00Z", "since": 0, "whole": false });
    for item in [
        json!({
            "pk": "SEATING#PUBLISHED", "sk": "PUBLISHED", "kind": "SEATING", format!("exam#{COURSE}"): published,
        }),
        json!({
            "pk": format!("REG#{}", order.customer_id), "sk": format!("SEAT#{COURSE}#G1"), "kind": "SEAT",
            "course": COURSE, "generation": "G1", "hall": "hall-a", "name": "Room 204", "seat": "B12",
        }),
    ] {
        app.test_env.put(Table::Registrations, &item).await;
    }
    let id = app.send(&form).await;
    app.finish(&id).await;
    let mails = app.test_env.mailbox.mails();
    let sent = mails.into_iter().find(|mail| mail.subject == "News").unwrap();
    for text in [sample().await, sent.text] {
        assert!(text.contains("10 AM–12 PM, Room 204, seat B12"), "{text}");
        assert!(!text.contains("Hall A"), "{text}");
    }
}

#[tokio::test]
async fn a_pass_that_is_paid_meanwhile_is_mailed_within_a_minute_of_a_throttled_mail_service() {
    let app = App::with_candidates(200).await;
    app.limit(5);
    let id = app.send(&to(json!({}))).await;
    let event = app.events().remove(0);
    let pass_mail = app.pass_mail();
    let paying = async {
        let mut delays = Vec::new();
        for number in 1..=5 {
            while app.test_env.mailbox.accepted() < number * 30 {
                tokio::task::yield_now().await;
            }
            let order = app
                .test_env
                .paid_order(test_support::ALL, &format!("payer{number}@example.com"))
                .await;
            let paid_at = app.test_env.clock.now();
            deliver(&app, &pass_mail, &order).await;
            delays.push(app.test_env.clock.now() - paid_at);
        }
        delays
    };
    let (worked, delays) = futures::join!(app.worker.handle(event), paying);
    assert!(worked.is_ok());
    assert!(delays.iter().all(|delay| *delay < Duration::MINUTE), "{delays:?}");
    app.finish(&id).await;
    assert_eq!(app.mails().len(), 205);
}

/// What the stream does at once, and the reconciler when the mail is due.
async fn deliver(app: &App, pass_mail: &PassMail, order: &Order) {
    loop {
        match pass_mail.deliver(&order.order_id).await.unwrap() {
            Delivery::Sent => return,
            Delivery::Postponed(_) | Delivery::InHand => {
                let again = app.test_env.clock.now() + Duration::MINUTE;
                while app.test_env.clock.now() < again {
                    tokio::task::yield_now().await;
                }
            }
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn while_a_pass_is_due_no_message_goes_out() {
    let app = App::with_candidates(20).await;
    let order = app
        .test_env
        .paid_order(test_support::ALL, "payer@example.com")
        .await;
    // The stream did not send it, and now it is the reconciler's.
    app.test_env.clock.advance(Duration::minutes(3));
    let id = app.send(&to(json!({}))).await;
    let event = app.events().remove(0);
    let pass_mail = app.pass_mail();
    let reconciling = async {
        let begun = app.test_env.clock.now();
        while app.test_env.clock.now() - begun < Duration::seconds(20) {
            tokio::task::yield_now().await;
        }
        let (sent, state) = (app.test_env.mailbox.accepted(), app.state(&id).await);
        deliver(&app, &pass_mail, &order).await;
        (sent, state["waiting"].clone())
    };
    let (worked, (sent, waiting)) = futures::join!(app.worker.handle(event), reconciling);
    assert_eq!((worked.unwrap(), sent), (json!("finished"), 0));
    assert_eq!(waiting, "Passes, receipts and reminders go out first.");
    assert_eq!(app.mails().len(), 21);
    let state = app.state(&id).await;
    assert_eq!((&state["sent"], &state["waiting"]), (&json!(20), &Value::Null));
}

#[tokio::test]
async fn a_message_that_is_stopped_in_the_middle_goes_on_the_next_day_to_those_who_have_not_had_it() {
    let app = App::with_candidates(150).await;
    let id = app.send(&to(json!({}))).await;
    let event = app.events().remove(0);
    let stopping = async {
        while app.test_env.mailbox.accepted() < 60 {
            tokio::task::yield_now().await;
        }
        assert_eq!(app.act(&id, "stop").await.status, 204);
    };
    let (worked, ()) = futures::join!(app.worker.handle(event), stopping);
    assert_eq!(worked.unwrap(), "superseded");
    let had = app.mails().len();
    assert!((60..150).contains(&had), "{had}");
    app.test_env.clock.advance(Duration::DAY);
    assert_eq!(app.wake().await, 0);
    let state = app.state(&id).await;
    assert_eq!(
        (&state["state"], &state["total"]),
        (&json!("stopped"), &json!(150))
    );
    assert_eq!(app.act(&id, "resume").await.status, 204);
    assert_eq!(app.state(&id).await["state"], "sending");
    app.finish(&id).await;
    let mails = app.mails();
    assert_eq!(mails.len(), 150);
    assert!(mails.values().all(|count| *count == 1));
    let over = app.act(&id, "stop").await;
    assert_eq!((over.status.as_u16(), over.code()), (409, "message_over"));
}

/// As when a person, or the whole event, is deleted in the middle.
#[tokio::test]
async fn recipients_that_are_deleted_are_not_waited_for() {
    let app = App::with_candidates(3).await;
    let id = app.send(&to(json!({}))).await;
    app.test_env.mailbox.fail(MailFault::Down);
    let event = app.events().remove(0);
    let _ = app.worker.handle(event).await.unwrap();
    let items = app.test_env.dump(Table::Registrations).await;
    let recipients = items.iter().filter(|item| item["kind"] == "MESSAGE");
    for recipient in recipients.take(2) {
        app.test_env.delete(Table::Registrations, recipient).await;
    }
    app.test_env.mailbox.heal();
    app.finish(&id).await;
    let state = app.state(&id).await;
    assert_eq!(
        (&state["total"], &state["sent"], &state["left"]),
        (&json!(1), &json!(1), &json!(0))
    );
}
