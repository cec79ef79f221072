//! Everybody at once. Each race has its control: the same without the conditions of the writes, where the fault
//! that the conditions prevent shows itself.

use crate::counter::at_counter;
use futures::future::{BoxFuture, FutureExt, join_all};
use provider_simulator::{PaymentStatus, WebhookRequest};
use scenarios::Expo;
use serde_json::json;
use store::tables::Table;
use test_support::{ALL, Fault, Request, SINGLE, call};
use time::Duration;

/// How many come at the same instant.
const CONCURRENT: usize = 50;

/// Pays an order and lets the webhook, the return page, the reconciler and the stream come at once, many times
/// over. Returns how many mails went out.
async fn ask_at_once(expo: &Expo, order: &str) -> usize {
    expo.pay(order, PaymentStatus::Success);
    expo.test_env.clock.advance(Duration::minutes(3));
    expo.test_env.provider.take_webhooks();
    let webhook = expo
        .test_env
        .provider
        .webhook(&WebhookRequest::of("PAYMENT_SUCCESS_WEBHOOK", order));
    let webhook = &webhook;
    let callers = (0..CONCURRENT).map(|number| -> BoxFuture<'_, ()> {
        match number % 4 {
            0 => async { drop(expo.deliver(webhook).await) }.boxed(),
            1 => async { drop(expo.status(order).await) }.boxed(),
            2 => async { drop(expo.reconciler.run().await) }.boxed(),
            _ => async { expo.run_stream_for(vec![order.to_owned()]).await }.boxed(),
        }
    });
    join_all(callers).await;
    // A stream brings a record at least once, and it may bring it to several at once.
    join_all((0..10).map(|_| expo.run_stream())).await;
    expo.mails_about(order)
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_at_once_make_one_paid_order_one_mail_and_one_claim() {
    let expo = Expo::open().await;
    for package in [ALL, SINGLE] {
        let order = expo.register(package, &format!("{package}@example.com")).await;
        assert_eq!(ask_at_once(&expo, &order).await, 1);
        assert_eq!(expo.status(&order).await.json["status"], "PAID");
        assert_eq!(expo.mail(&order).await.unwrap().attempts, 1);
    }
    assert!(expo.attention().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn without_conditions_fifty_at_once_send_more_than_one_mail() {
    let expo = Expo::open().await;
    let order = expo.register(SINGLE, "asha@example.com").await;
    expo.test_env.database.set(Fault::NoConditions);
    assert!(ask_at_once(&expo, &order).await > 1);
}

/// Pays two orders of one e-mail for one course and settles them at the same instant.
async fn twins(expo: &Expo) -> [String; 2] {
    let orders = [
        expo.register(SINGLE, "asha@example.com").await,
        expo.register(SINGLE, "asha@example.com").await,
    ];
    for order in &orders {
        expo.pay(order, PaymentStatus::Success);
    }
    let webhooks = expo.test_env.provider.take_webhooks();
    let answers = join_all(
        webhooks
            .iter()
            .cycle()
            .take(CONCURRENT)
            .map(|webhook| expo.deliver(webhook)),
    )
    .await;
    assert!(answers.iter().all(|answer| answer.status == 200), "{answers:?}");
    expo.run_stream().await;
    orders
}

async fn claims(expo: &Expo) -> Vec<serde_json::Value> {
    let items = expo.test_env.dump(Table::Registrations).await;
    items.into_iter().filter(|item| item["kind"] == "CLAIM").collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_payments_for_one_course_at_once_are_both_paid_and_mailed_with_one_claim_and_one_flag() {
    let expo = Expo::open().await;
    let orders = twins(&expo).await;
    for order in &orders {
        assert_eq!(expo.pass(order).await.status, 200);
        assert_eq!(expo.mails_about(order), 1);
    }
    let claims = claims(&expo).await;
    assert_eq!(claims.len(), 1);
    let holder = claims[0]["order_id"].as_str().unwrap();
    let second = orders.iter().find(|order| *order != holder).unwrap();
    let flags = expo.attention().await;
    assert_eq!(flags.len(), 1);
    assert_eq!(flags[0].flag, domain::AttentionKind::DuplicatePayment);
    assert_eq!(flags[0].order_id.as_str(), second);
    assert!(flags[0].note.contains(holder), "{}", flags[0].note);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_conditions_the_second_of_two_payments_goes_unnoticed() {
    let expo = Expo::open().await;
    let orders = [
        expo.register(SINGLE, "asha@example.com").await,
        expo.register(SINGLE, "asha@example.com").await,
    ];
    expo.test_env.database.set(Fault::NoConditions);
    for order in &orders {
        expo.pay(order, PaymentStatus::Success);
        expo.test_env.clock.advance(Duration::seconds(6));
        assert_eq!(expo.status(order).await.json["status"], "PAID");
    }
    assert!(
        expo.attention().await.is_empty(),
        "the second payment is flagged to nobody"
    );
}

/// Pays a course and the package that covers it by one address, and settles both at the same instant. Returns how many
/// duplicates were flagged.
async fn overlap(expo: &Expo, email: &str) -> usize {
    let orders = [
        expo.register(SINGLE, email).await,
        expo.register(ALL, email).await,
    ];
    for order in &orders {
        expo.pay(order, PaymentStatus::Success);
    }
    let webhooks = expo.test_env.provider.take_webhooks();
    let answers = join_all(webhooks.iter().map(|webhook| expo.deliver(webhook))).await;
    assert!(answers.iter().all(|answer| answer.status == 200), "{answers:?}");
    for order in &orders {
        assert!(expo.stored(order).await.paid_at.is_some());
    }
    let flags = expo.attention().await;
    let flags = flags
        .iter()
        .filter(|flag| orders.contains(&flag.order_id.to_string()));
    flags
        .filter(|flag| flag.flag == domain::AttentionKind::DuplicatePayment)
        .count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_course_and_the_package_that_covers_it_paid_concurrently_are_flagged_as_one_duplicate_every_time() {
    for _ in 0..4 {
        let expo = Expo::open().await;
        for round in 0..15 {
            assert_eq!(overlap(&expo, &format!("asha{round}@example.com")).await, 1);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_conditions_a_course_and_its_package_paid_concurrently_go_unnoticed() {
    let expo = Expo::open().await;
    for round in 0..100 {
        let email = format!("asha{round}@example.com");
        expo.test_env.database.set(Fault::NoConditions);
        let flagged = overlap(&expo, &email).await;
        expo.test_env.database.set(Fault::None);
        if flagged == 0 {
            return;
        }
    }
    panic!("no two payments met in a hundred rounds");
}

/// Corrects somebody's address to one that pays for the same exam at the same instant, and returns whether it was
/// corrected, and the orders of the two.
async fn corrected_while_paid(expo: &Expo, fault: Fault) -> (bool, [String; 2]) {
    let first = expo.register(SINGLE, "wrong@example.com").await;
    expo.pay(&first, PaymentStatus::Success);
    expo.deliver_webhooks().await;
    let second = expo.register(SINGLE, "right@example.com").await;
    expo.pay(&second, PaymentStatus::Success);
    let webhook = expo.test_env.provider.take_webhooks().remove(0);
    let candidate = expo.stored(&first).await.customer_id;
    let token = expo.test_env.admin_token().await;
    let correction = json!({ "version": 0, "email": "right@example.com" });
    let correct = Request::put(format!("/api/customers/{candidate}"), &correction).bearer(&token);
    expo.test_env.database.set(fault);
    let (corrected, paid) = tokio::join!(call(&expo.customers, correct), expo.deliver(&webhook));
    expo.test_env.database.set(Fault::None);
    assert_eq!(paid.status, 200);
    assert!(
        [200, 409].contains(&corrected.status.as_u16()),
        "{}",
        corrected.json
    );
    (corrected.status == 200, [first, second])
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_corrected_to_one_that_is_just_paying_leaves_one_claim_and_loses_no_payment() {
    for _ in 0..60 {
        let expo = Expo::open().await;
        let (corrected, orders) = corrected_while_paid(&expo, Fault::None).await;
        let right: Vec<_> = claims(&expo)
            .await
            .into_iter()
            .filter(|claim| claim["pk"] == "CLAIM#right@example.com")
            .map(|claim| claim["order_id"].clone())
            .collect();
        assert_eq!(right, [json!(orders[usize::from(!corrected)])]);
        for order in &orders {
            assert_eq!(expo.status(order).await.json["status"], "PAID");
        }
        // Where the payment came second, it is told to be one.
        assert_eq!(expo.attention().await.len(), usize::from(corrected));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_conditions_a_payment_for_a_corrected_address_goes_unnoticed() {
    for _ in 0..100 {
        let expo = Expo::open().await;
        let (corrected, _) = corrected_while_paid(&expo, Fault::NoConditions).await;
        if corrected && expo.attention().await.is_empty() {
            return;
        }
    }
    panic!("no correction met a payment in a hundred rounds");
}

#[tokio::test(flavor = "multi_thread")]
async fn mark_paid_and_an_online_payment_at_once_never_both_hold_the_claim() {
    for _ in 0..5 {
        let expo = Expo::open().await;
        let online = expo.register(SINGLE, "asha@example.com").await;
        let counter = at_counter(&expo).await;
        expo.pay(&online, PaymentStatus::Success);
        let webhook = expo.test_env.provider.take_webhooks().remove(0);
        let token = expo.test_env.admin_token().await;
        let path = format!("/api/payments/{counter}/status");
        let mark = call(
            &expo.payments,
            Request::put(path, &json!({ "status": "PAID" })).bearer(&token),
        );
        let (delivered, marked) = futures::future::join(expo.deliver(&webhook), mark).await;
        assert_eq!(delivered.status, 200);
        expo.run_stream().await;

        assert_eq!(
            expo.pass(&online).await.status,
            200,
            "what was paid online is always a pass"
        );
        assert_eq!(expo.mails_about(&online), 1);
        let claims = claims(&expo).await;
        assert_eq!(claims.len(), 1);
        if marked.status == 200 {
            assert_eq!(claims[0]["order_id"], *counter);
            assert_eq!(expo.attention().await[0].order_id.as_str(), online);
            assert_eq!(expo.mails_about(&counter), 1);
        } else {
            assert_eq!(marked.status, 409);
            assert_eq!(
                marked.json["order_id"], *online,
                "the refusal names the paid order"
            );
            assert_eq!(claims[0]["order_id"], *online);
            assert!(expo.attention().await.is_empty());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_form_sent_fifty_times_at_once_is_one_order() {
    let expo = Expo::open().await;
    let form = test_support::registration(SINGLE, "asha@example.com");
    let send = || {
        let request = Request::post("/api/payments/create-order", &form)
            .header("idempotency-key", "0d9f3a52-6a0e-4f0c-9a52-5d2d8f3b7a11");
        call(&expo.payments, request)
    };
    let answers = join_all((0..CONCURRENT).map(|_| send())).await;
    assert!(answers.iter().all(|answer| answer.status == 200), "{answers:?}");
    assert!(answers.iter().all(|answer| answer.json == answers[0].json));
    let items = expo.test_env.dump(Table::Registrations).await;
    assert_eq!(items.iter().filter(|item| item["kind"] == "ORDER").count(), 1);
    assert_eq!(
        expo.test_env.provider.export()["orders"]
            .as_object()
            .unwrap()
            .len(),
        1
    );
}
