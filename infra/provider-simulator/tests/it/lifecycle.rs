//! What becomes of orders, attempts and refunds.

use crate::provider::Provider;
use provider_simulator::{PaymentMethod, PaymentStatus, WebhookMode};
use serde_json::{Value, json};
use time::Duration;

#[tokio::test]
async fn an_attempt_is_under_way_until_it_is_decided() {
    let provider = Provider::new();
    let session = provider.order("evt_1").await;
    assert_eq!(
        provider
            .call("GET", "/pg/orders/evt_1/payments", Value::Null)
            .await
            .json(),
        json!([])
    );
    let id = provider.pay(&session).await;
    let payments = provider
        .call("GET", "/pg/orders/evt_1/payments", Value::Null)
        .await;
    assert!(payments.text.contains(r#""payment_amount":1850.00"#));
    assert_eq!(payments.json()[0]["payment_status"], "PENDING");
    assert_eq!(payments.json()[0]["payment_method"]["upi"]["upi_id"], "asha@ybl");

    let simulated = provider.decide(&id, "SUCCESS").await.json();
    let path = format!("/pg/simulate/{}", simulated["simulation_id"].as_str().unwrap());
    assert_eq!(provider.call("GET", &path, Value::Null).await.json(), simulated);
    assert_eq!(provider.status("evt_1").await, "PAID");
    let one = provider
        .call("GET", &format!("/pg/orders/evt_1/payments/{id}"), Value::Null)
        .await
        .json();
    assert_eq!(one["payment_status"], "SUCCESS");
    assert_eq!(one["is_captured"], true);
}

#[tokio::test]
async fn failed_and_left_attempts_leave_the_order_open() {
    let provider = Provider::new();
    let session = provider.order("evt_1").await;
    for outcome in ["FAILED", "USER_DROPPED", "PENDING"] {
        let id = provider.pay(&session).await;
        assert_eq!(provider.decide(&id, outcome).await.status, 200);
        assert_eq!(provider.status("evt_1").await, "ACTIVE");
    }
    let statuses = provider
        .call("GET", "/pg/orders/evt_1/payments", Value::Null)
        .await
        .json();
    let statuses: Vec<_> = statuses
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["payment_status"].clone())
        .collect();
    assert_eq!(statuses, ["FAILED", "USER_DROPPED", "PENDING"]);
}

#[tokio::test]
async fn an_attempt_that_ended_stays_as_it_is() {
    let provider = Provider::new();
    let session = provider.order("evt_1").await;
    let id = provider.pay(&session).await;
    provider.decide(&id, "FAILED").await;
    assert_eq!(provider.decide(&id, "SUCCESS").await.status, 400);
    assert_eq!(
        provider.decide(&id, "FAILED").await.status,
        200,
        "the same again is no contradiction"
    );
    assert_eq!(
        provider.decide("1", "SUCCESS").await.refusal(),
        (404, "payment_not_found".to_owned())
    );
    assert_eq!(provider.status("evt_1").await, "ACTIVE");
}

#[tokio::test]
async fn an_order_expires_by_the_clock_and_a_late_success_still_pays_it() {
    let provider = Provider::new();
    let session = provider.order("evt_1").await;
    let id = provider.pay(&session).await;
    provider.pass(Duration::minutes(30) - Duration::seconds(1));
    assert_eq!(provider.status("evt_1").await, "ACTIVE");
    provider.pass(Duration::seconds(1));
    assert_eq!(provider.status("evt_1").await, "EXPIRED");
    let body = json!({"payment_session_id": session, "payment_method": {"upi": {"upi_id": "asha@ybl"}}});
    let late = provider.call("POST", "/pg/orders/sessions", body).await;
    assert_eq!(
        late.refusal(),
        (400, "order_inactive".to_owned()),
        "no attempt begins after the time"
    );
    provider.decide(&id, "SUCCESS").await;
    assert_eq!(provider.status("evt_1").await, "PAID");
}

#[tokio::test]
async fn a_second_success_is_refunded() {
    let provider = Provider::new();
    let session = provider.order("evt_1").await;
    let (first, second) = (provider.pay(&session).await, provider.pay(&session).await);
    provider.decide(&first, "SUCCESS").await;
    provider.decide(&second, "SUCCESS").await;
    assert_eq!(provider.status("evt_1").await, "PAID");
    let refunds = provider
        .call("GET", "/pg/orders/evt_1/refunds", Value::Null)
        .await
        .json();
    assert_eq!(refunds[0]["refund_type"], "PAYMENT_AUTO_REFUND");
    assert_eq!(refunds[0]["cf_payment_id"], second.as_str());
    let events: Vec<_> = provider
        .simulator
        .take_webhooks()
        .into_iter()
        .map(|webhook| webhook.event)
        .collect();
    assert_eq!(
        events,
        [
            "PAYMENT_SUCCESS_WEBHOOK",
            "PAYMENT_SUCCESS_WEBHOOK",
            "AUTO_REFUND_STATUS_WEBHOOK"
        ]
    );
    let body = json!({"payment_session_id": session, "payment_method": {"upi": {"upi_id": "asha@ybl"}}});
    let third = provider.call("POST", "/pg/orders/sessions", body).await;
    assert_eq!(third.refusal(), (400, "order_already_paid".to_owned()));
}

#[tokio::test]
async fn a_termination_waits_for_the_attempt_under_way() {
    let provider = Provider::new();
    let body = json!({"order_status": "TERMINATED"});
    for (outcome, ends) in [("FAILED", "TERMINATED"), ("SUCCESS", "PAID")] {
        let order_id = format!("evt_{outcome}");
        let session = provider.order(&order_id).await;
        let id = provider.pay(&session).await;
        let asked = provider
            .call("PATCH", &format!("/pg/orders/{order_id}"), body.clone())
            .await;
        assert_eq!(asked.json()["order_status"], "TERMINATION_REQUESTED");
        provider.decide(&id, outcome).await;
        assert_eq!(provider.status(&order_id).await, ends);
    }
    provider.order("evt_open").await;
    let asked = provider.call("PATCH", "/pg/orders/evt_open", body.clone()).await;
    assert_eq!(asked.json()["order_status"], "TERMINATED");
    let paid = provider.call("PATCH", "/pg/orders/evt_SUCCESS", body).await;
    assert_eq!(paid.refusal(), (400, "order_already_paid".to_owned()));
    let odd = provider
        .call("PATCH", "/pg/orders/evt_open", json!({"order_status": "PAID"}))
        .await;
    assert_eq!(odd.status, 400);
}

#[tokio::test]
async fn only_what_was_paid_is_refunded_and_each_refund_once() {
    let provider = Provider::new();
    provider.order("evt_1").await;
    let refund = |id: &str, amount: Value, note: &str| {
        let body = json!({"refund_id": id, "refund_amount": amount, "refund_note": note, "refund_speed": "STANDARD"});
        let provider = provider.clone();
        async move { provider.call("POST", "/pg/orders/evt_1/refunds", body).await }
    };
    assert_eq!(
        refund("refund1", json!(10), "none yet").await.refusal(),
        (400, "order_id_not_paid".to_owned())
    );
    provider
        .simulator
        .attempt("evt_1", PaymentStatus::Success, PaymentMethod::default())
        .unwrap();
    let first = refund("refund1", json!(850.5), "Customer cancelled").await;
    assert!(first.text.contains(r#""refund_amount":850.50"#), "{}", first.text);
    assert_eq!(first.json()["refund_status"], "SUCCESS");
    assert_eq!(refund("refund1", json!(1), "again").await.status, 409);
    assert_eq!(
        refund("refund2", json!(999.51), "too much").await.refusal(),
        (400, "refund_amount_invalid".to_owned())
    );
    assert_eq!(
        refund("r2", json!(1), "short id").await.refusal(),
        (400, "refund_id_invalid".to_owned())
    );
    assert_eq!(
        refund("refund3", json!(999.5), "PENDING").await.json()["refund_status"],
        "PENDING"
    );
    let read = provider
        .call("GET", "/pg/orders/evt_1/refunds/refund3", Value::Null)
        .await;
    assert_eq!(read.json()["processed_at"], Value::Null);
    assert_eq!(
        provider
            .call("GET", "/pg/orders/evt_1/refunds/refund9", Value::Null)
            .await
            .status,
        404
    );
}

#[tokio::test]
async fn a_session_is_the_only_key_to_pay_and_cards_are_not_kept() {
    let provider = Provider::new();
    let session = provider.order("evt_1").await;
    let card = json!({"card": {"channel": "link", "card_number": "4111 1111 1111 1234", "card_cvv": "987", "card_expiry_mm": "12"}});
    let wrong = json!({"payment_session_id": format!("{session}x"), "payment_method": card});
    let headers = [
        ("x-api-version", "2025-01-01"),
        ("x-client-id", ""),
        ("x-client-secret", ""),
    ];
    let refused = provider
        .call_as("POST", "/pg/orders/sessions", wrong, &headers)
        .await;
    assert_eq!(refused.refusal(), (400, "payment_session_id_invalid".to_owned()));
    let body = json!({"payment_session_id": session, "payment_method": card});
    let paying = provider
        .call_as("POST", "/pg/orders/sessions", body, &headers)
        .await
        .json();
    assert_eq!(
        (&paying["action"], &paying["channel"]),
        (&json!("link"), &json!("link"))
    );
    assert!(
        paying["data"]["url"]
            .as_str()
            .unwrap()
            .contains("/checkout/bank/session_")
    );
    let kept = provider.simulator.export().to_string();
    assert!(
        kept.contains("1234") && !kept.contains("4111") && !kept.contains("987\""),
        "{kept}"
    );
    let payment = provider
        .call("GET", "/pg/orders/evt_1/payments", Value::Null)
        .await
        .json();
    assert_eq!(
        payment[0]["payment_method"]["card"]["card_number"],
        "XXXXXXXXXXXX1234"
    );
}

#[tokio::test]
async fn the_state_outlives_the_process() {
    let folder = std::env::temp_dir().join(format!("provider-simulator-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("state.json");
    let open = || {
        provider_simulator::Simulator::open(provider_simulator::SimulatorConfig::default(), &file).unwrap()
    };
    let before = open();
    assert_eq!(before.export()["orders"], json!({}));
    let source = Provider::new();
    source.simulator.set_webhooks(WebhookMode::Withhold);
    let session = source.order("evt_1").await;
    source.pay(&session).await;
    source
        .simulator
        .attempt("evt_1", PaymentStatus::Success, PaymentMethod::default())
        .unwrap();
    before.import(source.simulator.export()).unwrap();
    drop(before);
    let after = open();
    assert_eq!(after.export(), source.simulator.export());
    assert_eq!(
        after.take_webhooks().len(),
        1,
        "a webhook that was not sent is still to be sent"
    );
    assert_eq!(open().take_webhooks().len(), 0);
    let cut_off = source
        .simulator
        .export()
        .to_string()
        .replace("\"queued\"", "\"under_way\"");
    std::fs::write(&file, cut_off).unwrap();
    assert_eq!(
        open().take_webhooks().len(),
        1,
        "one that was under way is sent again"
    );
    std::fs::write(&file, "{").unwrap();
    assert!(
        provider_simulator::Simulator::open(provider_simulator::SimulatorConfig::default(), &file).is_err()
    );
    std::fs::remove_dir_all(&folder).unwrap();
}
