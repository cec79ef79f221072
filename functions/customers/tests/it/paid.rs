//! Registering at the counter and taking the money in one call.

use crate::{CUSTOMERS, form, start};
use domain::{
    AttentionKind, CustomerId,
    payment::{Channel, Status},
    till::Entry,
};
use futures::future::join_all;
use serde_json::{Value, json};
use store::{
    AuditLog,
    registrations::{
        CandidateFile,
        claims::CoursesMark,
        counter::{AtCounter, PaidAtOnce, Registered},
        paid::ClaimPolicy,
    },
    tables::Table,
};
use test_support::{ALL, Answer, App, Fault, Request, SINGLE};
use time::Duration;

const KEY: &str = "0b8f4ab2-34a1-4f0e-9d5c-1f1f6c1d2e3f";

fn paid(email: &str) -> Value {
    let mut form = form(email);
    form["paid"] = json!(true);
    form
}

fn paid_for_all(email: &str) -> Value {
    let mut form = paid(email);
    form["packageId"] = json!(ALL);
    form["type"] = json!("allColleges");
    form["order_amount"] = json!(1850);
    form["payment_mode"] = json!("upi");
    form
}

async fn post(app: &App, form: &Value) -> Answer {
    app.call_as_admin(Request::post(CUSTOMERS, form)).await
}

async fn file_of(app: &App, answer: &Answer) -> CandidateFile {
    let id = CustomerId::parse(answer.json["customer_id"].as_str().unwrap()).unwrap();
    app.test_env
        .registrations()
        .candidate(&id)
        .await
        .unwrap()
        .unwrap()
}

/// The entries of all tills.
async fn till(app: &App) -> Vec<Value> {
    let items = app.test_env.dump(Table::Admin).await;
    let is_entry = |item: &Value| item["sk"].as_str().is_some_and(|sk| sk.starts_with("ENTRY#"));
    items.into_iter().filter(is_entry).collect()
}

#[tokio::test]
async fn a_candidate_who_pays_at_once_is_registered_and_paid_in_one_call() {
    let app = start().await;
    for form in [paid("asha@example.com"), paid_for_all("binu@example.com")] {
        let answer = post(&app, &form).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        let file = file_of(&app, &answer).await;
        let [order] = file.orders.as_slice() else {
            panic!("one order")
        };
        assert_eq!(
            answer.json,
            json!({
                "success": true,
                "customer_id": file.candidate.customer_id.as_str(),
                "order_id": order.order_id.as_str(),
                "receipt_no": answer.json["receipt_no"],
                "paid_at": "2025-05-20T04:30:00Z",
            })
        );
        let receipt = answer.json["receipt_no"].as_str().unwrap();
        assert_eq!(receipt.replace('-', ""), format!("R{}", order.customer_id));
        assert_eq!(order.status, Status::Paid);
        assert_eq!(order.paid_at, Some(app.test_env.clock.now()));
        assert_eq!(file.mails.len(), 1);
        let claims = app.test_env.registrations().claims(&order.claim_key()).await;
        assert!(claims.unwrap().paid());

        let entries = till(&app).await;
        let entry = entries
            .iter()
            .find(|entry| entry["receipt_no"] == receipt)
            .unwrap();
        assert_eq!(entry["pk"], "TILL#2025-05-20#admin");
        assert_eq!(entry["movement"], "paid");
        assert_eq!(entry["mode"], form["payment_mode"]);
        assert_eq!(entry["amount"], json!(order.amount.get()));
        assert_eq!(entry["order_id"], order.order_id.as_str());
        let log = app.audit_log().await;
        let acts: Vec<&Value> = log
            .iter()
            .filter(|act| act["subject"] == order.customer_id.as_str())
            .collect();
        assert_eq!(acts.len(), 1);
        assert_eq!(acts[0]["action"], "candidate.created");
        assert_eq!(acts[0]["after"]["status"], "PAID");
    }
    assert_eq!(till(&app).await.len(), 2);
    assert!(app.test_env.flags().await.is_empty());
}

#[tokio::test]
async fn one_that_is_not_paid_at_once_has_no_receipt_and_is_in_no_till() {
    let app = start().await;
    let mut form = form("asha@example.com");
    for paid in [Value::Null, json!(false)] {
        form["paid"] = paid;
        form["email"] = json!(format!("asha{}@example.com", form["paid"]));
        let answer = post(&app, &form).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(answer.json.get("receipt_no"), None);
        assert_eq!(answer.json.get("paid_at"), None);
        let file = file_of(&app, &answer).await;
        assert_eq!(answer.json["order_id"], file.orders[0].order_id.as_str());
        assert_eq!(file.orders[0].status, Status::Created);
    }
    assert!(till(&app).await.is_empty());
    form["paid"] = json!("yes");
    let refused = (422, "invalid_field", "paid");
    app.assert_changes_nothing(Request::post(CUSTOMERS, &form), refused)
        .await;
}

#[tokio::test]
async fn the_price_is_the_catalogue_s_alone() {
    let app = start().await;
    let mut form = paid("asha@example.com");
    form["order_amount"] = json!(1);
    let refused = (409, "price_changed", "order_amount");
    app.assert_changes_nothing(Request::post(CUSTOMERS, &form), refused)
        .await;
}

