//! Items of every kind, written by the calls that the functions use.

use domain::{
    AttentionKind, BannerId, CustomerId, Email, Entropy, OrderId, PackageId, Paise, PersonName, Word,
    catalogue::{Package, SaleState},
    check_in::{Admission, List, Notice, Place},
    content::{Banner, Group, Link},
    export::{ExportFilters, ExportFormat, ExportId, ExportKind, ExportState},
    payment::{
        Ask, AttemptState, Card, Change, Lane, Method, Order, RefundEvent, RefundId, Status, Upi, Withdrawal,
        WithdrawalCause,
    },
    registration::PaymentMode,
    till::{Closing, Entry, count, day_of},
};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration as Length;
use store::{
    Access, Administrator, Administrators, Attempt, AuditEntry, AuditLog, Changed, CheckIns, Content,
    Enrolment, ExportJob, ExportJobs, Guessed, Limit, PassRequests, Reached, Registrations, Reminders,
    SecondFactor, Session, SessionsAfter, SignInMail, SignInMails, SyncJobs, SyncState, Tills, Write,
    Written,
    check_in::{Answer, Entering, Leaving, Used},
    exports::{ExportFile, ExportProgress, ExportReached},
    line::Ticket,
    registrations::{
        Note,
        amend::Amended,
        attention::{Flag, ProviderEvent},
        claims::CoursesMark,
        create::Created,
        idempotency::Idempotency,
        outbox::{Feedback, Leased, Receipt, Take, feedback::FeedbackKind},
        paid::{ClaimPolicy, Payment, Recorded, Takings},
        refused::Written as Refused,
        settle::Unpaid,
    },
    reminders::Reminder,
};
use test_support::{ALL, SINGLE, TestEnv};
use time::{Duration, OffsetDateTime};

/// The administrator's id, whose tokens have been made invalid once.
pub(crate) const ADMINISTRATOR: &str = "admin-1";

const LEASE: &str = "0123456789ABCDEFGHJK";

/// Writes some items of every kind.
pub(crate) async fn everything(test_env: &TestEnv) {
    open_and_ended_orders(test_env).await;
    refused_order(test_env).await;
    paid_orders(test_env).await;
    refunded_order(test_env).await;
    counter_orders(test_env).await;
    corrected_candidate(test_env).await;
    idempotency_key(test_env).await;
    reminder(test_env).await;
    pass_request(test_env).await;
    sign_in_mail(test_env).await;
    catalogue(test_env).await;
    content(test_env).await;
    administration(test_env).await;
    check_ins(test_env).await;
    exports(test_env).await;
    for item in test_env.dump(store::tables::Table::Registrations).await {
        if item["kind"] == "CANDIDATE" {
            let id = serde_json::from_value(item["customer_id"].clone()).unwrap();
            assert!(
                test_env
                    .registrations()
                    .project(&[id], test_env.clock.now())
                    .await
                    .is_empty()
            );
        }
    }
}

/// How many entries the audit log shows.
pub(crate) async fn everything_in(log: &AuditLog, now: OffsetDateTime) -> usize {
    log.page(None, 1_000, now + Duration::days(1))
        .await
        .unwrap()
        .entries
        .len()
}

fn entry(test_env: &TestEnv, action: &str) -> AuditEntry {
    let (before, after) = (json!({ "status": "CREATED" }), json!({ "status": "PAID" }));
    let now = test_env.clock.now();
    AuditEntry::new(now, &Entropy::system(), "admin", action, "subject", before, after)
}

/// Somebody whom two devices let in, and somebody whose admission was taken back.
async fn check_ins(test_env: &TestEnv) {
    let env = test_env.env();
    let check_ins = CheckIns::from_env(&env).unwrap();
    let list = List::parse("day:2025-05-31").unwrap();
    let now = test_env.clock.now();
    let place = |device: &str| Place {
        at: now,
        by: "meera".to_owned(),
        device: device.to_owned(),
    };
    for (candidate, double) in [("CZ6S4932KF26", true), ("CZ6S4932KF27", false)] {
        let admission = Admission {
            customer_id: CustomerId::parse(candidate).unwrap(),
            place: place("Gate 1"),
            nonce: format!("nonce-{candidate}"),
        };
        let second = double.then(|| place("Gate 2"));
        let entering = Entering {
            list: &list,
            admission: &admission,
            known: None,
            double: second.as_ref(),
            lookups: &["Jci9Cdg_Vi9QocIN5n1yCA".to_owned()],
            used: &Used {
                nonce: admission.nonce.clone(),
                fingerprint: "0f".repeat(32),
                answer: Answer {
                    admitted: true,
                    reason: None,
                    notices: vec![Notice::NumberOnly.into()],
                    customer_id: Some(admission.customer_id.clone()),
                    place: Some(admission.place.clone()),
                    double: second.clone(),
                },
            },
            again: false,
            now,
        };
        assert_eq!(check_ins.enter(&entering).await.unwrap(), Write::Done);
        if !double {
            let log = AuditLog::from_env(&env).unwrap();
            let leaving = Leaving {
                list: &list,
                known: &admission,
                place: &place("Gate 1"),
                lookups: &[],
                audit: (log.table(), &entry(test_env, "check_in.undone")),
            };
            assert_eq!(check_ins.leave(&leaving).await.unwrap(), Write::Done);
        }
    }
}

