//! The request for a reminder at one's turn.

use super::{Place, address, start};
use crate::{App, order_of, refusal};
use futures::future::join_all;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, Fault, Log, Request};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

const MAIL: &str = "/api/payments/line/mail";

pub(super) fn remind(ticket: &str, email: &str) -> Request {
    Request::post(MAIL, &json!({ "ticket": ticket, "email": email }))
}

/// The function, with a line of fifteen in which each waits for a minute more than the one before.
async fn start_with_wait() -> (App, Vec<Place>) {
    let app = start(2).await;
    app.fill().await;
    let mut places = Vec::new();
    for person in 2..17 {
        places.push(app.queue(person).await);
    }
    (app, places)
}

impl App {
    pub(super) async fn reminders(&self) -> Vec<Value> {
        let rows = self.test_env.dump(Table::Registrations).await;
        rows.into_iter().filter(|row| row["kind"] == "REMINDER").collect()
    }
}

pub(super) fn sends_at(answer: &Answer) -> OffsetDateTime {
    assert_eq!(answer.status, 202, "{}", answer.json);
    assert!(!answer.message().is_empty());
    OffsetDateTime::parse(answer.json["sends_at"].as_str().unwrap(), &Rfc3339).unwrap()
}

#[tokio::test]
async fn a_reminder_is_kept_until_two_minutes_before_the_moment_with_nothing_but_address_and_times() {
    let (app, places) = start_with_wait().await;
    let last = places.last().unwrap();
    let answer = app.call(remind(&last.ticket, "Asha@Example.com")).await;
    let sends = sends_at(&answer);
    assert!((last.opens_at - sends - Duration::minutes(2)).abs() < Duration::SECOND);
    let reminders = app.reminders().await;
    assert_eq!(reminders.len(), 1);
    let item = reminders[0].as_object().unwrap();
    let mut members: Vec<&str> = item.keys().map(String::as_str).collect();
    members.sort_unstable();
    assert_eq!(
        members,
        [
            "attempts",
            "created_at",
            "due_at",
            "due_shard",
            "email",
            "expires",
            "kind",
            "pk",
            "sk"
        ]
    );
    assert_eq!(item["pk"], format!("REMINDER#{}", last.ticket));
    assert_eq!(item["email"], "asha@example.com");
    assert_eq!(item["due_shard"], "DUE#REMINDER#0");
    assert_eq!(item["due_at"], sends.unix_timestamp());
    let kept = item["expires"].as_i64().unwrap() - sends.unix_timestamp();
    assert_eq!(kept, 24 * 60 * 60);
}

#[tokio::test]
async fn asking_again_is_idempotent_and_another_address_replaces_the_first() {
    let (app, places) = start_with_wait().await;
    let ticket = &places.last().unwrap().ticket;
    let first = app.call(remind(ticket, "asha@example.com")).await;
    let before = app.reminders().await;
    let again = app.call(remind(ticket, "asha@example.com")).await;
    assert_eq!((again.status, &again.json), (first.status, &first.json));
    assert_eq!(app.reminders().await, before);
    sends_at(&app.call(remind(ticket, "ravi@example.com")).await);
    let reminders = app.reminders().await;
    assert_eq!(reminders.len(), 1);
    assert_eq!(reminders[0]["email"], "ravi@example.com");
}

#[tokio::test]
async fn concurrent_requests_for_one_ticket_leave_one_reminder() {
    let (app, places) = start_with_wait().await;
    let ticket = &places.last().unwrap().ticket;
    let emails: Vec<String> = (0..5)
        .map(|number| format!("student{number}@example.com"))
        .collect();
    for answer in join_all(emails.iter().map(|email| app.call(remind(ticket, email)))).await {
        sends_at(&answer);
    }
    assert_eq!(app.reminders().await.len(), 1);
}

#[tokio::test]
async fn a_request_while_the_mail_is_being_sent_is_a_409_and_changes_nothing() {
    let (app, places) = start_with_wait().await;
    let ticket = &places.last().unwrap().ticket;
    sends_at(&app.call(remind(ticket, "asha@example.com")).await);
    let mut leased = app.reminders().await.remove(0);
    let until = app.test_env.clock.now() + Duration::seconds(60);
    leased["lease"] = "another-run".into();
    leased["lease_until"] = (until.unix_timestamp() * 1_000).into();
    app.test_env.put(Table::Registrations, &leased).await;
    let answer = app.call(remind(ticket, "ravi@example.com")).await;
    assert_eq!(refusal(&answer), (409, "wait_is_short", ""));
    assert_eq!(app.reminders().await, [leased.clone()]);
    // The lease of a sender that died has run out.
    app.test_env.clock.advance(Duration::seconds(61));
    sends_at(&app.call(remind(ticket, "ravi@example.com")).await);
    assert_eq!(app.reminders().await[0]["email"], "ravi@example.com");
}

