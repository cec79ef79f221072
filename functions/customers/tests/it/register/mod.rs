//! Registering at the counter.

mod form;
mod once;

use crate::{CUSTOMERS, form, start};
use domain::{CustomerId, payment::Status};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, App, COURSE, Request};
use time::{Duration, format_description::well_known::Rfc3339};

const KEY: &str = "0b8f4ab2-34a1-4f0e-9d5c-1f1f6c1d2e3f";

async fn post(app: &App, form: &Value) -> Answer {
    app.call_as_admin(Request::post(CUSTOMERS, form)).await
}

async fn post_with_key(app: &App, form: &Value, key: &str) -> Answer {
    app.call_as_admin(Request::post(CUSTOMERS, form).header("Idempotency-Key", key))
        .await
}

fn customer(answer: &Answer) -> CustomerId {
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["success"], true);
    CustomerId::parse(answer.json["customer_id"].as_str().unwrap()).unwrap()
}

async fn candidates(app: &App) -> usize {
    app.test_env.everybody().await.len()
}

/// Sends a form that must be refused, and checks that nothing was written.
async fn refused(app: &App, form: &Value) -> (u16, String, String, String) {
    let before = app.everything().await;
    let answer = post(app, form).await;
    assert_eq!(app.everything().await, before, "{form}");
    assert_eq!(answer.json["error"], answer.json["message"], "{form}");
    let text = |text: &str| text.to_owned();
    (
        answer.status.as_u16(),
        text(answer.code()),
        text(answer.field()),
        text(answer.message()),
    )
}

fn with(name: &str, value: Value) -> Value {
    let mut form = form("asha@example.com");
    form[name] = value;
    form
}

#[tokio::test]
async fn a_candidate_is_registered_with_a_spot_payment_an_open_claim_and_an_audit_entry() {
    let app = start().await;
    let mut form = form(" Asha@Example.com ");
    form["phone"] = json!("+91 98765 43210");
    form["phone2"] = json!("9876501234");
    let id = customer(&post(&app, &form).await);
    let file = app
        .test_env
        .registrations()
        .candidate(&id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(file.candidate.person.email.as_str(), "asha@example.com");
    assert_eq!(
        file.candidate.person.phone2.as_ref().unwrap().as_str(),
        "9876501234"
    );
    assert_eq!(file.candidate.payment_mode.as_str(), "cash");
    let [order] = file.orders.as_slice() else {
        panic!("one order")
    };
    assert_eq!(
        (order.status, order.channel.payment_method()),
        (Status::Created, "SPOT PAYMENT")
    );
    assert_eq!(order.amount.get(), 100_000);
    let claims = app
        .test_env
        .registrations()
        .claims(&order.claim_key())
        .await
        .unwrap();
    assert!(claims.holder().is_some() && !claims.paid());

    let audit = app.test_env.dump(Table::Admin).await;
    let entry = audit
        .iter()
        .find(|item| item["action"] == "candidate.created")
        .unwrap();
    assert_eq!(
        (&entry["username"], &entry["subject"]),
        (&json!("admin"), &json!(id.as_str()))
    );
    assert_eq!(entry["before"], Value::Null);
    assert_eq!(entry["after"]["email"], "asha@example.com");
    assert_eq!(entry["after"]["order_amount"], 1000);
}

#[tokio::test]
async fn nobody_registers_without_signing_in() {
    let app = start().await;
    let before = app.everything().await;
    let answer = app
        .call(Request::post(CUSTOMERS, &form("asha@example.com")))
        .await;
    assert_eq!(answer.status, 401);
    assert_eq!(app.everything().await, before);
}

#[tokio::test]
async fn nobody_is_registered_once_registration_is_closed_but_a_form_that_was_sent_is_answered() {
    let app = start().await;
    let before = post_with_key(&app, &form("asha@example.com"), KEY).await;
    let closed = json!({
        "pk": "EVENT", "sk": "REGISTRATION_CLOSED", "at": "2025-05-20T04:30:00Z", "by": "asha",
    });
    app.test_env.put(Table::Registrations, &closed).await;
    let (status, code, ..) = refused(&app, &form("binu@example.com")).await;
    assert_eq!((status, code.as_str()), (409, "registration_closed"));
    let again = post_with_key(&app, &form("asha@example.com"), KEY).await;
    assert_eq!(customer(&again), customer(&before));
}

#[tokio::test]
async fn the_counter_goes_by_its_own_date_and_not_by_that_of_the_site() {
    let app = start().await;
    let now = app.test_env.clock.now();
    let at = |minutes| (now + Duration::minutes(minutes)).format(&Rfc3339).unwrap();
    let settings = json!({
        "pk": "EVENT", "sk": "SETTINGS", "version": 1,
        "opens_at": at(60), "closes_at": at(90), "counter_closes_at": at(10),
    });
    app.test_env.put(Table::Registrations, &settings).await;
    let asked = app.call_as_admin(Request::get("/api/registration")).await;
    assert_eq!(asked.json, json!({ "open": true, "closes_at": at(10) }));
    let before = post_with_key(&app, &form("asha@example.com"), KEY).await;
    customer(&before);
    // The first instant after: registering ends, and what has begun goes on.
    app.test_env.clock.set_to(now + Duration::minutes(10));
    let asked = app.call_as_admin(Request::get("/api/registration")).await;
    assert_eq!(asked.json, json!({ "open": false, "closed_at": at(10) }));
    let (status, code, ..) = refused(&app, &form("binu@example.com")).await;
    assert_eq!((status, code.as_str()), (409, "registration_closed"));
    let again = post_with_key(&app, &form("asha@example.com"), KEY).await;
    assert_eq!(customer(&again), customer(&before));
}

#[tokio::test]
async fn whether_registration_is_closed_is_told_before_a_form_is_filled_in() {
    let app = start().await;
    let asked = app.call_as_admin(Request::get("/api/registration")).await;
    assert_eq!(
        (asked.status.as_u16(), asked.json),
        (200, json!({ "open": true }))
    );
    let closed = json!({
        "pk": "EVENT", "sk": "REGISTRATION_CLOSED", "at": "2025-05-20T04:30:00Z", "by": "asha",
    });
    app.test_env.put(Table::Registrations, &closed).await;
    let asked = app.call_as_admin(Request::get("/api/registration")).await;
    let expected = json!({ "open": false, "closed_at": "2025-05-20T04:30:00Z" });
    assert_eq!((asked.status.as_u16(), asked.json), (200, expected));
    app.test_env
        .database
        .set(test_support::Fault::TableDown(Table::Registrations));
    let asked = app.call_as_admin(Request::get("/api/registration")).await;
    assert_eq!((asked.status.as_u16(), asked.code()), (500, "internal_error"));
}

#[tokio::test]
async fn the_counter_sells_no_place_that_there_is_not() {
    let app = start().await;
    app.test_env.limit_places(COURSE, 1).await;
    let paid = |mut form: Value| {
        form["paid"] = json!(true);
        form
    };
    customer(&post(&app, &paid(form("asha@example.com"))).await);
    assert_eq!(app.test_env.places_of(COURSE).await.len(), 1);
    for form in [form("binu@example.com"), paid(form("binu@example.com"))] {
        let (status, code, field, _) = refused(&app, &form).await;
        assert_eq!((status, &*code, &*field), (409, "sold_out", "course_category"));
    }
}
