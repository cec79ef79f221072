//! Registering at the counter.

use crate::{CUSTOMERS, form, start};
use domain::{CustomerId, payment::Status};
use serde_json::{Value, json};
use store::{
    registrations::{
        claims::CoursesMark,
        paid::{ClaimPolicy, Payment, Recorded},
    },
    tables::Table,
};
use test_support::{ALL, Answer, App, Log, Request, SINGLE};

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
async fn all_colleges_need_no_college_and_ignore_one() {
    let app = start().await;
    let mut form = form("asha@example.com");
    form["packageId"] = json!(ALL);
    form["type"] = json!("allColleges");
    form["order_amount"] = json!(1850);
    let id = customer(&post(&app, &form).await);
    let file = app
        .test_env
        .registrations()
        .candidate(&id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(file.candidate.selection.kind(), "allColleges");
}

#[tokio::test]
async fn each_field_is_checked_and_named() {
    let app = start().await;
    let required = "Please fill all required fields";
    let both = "College and course category are required for specific college selection";
    for (name, value, field, message) in [
        ("name", json!(" "), "name", required),
        ("name", Value::Null, "name", required),
        (
            "name",
            json!("a".repeat(101)),
            "name",
            "Please enter a name of at most 100 characters",
        ),
        (
            "name",
            json!("www.x.example"),
            "name",
            "Please enter a name without a web address",
        ),
        ("email", json!(""), "email", required),
        (
            "email",
            json!("asha@"),
            "email",
            "Please enter a valid email address",
        ),
        ("phone", Value::Null, "phone", required),
        (
            "phone",
            json!("1234567890"),
            "phone",
            "Please enter a valid 10-digit Indian phone number",
        ),
        (
            "phone2",
            json!("12"),
            "phone2",
            "Please enter a valid 10-digit Indian secondary phone number",
        ),
        ("exam_preference", json!(""), "exam_preference", required),
        (
            "exam_preference",
            json!("Both"),
            "exam_preference",
            "Please choose Online or Offline",
        ),
        ("payment_mode", Value::Null, "payment_mode", required),
        (
            "payment_mode",
            json!("online"),
            "payment_mode",
            "The payment mode must be card, cash or upi",
        ),
        (
            "payment_mode",
            json!("cheque"),
            "payment_mode",
            "The payment mode must be card, cash or upi",
        ),
        ("order_amount", Value::Null, "order_amount", required),
        (
            "order_amount",
            json!(0),
            "order_amount",
            "The amount must be at least Rs 1",
        ),
        (
            "order_amount",
            json!(0.99),
            "order_amount",
            "The amount must be at least Rs 1",
        ),
        (
            "order_amount",
            json!(-1000),
            "order_amount",
            "The amount must be at least Rs 1",
        ),
        ("packageId", json!(""), "packageId", required),
        (
            "packageId",
            json!("nothing"),
            "packageId",
            "This package is no longer available",
        ),
        ("type", Value::Null, "type", required),
        (
            "type",
            json!("any"),
            "type",
            "The type must be allColleges or specificCollege",
        ),
        (
            "type",
            json!("allColleges"),
            "type",
            "The type does not fit the package",
        ),
        ("collegeId", Value::Null, "collegeId", both),
        ("course_category", json!(""), "course_category", both),
        (
            "collegeId",
            json!("nothing"),
            "collegeId",
            "This college does not belong to the package",
        ),
        (
            "course_category",
            json!("spice-coast-bba"),
            "course_category",
            "This course does not belong to the college",
        ),
    ] {
        let got = refused(&app, &with(name, value.clone())).await;
        let expected = (
            422,
            "invalid_field".to_owned(),
            field.to_owned(),
            message.to_owned(),
        );
        assert_eq!(got, expected, "{name} = {value}");
    }
    let text = refused(&app, &with("order_amount", json!("1000"))).await;
    assert_eq!((text.0, text.2.as_str()), (422, "order_amount"));
}

#[tokio::test]
async fn another_price_is_refused_with_the_price_of_today() {
    let app = start().await;
    let answer = post(&app, &with("order_amount", json!(999))).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code(), answer.field()),
        (409, "price_changed", "order_amount")
    );
    assert_eq!(answer.json["price"], 1000);
    assert_eq!(candidates(&app).await, 0);
}

#[tokio::test]
async fn a_registered_or_paid_candidate_is_refused_in_the_specifications_words() {
    let text = "This email is already registered for the selected course.";
    let expected = (
        409,
        "already_registered".to_owned(),
        "email".to_owned(),
        text.to_owned(),
    );

    let app = start().await;
    let first = customer(&post(&app, &form("asha@example.com")).await);
    let again = post(&app, &form("asha@example.com")).await;
    assert_eq!(again.json["customer_id"], first.as_str(), "{}", again.json);
    assert_eq!(
        refused(&app, &form("ASHA@example.com")).await,
        expected,
        "registered at the counter"
    );
    let _ = customer(&post(&app, &form("binu@example.com")).await);

    let app = start().await;
    app.test_env.paid_order(SINGLE, "asha@example.com").await;
    assert_eq!(
        refused(&app, &form("asha@example.com")).await,
        expected,
        "paid online"
    );

    let app = start().await;
    app.test_env.paid_order(ALL, "asha@example.com").await;
    assert_eq!(
        refused(&app, &form("asha@example.com")).await,
        expected,
        "paid for every course"
    );

    let app = start().await;
    app.test_env.open_order(SINGLE, "asha@example.com").await;
    let _ = customer(&post(&app, &form("asha@example.com")).await);
}

