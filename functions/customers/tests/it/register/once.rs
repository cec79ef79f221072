//! A form that comes again or many times at once, or meets a crash or a payment, is one registration.

use super::{KEY, candidates, customer, post, post_with_key, with};
use crate::{CUSTOMERS, form, start};
use domain::payment::Status;
use serde_json::json;
use store::{
    registrations::{
        claims::CoursesMark,
        paid::{ClaimPolicy, Payment, Recorded},
        places::PlaceAction,
    },
    tables::Table,
};
use test_support::{Log, Request, SINGLE};

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
        place: PlaceAction::Keep,
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
