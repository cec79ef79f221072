//! Mails for the moment of a place in line.

use crate::{App, with_clock};
use aws_emulation::Fault as MailFault;
use domain::{
    Clock, Email,
    line::{Micros, micros},
};
use reconciler::Summary;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicI64, Ordering};
use store::{Line, Reminders, Write, line::Ticket, reminders::Reminder, tables::Table};
use test_support::{Fault, Log, SINGLE};
use time::{Duration, OffsetDateTime};

const TICKET: &str = "0123456789ABCDEFGHJKMNPQRS";

/// The moment of the place, from the start of a test.
const WAIT: Duration = Duration::minutes(20);

/// The mail is due two minutes before it.
const DUE: Duration = Duration::minutes(18);

const REMINDED: Summary = Summary {
    settled: 0,
    unsettled: 0,
    refunds: 0,
    refunds_unsettled: 0,
    mailed: 0,
    unmailed: 0,
    reminded: 1,
    unreminded: 0,
    left: 0,
    sync_resumed: false,
    exports_resumed: 0,
};

const UNREMINDED: Summary = Summary {
    reminded: 0,
    unreminded: 1,
    ..REMINDED
};

fn ticket(number: usize) -> Ticket {
    Ticket::parse(&format!("{number:026}")).unwrap()
}

impl App {
    /// A place whose moment is after `wait`, and the request for a mail.
    async fn place(&self, ticket: &Ticket, email: &str, wait: Duration) {
        let now = self.test_env.clock.now();
        self.write_place(ticket, micros(now + wait), false).await;
        let reminder = Reminder::new(Email::parse(email).unwrap(), now);
        let reminders = Reminders::from_env(&self.test_env.env()).unwrap();
        let due = now + wait - Duration::minutes(2);
        assert_eq!(reminders.keep(ticket, &reminder, due).await.unwrap(), Write::Done);
    }

    async fn write_place(&self, ticket: &Ticket, opens: Micros, used: bool) {
        let place = json!({
            "pk": format!("LINE#place#{}", ticket.as_str()), "sk": "PLACE", "opens_at": opens, "keyed": true,
            "used": used, "version": 1,
        });
        self.test_env.put(Table::Access, &place).await;
    }

    async fn reminders(&self) -> Vec<Value> {
        let rows = self.test_env.dump(Table::Registrations).await;
        rows.into_iter().filter(|row| row["kind"] == "REMINDER").collect()
    }

    fn receivers(&self) -> Vec<String> {
        self.test_env
            .mailbox
            .mails()
            .into_iter()
            .map(|mail| mail.to)
            .collect()
    }
}

/// A test environment with one reminder.
async fn start() -> (App, Ticket, OffsetDateTime) {
    let app = App::start().await;
    let ticket = Ticket::parse(TICKET).unwrap();
    app.place(&ticket, "asha@example.com", WAIT).await;
    let began = app.test_env.clock.now();
    (app, ticket, began)
}

#[tokio::test]
async fn a_reminder_is_sent_once_two_minutes_before_the_moment_and_removed() {
    let (app, _, _) = start().await;
    let log = Log::start();
    let summary = app.run_after(DUE - Duration::seconds(1)).await;
    assert_eq!(summary, Summary::default());
    assert_eq!(log.event(app.run_after(Duration::seconds(1))).await, REMINDED);
    assert_eq!(log.invocations()[0]["RemindersSent"], 1);
    assert!(app.reminders().await.is_empty());
    assert_eq!(app.run_after(Duration::minutes(5)).await, Summary::default());
    let mails = app.test_env.mailbox.mails();
    assert_eq!(mails.len(), 1);
    assert_eq!(
        (mails[0].to.as_str(), mails[0].subject.as_str()),
        ("asha@example.com", "It is nearly your turn to pay")
    );
    let origin = app.test_env.env().url("SITE_ORIGIN").unwrap();
    for part in [&mails[0].text, &mails[0].html] {
        assert!(part.contains(&format!("{origin}/#turn={TICKET}")), "{part}");
        assert!(!part.contains("asha"), "{part}");
    }
    assert!(
        !log.text().contains(TICKET) && !log.text().contains("asha"),
        "{}",
        log.text()
    );
}

