//! One candidate is followed through the log lines of all functions by its id, which opens nothing; and by nothing else
//! of it.

use crate::counter::EMAIL;
use provider_simulator::PaymentStatus;
use scenarios::Expo;
use serde_json::{Value, json};
use test_support::{Log, Request, SINGLE, call};
use time::Duration;

/// What the lines say that name a candidate.
fn about(log: &Log, order: &str) -> Vec<String> {
    let (candidate, _) = order.split_once('-').unwrap();
    let names = |line: &Value| {
        let named = line["candidate"].as_str().unwrap_or_default();
        named.split(' ').any(|named| named == candidate)
    };
    let lines = log.invocations().into_iter().filter(names);
    lines
        .map(|line| line["message"].as_str().unwrap().to_owned())
        .collect()
}

fn assert_nothing_personal(log: &Log, orders: &[&str]) {
    let text = log.text();
    for personal in ["asha", "Asha", "9876543210", "Rao"].iter().chain(orders) {
        assert!(!text.contains(personal), "{personal}: {text}");
    }
}

#[tokio::test]
async fn an_online_payment_is_followed_by_its_candidate_from_the_request_to_the_mail_and_the_reconciler() {
    let expo = Expo::open().await;
    let log = Log::start();
    let order = expo.register(SINGLE, EMAIL).await;
    expo.pay(&order, PaymentStatus::Success);
    // The reconciler is the first to ask, and the webhook and the page come after it.
    expo.test_env.clock.advance(Duration::minutes(3));
    log.event(expo.reconciler.run()).await.unwrap();
    for answer in expo.deliver_webhooks().await {
        assert_eq!(answer.status, 200);
    }
    expo.status(&order).await;
    log.event(expo.run_stream()).await;
    expo.pass(&order).await;
    let token = expo.test_env.admin_token().await;
    for path in ["send-success-email", "resend-email"] {
        let path = match path {
            "resend-email" => format!("/api/payments/{order}/{path}"),
            _ => format!("/api/payments/{path}/{order}"),
        };
        let answer = call(&expo.payments, Request::post(path, &json!({})).bearer(&token)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
    }
    assert_eq!(
        about(&log, &order),
        [
            "POST /api/payments/create-order 200",
            "reconciled",
            "POST /api/payments/webhook 200",
            "GET /api/payments/status/{order_id} 200",
            "processed a batch",
            "GET /api/order/{order_id} 200",
            "POST /api/payments/send-success-email/{order_id} 200",
            "POST /api/payments/{order_id}/resend-email 200",
        ]
    );
    assert_nothing_personal(&log, &[&order]);
}

#[tokio::test]
async fn a_payment_at_the_counter_is_followed_by_its_candidate_and_a_mail_by_the_reconciler_too() {
    let expo = Expo::open().await;
    let order = expo
        .test_env
        .counter_order(SINGLE, EMAIL)
        .await
        .order_id
        .to_string();
    let token = expo.test_env.admin_token().await;
    let log = Log::start();
    let path = format!("/api/payments/{order}/status");
    let request = Request::put(path, &json!({ "status": "PAID" })).bearer(&token);
    assert_eq!(call(&expo.payments, request).await.status, 200);
    expo.test_env.clock.advance(Duration::minutes(3));
    let run = log.event(expo.reconciler.run()).await.unwrap();
    assert_eq!(run.mailed, 1);
    assert_eq!(
        about(&log, &order),
        ["PUT /api/payments/{order_id}/status 200", "reconciled"]
    );
    assert_nothing_personal(&log, &[&order]);
}

#[tokio::test]
async fn a_request_about_an_order_that_does_not_exist_names_no_candidate() {
    let expo = Expo::open().await;
    let log = Log::start();
    let order = "C0123456789A-0123456789ABCDEFGHJK";
    assert_eq!(expo.status(order).await.status, 404);
    assert_eq!(about(&log, order), [""; 0]);
    assert_nothing_personal(&log, &[order, "C0123456789A"]);
}