/// A package in each state; those of the test environment are on sale.
async fn catalogue(test_env: &TestEnv) {
    let catalog = test_env.catalog();
    let single = catalog.package(&PackageId::parse(SINGLE).unwrap()).await.unwrap();
    let single = single.unwrap();
    for state in [SaleState::Draft, SaleState::Archived] {
        let package = Package {
            id: PackageId::parse(&format!("package-{}", state.as_str())).unwrap(),
            state: state.into(),
            ..single.clone()
        };
        catalog.put_package(&package).await.unwrap();
    }
}

/// An order that the provider refused, of a candidate who has no other.
async fn refused_order(test_env: &TestEnv) {
    let order = test_env.written_order(SINGLE, "refused@example.com").await;
    let (registrations, now) = (test_env.registrations(), test_env.clock.now());
    let refused = registrations
        .record_refused(&order, &Refused::default(), now)
        .await;
    assert_eq!(refused.unwrap(), Write::Done);
}

async fn open_and_ended_orders(test_env: &TestEnv) {
    test_env.written_order(SINGLE, "created@example.com").await;
    test_env.open_order(ALL, "active@example.com").await;
    for (status, attempt) in [
        (Status::Active, AttemptState::Pending),
        (Status::Failed, AttemptState::Failed),
        (Status::Expired, AttemptState::None),
        (Status::Unknown, AttemptState::Pending),
    ] {
        let order = test_env
            .open_order(SINGLE, &format!("{status}@example.com").to_lowercase())
            .await;
        let now = test_env.clock.now();
        let change = Unpaid {
            status,
            attempt,
            session: None,
            closed_at: (status == Status::Failed).then_some(now),
            due: (status != Status::Expired).then_some(Ask {
                at: now + Duration::minutes(5),
                lane: if attempt == AttemptState::Pending {
                    Lane::Likely
                } else {
                    Lane::Late
                },
            }),
        };
        let registrations = test_env.registrations();
        assert_eq!(
            registrations.record_unpaid(&order, &change).await.unwrap(),
            Write::Done
        );
        assert!(
            registrations
                .acquire_poll_slot(&order.order_id, now, Duration::seconds(5))
                .await
                .unwrap()
        );
    }
}

async fn pay(test_env: &TestEnv, order: &Order, method: Option<&Method>, claim: &ClaimPolicy) {
    let log = AuditLog::from_env(&test_env.env()).unwrap();
    let act = entry(test_env, "payment.mark_paid");
    let takings = Entry::paid(order, PaymentMode::Cash.into(), "admin", act.at);
    let payment = Payment {
        order,
        method,
        at: test_env.clock.now(),
        claim,
        counter: method.is_none().then_some(Takings {
            admin: log.table(),
            audit: &act,
            till: &takings,
        }),
    };
    let recorded = test_env.registrations().record_paid(&payment).await.unwrap();
    assert_eq!(recorded, Recorded::Done);
}

