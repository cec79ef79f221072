//! An exam that was moved is told to those who hold it, where staff want that, and to each once.

use crate::{App, limits::run_that_takes};
use aws_emulation::Fault as MailFault;
use domain::{CourseId, payment::Order};
use serde_json::json;
use store::{
    AuditEntry, AuditLog, Catalogue, Holders, MovedExams, Recipients, Write,
    catalogue::{ExamChange, Placed},
    registrations::outbox::{MailHappening, OutboxEntry},
    tables::Table,
};
use test_support::{ALL, COURSE, Fault, OTHER_COURSE, SINGLE, rebuild};
use time::Duration;

impl App {
    /// Moves an exam to another day, with a mail to those who hold it.
    pub(super) async fn move_and_tell(&self, course: &str, date: &str) {
        let env = self.test_env.env();
        let catalogue = Catalogue::from_env(&env).unwrap();
        let mut exam = catalogue
            .exam(&CourseId::parse(course).unwrap())
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
            course,
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
    app.test_env.withdraw(&gone).await;
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
    app.move_and_tell(COURSE, "2025-06-01").await;
    assert_eq!(app.told_of_move().await, ["asha@example.com", "binu@example.com"]);
    let entry = app.entry(&order).await;
    let calendar = entry.calendar.unwrap();
    assert!(calendar.sequence > before.sequence);
    assert!(calendar.at > before.at);
    assert_eq!(entry.history.last().unwrap().what, MailHappening::Moved);
    assert!(app.told_of_move().await.is_empty());
    // Back and forth within a minute changes nothing that was said.
    app.move_and_tell(COURSE, "2025-06-04").await;
    app.move_and_tell(COURSE, "2025-06-01").await;
    assert!(app.told_of_move().await.is_empty());
}

#[tokio::test]
async fn who_has_chosen_only_what_no_college_has_any_more_is_mailed_about_any_exam() {
    let (app, _) = start().await;
    let undecided = app.test_env.paid_order(ALL, "esha@example.com").await;
    let decided = app.test_env.paid_order(ALL, "farah@example.com").await;
    app.test_env.choose(&undecided, &[OTHER_COURSE]).await;
    app.test_env
        .choose(&decided, &[OTHER_COURSE, "backwater-bsc"])
        .await;
    app.test_env.list_exam(OTHER_COURSE, &[]).await;
    rebuild(&app.test_env.registrations(), app.test_env.clock.now())
        .await
        .unwrap();
    // Their passes go first.
    for _ in 0..2 {
        app.run_after(Duration::minutes(3)).await;
    }
    app.move_and_tell(COURSE, "2025-06-01").await;
    assert_eq!(
        app.told_of_move().await,
        ["asha@example.com", "binu@example.com", "esha@example.com"]
    );
}

#[tokio::test]
async fn a_holder_who_cannot_be_read_keeps_nobody_else_from_a_mail() {
    for (kind, pointer) in [
        ("ORDER", "/status"),
        ("MAIL", "/state"),
        ("PROJECTION", "/row/status"),
    ] {
        let (app, order) = start().await;
        app.test_env
            .spoil(kind, order.customer_id.as_str(), pointer)
            .await;
        app.move_and_tell(COURSE, "2025-06-01").await;
        assert_eq!(app.told_of_move().await, ["binu@example.com"], "{kind}");
    }
}

#[tokio::test]
async fn a_search_that_dies_between_two_writes_tells_each_once() {
    // Dying after one write is dying before the next.
    let faults = (0..5).map(Fault::CrashAfter);
    for fault in std::iter::once(Fault::CrashBefore(0)).chain(faults) {
        let (app, _) = start().await;
        app.move_and_tell(COURSE, "2025-06-03").await;
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

/// Most of thousands have not paid, and who holds both exams gets one mail.
#[tokio::test]
async fn one_run_finds_every_holder_of_two_exams() {
    let app = App::start().await;
    app.test_env.seed_candidates(7, 2_400).await;
    app.test_env.clock.advance(Duration::days(4));
    rebuild(&app.test_env.registrations(), app.test_env.clock.now())
        .await
        .unwrap();
    app.move_and_tell(COURSE, "2025-06-01").await;
    app.move_and_tell(OTHER_COURSE, "2025-06-02").await;
    app.test_env.mailbox.fail(MailFault::Down);
    app.run().await;
    let everybody = app.test_env.everybody().await;
    let of_all = everybody.iter().filter(|one| one.course == "allColleges");
    assert!(of_all.count() > 500, "the list is longer than a page");
    let paid = everybody.into_iter().filter(|one| one.status == "PAID");
    let mut holders: Vec<String> = paid.map(|one| one.customer_id).collect();
    holders.sort();
    let kept = app.test_env.of_kind(Table::Registrations, "NEWS").await;
    let candidate = |mail: &serde_json::Value| {
        mail["order_id"]
            .as_str()
            .unwrap()
            .split_once('-')
            .unwrap()
            .0
            .to_owned()
    };
    let mut kept: Vec<String> = kept.iter().map(candidate).collect();
    kept.sort();
    assert!(kept.len() > 300, "{}", kept.len());
    assert_eq!(kept, holders);
    let moved = app.test_env.of_kind(Table::Registrations, "MOVED").await;
    assert!(moved.is_empty(), "{moved:?}");
}

/// A run that has no time for all of them leaves the rest, and not those again that it has found.
#[tokio::test]
async fn runs_that_are_late_go_on_where_the_one_before_ended() {
    let app = App::start().await;
    app.test_env.seed_candidates(7, 2_400).await;
    app.test_env.clock.advance(Duration::days(4));
    rebuild(&app.test_env.registrations(), app.test_env.clock.now())
        .await
        .unwrap();
    app.move_and_tell(COURSE, "2025-06-01").await;
    app.test_env.mailbox.fail(MailFault::Down);
    let (mut places, mut runs) = (Vec::new(), 0);
    loop {
        let database = app.test_env.database.clone();
        let taken = move || Duration::milliseconds(250) * i32::try_from(database.writes()).unwrap();
        run_that_takes(&app, taken).await;
        let moved = app.test_env.of_kind(Table::Registrations, "MOVED").await;
        let Some(item) = moved.first() else { break };
        places.extend(item["behind"].as_str().map(str::to_owned));
        runs += 1;
        assert!(runs < 30, "it does not end: {places:?}");
        app.test_env.clock.advance(Duration::MINUTE);
    }
    let distinct: std::collections::BTreeSet<_> = places.iter().collect();
    assert!(places.len() > 1 && distinct.len() == places.len(), "{places:?}");
    let everybody = app.test_env.everybody().await;
    let holds = |course: &str| course == COURSE || course == "allColleges";
    let holders = everybody
        .iter()
        .filter(|one| one.status == "PAID" && holds(&one.course));
    let kept = app.test_env.of_kind(Table::Registrations, "NEWS").await;
    assert_eq!(kept.len(), holders.count());
}

/// The alarms are made of what a run looks at last.
#[tokio::test]
async fn a_run_begins_to_find_holders_until_thirty_three_seconds() {
    for (a_mail, is_found) in [
        (Duration::seconds(33), true),
        (Duration::milliseconds(33_001), false),
    ] {
        let (app, _) = start().await;
        app.paid_orders(1).await;
        app.test_env.clock.advance(Duration::minutes(2));
        app.move_and_tell(COURSE, "2025-06-01").await;
        app.test_env.mailbox.clear();
        let mailbox = app.test_env.mailbox.clone();
        let taken = move || a_mail * i32::try_from(mailbox.mails().len()).unwrap();
        run_that_takes(&app, taken).await;
        let moved = app.test_env.of_kind(Table::Registrations, "MOVED").await;
        assert_eq!(moved.is_empty(), is_found, "{a_mail}");
        assert!(moved.iter().all(|item| item.get("lease").is_none()), "{moved:?}");
        app.run_after(Duration::MINUTE).await;
        let moved = app.test_env.of_kind(Table::Registrations, "MOVED").await;
        assert!(moved.is_empty(), "{moved:?}");
    }
}

/// There may be thousands: neither a message of the organisers nor a mail about money waits for them.
#[tokio::test]
async fn no_other_mail_waits_while_holders_are_found_and_mailed() {
    let (app, _) = start().await;
    let recipients = Recipients::from_env(&app.test_env.env()).unwrap();
    app.move_and_tell(COURSE, "2025-06-01").await;
    app.test_env.clock.advance(Duration::MINUTE);
    assert!(!recipients.others_are_due(app.test_env.clock.now()).await.unwrap());
    app.test_env.mailbox.fail(MailFault::Down);
    app.run_after(Duration::MINUTE).await;
    app.test_env.clock.advance(Duration::HOUR);
    let waits = app.test_env.of_kind(Table::Registrations, "NEWS").await;
    assert_eq!(waits.len(), 2, "{waits:?}");
    assert!(!recipients.others_are_due(app.test_env.clock.now()).await.unwrap());
}

#[tokio::test]
async fn an_exam_whose_holders_are_still_being_found_is_kept() {
    let (app, _) = start().await;
    app.move_and_tell(COURSE, "2025-06-01").await;
    app.test_env.clock.advance(Duration::days(2));
    let now = app.test_env.clock.now();
    let exams = MovedExams::from_env(&app.test_env.env()).unwrap();
    let due = exams.due(now, 10).await.unwrap();
    let [id] = &due[..] else { panic!("{due:?}") };
    let leased = exams.lease(id, "me", now, Duration::MINUTE).await.unwrap();
    assert!(leased.is_some());
    let kept = exams.go_on(id, "me", (Holders::OfAll, None), now).await;
    assert_eq!(kept.unwrap(), Write::Done);
    let moved = app.test_env.of_kind(Table::Registrations, "MOVED").await;
    let [item] = &moved[..] else { panic!("{moved:?}") };
    let expires = now + Duration::days(3);
    assert_eq!(item["expires"], json!(expires.unix_timestamp()));
}

/// A move while the mail about another one is being sent has a mail after it, which goes by what that has said of the calendar.
#[tokio::test]
async fn what_moves_while_its_mail_is_sent_has_the_next_one() {
    let (app, order) = start().await;
    app.move_and_tell(COURSE, "2025-06-01").await;
    app.test_env.mailbox.fail(MailFault::Down);
    app.run_after(Duration::MINUTE).await;
    app.test_env.mailbox.heal();
    app.test_env.clock.advance(Duration::HOUR);
    let mails = store::OrderMails::from_env(&app.test_env.env()).unwrap();
    let id = format!("{}#MOVED", order.order_id);
    let now = app.test_env.clock.now();
    let leased = mails.lease(id.as_str(), "me", now, Duration::MINUTE).await;
    assert!(leased.unwrap().is_some());
    app.move_and_tell(COURSE, "2025-06-03").await;
    app.run().await;
    assert_eq!(mails.remove(&id, "me").await.unwrap(), Write::Stale);
    assert_eq!(app.told_of_move().await, ["asha@example.com"]);
    let mails = app.test_env.mailbox.mails();
    assert!(mails[0].text.contains("Tue 3 Jun"), "{}", mails[0].text);
}