#[tokio::test]
async fn a_reminder_whose_place_is_used_gone_or_expired_is_removed_without_a_mail() {
    for state in ["used", "gone", "expired"] {
        let (app, ticket, began) = start().await;
        match state {
            "used" => app.write_place(&ticket, micros(began + WAIT), true).await,
            "gone" => {
                let place = json!({ "pk": format!("LINE#place#{TICKET}"), "sk": "PLACE" });
                app.test_env.delete(Table::Access, &place).await;
            }
            _ => app.test_env.clock.advance(WAIT + Duration::minutes(31)),
        }
        assert_eq!(app.run_after(DUE).await, Summary::default(), "{state}");
        assert!(app.reminders().await.is_empty(), "{state}");
        assert!(app.receivers().is_empty(), "{state}");
    }
}

#[tokio::test]
async fn a_reminder_whose_moment_has_moved_is_postponed_and_sent_at_the_new_one() {
    for closed in [false, true] {
        let (app, _, began) = start().await;
        let pause = Duration::minutes(7);
        let line = Line::from_env(&app.test_env.env()).unwrap();
        let seen = line.standing(None, "nobody").await.unwrap();
        // Everybody moves, or nobody is let in until then.
        let (shift, until) = match closed {
            false => (i64::try_from(pause.whole_microseconds()).unwrap(), 0),
            true => (0, micros(began + WAIT + pause)),
        };
        assert_eq!(line.stand_still(&seen, shift, until).await.unwrap(), Write::Done);
        assert_eq!(app.run_after(DUE).await, Summary::default());
        assert_eq!(
            app.reminders().await[0]["due_at"],
            (began + DUE + pause).unix_timestamp()
        );
        let just_before = pause - Duration::seconds(1);
        assert_eq!(app.run_after(just_before).await, Summary::default());
        assert_eq!(app.run_after(Duration::seconds(1)).await, REMINDED);
    }
}

#[tokio::test]
async fn a_failed_mail_is_retried_at_growing_pauses_until_the_place_is_over() {
    for fault in [MailFault::Down, MailFault::Throttled, MailFault::Rejected] {
        let (app, _, _) = start().await;
        app.test_env.mailbox.fail(fault);
        assert_eq!(app.run_after(DUE).await, UNREMINDED);
        // The place is held for 30 minutes after its moment: the fifth retry, after 31 minutes, is the last.
        let log = Log::start();
        for minutes in [1, 2, 4, 8] {
            let just_before = Duration::minutes(minutes) - Duration::seconds(1);
            assert_eq!(app.run_after(just_before).await, Summary::default());
            assert_eq!(app.run_after(Duration::seconds(1)).await, UNREMINDED, "{minutes}");
        }
        assert_eq!(log.total("RemindersDropped"), 0);
        assert_eq!(log.event(app.run_after(Duration::minutes(16))).await, UNREMINDED);
        assert_eq!(log.invocations()[0]["RemindersDropped"], 1);
        assert!(app.reminders().await.is_empty());
        app.test_env.mailbox.heal();
        assert_eq!(app.run_after(Duration::hours(1)).await, Summary::default());
        assert!(app.receivers().is_empty());
    }
}

#[tokio::test]
async fn a_retry_that_succeeds_is_the_only_mail() {
    let (app, _, _) = start().await;
    app.test_env.mailbox.fail_next(MailFault::Down, 1);
    assert_eq!(app.run_after(DUE).await, UNREMINDED);
    assert_eq!(app.run_after(Duration::minutes(1)).await, REMINDED);
    assert_eq!(app.receivers(), ["asha@example.com"]);
    assert!(app.reminders().await.is_empty());
}

/// How many mails go out when several runs at once find the same reminder due.
async fn concurrent_runs(fault: Fault) -> usize {
    let (app, _, _) = start().await;
    app.test_env.clock.advance(DUE);
    app.test_env.database.set(fault);
    futures::future::join_all((0..4).map(|_| app.reconciler.run())).await;
    app.receivers().len()
}

#[tokio::test]
async fn concurrent_runs_send_a_reminder_once() {
    assert_eq!(concurrent_runs(Fault::None).await, 1);
}

