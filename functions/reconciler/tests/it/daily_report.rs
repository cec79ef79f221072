//! The daily report.

use crate::App;
use aws_emulation::Fault as MailFault;
use domain::{Email, Entropy, Role, payment::Order};
use serde_json::Value;
use store::{
    Access, Administrator, Administrators, AuditEntry, Changed, MailsAfter, SessionsAfter, Write,
    tables::Table,
};
use test_support::{Fault, Log, SINGLE};
use time::{Duration, OffsetDateTime, macros::datetime};

/// Nine in the evening of the first day, in India.
const EVENING: OffsetDateTime = datetime!(2025-05-20 15:30 UTC);

impl App {
    async fn reader(&self, name: &str) -> Administrator {
        let account = Administrator {
            email: Some(Email::parse(&format!("{name}@organiser.example")).unwrap()),
            ..crate::account(name, Role::Accountant)
        };
        let administrators = Administrators::from_env(&self.test_env.env()).unwrap();
        let entry = self.staff_entry();
        let created = administrators.create(&account, &entry, MailsAfter::default());
        assert_eq!(created.await.unwrap(), Write::Done);
        let daily_report = Administrator {
            daily_report: true,
            ..account
        };
        self.save(&daily_report).await
    }

    async fn save(&self, account: &Administrator) -> Administrator {
        let env = self.test_env.env();
        let administrators = Administrators::from_env(&env).unwrap();
        let access = Access::from_env(&env).unwrap();
        let (entry, mails) = (self.staff_entry(), MailsAfter::default());
        let changed = administrators.change(account, &access, SessionsAfter::Keep, None, &entry, mails);
        assert_eq!(changed.await.unwrap(), Changed::Done);
        Administrator {
            rev: account.rev + 1,
            ..account.clone()
        }
    }

    fn staff_entry(&self) -> AuditEntry {
        let now = self.test_env.clock.now();
        let nothing = Value::Null;
        AuditEntry::new(
            now,
            &Entropy::system(),
            "asha",
            "admin.changed",
            "-",
            nothing.clone(),
            nothing,
        )
    }

    /// A candidate who has paid, as the totals have it, and the pass is mailed.
    async fn paid(&self, email: &str) -> Order {
        let order = self.test_env.paid_order(SINGLE, email).await;
        self.test_env.project(&order).await;
        order
    }

    /// Runs at a moment, and returns whom the report went to, with its subject and text.
    async fn reported_at(&self, moment: OffsetDateTime) -> Vec<(String, String, String)> {
        self.test_env.clock.set_to(moment);
        self.test_env.mailbox.clear();
        self.run().await;
        self.reports()
    }

    fn reports(&self) -> Vec<(String, String, String)> {
        let mails = self.test_env.mailbox.mails().into_iter();
        let reports = mails.filter(|mail| mail.subject.starts_with("Daily report"));
        reports
            .map(|mail| (mail.to.clone(), mail.subject.clone(), mail.text.clone()))
            .collect()
    }
}

/// An app in the morning of the first day, whose count has begun, and which has a reader.
async fn start() -> App {
    let app = App::start().await;
    app.reader("meera").await;
    app.run().await;
    app
}

#[tokio::test]
async fn everybody_who_wants_it_gets_one_mail_in_the_evening_with_what_is_new() {
    let app = start().await;
    app.reader("nila").await;
    let paid = app.paid("asha@example.com").await;
    let open = app.test_env.open_order(SINGLE, "binu@example.com").await;
    app.test_env.project(&open).await;
    assert!(app.reported_at(EVENING - Duration::SECOND).await.is_empty());
    let log = Log::start();
    let mut reports = log.event(app.reported_at(EVENING)).await;
    reports.sort();
    let to: Vec<&str> = reports.iter().map(|(to, ..)| to.as_str()).collect();
    assert_eq!(to, ["meera@organiser.example", "nila@organiser.example"]);
    let (_, subject, text) = &reports[0];
    let price = paid.amount.in_words();
    assert_eq!(*subject, format!("Daily report: 2 registered, 1 paid, {price}"));
    for fact in [
        "Registered: 2\n",
        &format!("Online: 1: {price}"),
        "Nothing needs attention.",
        "/dashboard",
        "Switch it off",
    ] {
        assert!(text.contains(fact), "{fact} is missing in {text}");
    }
    for personal in ["asha", "binu", paid.order_id.as_str(), paid.customer_id.as_str()] {
        assert!(!text.contains(personal), "{personal} in {text}");
    }
    assert!(!log.text().contains("organiser.example"), "{}", log.text());
    for later in [
        Duration::MINUTE,
        Duration::hours(3),
        Duration::hours(24) - Duration::SECOND,
    ] {
        assert!(app.reported_at(EVENING + later).await.is_empty(), "{later}");
    }
    let next = app.reported_at(EVENING + Duration::DAY).await;
    assert_eq!(next.len(), 2);
    assert_eq!(next[0].1, "Daily report: 0 registered, 0 paid, Rs\u{a0}0");
}

