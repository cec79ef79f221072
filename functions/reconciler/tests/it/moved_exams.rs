//! An exam that was moved is told to those who hold it, where staff want that, and to each once.

use crate::App;
use aws_emulation::Fault as MailFault;
use domain::{
    CourseId,
    payment::{Change, Order, Withdrawal, WithdrawalCause},
};
use serde_json::json;
use store::{
    AuditEntry, AuditLog, Catalogue, MovedExams,
    catalogue::{ExamChange, Placed},
    registrations::outbox::{MailHappening, OutboxEntry},
    tables::Table,
};
use test_support::{ALL, COURSE, Fault, SINGLE, rebuild};
use time::Duration;

impl App {
    /// Moves the exam to another day, and has those told who hold it.
    async fn move_and_tell(&self, date: &str) {
        let env = self.test_env.env();
        let catalogue = Catalogue::from_env(&env).unwrap();
        let mut exam = catalogue
            .exam(&CourseId::parse(COURSE).unwrap())
            .await
            .unwrap()
            .unwrap();
        date.clone_into(&mut exam.date);
        exam.version += 1;
        let now = self.test_env.clock.now();
        let entropy = domain::Entropy::system();
        let entry = AuditEntry::new(
            now,
            &entropy,
            "meera",
            "exam_detail.updated",
            COURSE,
            json!({}),
            json!({}),
        );
        let log = AuditLog::from_env(&env).unwrap();
        let moved = MovedExams::from_env(&env).unwrap();
        let audit = log.table().audit(&entry);
        let placed = catalogue
            .update_exam(
                &exam,
                &exam,
                audit,
                ExamChange {
                    told: Some(&moved),
                    ..ExamChange::default()
                },
            )
            .await;
        assert_eq!(placed.unwrap(), Placed::Done);
    }

    /// To whom the mails of the next runs go, until nothing waits.
    async fn told_of_move(&self) -> Vec<String> {
        self.test_env.mailbox.clear();
        for _ in 0..6 {
            self.test_env.clock.advance(Duration::seconds(61));
            self.run().await;
        }
        let items = self.test_env.dump(Table::Registrations).await;
        let waits = |kind: &str| items.iter().any(|item| item["kind"] == kind);
        assert!(!waits("MOVED") && !waits("NEWS"));
        let mails = self.test_env.mailbox.mails();
        assert!(
            mails
                .iter()
                .all(|mail| mail.subject.starts_with("Your exam has moved")),
            "{mails:?}"
        );
        let mut to: Vec<String> = mails.into_iter().map(|mail| mail.to).collect();
        to.sort();
        to
    }

    async fn entry(&self, order: &Order) -> OutboxEntry {
        let entry = self.test_env.registrations().mail(&order.order_id).await;
        entry.unwrap().unwrap()
    }
}

/// One who holds the exam, one who holds every exam, one whose pass is withdrawn and one who has not paid; their passes
/// were mailed.
async fn start() -> (App, Order) {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.paid_order(ALL, "binu@example.com").await;
    app.test_env.written_order(SINGLE, "chandra@example.com").await;
    let gone = app.test_env.paid_order(SINGLE, "devi@example.com").await;
    let withdrawn = Change::Withdrawn(Withdrawal {
        cause: WithdrawalCause::Organiser.into(),
        reason: "Registered twice".to_owned(),
        by: Some("meera".to_owned()),
        at: app.test_env.clock.now(),
    });
    app.test_env.change_paid(&gone, withdrawn).await;
    rebuild(&app.test_env.registrations(), app.test_env.clock.now())
        .await
        .unwrap();
    for _ in 0..2 {
        app.run_after(Duration::minutes(3)).await;
    }
    (app, order)
}

#[tokio::test]
async fn who_holds_it_is_told_once_with_a_calendar_that_replaces_the_one_before() {
    let (app, order) = start().await;
    let before = app.entry(&order).await.calendar.unwrap();
    // Between the days of the others: for those who have all it moves, too.
    app.move_and_tell("2025-06-01").await;
    assert_eq!(app.told_of_move().await, ["asha@example.com", "binu@example.com"]);
    let entry = app.entry(&order).await;
    let calendar = entry.calendar.unwrap();
    assert_eq!((before.sequence, calendar.sequence), (0, 1));
    assert!(calendar.at > before.at);
    assert_eq!(entry.history.last().unwrap().what, MailHappening::Moved);
    assert!(app.told_of_move().await.is_empty());
    // Back and forth within a minute changes nothing that was said.
    app.move_and_tell("2025-06-04").await;
    app.move_and_tell("2025-06-01").await;
    assert!(app.told_of_move().await.is_empty());
}

#[tokio::test]
async fn a_holder_who_cannot_be_read_keeps_nobody_else_from_a_mail() {
    for (kind, member, pointer) in [
        ("ORDER", "order_id", "/status"),
        ("MAIL", "order_id", "/state"),
        ("PROJECTION", "pk", "/row/status"),
    ] {
        let (app, order) = start().await;
        let theirs = match kind {
            "PROJECTION" => format!("REG#{}", order.customer_id),
            _ => order.order_id.to_string(),
        };
        let items = app.test_env.of_kind(Table::Registrations, kind).await;
        let mut item = items.into_iter().find(|item| item[member] == theirs).unwrap();
        *item.pointer_mut(pointer).unwrap() = json!("ANOTHER_WORD");
        app.test_env.put(Table::Registrations, &item).await;
        app.move_and_tell("2025-06-01").await;
        assert_eq!(app.told_of_move().await, ["binu@example.com"], "{kind}");
    }
}

#[tokio::test]
async fn a_search_that_dies_between_two_writes_tells_each_once() {
    // Dying after one write is dying before the next.
    let faults = (0..5).map(Fault::CrashAfter);
    for fault in std::iter::once(Fault::CrashBefore(0)).chain(faults) {
        let (app, _) = start().await;
        app.move_and_tell("2025-06-03").await;
        app.test_env.mailbox.fail(MailFault::Down);
        app.test_env.database.set(fault);
        let _ = app.reconciler.run().await;
        app.test_env.database.set(Fault::None);
        app.test_env.mailbox.heal();
        assert_eq!(
            app.told_of_move().await,
            ["asha@example.com", "binu@example.com"],
            "{fault:?}"
        );
    }
}
