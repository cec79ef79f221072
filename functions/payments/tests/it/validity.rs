//! An administrator withdraws a pass, or gives it back.

use crate::{App, refusal};
use domain::payment::{PassValidity, Status};
use futures::future::join_all;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, Request, SINGLE};

impl App {
    pub(crate) async fn set_validity(&self, order: &str, body: &Value) -> Answer {
        let token = self.test_env.admin_token().await;
        let path = format!("/api/payments/{order}/validity");
        self.call(Request::post(path, body).bearer(&token)).await
    }

    async fn validity_entries(&self) -> Vec<Value> {
        let log = self.test_env.dump(Table::Admin).await;
        let of_pass = |entry: &Value| entry["action"].as_str().unwrap_or_default().starts_with("pass.");
        log.into_iter().filter(of_pass).collect()
    }
}

#[tokio::test]
async fn a_pass_is_withdrawn_with_a_reason_and_given_back_and_the_payment_stays_paid() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    let body = json!({ "validity": "withdrawn", "reason": "Registered twice" });
    let answer = app.set_validity(id, &body).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(
        answer.json,
        json!({ "order_id": id, "validity": "withdrawn", "message": "The pass is withdrawn" })
    );
    let stored = app.stored(id).await;
    assert_eq!(
        (stored.status, stored.validity()),
        (Status::Paid, Some(PassValidity::Withdrawn))
    );
    let withdrawal = stored.withdrawn.unwrap();
    assert_eq!(
        (withdrawal.reason.as_str(), withdrawal.by.as_deref()),
        ("Registered twice", Some("admin"))
    );
    assert_eq!(
        refusal(&app.set_validity(id, &body).await),
        (409, "unchanged", "")
    );

    let token = app.test_env.admin_token().await;
    let resend = Request::post_raw(format!("/api/payments/{id}/resend-email"), "").bearer(&token);
    assert_eq!(refusal(&app.call(resend).await), (409, "pass_withdrawn", ""));

    let body = json!({ "validity": "valid", "reason": "It was another person" });
    let answer = app.set_validity(id, &body).await;
    assert_eq!(answer.json["message"], "The pass is valid again");
    assert_eq!(app.stored(id).await.validity(), Some(PassValidity::Valid));
    assert_eq!(
        refusal(&app.set_validity(id, &body).await),
        (409, "unchanged", "")
    );
    let entries = app.validity_entries().await;
    let withdrawn = entries
        .iter()
        .find(|entry| entry["action"] == "pass.withdrawn")
        .unwrap();
    assert_eq!(withdrawn["before"], json!({ "validity": "valid" }));
    assert_eq!(
        withdrawn["after"],
        json!({ "validity": "withdrawn", "reason": "Registered twice" })
    );
    assert_eq!(entries.len(), 2);
}

#[tokio::test]
async fn of_many_who_withdraw_a_pass_at_once_one_does() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let body = json!({ "validity": "withdrawn", "reason": "Registered twice" });
    let answers = join_all((0..20).map(|_| app.set_validity(order.order_id.as_str(), &body))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 409).count(), 19);
    assert_eq!(app.validity_entries().await.len(), 1);
}

#[tokio::test]
async fn what_is_unpaid_unknown_or_malformed_is_refused_and_changes_nothing() {
    let app = App::start().await;
    let open = app.test_env.open_order(SINGLE, "open@example.com").await;
    let withdraw = json!({ "validity": "withdrawn", "reason": "Registered twice" });
    let refused = app.set_validity(open.order_id.as_str(), &withdraw).await;
    assert_eq!(refusal(&refused), (409, "not_paid", ""));
    let refused = app.set_validity("C0123456789A-NONE", &withdraw).await;
    assert_eq!(refusal(&refused), (404, "not_found", ""));
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    for (body, field) in [
        (json!({ "reason": "Why" }), "validity"),
        (json!({ "validity": "revoked", "reason": "Why" }), "validity"),
        (json!({ "validity": "withdrawn" }), "reason"),
        (json!({ "validity": "withdrawn", "reason": " " }), "reason"),
        (
            json!({ "validity": "withdrawn", "reason": "x".repeat(201) }),
            "reason",
        ),
    ] {
        let answer = app.set_validity(order.order_id.as_str(), &body).await;
        assert_eq!(refusal(&answer), (422, "invalid_field", field), "{body}");
    }
    assert_eq!(app.stored(order.order_id.as_str()).await, order);
    assert!(app.validity_entries().await.is_empty());
}
