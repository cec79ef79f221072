//! Items of every kind, written by the calls that the functions use.

mod administration;
mod bulk;
mod event;
mod messages;
mod orders;
mod requests;
mod results;
mod seating;

use self::administration::{administration, exports};
use self::event::{catalogue, check_ins, content};
use self::orders::{
    counter_orders, forgotten_payment, open_and_ended_orders, orders_with_places, paid_orders,
    refunded_order, refused_order,
};
use self::requests::{daily_report, idempotency_key, pass_request, reminder, school_list, sign_in_mail};
use domain::{Email, Entropy};
use serde_json::json;
use store::{
    AuditEntry, AuditLog,
    registrations::{Note, Noted, amend::Amended},
};
use test_support::{SINGLE, TestEnv};
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
    forgotten_payment(test_env).await;
    counter_orders(test_env).await;
    orders_with_places(test_env).await;
    corrected_candidate(test_env).await;
    idempotency_key(test_env).await;
    reminder(test_env).await;
    pass_request(test_env).await;
    sign_in_mail(test_env).await;
    daily_report(test_env).await;
    school_list(test_env).await;
    bulk::bulk_action(test_env).await;
    results::exam_results(test_env).await;
    messages::message(test_env).await;
    catalogue(test_env).await;
    content(test_env).await;
    administration(test_env).await;
    check_ins(test_env).await;
    exports(test_env).await;
    seating::seats(test_env).await;
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
    let written = registrations
        .add_note(id, &noted, log.table().audit(&audit))
        .await
        .unwrap();
    assert_eq!(written, Noted::Done);
    let before = registrations.to_amend(id).await.unwrap().unwrap();
    let mut after = before.candidate().clone();
    after.person.email = Email::parse("right@example.com").unwrap();
    let audit = entry(test_env, "candidate.corrected");
    let amended = registrations
        .amend(&before, &after, now, log.table().audit(&audit))
        .await;
    assert_eq!(amended.unwrap(), Amended::Done);
}