/// The control: what keeps the runs apart is the condition of the lease.
#[tokio::test]
async fn without_conditions_concurrent_runs_send_a_reminder_twice() {
    assert!(concurrent_runs(Fault::NoConditions).await > 1);
}

#[tokio::test]
async fn the_reminder_of_a_run_that_died_is_sent_when_its_lease_is_over() {
    let (app, ticket, _) = start().await;
    app.test_env.clock.advance(DUE);
    let reminders = Reminders::from_env(&app.test_env.env()).unwrap();
    let now = app.test_env.clock.now();
    let leased = reminders.lease(&ticket, "dead", now, Duration::seconds(60)).await;
    assert!(leased.unwrap().is_some());
    assert_eq!(app.run_after(Duration::seconds(60)).await, Summary::default());
    assert_eq!(app.run_after(Duration::seconds(1)).await, REMINDED);
    assert_eq!(app.receivers(), ["asha@example.com"]);
}

#[tokio::test]
async fn a_reminder_is_leased_when_it_is_due_and_every_earlier_lease_is_over() {
    let (app, ticket, began) = start().await;
    let reminders = Reminders::from_env(&app.test_env.env()).unwrap();
    let lease = async |at| {
        let leased = reminders.lease(&ticket, "ours", at, Duration::seconds(60)).await;
        leased.unwrap().is_some()
    };
    let due = began + DUE;
    assert!(!lease(due - Duration::seconds(1)).await, "not due");
    let mut item = app.reminders().await.remove(0);
    item["lease"] = json!("another");
    item["lease_until"] = json!((due + Duration::seconds(5)).unix_timestamp() * 1_000);
    app.test_env.put(Table::Registrations, &item).await;
    assert!(!lease(due).await, "due, and another's");
    assert!(!lease(due + Duration::seconds(4)).await);
    assert!(lease(due + Duration::seconds(6)).await);
}

#[tokio::test]
async fn a_lease_whose_first_answer_was_lost_is_still_ours() {
    let (app, ticket, _) = start().await;
    app.test_env.clock.advance(DUE);
    let reminders = Reminders::from_env(&app.test_env.env()).unwrap();
    let now = app.test_env.clock.now();
    let lease = async |name| {
        let leased = reminders.lease(&ticket, name, now, Duration::seconds(60)).await;
        leased.unwrap()
    };
    let first = lease("ours").await;
    assert!(first.is_some());
    assert_eq!(lease("ours").await, first, "the client asks again by itself");
    assert_eq!(lease("another").await, None);
}

#[tokio::test]
async fn a_run_whose_lease_expired_neither_postpones_nor_removes_a_reminder_that_another_has() {
    let (app, ticket, _) = start().await;
    app.test_env.clock.advance(DUE);
    let reminders = Reminders::from_env(&app.test_env.env()).unwrap();
    let lease = async |name: &str| {
        let now = app.test_env.clock.now();
        let leased = reminders.lease(&ticket, name, now, Duration::seconds(60)).await;
        assert!(leased.unwrap().is_some());
    };
    lease("late").await;
    app.test_env.clock.advance(Duration::seconds(62));
    lease("current").await;
    let held = app.reminders().await;
    let now = app.test_env.clock.now();
    let postponed = reminders.postpone(&ticket, "late", 1, now).await;
    assert_eq!(postponed.unwrap(), Write::Stale);
    assert_eq!(reminders.remove(&ticket, "late").await.unwrap(), Write::Stale);
    assert_eq!(app.reminders().await, held);
    assert_eq!(reminders.remove(&ticket, "current").await.unwrap(), Write::Done);
}

