//! When a reminder is sent, moved or removed.

use super::{DUE, REMINDED, TICKET, WAIT, start, ticket};
use crate::{App, with_clock};
use domain::{Clock, line::micros};
use reconciler::Summary;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicI64, Ordering};
use store::{Line, Write, tables::Table};
use test_support::{Log, SINGLE};
use time::Duration;

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
        let seen = line.state(None, "nobody").await.unwrap();
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

/// Held for three hours from the beginning, in the attributes of the line's item.
const THREE_HOURS: Duration = Duration::hours(3);

impl App {
    async fn put_line(&self, attributes: Value) {
        let mut line = json!({ "pk": "LINE#create-order", "sk": "LINE", "next_slot": 0 });
        let attributes = attributes.as_object().unwrap().clone();
        line.as_object_mut().unwrap().extend(attributes);
        self.test_env.put(Table::Access, &line).await;
    }
}

#[tokio::test]
async fn while_the_line_is_held_a_reminder_is_looked_at_often_and_sent_soon_after_it_goes_on() {
    let (app, _, began) = start().await;
    let until = micros(began + THREE_HOURS);
    app.put_line(json!({
        "shift": micros(began + THREE_HOURS) - micros(began), "closed_until": until,
        "held_until": until, "held_since": micros(began), "held_by": "admin",
    }))
    .await;
    let often = Duration::minutes(5);
    assert_eq!(app.run_after(DUE).await, Summary::default());
    for looks in 1..=3_i32 {
        let due = began + DUE + often * looks;
        assert_eq!(app.reminders().await[0]["due_at"], due.unix_timestamp());
        assert_eq!(app.run_after(often).await, Summary::default());
    }
    app.put_line(json!({ "shift": 0, "closed_until": micros(began + DUE + often * 3) }))
        .await;
    assert_eq!(app.run_after(often).await, REMINDED);
    assert_eq!(app.receivers(), ["asha@example.com"]);
}

#[tokio::test]
async fn a_reminder_goes_out_as_long_as_the_place_is_held_by_what_was_told() {
    for (after, reminded) in [
        (WAIT + THREE_HOURS + Duration::minutes(29), REMINDED),
        (WAIT + THREE_HOURS + Duration::minutes(31), Summary::default()),
    ] {
        let (app, _, began) = start().await;
        app.put_line(json!({
            "shift": 0, "closed_until": micros(began),
            "told_shift": micros(began + THREE_HOURS) - micros(began),
            "told_last": micros(began + Duration::hours(1)),
        }))
        .await;
        assert_eq!(app.run_after(after).await, reminded);
        assert!(app.reminders().await.is_empty());
    }
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
