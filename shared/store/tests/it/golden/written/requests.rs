//! What somebody asked for and what waits to be sent: keys, reminders, passes, mails about sign-ins.

use super::{LEASE, entry};
use domain::{
    Email, IndianPhone, PackageId, Paise, Person, PersonName,
    job::{Job, JobId},
    payment::{Ask, Lane},
    registration::{ExamPreference, PaymentMode, Selection},
};
use std::collections::BTreeMap;
use store::{
    AccountMail, AccountMails, AccountNews, DailyReport, DailyReportMailId, DailyReportMails, Import,
    ImportLines, Jobs, PassRequests, Reminders, ReportTotals, Reports, Write,
    imports::{ListLine, RefusedLine},
    line::Ticket,
    read_model::ModeTotals,
    registrations::{create::Created, idempotency::Idempotency},
    reminders::Reminder,
};
use test_support::{SINGLE, TestEnv};
use time::Duration;

pub(super) async fn idempotency_key(test_env: &TestEnv) {
    let (mut candidate, mut order) = test_env.registration_of(SINGLE, "keyed@example.com");
    // A name that nobody can give any more.
    let name = PersonName::parse("=Asha Rao").unwrap();
    candidate.person.name = name.clone();
    candidate.person.phone2 = Some(candidate.person.phone.clone());
    order.person.name = name;
    let idempotency = Idempotency {
        key: "6f1c2f1e-8d1b-4f6e-9a39-0b1e5a7f4c11".to_owned(),
        fingerprint: "00".repeat(32),
        order_id: order.order_id.clone(),
        expires: (test_env.clock.now() + Duration::days(1)).unix_timestamp(),
    };
    let due = Ask {
        at: order.created_at + Duration::minutes(2),
        lane: Lane::First,
    };
    let created = test_env
        .registrations()
        .create(&candidate, &order, due, Some(&idempotency), None)
        .await;
    assert_eq!(created.unwrap(), Created::Done);
}

/// The request of a candidate in line for a mail, which could not be sent once.
pub(super) async fn reminder(test_env: &TestEnv) {
    let reminders = Reminders::from_env(&test_env.env()).unwrap();
    let (ticket, now) = (
        Ticket::of_key("6f1c2f1e-8d1b-4f6e-9a39-0b1e5a7f4c11"),
        test_env.clock.now(),
    );
    let reminder = Reminder::new(Email::parse("asha@example.com").unwrap(), now);
    assert_eq!(
        reminders.keep(&ticket, &reminder, now).await.unwrap(),
        Write::Done
    );
    let leased = reminders.lease(&ticket, LEASE, now, Duration::minutes(1)).await;
    assert!(leased.unwrap().is_some());
    let due = now + Duration::minutes(1);
    assert_eq!(
        reminders.postpone(&ticket, LEASE, 1, due).await.unwrap(),
        Write::Done
    );
}

/// What a person of the staff is told about a sign-in, which could not be sent once.
pub(super) async fn sign_in_mail(test_env: &TestEnv) {
    let mails = AccountMails::from_env(&test_env.env()).unwrap();
    let (session, now) = ("0123456789ABCDEFGHJKMNPQRS", test_env.clock.now());
    let email = Email::parse("meera@organiser.example").unwrap();
    let mail = AccountMail::new(AccountNews::SignIn, email, "meera", "Chrome on Android", now);
    assert_eq!(mails.keep(session, &mail).await.unwrap(), Write::Done);
    let leased = mails.lease(session, LEASE, now, Duration::minutes(1)).await;
    assert!(leased.unwrap().is_some());
    let due = now + Duration::minutes(1);
    assert_eq!(mails.postpone(session, LEASE, 1, due).await.unwrap(), Write::Done);
}

/// The report of a day, and its mail to an account.
pub(super) async fn daily_report(test_env: &TestEnv) {
    let now = test_env.clock.now();
    let totals = ReportTotals {
        at: now,
        candidates: 2,
        of_day: 1,
        modes: vec![ModeTotals::none(PaymentMode::Cash.into())],
    };
    let report = DailyReport {
        day: "2025-05-19".to_owned(),
        before: Some(totals.clone()),
        totals,
        registered: 1,
        attention: BTreeMap::from([("REFUNDED".to_owned(), 1)]),
        is_queued: true,
    };
    let reports = Reports::from_env(&test_env.env()).unwrap();
    assert_eq!(reports.begin(&report).await.unwrap(), Write::Done);
    let mails = DailyReportMails::from_env(&test_env.env()).unwrap();
    let id = DailyReportMailId::new("2025-05-19", "admin-1");
    assert_eq!(mails.keep(&id, now).await.unwrap(), Write::Done);
}

pub(super) async fn pass_request(test_env: &TestEnv) {
    let requests = PassRequests::from_env(&test_env.env()).unwrap();
    let (email, now) = (Email::parse("asha@example.com").unwrap(), test_env.clock.now());
    assert_eq!(requests.ask(&email, now).await.unwrap(), Write::Done);
    let leased = requests.lease(&email, LEASE, now, Duration::minutes(1)).await;
    assert!(leased.unwrap().is_some());
    let due = now + Duration::minutes(1);
    assert_eq!(
        requests.postpone(&email, LEASE, 1, due).await.unwrap(),
        Write::Done
    );
}

/// A list of which one person is not registered yet, and another was not.
pub(super) async fn school_list(test_env: &TestEnv) {
    let (env, now) = (test_env.env(), test_env.clock.now());
    let id = JobId::parse("01747735200003-0123456789ABCDEF").unwrap();
    let line = ListLine {
        place: 1,
        line: 3,
        person: Person {
            name: PersonName::parse("Asha Rao").unwrap(),
            email: Email::parse("listed@example.com").unwrap(),
            phone: IndianPhone::parse("9876543210").unwrap(),
            phone2: None,
        },
        exam_preference: ExamPreference::Offline,
    };
    let lines = ImportLines::from_env(&env).unwrap();
    lines.keep(&id, &[line], now + Duration::days(2)).await.unwrap();
    let work = Import {
        group: "A school".to_owned(),
        selection: Selection::AllColleges {
            package_id: PackageId::parse(test_support::ALL).unwrap(),
            package_name: "All-Inclusive Exam Access".to_owned(),
        },
        price: Paise::new(185_000),
        paid: true,
        mode: PaymentMode::Upi.into(),
        reference: "Transfer 77".to_owned(),
        seed: "0123456789ABCDEFGHJKMNPQRS".to_owned(),
        refused: vec![RefusedLine {
            line: 2,
            code: "already_registered".to_owned(),
        }],
    };
    let job = Job::new(id, LEASE.to_owned(), "admin", now, work);
    let jobs = Jobs::from_env(&env).unwrap();
    let begun = jobs.begin(None, &job, &entry(test_env, "import.started")).await;
    assert_eq!(begun.unwrap(), Write::Done);
}