#[tokio::test]
async fn the_same_form_with_its_key_is_one_registration_however_often_it_is_sent() {
    let app = start().await;
    let form = form("asha@example.com");
    let first = customer(&post_with_key(&app, &form, KEY).await);
    for _ in 0..3 {
        assert_eq!(
            customer(&post_with_key(&app, &form, &KEY.to_uppercase()).await),
            first
        );
    }
    assert_eq!(candidates(&app).await, 1);

    let other = post_with_key(&app, &with("phone", json!("9876543211")), KEY).await;
    let refused = (other.status.as_u16(), other.code(), other.field());
    assert_eq!(refused, (422, "idempotency_key_reused", "Idempotency-Key"));
    let junk = post_with_key(&app, &form, "1234").await;
    assert_eq!((junk.status.as_u16(), junk.field()), (422, "Idempotency-Key"));
    assert_eq!(candidates(&app).await, 1);
}

#[tokio::test]
async fn the_same_form_sent_many_times_at_once_is_one_registration_and_no_error() {
    let app = start().await;
    let form = form("asha@example.com");
    let answers = futures::future::join_all((0..8).map(|_| post_with_key(&app, &form, KEY))).await;
    let first = customer(&answers[0]);
    assert!(answers.iter().all(|answer| customer(answer) == first));
    assert_eq!(candidates(&app).await, 1);
    let audit = app.test_env.dump(Table::Admin).await;
    assert_eq!(
        audit
            .iter()
            .filter(|item| item["action"] == "candidate.created")
            .count(),
        1
    );
}

#[tokio::test]
async fn without_a_key_one_of_many_at_once_is_registered_and_the_others_get_a_conflict() {
    let app = start().await;
    let form = form("asha@example.com");
    let answers = futures::future::join_all((0..8).map(|_| post(&app, &form))).await;
    let done = answers.iter().filter(|answer| answer.status == 200).count();
    let refused = answers
        .iter()
        .filter(|answer| answer.code() == "already_registered")
        .count();
    assert_eq!((done, refused), (1, 7));
    assert_eq!(candidates(&app).await, 1);
}

#[tokio::test]
async fn without_conditions_many_at_once_are_many_registrations() {
    let app = start().await;
    let form = form("asha@example.com");
    let token = app.test_env.admin_token().await;
    app.test_env.database.set(test_support::Fault::NoConditions);
    let sent = (0..8).map(|_| app.call(Request::post(CUSTOMERS, &form).bearer(&token)));
    let _ = futures::future::join_all(sent).await;
    assert!(candidates(&app).await > 1, "the control of the tests above");
}

#[tokio::test]
async fn a_concurrent_online_payment_takes_over_the_claim_and_both_candidates_are_kept() {
    let app = start().await;
    let online = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let counter = customer(&post(&app, &form("asha@example.com")).await);
    let payment = Payment {
        order: &online,
        method: None,
        at: app.test_env.clock.now(),
        claim: &ClaimPolicy::Take(CoursesMark::default()),
        counter: None,
    };
    let recorded = app.test_env.registrations().record_paid(&payment).await.unwrap();
    assert_eq!(recorded, Recorded::Done);
    let claims = app
        .test_env
        .registrations()
        .claims(&online.claim_key())
        .await
        .unwrap();
    assert_eq!(claims.own.unwrap().order_id, online.order_id);
    let file = app
        .test_env
        .registrations()
        .candidate(&counter)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(file.orders[0].status, Status::Created);
}

#[tokio::test]
async fn a_crash_leaves_all_of_a_registration_or_nothing() {
    for fault in [
        test_support::Fault::CrashBefore(0),
        test_support::Fault::CrashAfter(0),
    ] {
        let app = start().await;
        let request = Request::post(CUSTOMERS, &form("asha@example.com")).header("Idempotency-Key", KEY);
        let request = request.bearer(&app.test_env.admin_token().await);
        app.test_env.database.set(fault);
        assert_eq!(app.call(request.clone()).await.status, 500);
        app.test_env.database.set(test_support::Fault::None);
        let _ = customer(&app.call(request).await);
        assert_eq!(candidates(&app).await, 1);
        let entries = app.test_env.dump(Table::Admin).await;
        assert_eq!(
            entries
                .iter()
                .filter(|item| item["action"] == "candidate.created")
                .count(),
            1
        );
    }
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
async fn a_registration_is_counted_once_however_often_its_form_is_sent() {
    let app = start().await;
    let form = form("asha@example.com");
    let log = Log::start();
    for _ in 0..3 {
        customer(&post_with_key(&app, &form, KEY).await);
    }
    assert_eq!((log.total("RegistrationsCreated"), log.total("Requests")), (1, 3));
    assert!(!log.text().contains("asha"), "{}", log.text());
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