#[tokio::test]
async fn a_claim_of_the_address_refuses_the_payment_and_changes_nothing() {
    let app = start().await;
    app.test_env.counter_order(SINGLE, "open@example.com").await;
    app.test_env.paid_order(SINGLE, "paid@example.com").await;
    app.test_env.paid_order(ALL, "covered@example.com").await;
    for email in ["open@example.com", "paid@example.com", "covered@example.com"] {
        let refused = (409, "already_registered", "email");
        app.assert_changes_nothing(Request::post(CUSTOMERS, &paid(email)), refused)
            .await;
        let again = post(&app, &paid(email)).await;
        assert!(again.json["customer_id"].is_string(), "{}", again.json);
    }
    let refused = (409, "already_registered", "email");
    let covered = Request::post(CUSTOMERS, &paid_for_all("covered@example.com"));
    app.assert_changes_nothing(covered, refused).await;
}

#[tokio::test]
async fn a_package_beside_a_paid_course_that_it_covers_is_paid_and_flagged() {
    let app = start().await;
    app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let answer = post(&app, &paid_for_all("asha@example.com")).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let flags = app.test_env.flags().await;
    assert_eq!(flags.len(), 1);
    assert_eq!(flags[0].flag, AttentionKind::DuplicatePayment);
    assert_eq!(flags[0].order_id.as_str(), answer.json["order_id"]);
}

#[tokio::test]
async fn a_retry_with_the_same_idempotency_key_takes_the_money_once() {
    let app = start().await;
    let form = paid("asha@example.com");
    let send = |form: Value| {
        let request = Request::post(CUSTOMERS, &form).header("Idempotency-Key", KEY);
        app.call_as_admin(request)
    };
    let first = send(form.clone()).await;
    assert_eq!(first.status, 200, "{}", first.json);
    assert_eq!(first.json["paid_at"], "2025-05-20T04:30:00Z");
    // The next morning: the receipt has the moment that the till has.
    app.test_env.clock.advance(Duration::hours(16));
    let again = send(form.clone()).await;
    assert_eq!((again.status, &again.json), (first.status, &first.json));
    let mut unpaid = form;
    unpaid["paid"] = json!(false);
    assert_eq!(send(unpaid).await.code(), "idempotency_key_reused");
    assert_eq!(till(&app).await.len(), 1);
}

/// Ten clerks register the same person at the same moment, each taking the money.
async fn ten_clerks(app: &App) -> Vec<Answer> {
    let token = app.test_env.admin_token().await;
    let form = paid("asha@example.com");
    join_all((0..10).map(|_| app.call(Request::post(CUSTOMERS, &form).bearer(&token)))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_registrations_of_one_address_make_one_paid_claim_and_one_till_entry() {
    let app = start().await;
    let answers = ten_clerks(&app).await;
    let paid = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(paid, 1, "{answers:?}");
    assert!(
        answers
            .iter()
            .all(|answer| matches!(answer.status.as_u16(), 200 | 409)),
        "{answers:?}"
    );
    assert_eq!(app.test_env.everybody().await.len(), 1);
    assert_eq!(till(&app).await.len(), 1);
}

/// Registers two people of one address as paid, both decided on an address without a claim.
async fn two_first_payments(app: &App) -> [Registered; 2] {
    let at = app.test_env.clock.now();
    let log = AuditLog::from_env(&app.test_env.env()).unwrap();
    let mut registered = Vec::new();
    for _ in 0..2 {
        let (candidate, mut order) = app.test_env.registration_of(SINGLE, "asha@example.com");
        order.channel = Channel::Counter;
        let entry = Entry::paid(&order, candidate.payment_mode.clone(), "admin", at);
        let claim = ClaimPolicy::Take(CoursesMark::default());
        let paid = PaidAtOnce {
            at,
            claim: &claim,
            till: log.table().till(&entry),
        };
        let registration = AtCounter {
            candidate: &candidate,
            order: &order,
            paid: Some(paid),
            refuse_similar: false,
            idempotency: None,
            audit: None,
        };
        let written = app
            .test_env
            .registrations()
            .register_at_counter(&registration)
            .await;
        registered.push(written.unwrap());
    }
    registered.try_into().unwrap()
}

#[tokio::test]
async fn the_second_of_two_first_payments_meets_the_claim() {
    let app = start().await;
    assert_eq!(
        two_first_payments(&app).await,
        [Registered::Done, Registered::ClaimTaken]
    );
    assert_eq!(till(&app).await.len(), 1);
}

#[tokio::test]
async fn a_registration_that_is_paid_needs_the_same_tables_as_one_that_is_not() {
    let app = start().await;
    let needed = [
        Table::Registrations,
        Table::Catalogue,
        Table::Access,
        Table::Admin,
    ];
    let request = |number: usize| Request::post(CUSTOMERS, &paid(&format!("asha{number}@example.com")));
    app.assert_needs(&needed, request).await;
    assert_eq!(till(&app).await.len(), 3);
}

#[tokio::test]
async fn who_comes_too_late_among_many_is_told_so_and_nothing_is_registered_corrected_or_noted() {
    let app = start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let one = format!("{CUSTOMERS}/{}", order.customer_id);
    let registrations = app.test_env.registrations();
    let file = registrations.candidate(&order.customer_id).await.unwrap();
    let version = file.unwrap().candidate.version;
    let before = app.test_env.dump(Table::Registrations).await;
    app.test_env.database.set(Fault::Conflict);
    let answers = join_all(
        [
            Request::post(CUSTOMERS, &paid("binu@example.com")),
            Request::post(CUSTOMERS, &form("binu@example.com")),
            Request::put(&one, &json!({ "version": version, "name": "Asha Nair" })),
            Request::post(format!("{one}/notes"), &json!({ "text": "Came" })),
        ]
        .map(|request| app.call_as_admin(request)),
    )
    .await;
    for answer in answers {
        assert_eq!((answer.status.as_u16(), answer.code()), (503, "busy"));
        assert_eq!(answer.headers["retry-after"], "2");
    }
    assert_eq!(app.test_env.dump(Table::Registrations).await, before);
}
