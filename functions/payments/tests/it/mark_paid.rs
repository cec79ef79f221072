//! An administrator takes the money of a counter registration.

use crate::{App, order_of, refusal};
use domain::{payment::Status, till::ReceiptNo};
use futures::future::join_all;
use provider_simulator::PaymentStatus;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, Answer, Request, SINGLE, registration};
use time::Duration;

impl App {
    async fn put_status(&self, order: &str, body: &Value) -> Answer {
        let token = self.test_env.admin_token().await;
        self.call(Request::put(format!("/api/payments/{order}/status"), body).bearer(&token))
            .await
    }

    async fn mark_paid(&self, order: &str) -> Answer {
        self.put_status(order, &json!({ "status": "PAID" })).await
    }

    /// Sends what must be refused with this status and code, and checks that nothing changed.
    async fn assert_not_marked(&self, order: &str, body: &Value, refused: (u16, &str, &str)) -> Answer {
        let before = (
            self.test_env.dump(Table::Registrations).await,
            self.test_env.dump(Table::Admin).await,
        );
        let answer = self.put_status(order, body).await;
        assert_eq!(refusal(&answer), refused, "{body}");
        let after = (
            self.test_env.dump(Table::Registrations).await,
            self.test_env.dump(Table::Admin).await,
        );
        assert_eq!(before, after);
        answer
    }
}

#[tokio::test]
async fn a_counter_payment_is_marked_as_paid_with_its_mail_its_claim_and_an_audit_entry() {
    let app = App::start().await;
    for (package, email) in [(SINGLE, "asha@example.com"), (ALL, "binu@example.com")] {
        let order = app.test_env.counter_order(package, email).await;
        app.test_env.clock.advance(Duration::hours(3));
        let answer = app.mark_paid(order.order_id.as_str()).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(
            answer.json,
            json!({
                "order_id": order.order_id.as_str(),
                "status": "PAID",
                "message": "Payment status updated",
                "receipt_no": ReceiptNo::of(&order.customer_id).to_string(),
            })
        );
        let stored = app.stored(order.order_id.as_str()).await;
        assert_eq!(stored.status, Status::Paid);
        assert_eq!(stored.paid_at, Some(app.test_env.clock.now()));
        let mail = app.test_env.registrations().mail(&order.order_id).await.unwrap();
        assert_eq!(mail.unwrap().attempts, 0);
        let claims = app
            .test_env
            .registrations()
            .claims(&order.claim_key())
            .await
            .unwrap();
        assert!(claims.paid());
    }
    let items = app.test_env.dump(Table::Admin).await;
    let below = |start: &str| -> Vec<Value> {
        let is_below = |item: &&Value| item["pk"].as_str().is_some_and(|pk| pk.starts_with(start));
        items.iter().filter(is_below).cloned().collect()
    };
    let till = below("TILL#");
    assert_eq!(till.len(), 2);
    for entry in till {
        assert_eq!(entry["pk"], "TILL#2025-05-20#admin");
        assert_eq!(
            (&entry["movement"], &entry["mode"]),
            (&json!("paid"), &json!("cash"))
        );
        let order = app.stored(entry["order_id"].as_str().unwrap()).await;
        assert_eq!(entry["amount"], json!(order.amount.get()));
        assert_eq!(entry["receipt_no"], ReceiptNo::of(&order.customer_id).to_string());
    }
    assert_eq!(below("TILLS#").len(), 1);
    let log = below("AUDIT#");
    assert_eq!(log.len(), 2);
    for entry in log {
        assert_eq!(entry["username"], "admin");
        assert_eq!(entry["action"], "payment.mark_paid");
        assert_eq!(entry["before"], json!({ "status": "CREATED" }));
        assert_eq!(entry["after"], json!({ "status": "PAID" }));
        assert!(entry["pk"].as_str().unwrap().starts_with("AUDIT#2025-05"));
        app.stored(entry["subject"].as_str().unwrap()).await;
    }
}

#[tokio::test]
async fn nobody_but_an_administrator_marks_a_payment() {
    let app = App::start().await;
    let order = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    let path = format!("/api/payments/{}/status", order.order_id);
    let body = json!({ "status": "PAID" });
    for request in [
        Request::put(&path, &body),
        Request::put(&path, &body).bearer("junk"),
        Request::put(&path, &json!({ "status": 1 })),
        Request::put("/api/payments/no/status", &body),
    ] {
        assert_eq!(refusal(&app.refused(request).await), (401, "unauthorized", ""));
    }
}

#[tokio::test]
async fn no_other_status_can_be_set() {
    let app = App::start().await;
    let order = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    for body in [
        json!({}),
        json!({ "status": null }),
        json!({ "status": "" }),
        json!({ "status": "paid" }),
        json!({ "status": "CREATED" }),
        json!({ "status": "FAILED" }),
        json!({ "status": 1 }),
        json!({ "status": ["PAID"] }),
    ] {
        let refused = (422, "invalid_field", "status");
        app.assert_not_marked(order.order_id.as_str(), &body, refused)
            .await;
    }
    let refused = (422, "invalid_field", "body");
    app.assert_not_marked(order.order_id.as_str(), &json!(["PAID"]), refused)
        .await;
}

