//! An administrator sends money back: once, never more than was paid, and whatever the provider answers or does not.

mod counter;
mod disputes;
mod faults;

use crate::{App, refusal};
use domain::payment::{Order, PassValidity, RefundState};
use futures::future::join_all;
use provider_simulator::{Call, PaymentStatus};
use serde_json::{Value, json};
use store::{registrations::due::Task, tables::Table};
use test_support::{Answer, Fault as DatabaseFault, Request, SINGLE};
use time::Duration;

const KEY: &str = "00000000-0000-4000-8000-000000000001";

fn key(number: usize) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

impl App {
    pub(crate) async fn refund_with(&self, key: &str, order: &str, body: &Value) -> Answer {
        let token = self.test_env.admin_token().await;
        let path = format!("/api/payments/{order}/refunds");
        let request = Request::post(path, body).bearer(&token);
        self.call(request.header("Idempotency-Key", key)).await
    }

    async fn refund(&self, order: &str, amount: u64) -> Answer {
        self.refund_with(KEY, order, &json!({ "amount": amount, "reason": "Cannot come" }))
            .await
    }

    /// An order that is paid here and at the provider: Rs 1000.
    async fn paid_online(&self) -> Order {
        let order = self.test_env.open_order(SINGLE, "asha@example.com").await;
        let id = order.order_id.as_str();
        self.test_env.attempt(id, PaymentStatus::Success);
        assert_eq!(self.status(id).await.json["status"], "PAID");
        self.stored(id).await
    }

    /// How many refunds the provider has of an order, and their sum in paise.
    fn at_provider(&self, order: &Order) -> (usize, u64) {
        let state = self.test_env.provider.export();
        let refunds = state["orders"][order.order_id.as_str()]["refunds"]
            .as_array()
            .unwrap()
            .clone();
        let sum = refunds
            .iter()
            .map(|refund| refund["amount"].as_u64().unwrap())
            .sum();
        (refunds.len(), sum)
    }

    async fn refund_is_due(&self) -> bool {
        let later = self.test_env.clock.now() + Duration::weeks(3);
        let waiting = self.test_env.registrations().waiting().await.unwrap();
        !waiting.due(Task::Refund, later).is_empty()
    }

    /// What the tills have of money that went back.
    async fn paid_back(&self) -> Vec<Value> {
        let entries = self.test_env.dump(Table::Admin).await;
        entries
            .iter()
            .filter(|entry| entry["movement"] == "paid_back")
            .map(|entry| json!({ "amount": entry["amount"], "mode": entry["mode"], "clerk": entry["clerk"] }))
            .collect()
    }

    async fn refund_entries(&self) -> Vec<Value> {
        let log = self.test_env.dump(Table::Admin).await;
        log.into_iter()
            .filter(|entry| entry["action"] == "payment.refund")
            .collect()
    }
}

#[tokio::test]
async fn a_full_refund_goes_back_through_the_provider_and_withdraws_the_pass() {
    let app = App::start().await;
    let order = app.paid_online().await;
    let answer = app.refund(order.order_id.as_str(), 1000).await;
    assert_eq!(answer.status, 202, "{}", answer.json);
    let stored = app.stored(order.order_id.as_str()).await;
    let refund = &stored.refunds[0];
    assert_eq!(
        answer.json,
        json!({ "refund_id": refund.refund_id, "status": "SUCCESS" })
    );
    assert_eq!(
        (refund.state, refund.amount),
        (RefundState::Success, order.amount)
    );
    assert_eq!(
        (refund.by.as_deref(), refund.reason.as_str()),
        (Some("admin"), "Cannot come")
    );
    assert_eq!(stored.validity(), Some(PassValidity::Withdrawn));
    assert_eq!(app.at_provider(&order), (1, 100_000));
    assert!(!app.refund_is_due().await);
    let [entry] = &app.refund_entries().await[..] else {
        panic!("one audit entry")
    };
    assert_eq!(entry["username"], "admin");
    assert_eq!(entry["subject"], order.order_id.as_str());
    assert_eq!(
        entry["after"],
        json!({ "refund_id": refund.refund_id, "amount": 1000, "reason": "Cannot come" })
    );
    assert!(app.test_env.flags().await.is_empty());
}