#[tokio::test]
async fn a_reminder_that_cannot_be_read_goes_into_quarantine_and_out_of_the_way_of_the_others() {
    for (member, value) in [
        ("email", json!("not an address")),
        ("created_at", json!(7)),
        ("attempts", json!("many")),
        ("lease_until", json!("a word")),
    ] {
        let (app, _, _) = start().await;
        app.place(&ticket(1), "ravi@example.com", WAIT).await;
        let mut broken = app
            .reminders()
            .await
            .into_iter()
            .find(|item| item["pk"] == format!("REMINDER#{TICKET}"))
            .unwrap();
        let whole = broken.clone();
        broken[member] = value;
        app.test_env.put(Table::Registrations, &broken).await;
        let log = Log::start();
        let first = log.event(app.run_after(DUE)).await;
        assert_eq!(
            (first.reminded, first.unreminded),
            (1, 1),
            "{member}: the other is sent"
        );
        assert_eq!(log.invocations()[0]["ItemsQuarantined"], 1);
        assert!(
            log.text().contains(&format!("\"field\":\"{member}\"")),
            "{}",
            log.text()
        );
        assert!(!log.text().contains(TICKET) && !log.text().contains("not an address"));
        for minutes in [1, 2] {
            let just_before = Duration::minutes(minutes) - Duration::seconds(1);
            assert_eq!(app.run_after(just_before).await, Summary::default(), "{member}");
            assert_eq!(app.run_after(Duration::seconds(1)).await, UNREMINDED, "{member}");
        }
        app.test_env.put(Table::Registrations, &whole).await;
        assert_eq!(app.run_after(Duration::minutes(4)).await, REMINDED, "{member}");
        assert!(app.flags().await.is_empty(), "no registration is concerned");
    }
}

#[tokio::test]
async fn a_place_that_cannot_be_read_keeps_its_reminder() {
    let (app, ticket, began) = start().await;
    let place = json!({ "pk": format!("LINE#place#{TICKET}"), "sk": "PLACE", "opens_at": "soon", "keyed": true, "version": 1 });
    app.test_env.put(Table::Access, &place).await;
    assert_eq!(app.run_after(DUE).await, UNREMINDED);
    app.write_place(&ticket, micros(began + WAIT), false).await;
    // A run that failed half-way holds its lease for a minute.
    assert_eq!(app.run_after(Duration::seconds(61)).await, REMINDED);
}

#[tokio::test]
async fn payments_and_passes_come_first_and_reminders_only_while_there_is_time() {
    let app = App::start().await;
    for number in 0..3 {
        app.place(
            &ticket(number),
            &format!("student{number}@example.com"),
            Duration::minutes(4),
        )
        .await;
    }
    app.test_env.paid_order(SINGLE, "paid@example.com").await;
    app.test_env.clock.advance(Duration::minutes(2));
    let summary = app.run().await;
    assert_eq!((summary.mailed, summary.reminded), (1, 3));
    assert_eq!(app.receivers()[0], "paid@example.com");
}

#[tokio::test]
async fn a_run_that_is_late_leaves_the_reminders_to_the_next_one() {
    let app = App::start().await;
    app.place(&ticket(0), "asha@example.com", Duration::minutes(2))
        .await;
    // A minute passes between two looks at the clock.
    let now = app.test_env.clock.now();
    let looks = AtomicI64::new(0);
    let slow = Clock::from_fn(move || now + Duration::minutes(looks.fetch_add(1, Ordering::SeqCst)));
    let late = with_clock(&app.test_env, slow).await;
    assert_eq!(late.run().await.unwrap().reminded, 0);
    assert_eq!(app.run().await, REMINDED);
}

#[tokio::test]
async fn after_five_failures_in_a_row_the_rest_is_left_for_the_next_run() {
    let app = App::start().await;
    for number in 0..20 {
        app.place(
            &ticket(number),
            &format!("student{number}@example.com"),
            Duration::minutes(2),
        )
        .await;
    }
    app.test_env.mailbox.fail(MailFault::Down);
    let summary = app.run().await;
    // Eight are sent side by side.
    assert_eq!((summary.unreminded, summary.left), (8, 12));
}

#[tokio::test]
async fn a_table_that_does_not_answer_leaves_the_reminder_due() {
    let (app, _, _) = start().await;
    app.test_env.database.set(Fault::TableDown(Table::Access));
    assert_eq!(app.run_after(DUE).await, UNREMINDED);
    app.test_env.database.set(Fault::None);
    // The lease of the failed try lasts for a minute.
    assert_eq!(app.run_after(Duration::seconds(61)).await, REMINDED);
}