#[tokio::test]
async fn only_an_unpaid_payment_at_the_counter_can_be_marked() {
    let app = App::start().await;
    let paid = json!({ "status": "PAID" });
    let online = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let fresh = app.test_env.written_order(SINGLE, "binu@example.com").await;
    let done = app.test_env.paid_order(ALL, "chandra@example.com").await;
    let marked = app.test_env.counter_order(SINGLE, "devi@example.com").await;
    assert_eq!(app.mark_paid(marked.order_id.as_str()).await.status, 200);
    for order in [online, fresh, done, marked] {
        let refused = (409, "not_markable", "");
        let answer = app
            .assert_not_marked(order.order_id.as_str(), &paid, refused)
            .await;
        assert_eq!(
            answer.message(),
            "Only a spot payment that is not paid yet can be marked as paid"
        );
    }
    app.assert_not_marked("C0123456789A-0123456789ABCDEFGHJK", &paid, (404, "not_found", ""))
        .await;
    for id in ["ab", &"a".repeat(46), "a%20b"] {
        app.assert_not_marked(id, &paid, (422, "invalid_field", "order_id"))
            .await;
    }
}

#[tokio::test]
async fn ten_administrators_at_once_mark_a_payment_once() {
    let app = App::start().await;
    let order = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    let answers = join_all((0..10).map(|_| app.mark_paid(order.order_id.as_str()))).await;
    let done = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(done, 1);
    assert!(
        answers
            .iter()
            .all(|answer| matches!(answer.status.as_u16(), 200 | 409))
    );
    let items = app.test_env.dump(Table::Admin).await;
    for (key, start) in [("pk", "AUDIT#"), ("sk", "ENTRY#")] {
        let has = |item: &&Value| item[key].as_str().is_some_and(|text| text.starts_with(start));
        assert_eq!(items.iter().filter(has).count(), 1, "{start}");
    }
    assert_eq!(app.count("MAIL").await, 1);
}

#[tokio::test]
async fn a_registration_that_was_paid_online_meanwhile_is_refused_by_the_name_of_that_order() {
    // By the same course, and by the package that covers it.
    for package in [SINGLE, ALL] {
        let app = App::start().await;
        let counter = app.test_env.counter_order(SINGLE, "asha@example.com").await;
        let online = order_of(&app.create(&registration(package, "asha@example.com")).await);
        app.test_env.attempt(&online, PaymentStatus::Success);
        app.test_env.clock.advance(Duration::seconds(6));
        assert_eq!(app.status(&online).await.json["status"], "PAID");

        let paid = json!({ "status": "PAID" });
        let refused = (409, "already_paid", "");
        let answer = app
            .assert_not_marked(counter.order_id.as_str(), &paid, refused)
            .await;
        assert_eq!(answer.json["order_id"], json!(online));
        let told = format!("already paid online for this registration: order {online}");
        assert!(answer.message().contains(&told), "{}", answer.message());
        // The online payment took the claim over, and is no second payment.
        assert!(app.test_env.flags().await.is_empty());
    }
}

#[tokio::test]
async fn a_registration_that_was_paid_at_the_counter_meanwhile_is_not_said_to_be_paid_online() {
    let app = App::start().await;
    let first = app.test_env.counter_order(ALL, "asha@example.com").await;
    let second = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    assert_eq!(app.mark_paid(first.order_id.as_str()).await.status, 200);
    let paid = json!({ "status": "PAID" });
    let refused = (409, "already_paid", "");
    let answer = app
        .assert_not_marked(second.order_id.as_str(), &paid, refused)
        .await;
    let told = format!(
        "already paid at the counter for this registration: order {}",
        first.order_id
    );
    assert!(answer.message().contains(&told), "{}", answer.message());
}

/// The first registration's claim went to an online payment, and with the refund of that it was free for another one.
#[tokio::test]
async fn a_registration_whose_claim_another_one_at_the_counter_holds_is_refused_by_the_name_of_that_order() {
    for package in [SINGLE, ALL] {
        let app = App::start().await;
        let first = app.test_env.counter_order(package, "asha@example.com").await;
        let online = order_of(&app.create(&registration(package, "asha@example.com")).await);
        app.test_env.attempt(&online, PaymentStatus::Success);
        app.test_env.clock.advance(Duration::seconds(6));
        assert_eq!(app.status(&online).await.json["status"], "PAID");
        app.test_env.pay_back(&app.stored(&online).await).await;
        let second = app.test_env.counter_order(package, "asha@example.com").await;

        let paid = json!({ "status": "PAID" });
        let refused = (409, "already_registered", "");
        let answer = app
            .assert_not_marked(first.order_id.as_str(), &paid, refused)
            .await;
        assert_eq!(answer.json["order_id"], json!(second.order_id));
        assert_eq!(app.mark_paid(second.order_id.as_str()).await.status, 200);
        let refused = (409, "already_paid", "");
        let answer = app
            .assert_not_marked(first.order_id.as_str(), &paid, refused)
            .await;
        assert_eq!(answer.json["order_id"], json!(second.order_id));
    }
}
