//! An administrator asks the provider for the status of an order.

use crate::{App, refusal};
use domain::payment::Status;
use provider_simulator::{Call, Fault, PaymentStatus};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, Answer, Request, SINGLE};
use time::Duration;

impl App {
    pub(crate) async fn ask_again(&self, order: &str) -> Answer {
        let token = self.test_env.admin_token().await;
        let path = format!("/api/payments/{order}/ask-again");
        self.call(Request::post_raw(path, "").bearer(&token)).await
    }

    /// The `before` and `after` of the audit entries.
    async fn asked(&self) -> Vec<(String, String)> {
        let log = self.test_env.dump(Table::Admin).await;
        let text = |value: &serde_json::Value| value["status"].as_str().unwrap().to_owned();
        let asked = log
            .iter()
            .filter(|entry| entry["action"] == "payment.asked_again");
        asked
            .map(|entry| (text(&entry["before"]), text(&entry["after"])))
            .collect()
    }
}

#[tokio::test]
async fn the_provider_is_asked_at_once_and_what_it_says_is_written_with_an_audit_entry() {
    let app = App::start().await;
    for (outcome, status, message) in [
        (PaymentStatus::Success, Status::Paid, "The payment is paid"),
        (
            PaymentStatus::Failed,
            Status::Failed,
            "The last attempt to pay failed",
        ),
    ] {
        let order = app
            .test_env
            .open_order(SINGLE, &format!("{status}@example.com"))
            .await;
        let id = order.order_id.as_str();
        // A page has just made us ask.
        app.test_env.clock.advance(Duration::seconds(10));
        assert_eq!(app.status(id).await.json["status"], "ACTIVE");
        app.test_env.attempt(id, outcome);
        assert_eq!(
            app.status(id).await.json["status"],
            "ACTIVE",
            "five seconds have not passed"
        );
        let answer = app.ask_again(id).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(
            answer.json,
            json!({ "status": status, "message": message, "reversals": [] })
        );
        assert_eq!(app.stored(id).await.status, status);
    }
    let mut asked = app.asked().await;
    asked.sort();
    assert_eq!(
        asked,
        [("ACTIVE", "FAILED"), ("ACTIVE", "PAID")].map(|(a, b)| (a.to_owned(), b.to_owned()))
    );
    assert_eq!(app.count("MAIL").await, 1);
}

#[tokio::test]
async fn an_order_that_nobody_has_paid_stays_open() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let answer = app.ask_again(order.order_id.as_str()).await;
    assert_eq!(
        answer.json,
        json!({
            "status": "ACTIVE",
            "message": "The payment is still open at the payment provider",
            "reversals": [],
        })
    );
}

#[tokio::test]
async fn a_paid_order_without_news_is_answered_without_asking_for_it_and_without_an_entry() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let before = app.test_env.dump(Table::Registrations).await;
    let answer = app.ask_again(order.order_id.as_str()).await;
    assert_eq!(
        answer.json,
        json!({ "status": "PAID", "message": "The payment is paid", "reversals": [] })
    );
    assert_eq!(app.test_env.provider.calls(Call::GetOrder), 0);
    assert_eq!(app.test_env.dump(Table::Registrations).await, before);
    assert!(app.asked().await.is_empty());
}

#[tokio::test]
async fn a_refund_of_a_paid_order_whose_webhook_was_lost_is_found_once_and_flagged() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.attempt(id, PaymentStatus::Success);
    app.ask_again(id).await;
    // Two entries of one moment of the audit log have no order.
    app.test_env.clock.advance(Duration::seconds(1));
    app.test_env.provider.refund(id).unwrap();
    let first = app.ask_again(id).await;
    assert_eq!(first.json["status"], "PAID");
    assert_eq!(
        first.json["message"],
        "The payment is paid; a refund or dispute was found and needs attention"
    );
    let found = &first.json["reversals"][0];
    let summary = found["summary"].as_str().unwrap();
    assert!(
        summary.starts_with("REFUND refund") && summary.ends_with(" SUCCESS"),
        "{summary}"
    );
    assert_eq!(found["new"], true);
    let second = app.ask_again(id).await;
    assert_eq!(
        second.json["message"],
        "The payment is paid; its refunds and disputes are known"
    );
    assert_eq!(
        second.json["reversals"],
        json!([{ "summary": summary, "new": false }])
    );
    assert_eq!((app.count("EVENT").await, app.count("ATTENTION").await), (1, 1));
    assert_eq!(
        app.asked().await,
        [("ACTIVE", "PAID"), ("PAID", "PAID")].map(|(a, b)| (a.to_owned(), b.to_owned())),
        "who found it is in the audit log, and who found nothing new is not"
    );
}

#[tokio::test]
async fn the_refunds_of_a_paid_order_are_a_502_while_the_provider_is_down() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env
        .provider
        .fail_always(Some(Call::Refunds), Fault::Status { status: 503 });
    let answer = app.ask_again(order.order_id.as_str()).await;
    assert_eq!(refusal(&answer), (502, "provider_unavailable", ""));
    assert!(app.asked().await.is_empty());
}

#[tokio::test]
async fn a_payment_at_the_counter_an_unknown_order_and_what_is_no_order_are_refused() {
    let app = App::start().await;
    let counter = app.test_env.counter_order(ALL, "asha@example.com").await;
    let everything = app.everything().await;
    let answer = app.ask_again(counter.order_id.as_str()).await;
    assert_eq!(refusal(&answer), (409, "not_online", ""));
    let answer = app.ask_again("C0123456789A-0123456789ABCDEFGHJK").await;
    assert_eq!(refusal(&answer), (404, "not_found", ""));
    assert_eq!(
        refusal(&app.ask_again("ab").await),
        (422, "invalid_field", "order_id")
    );
    assert_eq!(app.everything().await, everything);
    assert_eq!(app.test_env.provider.calls(Call::GetOrder), 0);
}

#[tokio::test]
async fn a_provider_that_does_not_answer_is_a_502_that_changes_nothing() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    let token = app.test_env.admin_token().await;
    let everything = app.everything().await;
    app.test_env
        .provider
        .fail_always(None, Fault::Status { status: 503 });
    let path = format!("/api/payments/{}/ask-again", order.order_id);
    let answer = app.call(Request::post_raw(path, "").bearer(&token)).await;
    assert_eq!(refusal(&answer), (502, "provider_unavailable", ""));
    assert_eq!(answer.message(), "The payment provider did not answer");
    // But that nothing is known, which a page is told that asks soon after.
    let mut after = app.everything().await;
    for item in after.iter_mut().flatten().filter_map(Value::as_object_mut) {
        item.remove("unread_at");
    }
    assert_eq!(after, everything);

    app.test_env.provider.clear_faults();
    assert_eq!(
        app.ask_again(order.order_id.as_str()).await.json["status"],
        "PAID"
    );
}