#[tokio::test]
async fn parts_go_back_until_nothing_is_left_and_never_more() {
    let app = App::start().await;
    let order = app.paid_online().await;
    let id = order.order_id.as_str();
    let part = |amount: f64| json!({ "amount": amount, "reason": "One exam less" });
    assert_eq!(app.refund_with(&key(1), id, &part(400.5)).await.status, 202);
    let stored = app.stored(id).await;
    assert_eq!(stored.validity(), Some(PassValidity::Valid));
    assert_eq!(stored.net().get(), 59_950);
    let answer = app.refund_with(&key(2), id, &part(599.51)).await;
    assert_eq!(refusal(&answer), (409, "exceeds_paid", "amount"));
    assert_eq!(answer.json["refundable"], 599.5);
    assert_eq!(app.refund_with(&key(3), id, &part(599.5)).await.status, 202);
    assert_eq!(app.stored(id).await.validity(), Some(PassValidity::Withdrawn));
    assert_eq!(app.at_provider(&order), (2, 100_000));
    assert_eq!(
        refusal(&app.refund_with(&key(4), id, &part(0.01)).await),
        (409, "exceeds_paid", "amount")
    );
}

#[tokio::test]
async fn the_same_key_is_the_same_refund_and_fits_no_other() {
    let app = App::start().await;
    let order = app.paid_online().await;
    let id = order.order_id.as_str();
    let first = app.refund(id, 100).await;
    for _ in 0..3 {
        let again = app.refund(id, 100).await;
        assert_eq!((again.status, &again.json), (first.status, &first.json));
    }
    for other in [
        json!({ "amount": 101, "reason": "Cannot come" }),
        json!({ "amount": 100, "reason": "Another reason" }),
    ] {
        let answer = app.refund_with(KEY, id, &other).await;
        assert_eq!(
            refusal(&answer),
            (422, "idempotency_key_reused", "Idempotency-Key")
        );
    }
    assert_eq!(app.at_provider(&order), (1, 10_000));
    assert_eq!(app.refund_entries().await.len(), 1);
}

#[tokio::test]
async fn of_fifty_full_refunds_at_once_one_is_made_whether_their_keys_are_one_or_many() {
    for one_key in [true, false] {
        let app = App::start().await;
        let order = app.paid_online().await;
        let id = order.order_id.as_str();
        let body = json!({ "amount": 1000, "reason": "Cannot come" });
        let keys: Vec<String> = (0..50)
            .map(|number| key(if one_key { 0 } else { number }))
            .collect();
        let answers = join_all(keys.iter().map(|key| app.refund_with(key, id, &body))).await;
        let taken = answers.iter().filter(|answer| answer.status == 202).count();
        for answer in answers.iter().filter(|answer| answer.status != 202) {
            assert_eq!(refusal(answer), (409, "exceeds_paid", "amount"));
        }
        assert_eq!(taken, if one_key { 50 } else { 1 });
        assert_eq!(app.at_provider(&order), (1, 100_000));
        assert_eq!(app.stored(id).await.refunds.len(), 1);
        assert_eq!(app.refund_entries().await.len(), 1);
    }
}

#[tokio::test]
async fn fifty_parts_at_once_go_back_once_each_and_who_comes_too_late_is_told_when_to_come_again() {
    let app = App::start().await;
    let order = app.paid_online().await;
    let id = order.order_id.as_str();
    let part = json!({ "amount": 20, "reason": "One exam less" });
    let keys: Vec<String> = (0..50).map(key).collect();
    let answers = join_all(keys.iter().map(|key| app.refund_with(key, id, &part))).await;
    let taken = answers.iter().filter(|answer| answer.status == 202).count();
    for answer in answers.iter().filter(|answer| answer.status != 202) {
        assert_eq!(refusal(answer), (503, "busy", ""));
        assert_eq!(answer.headers["retry-after"], "2");
    }
    assert!(taken > 0);
    assert_eq!(app.stored(id).await.refunds.len(), taken);
    // Each comes again under its key, whatever it was told.
    for key in &keys {
        assert_eq!(app.refund_with(key, id, &part).await.status, 202);
    }
    assert_eq!(app.at_provider(&order), (50, 100_000));
    assert_eq!(app.refund_entries().await.len(), 50);
    // What could not be noted in the crowd is due, and the provider knows its end.
    let stored = app.stored(id).await;
    assert!(stored.net().get() == 0 || app.refund_is_due().await);
    app.ask_again(id).await;
    assert_eq!(app.stored(id).await.net().get(), 0);
}