#[tokio::test]
async fn a_wait_under_ten_minutes_gets_no_reminder() {
    let (app, places) = start_with_wait().await;
    let last = places.last().unwrap();
    app.test_env.clock.set_to(last.opens_at - Duration::minutes(10));
    sends_at(&app.call(remind(&last.ticket, "asha@example.com")).await);
    for late in [Duration::seconds(1), Duration::minutes(11), Duration::minutes(35)] {
        app.test_env
            .clock
            .set_to(last.opens_at - Duration::minutes(10) + late);
        let answer = app.refused(remind(&last.ticket, "ravi@example.com")).await;
        assert_eq!(refusal(&answer), (409, "wait_is_short", ""), "{late}");
    }
}

#[tokio::test]
async fn a_ticket_without_a_waiting_place_is_a_404() {
    let (app, places) = start_with_wait().await;
    let (first, last) = (&places[0], places.last().unwrap());
    let unknown = "0".repeat(26);
    for ticket in [unknown.as_str(), "no ticket", &last.ticket[1..]] {
        let answer = app.refused(remind(ticket, "asha@example.com")).await;
        assert_eq!(refusal(&answer), (404, "not_found", ""), "{ticket}");
    }
    app.test_env.clock.set_to(first.opens_at);
    order_of(&app.come_back(2, first).await);
    let answer = app.refused(remind(&first.ticket, "asha@example.com")).await;
    assert_eq!(refusal(&answer), (404, "not_found", ""), "used");
    app.test_env
        .clock
        .set_to(last.opens_at + Duration::minutes(30) + Duration::seconds(1));
    let answer = app.refused(remind(&last.ticket, "asha@example.com")).await;
    assert_eq!(refusal(&answer), (404, "not_found", ""), "expired");
}

#[tokio::test]
async fn a_missing_or_malformed_field_is_a_422_that_names_it() {
    let (app, places) = start_with_wait().await;
    let ticket = &places.last().unwrap().ticket;
    for (body, field) in [
        (json!({ "ticket": ticket }), "email"),
        (json!({ "ticket": ticket, "email": "asha" }), "email"),
        (json!({ "ticket": ticket, "email": "a@b, c@d" }), "email"),
        (json!({ "email": "asha@example.com" }), "ticket"),
        (json!({ "ticket": "", "email": "asha@example.com" }), "ticket"),
        (json!({ "ticket": 7, "email": "asha@example.com" }), "ticket"),
    ] {
        let answer = app.refused(Request::post(MAIL, &body)).await;
        assert_eq!(refusal(&answer), (422, "invalid_field", field), "{body}");
    }
}

#[tokio::test]
async fn requests_are_throttled_by_client_and_by_address_of_the_mail() {
    let (app, mut places) = start_with_wait().await;
    for person in 17..20 {
        places.push(app.queue(person).await);
    }
    let mut tickets = places.iter().rev().map(|place| place.ticket.as_str());
    // Asking again for the same mail is none more.
    for ticket in tickets.by_ref().take(6) {
        for number in 0..3 {
            let request = remind(ticket, "asha@example.com").from_address(&address(number));
            sends_at(&app.call(request).await);
        }
    }
    let seventh = tickets.next().unwrap();
    let one_more = remind(seventh, "asha@example.com").from_address(&address(6));
    assert_eq!(
        refusal(&app.refused(one_more).await),
        (429, "too_many_requests", "")
    );
    sends_at(&app.call(remind(seventh, "ravi@example.com")).await);
    let unknown = "0".repeat(26);
    for number in 0..600 {
        let request = remind(&unknown, &format!("student{number}@example.com")).from_address(&address(99));
        assert_eq!(app.call(request).await.status, 404, "{number}");
    }
    let one_more = remind(&unknown, "student600@example.com").from_address(&address(99));
    assert_eq!(
        refusal(&app.refused(one_more).await),
        (429, "too_many_requests", "")
    );
}

#[tokio::test]
async fn a_ticket_without_a_waiting_place_uses_up_nobodys_mails() {
    let (app, places) = start_with_wait().await;
    let unknown = "0".repeat(26);
    for number in 0..30 {
        let request = remind(&unknown, "asha@example.com").from_address(&address(number));
        assert_eq!(app.refused(request).await.status, 404);
    }
    let ticket = &places.last().unwrap().ticket;
    sends_at(&app.call(remind(ticket, "asha@example.com")).await);
}

#[tokio::test]
async fn without_its_tables_a_request_is_a_500_without_details() {
    let (app, places) = start_with_wait().await;
    let ticket = &places.last().unwrap().ticket;
    for table in [Table::Access, Table::Registrations] {
        app.test_env.database.set(Fault::TableBroken(table));
        let answer = app.call(remind(ticket, "asha@example.com")).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (500, "internal_error"));
    }
}

#[tokio::test]
async fn no_line_of_the_log_holds_a_ticket_or_an_address() {
    let (app, places) = start_with_wait().await;
    let ticket = &places.last().unwrap().ticket;
    let log = Log::start();
    sends_at(&app.call(remind(ticket, "asha@example.com")).await);
    assert_eq!(app.call(remind(ticket, "asha")).await.status, 422);
    assert!(
        !log.text().contains(ticket.as_str()) && !log.text().contains("asha"),
        "{}",
        log.text()
    );
}
