//! Mails that fail, and items and tables that cannot be read: a reminder is tried again, and holds up no other.

use super::{DUE, REMINDED, TICKET, UNREMINDED, WAIT, start, ticket};
use crate::App;
use aws_emulation::Fault as MailFault;
use domain::line::micros;
use reconciler::Summary;
use serde_json::json;
use store::tables::Table;
use test_support::{Fault, Log};
use time::Duration;

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
    let place = json!({ "pk": format!("LINE#place#{TICKET}"), "sk": "PLACE", "opens_at": "soon", "set_by": "line", "keyed": true, "version": 1 });
    app.test_env.put(Table::Access, &place).await;
    assert_eq!(app.run_after(DUE).await, UNREMINDED);
    app.write_place(&ticket, micros(began + WAIT), false).await;
    // A run that failed half-way holds its lease for a minute.
    assert_eq!(app.run_after(Duration::seconds(61)).await, REMINDED);
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