async fn paid_orders(test_env: &TestEnv) {
    let card = Method {
        group: Some("credit_card".to_owned()),
        card: Some(Card {
            card_type: Some("credit_card".to_owned()),
            card_bank_name: Some("Kerala Bank".to_owned()),
            card_network: Some("visa".to_owned()),
        }),
        upi: None,
        reference: Some("1453002795".to_owned()),
    };
    let upi = Method {
        group: Some("upi".to_owned()),
        card: None,
        reference: None,
        upi: Some(Upi {
            upi_id: Some("asha@bank".to_owned()),
        }),
    };
    let by_card = test_env.open_order(ALL, "paid@example.com").await;
    pay(
        test_env,
        &by_card,
        Some(&card),
        &ClaimPolicy::Take(CoursesMark::default()),
    )
    .await;
    let again = test_env.open_order(ALL, "paid@example.com").await;
    pay(
        test_env,
        &again,
        Some(&upi),
        &ClaimPolicy::Leave {
            holder: by_card.order_id.clone(),
        },
    )
    .await;
    flags_and_events(test_env, &by_card).await;

    let registrations = test_env.registrations();
    mail_sent(test_env, &registrations, &by_card.order_id).await;
    let waiting = test_env.open_order(SINGLE, "waiting@example.com").await;
    pay(
        test_env,
        &waiting,
        Some(&Method::default()),
        &ClaimPolicy::Take(CoursesMark::default()),
    )
    .await;
    lease(test_env, &registrations, &again.order_id).await;
    let given_up = test_env.paid_order(SINGLE, "given-up@example.com").await;
    lease(test_env, &registrations, &given_up.order_id).await;
    let flag = Flag::new(&given_up, AttentionKind::PaidWithoutMail, test_env.clock.now());
    assert_eq!(
        registrations.mail_given_up(LEASE, &flag).await.unwrap(),
        Write::Done
    );
}

/// An order of which a part is on its way back, and whose pass is withdrawn.
async fn refunded_order(test_env: &TestEnv) {
    let order = test_env.paid_order(SINGLE, "refunded@example.com").await;
    let refund = Change::RefundRequested {
        refund_id: RefundId::parse("RF1").unwrap(),
        amount: Paise::new(25_000),
        reason: "One exam less".to_owned(),
        by: "asha".to_owned(),
        mode: Some(PaymentMode::Upi.into()),
    };
    test_env.change_paid(&order, refund).await;
    let made_there = Change::RefundReported {
        refund_id: RefundId::parse("dashboard").unwrap(),
        amount: Some(Paise::new(10_000)),
        event: RefundEvent::Succeeded,
    };
    test_env.change_paid(&order, made_there).await;
    let withdrawal = Withdrawal {
        cause: WithdrawalCause::Organiser.into(),
        reason: "Registered twice".to_owned(),
        by: Some("asha".to_owned()),
        at: test_env.clock.now(),
    };
    test_env.change_paid(&order, Change::Withdrawn(withdrawal)).await;
}

async fn flags_and_events(test_env: &TestEnv, order: &Order) {
    let (registrations, now) = (test_env.registrations(), test_env.clock.now());
    for kind in AttentionKind::ALL {
        let flag = Flag::new(order, kind, now).with_note("A note".to_owned());
        registrations.flag(&flag).await.unwrap();
    }
    for (kind, what) in [
        (AttentionKind::Refunded, "REFUND"),
        (AttentionKind::Disputed, "DISPUTE"),
    ] {
        let event = ProviderEvent {
            key: format!("{what}#1#SUCCESS"),
            summary: format!("{what} 1 SUCCESS"),
            at: now,
        };
        let kept = registrations
            .record_event(&order.order_id, &event, Some(&Flag::new(order, kind, now)))
            .await;
        assert_eq!(kept.unwrap(), Write::Done);
    }
}

async fn lease(test_env: &TestEnv, registrations: &Registrations, id: &OrderId) {
    let now = test_env.clock.now();
    let leased = registrations
        .lease_mail(id, Take::Waiting, LEASE, now, Duration::minutes(1))
        .await;
    assert!(matches!(leased.unwrap(), Leased::Yours(_)));
}

/// Sent, and just being sent once more.
async fn mail_sent(test_env: &TestEnv, registrations: &Registrations, id: &OrderId) {
    lease(test_env, registrations, id).await;
    let now = test_env.clock.now();
    let receipt = Receipt {
        message_id: "message-1",
        at: now,
        audit: None,
    };
    assert_eq!(
        registrations.mail_sent(id, LEASE, &receipt).await.unwrap(),
        Write::Done
    );
    let again = registrations
        .lease_sent_mail(id, LEASE, now, Duration::minutes(1))
        .await;
    assert!(again.unwrap().is_some());
    for kind in [FeedbackKind::Bounced, FeedbackKind::Complained] {
        let order = registrations.order(id).await.unwrap().unwrap();
        let feedback = Feedback {
            attempt: LEASE.to_owned(),
            message_id: "message-1".to_owned(),
            reason: "A reason".to_owned(),
            at: now,
        };
        let flag = Flag::new(&order, kind.flag(), now);
        let recorded = registrations.record_feedback(kind, &feedback, &flag).await;
        assert_eq!(recorded.unwrap(), Write::Done);
    }
}