#[tokio::test]
async fn each_payment_and_refund_is_in_one_report_whenever_it_came() {
    let app = start().await;
    let before_nine = app.paid("asha@example.com").await;
    app.reported_at(EVENING).await;
    app.test_env.clock.set_to(EVENING + Duration::hours(2));
    let after_nine = app.paid("binu@example.com").await;
    let returned = app.test_env.pay_back(&before_nine).await;
    app.test_env.project(&returned).await;
    let (_, subject, text) = app.reported_at(EVENING + Duration::DAY).await.remove(0);
    let price = after_nine.amount.in_words();
    assert_eq!(subject, format!("Daily report: 1 registered, 1 paid, {price}"));
    let new = text.split_once("To date").unwrap().0;
    assert!(new.contains(&format!("Refunded: {price}\n")), "{text}");
    assert!(new.contains("What stays: Rs\u{a0}0\n"), "{text}");
}

#[tokio::test]
async fn a_reconciler_that_was_down_reports_the_last_day_that_is_over_once() {
    let app = start().await;
    app.paid("asha@example.com").await;
    let night = EVENING + Duration::hours(5);
    assert_eq!(app.reported_at(night).await.len(), 1);
    assert!(app.reported_at(night + Duration::MINUTE).await.is_empty());
    assert_eq!(app.reported_at(EVENING + Duration::DAY).await.len(), 1);
}

/// How many reports go out when the first run of the evening dies, and others follow.
async fn reports_after(fault: Fault) -> usize {
    let app = start().await;
    app.reader("nila").await;
    app.paid("asha@example.com").await;
    // The pass, before the evening.
    app.run().await;
    app.test_env.clock.set_to(EVENING);
    app.test_env.mailbox.clear();
    app.test_env.database.set(fault);
    let _ = app.reconciler.run().await;
    app.test_env.database.set(Fault::None);
    for _ in 0..3 {
        app.test_env.clock.advance(Duration::seconds(61));
        app.run().await;
    }
    app.reports().len()
}

#[tokio::test]
async fn a_reconciler_that_dies_between_two_writes_reports_once_to_each_unless_it_dies_with_the_mail_out() {
    let mut sent = Vec::new();
    for write in 0..8 {
        sent.push(reports_after(Fault::CrashBefore(write)).await);
        sent.push(reports_after(Fault::CrashAfter(write)).await);
    }
    // The figures, two mails into the queue, that they are there, two leases side by side, and the end of both.
    assert!(sent[..10].iter().all(|sent| *sent == 2), "{sent:?}");
    assert!(sent.iter().all(|sent| (2..=4).contains(sent)), "{sent:?}");
    assert_eq!(sent[15], 2, "{sent:?}");
}

async fn runs_at_once(fault: Fault) -> usize {
    let app = start().await;
    app.paid("asha@example.com").await;
    app.run().await;
    app.test_env.clock.set_to(EVENING);
    app.test_env.database.set(fault);
    futures::future::join_all((0..4).map(|_| app.reconciler.run())).await;
    app.test_env.database.set(Fault::None);
    app.run().await;
    app.reports().len()
}

#[tokio::test]
async fn runs_side_by_side_report_once() {
    assert_eq!(runs_at_once(Fault::None).await, 1);
}

#[tokio::test]
async fn without_the_conditions_they_would_report_several_times() {
    assert!(runs_at_once(Fault::NoConditions).await > 1);
}

#[tokio::test]
async fn who_is_disabled_or_has_switched_it_off_while_a_mail_waits_gets_none() {
    for end in [
        |account: Administrator| Administrator {
            disabled: true,
            ..account
        },
        |account: Administrator| Administrator {
            daily_report: false,
            ..account
        },
    ] {
        let app = App::start().await;
        let meera = app.reader("meera").await;
        app.run().await;
        app.paid("asha@example.com").await;
        app.run().await;
        app.test_env.mailbox.fail(MailFault::Down);
        assert!(app.reported_at(EVENING).await.is_empty());
        app.save(&end(meera)).await;
        app.test_env.mailbox.heal();
        assert!(app.reported_at(EVENING + Duration::hours(2)).await.is_empty());
        let items = app.test_env.dump(Table::Registrations).await;
        assert!(items.iter().all(|item| item["kind"] != "DAILY_REPORT"));
    }
}

#[tokio::test]
async fn an_event_without_registrations_reports_nothing() {
    let app = start().await;
    assert!(app.reported_at(EVENING).await.is_empty());
}