#[tokio::test]
async fn who_comes_too_late_among_many_is_told_so_and_when_to_come_again_and_nothing_is_done() {
    let app = App::start().await;
    let order = app.paid_online().await;
    let id = order.order_id.as_str();
    let counter = app.test_env.counter_order(SINGLE, "binu@example.com").await;
    let token = app.test_env.admin_token().await;
    let withdrawal = json!({ "validity": "withdrawn", "reason": "Given away" });
    let withdrawal = Request::post(format!("/api/payments/{id}/validity"), &withdrawal);
    let payment = format!("/api/payments/{}/status", counter.order_id);
    let payment = Request::put(payment, &json!({ "status": "PAID" }));
    let before = app.test_env.dump(Table::Registrations).await;
    app.test_env.database.set(DatabaseFault::Conflict);
    let (refunded, withdrawn, paid) = futures::join!(
        app.refund(id, 100),
        app.call(withdrawal.bearer(&token)),
        app.call(payment.bearer(&token)),
    );
    for answer in [refunded, withdrawn, paid] {
        assert_eq!(refusal(&answer), (503, "busy", ""));
        assert_eq!(answer.headers["retry-after"], "2");
    }
    assert_eq!(app.test_env.dump(Table::Registrations).await, before);
    assert_eq!(app.at_provider(&order), (0, 0));
}

#[tokio::test]
async fn without_the_conditions_of_its_write_more_than_one_full_refund_would_be_made() {
    let app = App::start().await;
    let order = app.paid_online().await;
    let body = json!({ "amount": 1000, "reason": "Cannot come" });
    app.test_env.database.set(DatabaseFault::NoConditions);
    let keys: Vec<String> = (0..50).map(key).collect();
    let id = order.order_id.as_str();
    let answers = join_all(keys.iter().map(|key| app.refund_with(key, id, &body))).await;
    assert!(answers.iter().filter(|answer| answer.status == 202).count() > 1);
    assert!(app.refund_entries().await.len() > 1);
}

#[tokio::test]
async fn a_refund_of_what_is_unpaid_unknown_or_malformed_changes_nothing() {
    let app = App::start().await;
    let open = app.test_env.open_order(SINGLE, "open@example.com").await;
    assert_eq!(
        refusal(&app.refund(open.order_id.as_str(), 1000).await),
        (409, "not_paid", "")
    );
    assert_eq!(
        refusal(&app.refund("C0123456789A-NONE", 1).await),
        (404, "not_found", "")
    );
    assert_eq!(
        refusal(&app.refund("a%20b", 1).await),
        (422, "invalid_field", "order_id")
    );
    let order = app.paid_online().await;
    let id = order.order_id.as_str();
    for (body, field) in [
        (json!({ "reason": "Cannot come" }), "amount"),
        (json!({ "amount": 0, "reason": "Cannot come" }), "amount"),
        (json!({ "amount": -1, "reason": "Cannot come" }), "amount"),
        (json!({ "amount": 0.001, "reason": "Cannot come" }), "amount"),
        (json!({ "amount": 1 }), "reason"),
        (json!({ "amount": 1, "reason": "  " }), "reason"),
        (json!({ "amount": 1, "reason": "no" }), "reason"),
        (json!({ "amount": 1, "reason": "x".repeat(101) }), "reason"),
        (
            json!({ "amount": 1, "reason": "Cannot come", "mode": "online" }),
            "mode",
        ),
        (
            json!({ "amount": 1, "reason": "Cannot come", "mode": "cheque" }),
            "mode",
        ),
        // It was paid through the site.
        (
            json!({ "amount": 1, "reason": "Cannot come", "mode": "cash" }),
            "mode",
        ),
    ] {
        let answer = app.refund_with(KEY, id, &body).await;
        assert_eq!(refusal(&answer), (422, "invalid_field", field), "{body}");
    }
    let token = app.test_env.admin_token().await;
    let path = format!("/api/payments/{id}/refunds");
    let keyless = Request::post(path, &json!({ "amount": 1, "reason": "Cannot come" })).bearer(&token);
    assert_eq!(
        refusal(&app.call(keyless).await),
        (422, "invalid_field", "Idempotency-Key")
    );
    assert_eq!(app.stored(id).await, order);
    assert_eq!(app.test_env.provider.calls(Call::CreateRefund), 0);
    assert!(app.refund_entries().await.is_empty());
}
