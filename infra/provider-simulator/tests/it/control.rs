//! The control API, for tests in other processes.

use crate::provider::Provider;
use serde_json::{Value, json};

async fn control(provider: &Provider, method: &str, path: &str, body: Value) -> (u16, String) {
    let answer = provider.call(method, &format!("/control/{path}"), body).await;
    (answer.status.as_u16(), answer.text)
}

#[tokio::test]
async fn attempts_are_made_and_decided_from_outside() {
    let provider = Provider::new();
    provider.order("evt_1").await;
    let new = json!({"order_id": "evt_1", "status": "PENDING", "method": {"card": {"last4": "1111"}}});
    let (status, text) = control(&provider, "POST", "attempt", new).await;
    assert_eq!(status, 200, "{text}");
    let id = serde_json::from_str::<Value>(&text).unwrap()["cf_payment_id"].clone();
    let done = control(
        &provider,
        "POST",
        "complete",
        json!({"cf_payment_id": id, "status": "SUCCESS"}),
    )
    .await;
    assert_eq!(done.0, 204);
    assert_eq!(provider.status("evt_1").await, "PAID");
    let again = control(
        &provider,
        "POST",
        "complete",
        json!({"cf_payment_id": id, "status": "FAILED"}),
    )
    .await;
    assert_eq!(again.0, 409);
    assert_eq!(
        control(&provider, "POST", "expire", json!({"order_id": "evt_9"}))
            .await
            .0,
        404
    );
    for act in ["refund", "dispute", "webhooks/resend"] {
        assert_eq!(
            control(&provider, "POST", act, json!({"order_id": "evt_1"}))
                .await
                .0,
            204,
            "{act}"
        );
    }
}

#[tokio::test]
async fn webhooks_are_made_sent_and_taken_from_outside() {
    let provider = Provider::new();
    provider.order("evt_1").await;
    let settings = json!({"mode": "withhold"});
    assert_eq!(control(&provider, "PUT", "webhooks", settings).await.0, 204);
    let asked = json!({"type": "PAYMENT_SUCCESS_WEBHOOK", "order_id": "evt_1", "version": "2023-08-01"});
    let (status, made) = control(&provider, "POST", "webhooks/make", asked.clone()).await;
    assert_eq!(status, 200);
    assert!(made.contains("x-webhook-signature"));
    assert_eq!(control(&provider, "POST", "webhooks/send", asked).await.0, 204);
    let taken = control(&provider, "POST", "webhooks/take", Value::Null).await.1;
    assert_eq!(serde_json::from_str::<Vec<Value>>(&taken).unwrap().len(), 1);
}

#[tokio::test]
async fn the_truth_and_the_answers_can_differ_on_demand() {
    let provider = Provider::new();
    provider.order("evt_1").await;
    let shown =
        json!({"order_id": "evt_1", "shown": {"amount": 100, "currency": "USD", "order_status": "NEW_WORD"}});
    assert_eq!(control(&provider, "POST", "show", shown).await.0, 204);
    let order = provider.call("GET", "/pg/orders/evt_1", Value::Null).await.json();
    assert_eq!(
        (&order["order_amount"], &order["order_currency"]),
        (&json!(1.0), &json!("USD"))
    );
    assert_eq!(order["order_status"], "NEW_WORD");
    assert_eq!(
        control(&provider, "POST", "show", json!({"order_id": "evt_1"}))
            .await
            .0,
        204
    );
    assert_eq!(provider.status("evt_1").await, "ACTIVE");
}

#[tokio::test]
async fn the_state_is_exported_and_imported() {
    let (one, other) = (Provider::new(), Provider::new());
    one.order("evt_1").await;
    let state: Value = serde_json::from_str(&control(&one, "GET", "state", Value::Null).await.1).unwrap();
    assert_eq!(state["orders"]["evt_1"]["amount"], 185_000);
    assert_eq!(control(&other, "PUT", "state", state).await.0, 204);
    assert_eq!(other.status("evt_1").await, "ACTIVE");
    assert_eq!(control(&other, "PUT", "state", json!({"orders": 7})).await.0, 422);
    let calls: Value = serde_json::from_str(&control(&other, "GET", "calls", Value::Null).await.1).unwrap();
    assert_eq!(
        (&calls["get_order"], &calls["create_order"]),
        (&json!(1), &json!(0))
    );
}