async fn counter_orders(test_env: &TestEnv) {
    test_env.counter_order(SINGLE, "counter@example.com").await;
    let paid = test_env.counter_order(ALL, "counter-paid@example.com").await;
    pay(test_env, &paid, None, &ClaimPolicy::Take(CoursesMark::default())).await;
    let tills = Tills::from_env(&test_env.env()).unwrap();
    let (now, day) = (test_env.clock.now(), day_of(test_env.clock.now()));
    let entries = tills.till(day, "admin").await.unwrap().entries;
    let counted = [(PaymentMode::Cash, Paise::new(185_000))].into();
    let closing = Closing {
        number: 1,
        clerk: "admin".to_owned(),
        closed_by: "admin".to_owned(),
        closed_at: now,
        counts: count(&entries, &[].into(), &counted).unwrap(),
    };
    let closed = tills
        .close(day, &closing, false, &entry(test_env, "till.closed"))
        .await;
    assert_eq!(closed.unwrap(), Write::Done);
}

/// Somebody whose address was wrong, with a note.
async fn corrected_candidate(test_env: &TestEnv) {
    let (registrations, now) = (test_env.registrations(), test_env.clock.now());
    let log = AuditLog::from_env(&test_env.env()).unwrap();
    let order = test_env.paid_order(SINGLE, "wrong@example.com").await;
    let id = &order.customer_id;
    let noted = Note {
        id: "note-1".to_owned(),
        at: now,
        by: "admin".to_owned(),
        text: "Called us".to_owned(),
    };
    let audit = entry(test_env, "candidate.noted");
    registrations
        .add_note(id, &noted, (log.table(), &audit))
        .await
        .unwrap();
    let before = registrations.to_amend(id).await.unwrap().unwrap();
    let mut after = before.candidate().clone();
    after.person.email = Email::parse("right@example.com").unwrap();
    let audit = entry(test_env, "candidate.corrected");
    let amended = registrations
        .amend(&before, &after, now, (log.table(), &audit))
        .await;
    assert_eq!(amended.unwrap(), Amended::Done);
}

async fn idempotency_key(test_env: &TestEnv) {
    let (mut candidate, mut order) = test_env.registration_of(SINGLE, "keyed@example.com");
    // A name that the first release took.
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
        .create(&candidate, &order, due, Some(&idempotency))
        .await;
    assert_eq!(created.unwrap(), Created::Done);
}

