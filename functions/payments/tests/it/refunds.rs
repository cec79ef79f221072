//! An administrator sends money back: once, never more than was paid, and whatever the provider answers or does not.

use crate::{App, refusal};
use domain::payment::{Order, PassValidity, RefundState};
use futures::future::join_all;
use provider_simulator::{Call, Fault, PaymentStatus};
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
async fn a_payment_at_the_counter_is_paid_back_by_the_mode_it_was_paid_without_the_provider() {
    let app = App::start().await;
    let order = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    assert_eq!(refusal(&app.refund(id, 1000).await), (409, "not_paid", ""));
    app.test_env.record_paid(&app.stored(id).await).await;
    let answer = app.refund(id, 1000).await;
    assert_eq!(answer.json["status"], "SUCCESS");
    let stored = app.stored(id).await;
    assert_eq!(stored.net().get(), 0);
    assert_eq!(stored.validity(), Some(PassValidity::Withdrawn));
    assert_eq!(app.test_env.provider.calls(Call::CreateRefund), 0);
    assert!(!app.refund_is_due().await);
    let registrations = app.test_env.registrations();
    let candidate = registrations
        .registered(&order.customer_id)
        .await
        .unwrap()
        .unwrap();
    let paid_by = candidate.payment_mode;
    assert_eq!(stored.refunds[0].mode, Some(paid_by.clone()));
    let paid_back = app.paid_back().await;
    assert_eq!(
        paid_back,
        [json!({ "amount": -100_000, "mode": paid_by, "clerk": "admin" })]
    );
}

#[tokio::test]
async fn the_till_has_each_part_by_the_mode_that_it_went_back_by() {
    let app = App::start().await;
    let order = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.record_paid(&app.stored(id).await).await;
    for (number, mode) in ["cash", "card", "upi"].into_iter().enumerate() {
        let body = json!({ "amount": 100, "reason": "One exam less", "mode": mode });
        assert_eq!(
            app.refund_with(&key(number), id, &body).await.status,
            202,
            "{mode}"
        );
    }
    let mut modes: Vec<Value> = app
        .paid_back()
        .await
        .iter()
        .map(|entry| entry["mode"].clone())
        .collect();
    modes.sort_by_key(Value::to_string);
    assert_eq!(modes, ["card", "cash", "upi"]);

    let other = json!({ "amount": 100, "reason": "One exam less", "mode": "upi" });
    let reused = app.refund_with(&key(0), id, &other).await;
    assert_eq!(
        refusal(&reused),
        (422, "idempotency_key_reused", "Idempotency-Key")
    );
    assert_eq!(app.stored(id).await.refunds.len(), 3);
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

#[tokio::test]
async fn an_answer_that_is_lost_leaves_the_refund_requested_and_due_and_the_key_does_not_repeat_it() {
    for fault in [
        Fault::Drop,
        Fault::DropAfterCommit,
        Fault::Timeout,
        Fault::TimeoutAfterCommit,
        Fault::Status { status: 503 },
        Fault::StatusAfterCommit { status: 502 },
        Fault::RateLimited { retry_after: 60 },
        Fault::Junk,
    ] {
        let app = App::start().await;
        let order = app.paid_online().await;
        let id = order.order_id.as_str();
        app.test_env.provider.fail_next(Some(Call::CreateRefund), fault);
        let answer = app.refund(id, 1000).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json["status"]),
            (202, &json!("REQUESTED"))
        );
        let stored = app.stored(id).await;
        assert_eq!(stored.refunds[0].state, RefundState::Requested, "{fault:?}");
        assert_eq!(stored.validity(), Some(PassValidity::Valid));
        assert_eq!(stored.refundable().get(), 0);
        assert!(app.refund_is_due().await, "{fault:?}");
        let again = app.refund(id, 1000).await;
        assert_eq!(again.status, 202, "{fault:?}");
        assert_eq!(app.at_provider(&order).0, 1, "{fault:?}");
    }
}

#[tokio::test]
async fn a_crash_at_any_write_of_a_request_leaves_one_refund_after_a_retry_under_its_key() {
    for writes in 0..3 {
        for crash in [
            DatabaseFault::CrashBefore(writes),
            DatabaseFault::CrashAfter(writes),
        ] {
            let app = App::start().await;
            let order = app.paid_online().await;
            let id = order.order_id.as_str();
            let token = app.test_env.admin_token().await;
            app.test_env.database.set(crash);
            let path = format!("/api/payments/{id}/refunds");
            let body = json!({ "amount": 1000, "reason": "Cannot come" });
            let request = Request::post(path, &body).bearer(&token);
            app.call(request.header("Idempotency-Key", KEY)).await;
            app.test_env.database.set(DatabaseFault::None);
            let again = app.refund(id, 1000).await;
            assert_eq!(again.status, 202, "{crash:?}: {}", again.json);
            assert_eq!(app.at_provider(&order), (1, 100_000), "{crash:?}");
            assert_eq!(app.stored(id).await.refunds.len(), 1, "{crash:?}");
            assert_eq!(app.refund_entries().await.len(), 1, "{crash:?}");
        }
    }
}

#[tokio::test]
async fn a_refund_that_the_provider_refuses_has_failed_frees_its_amount_and_is_flagged() {
    let app = App::start().await;
    // Paid here, and unknown to the provider.
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    let answer = app.refund(id, 1000).await;
    assert_eq!(answer.json["status"], "FAILED");
    let stored = app.stored(id).await;
    assert_eq!(stored.refundable(), order.amount);
    assert_eq!(stored.validity(), Some(PassValidity::Valid));
    assert!(!app.refund_is_due().await);
    let flags = app.test_env.flags().await;
    assert_eq!(flags[0].flag.as_str(), "REFUND_FAILED");
    assert!(flags[0].note.contains("order_not_found"), "{}", flags[0].note);
}

#[tokio::test]
async fn a_refund_under_way_is_pending_and_asking_again_finds_its_end() {
    let app = App::start().await;
    let order = app.paid_online().await;
    let id = order.order_id.as_str();
    // The sandbox's word for a refund that takes its time.
    let body = json!({ "amount": 1000, "reason": "PENDING" });
    assert_eq!(app.refund_with(KEY, id, &body).await.json["status"], "PENDING");
    assert!(app.refund_is_due().await);
    assert_eq!(app.stored(id).await.validity(), Some(PassValidity::Valid));
    app.test_env.provider.finish_refunds(id, true).unwrap();
    let token = app.test_env.admin_token().await;
    let path = format!("/api/payments/{id}/ask-again");
    let answer = app.call(Request::post_raw(path, "").bearer(&token)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["reversals"][0]["new"], false);
    assert_eq!(app.stored(id).await.validity(), Some(PassValidity::Withdrawn));
    assert!(app.test_env.flags().await.is_empty());
    assert!(!app.refund_is_due().await);
}
