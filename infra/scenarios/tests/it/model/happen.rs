//! How each thing that can happen is done.

use super::{
    state::{Orders, Pair, Snapshot},
    step::{Event, Interruption, Step},
};
use axum::Router;
use provider_simulator::{PaymentStatus, WebhookRequest};
use scenarios::Expo;
use serde_json::{Value, json};
use test_support::{COLLEGE, Request, call};
use time::{Duration, OffsetDateTime};

/// Another exam of the college.
const OTHER_EXAM: &str = "backwater-bsc";

/// Lets it happen. Returns whether it came as far as where one webhook overtakes another, if it has such an end.
pub(super) async fn happen(expo: &Expo, orders: &Orders, step: Step, from: &Snapshot) -> bool {
    let online = &orders.online;
    match step.event {
        Event::WebhookSuccess => {
            webhook(expo, online, PaymentStatus::Success, "PAYMENT_SUCCESS_WEBHOOK").await;
        }
        Event::OtherWebhookSuccess => {
            webhook(
                expo,
                &orders.other,
                PaymentStatus::Success,
                "PAYMENT_SUCCESS_WEBHOOK",
            )
            .await;
        }
        Event::BothSuccess => {
            let [one, other] = [online, &orders.other].map(|order| {
                if !from.provider_paid(order) {
                    expo.pay(order, PaymentStatus::Success);
                }
                let name = "PAYMENT_SUCCESS_WEBHOOK";
                expo.test_env.provider.webhook(&WebhookRequest::of(name, order))
            });
            expo.test_env.provider.take_webhooks();
            let (one, other) = (expo.deliver(&one), expo.deliver(&other));
            let database = &expo.test_env.database;
            let met = match step.interruption {
                Interruption::Overtaken(request) => database.meet(request, one, other).await,
                Interruption::OtherOvertaken(request) => database.meet(request, other, one).await,
                Interruption::None | Interruption::CrashBefore(_) | Interruption::CrashAfter(_) => {
                    Some(tokio::join!(one, other))
                }
            };
            return met.is_some();
        }
        Event::WebhookFailed => webhook(expo, online, PaymentStatus::Failed, "PAYMENT_FAILED_WEBHOOK").await,
        Event::WebhookDropped => {
            webhook(
                expo,
                online,
                PaymentStatus::UserDropped,
                "PAYMENT_USER_DROPPED_WEBHOOK",
            )
            .await;
        }
        Event::Return => {
            expo.status(online).await;
        }
        Event::Reconcile => {
            reconcile(expo, orders, from).await;
        }
        Event::Expiry => {
            let now = expo.test_env.clock.now();
            expo.test_env.clock.set_to(now.max(closing(from.expires(orders))));
            expo.status(match orders.pair {
                Pair::LastPlace => &orders.other,
                Pair::OneClaim
                | Pair::PackageAndCourse
                | Pair::PackageAndCounter
                | Pair::CourseTwice
                | Pair::PackageTwice => online,
            })
            .await;
        }
        Event::MarkPaid => {
            let path = format!("/api/payments/{}/status", orders.other);
            let mark = Request::put(path, &json!({ "status": "PAID" }));
            act(expo, &expo.payments, mark).await;
        }
        Event::Refund => refund(expo, from, online).await,
        Event::OtherRefund => refund(expo, from, &orders.other).await,
        Event::LostDispute => {
            expo.test_env.provider.dispute(online).unwrap();
            expo.test_env.provider.lose_dispute(online).unwrap();
            deliver(expo, online, "DISPUTE_CLOSED").await;
        }
        Event::Restoration => {
            let restored = json!({ "validity": "valid", "reason": "Comes after all" });
            let path = format!("/api/payments/{online}/validity");
            act(expo, &expo.payments, Request::post(path, &restored)).await;
        }
        Event::Correction => correct(expo, from, online, json!({ "email": "other@example.com" })).await,
        Event::OtherCorrection => {
            let correction = match orders.pair {
                Pair::CourseTwice | Pair::LastPlace => {
                    json!({ "collegeId": COLLEGE, "course_category": OTHER_EXAM })
                }
                Pair::PackageTwice | Pair::OneClaim | Pair::PackageAndCourse | Pair::PackageAndCounter => {
                    json!({ "email": "another@example.com" })
                }
            };
            correct(expo, from, &orders.other, correction).await;
        }
    }
    true
}

/// An administrator does something, whatever comes of it.
async fn act(expo: &Expo, function: &Router, request: Request) {
    let token = expo.test_env.admin_token().await;
    call(function, request.bearer(&token)).await;
}

/// The form of one refund, sent again until it has an answer.
async fn refund(expo: &Expo, from: &Snapshot, order: &str) {
    let amount = from.order(order)["amount"].as_u64().unwrap() / 100;
    let body = json!({ "amount": amount, "reason": "Cannot come" });
    let request = Request::post(format!("/api/payments/{order}/refunds"), &body);
    let request = request.header("Idempotency-Key", "00000000-0000-4000-8000-000000000001");
    act(expo, &expo.payments, request).await;
}

async fn correct(expo: &Expo, from: &Snapshot, order: &str, mut correction: Value) {
    let candidate = from.order(order)["customer_id"].as_str().unwrap();
    let items = from.registrations.iter();
    let mut items = items.filter(|item| item["kind"] == "CANDIDATE" && item["customer_id"] == candidate);
    correction["version"] = json!(items.next().unwrap()["version"].as_u64().unwrap_or_default());
    let path = format!("/api/customers/{candidate}");
    act(expo, &expo.customers, Request::put(path, &correction)).await;
}

/// When nobody doubts any more that the time to pay is over.
pub(super) fn closing(expires: OffsetDateTime) -> OffsetDateTime {
    expires + Duration::minutes(3)
}

/// Lets the time come at which something is due in this state, and the reconciler run.
async fn reconcile(expo: &Expo, orders: &Orders, state: &Snapshot) {
    let due = OffsetDateTime::from_unix_timestamp(state.next_due(orders).unwrap()).unwrap();
    expo.test_env
        .clock
        .set_to(expo.test_env.clock.now().max(due + Duration::seconds(1)));
    // One that dies is started again a minute later; here that is a further event.
    drop(expo.reconciler.run().await);
}

/// The provider decides an attempt, unless the order is paid, and tells us.
async fn webhook(expo: &Expo, order: &str, outcome: PaymentStatus, name: &str) {
    let paid = expo.test_env.provider.export()["orders"][order]["status"] == "PAID";
    if !paid {
        expo.pay(order, outcome);
    }
    deliver(expo, order, name).await;
}

/// What the provider would send automatically is sent here, so that a replay sends the same.
async fn deliver(expo: &Expo, order: &str, name: &str) {
    expo.test_env.provider.take_webhooks();
    let webhook = expo.test_env.provider.webhook(&WebhookRequest::of(name, order));
    expo.deliver(&webhook).await;
}