/// The request of a candidate in line for a mail, which could not be sent once.
async fn reminder(test_env: &TestEnv) {
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
async fn sign_in_mail(test_env: &TestEnv) {
    let mails = SignInMails::from_env(&test_env.env()).unwrap();
    let (session, now) = ("0123456789ABCDEFGHJKMNPQRS", test_env.clock.now());
    let email = Email::parse("meera@organiser.example").unwrap();
    let mail = SignInMail::new(email, "meera", "Chrome on Android", now);
    assert_eq!(mails.keep(session, &mail).await.unwrap(), Write::Done);
    let leased = mails.lease(session, LEASE, now, Duration::minutes(1)).await;
    assert!(leased.unwrap().is_some());
    let due = now + Duration::minutes(1);
    assert_eq!(mails.postpone(session, LEASE, 1, due).await.unwrap(), Write::Done);
}

async fn pass_request(test_env: &TestEnv) {
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

async fn content(test_env: &TestEnv) {
    let content = Content::from_env(&test_env.env()).unwrap();
    for group in Group::ALL {
        let banner = Banner {
            id: BannerId::parse(group.noun()).unwrap(),
            name: "Expo".to_owned(),
            desktop: "/media/hero-0123.jpg".to_owned(),
            mobile: group
                .has_mobile()
                .then(|| "/media/hero-mobile-0123.jpg".to_owned()),
            link: Link::parse("/register").unwrap(),
            version: 1,
        };
        content.put(group, &banner).await.unwrap();
    }
}

async fn administration(test_env: &TestEnv) {
    let env = test_env.env();
    let access = Access::from_env(&env).unwrap();
    let administrators = Administrators::from_env(&env).unwrap();
    let administrator = Administrator {
        id: ADMINISTRATOR.to_owned(),
        username: "Admin".to_owned(),
        password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA".to_owned(),
        role: domain::Role::Admin,
        disabled: false,
        email: Some(domain::Email::parse("office@expo.example").unwrap()),
        must_change_password: true,
        second_factor: Some(SecondFactor {
            secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ".to_owned(),
            last_step: 1,
            recovery: BTreeMap::from([("aGFzaA".to_owned(), true)]),
        }),
        enrolment: Some(Enrolment {
            secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ".to_owned(),
            begun: test_env.clock.now(),
        }),
        rev: 0,
    };
    let created = administrators
        .create(&administrator, &entry(test_env, "administrator.created"))
        .await;
    assert_eq!(created.unwrap(), Write::Done);
    let now = test_env.clock.now();
    let ver = access
        .version_for_new_token(ADMINISTRATOR, now)
        .await
        .unwrap()
        .version;
    let changed = entry(test_env, "administrator.changed");
    let written = administrators.change(&administrator, &access, SessionsAfter::End, None, &changed);
    assert_eq!(written.await.unwrap(), Changed::Done);
    let session = Session {
        id: "0123456789ABCDEFGHJK".to_owned(),
        ver: ver + 1,
        began: now,
        last_seen: now,
        device: "Chrome on Android".to_owned(),
        restriction: Some(domain::Restriction::PasswordChange),
    };
    access
        .begin_session(ADMINISTRATOR, domain::Role::Admin, &session)
        .await
        .unwrap();
    let limit = Limit {
        bucket: "login",
        attempts: 5,
        window: Length::from_secs(60),
    };
    let counted = access
        .throttle(limit, "198.51.100.7", test_env.clock.now())
        .await
        .unwrap();
    assert_eq!(counted, store::Throttle::Allowed);
    for of in [
        Guessed::Name("aGFzaCBvZiBhIG5hbWU".to_owned()),
        Guessed::Device("aGFzaCBvZiBhIGRldmljZQ".to_owned()),
    ] {
        let attempt = access.attempt(of, test_env.clock.now()).await.unwrap();
        assert!(matches!(attempt, Attempt::Counted(_)));
    }

    let now = test_env.clock.now();
    let state = SyncState {
        running: true,
        job: "job".to_owned(),
        lease: LEASE.to_owned(),
        heartbeat: now.unix_timestamp(),
        done: 3,
        total: 9,
        resumed: 1,
        started_at: Some(now),
        started_by: "admin".to_owned(),
        written: Some(Written {
            revision: 7,
            target: "sheet/tab".to_owned(),
            header: vec!["Customer ID".to_owned()],
        }),
        reached: Some(Reached {
            cursor: "01747735200000#C0123456789A".to_owned(),
            next_row: 5,
            written: Written {
                revision: 7,
                target: "sheet/tab".to_owned(),
                header: vec!["Customer ID".to_owned()],
            },
        }),
        last_sync: Some(now),
        error: Some("The sheet could not be written".to_owned()),
        waiting: Some("Google limits our requests".to_owned()),
    };
    let begun = SyncJobs::from_env(&env).unwrap();
    let begun = begun
        .begin(&SyncState::default(), &state, &entry(test_env, "sync.started"))
        .await;
    assert_eq!(begun.unwrap(), Write::Done);
}

/// One that a worker is at, and one that has failed.
async fn exports(test_env: &TestEnv) {
    let (now, jobs) = (
        test_env.clock.now(),
        ExportJobs::from_env(&test_env.env()).unwrap(),
    );
    let running = ExportJob {
        export_id: ExportId::parse("01747735200000-0123456789ABCDEF").unwrap(),
        kind: ExportKind::Candidates.into(),
        format: ExportFormat::Csv.into(),
        filters: ExportFilters {
            status: Some("PAID".to_owned()),
            email: Some("asha@example.com".to_owned()),
            ..ExportFilters::default()
        },
        state: ExportState::Running.into(),
        lease: LEASE.to_owned(),
        heartbeat: now.unix_timestamp(),
        resumed: 1,
        begun: 1,
        created_at: now,
        created_by: "admin".to_owned(),
        ended_at: None,
        total: Some(9),
        progress: ExportProgress { done: 3, rows: 2 },
        reached: Some(ExportReached {
            place: "01747735200000#CZ6S4932KF26".to_owned(),
            progress: ExportProgress { done: 2, rows: 1 },
        }),
        file: Some(ExportFile {
            key: "exports/one.csv".to_owned(),
            upload: "upload".to_owned(),
            parts: vec!["tag".to_owned()],
            bytes: 7,
        }),
        error: None,
    };
    let failed = ExportJob {
        export_id: ExportId::parse("01747735200001-0123456789ABCDEF").unwrap(),
        state: ExportState::Failed.into(),
        filters: running.filters.without_personal_data(),
        ended_at: Some(now),
        reached: None,
        error: Some("The export stopped".to_owned()),
        ..running.clone()
    };
    for job in [running, failed] {
        let begun = jobs.begin(&job, &entry(test_env, "export.started")).await;
        assert_eq!(begun.unwrap(), Write::Done);
    }
}
