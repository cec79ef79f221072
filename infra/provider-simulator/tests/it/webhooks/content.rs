//! What a webhook says: its format, type and signature, and what it may be made to say.

use super::success;
use crate::provider::Provider;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use provider_simulator::{
    Endpoint, PaymentMethod, PaymentStatus, SignedWebhook, SimulatorConfig, WebhookRequest,
};
use serde_json::Value;
use sha2::Sha256;

fn header<'a>(webhook: &'a SignedWebhook, name: &str) -> Option<&'a str> {
    webhook
        .headers
        .iter()
        .find(|(own, _)| own == name)
        .map(|(_, value)| value.as_str())
}

fn is_signed_with(webhook: &SignedWebhook, secret: &str) -> bool {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(header(webhook, "x-webhook-timestamp").unwrap().as_bytes());
    mac.update(webhook.body.as_bytes());
    let signature = STANDARD
        .decode(header(webhook, "x-webhook-signature").unwrap())
        .unwrap();
    mac.verify_slice(&signature).is_ok()
}

#[tokio::test]
async fn each_outcome_is_sent_in_the_format_of_its_version() {
    let endpoints = vec![Endpoint {
        url: "http://127.0.0.1:9/dashboard".to_owned(),
        version: "2023-08-01".to_owned(),
    }];
    let provider = Provider::with(SimulatorConfig {
        endpoints,
        ..SimulatorConfig::default()
    });
    provider.order("evt_1").await;
    let (status, method) = success();
    let id = provider.simulator.attempt("evt_1", status, method).unwrap();
    let webhooks = provider.simulator.take_webhooks();
    assert_eq!(webhooks.len(), 2, "notify_url and the dashboard's endpoint");
    for webhook in &webhooks {
        assert!(is_signed_with(webhook, "local-secret"));
        assert_eq!(header(webhook, "x-webhook-timestamp"), Some("1747735200000"));
        assert_eq!(header(webhook, "x-webhook-attempt"), Some("1"));
        assert!(
            webhook.body.contains(r#""order_amount":1850.00"#),
            "{}",
            webhook.body
        );
        let body: Value = serde_json::from_str(&webhook.body).unwrap();
        assert_eq!(body["type"], "PAYMENT_SUCCESS_WEBHOOK");
        assert_eq!(body["data"]["payment"]["cf_payment_id"], id.as_str());
        let newest = header(webhook, "x-webhook-version") == Some("2025-01-01");
        assert_eq!(
            body["data"]["payment"].get("international_payment").is_some(),
            newest
        );
        assert_eq!(header(webhook, "x-idempotency-key").is_some(), newest);
        assert_eq!(
            body["data"]["payment"]["payment_method"]["upi"]
                .get("upi_payer_ifsc")
                .is_some(),
            newest
        );
    }
    assert_eq!(webhooks[0].url, "http://127.0.0.1:9/api/payments/webhook");
    assert_eq!(webhooks[1].url, "http://127.0.0.1:9/dashboard");
    assert_eq!(
        provider.simulator.take_webhooks(),
        [],
        "an accepted webhook is not sent again"
    );
}

#[tokio::test]
async fn refunds_disputes_failures_and_drops_have_their_own_types() {
    let provider = Provider::new();
    provider.order("evt_1").await;
    let simulator = &provider.simulator;
    simulator
        .attempt("evt_1", PaymentStatus::Failed, PaymentMethod::default())
        .unwrap();
    simulator
        .attempt("evt_1", PaymentStatus::UserDropped, PaymentMethod::default())
        .unwrap();
    simulator
        .attempt("evt_1", PaymentStatus::Pending, PaymentMethod::default())
        .unwrap();
    simulator
        .attempt("evt_1", PaymentStatus::Success, PaymentMethod::default())
        .unwrap();
    simulator.refund("evt_1").unwrap();
    simulator.dispute("evt_1").unwrap();
    simulator
        .attempt("evt_1", PaymentStatus::Cancelled, PaymentMethod::default())
        .unwrap();
    assert!(simulator.refund("evt_1").is_err(), "nothing is left");
    let events: Vec<_> = simulator
        .take_webhooks()
        .into_iter()
        .map(|webhook| webhook.event)
        .collect();
    assert_eq!(
        events,
        [
            "PAYMENT_FAILED_WEBHOOK",
            "PAYMENT_USER_DROPPED_WEBHOOK",
            "PAYMENT_SUCCESS_WEBHOOK",
            "REFUND_STATUS_WEBHOOK",
            "DISPUTE_CREATED",
            "AUTO_REFUND_STATUS_WEBHOOK"
        ]
    );
}

#[tokio::test]
async fn a_webhook_can_be_made_to_contradict_the_order() {
    let provider = Provider::new();
    provider.order("evt_1").await;
    let lie = WebhookRequest {
        amount: Some(100),
        currency: Some("USD".to_owned()),
        version: Some("2021-09-21".to_owned()),
        ..WebhookRequest::of("PAYMENT_SUCCESS_WEBHOOK", "evt_1")
    };
    let webhook = provider.simulator.webhook(&lie);
    assert!(is_signed_with(&webhook, "local-secret"));
    let body: Value = serde_json::from_str(&webhook.body).unwrap();
    assert_eq!(body["data"]["order"]["order_currency"], "USD");
    assert!(webhook.body.contains(r#""order_amount":1.00"#));
    assert!(body["data"]["payment"]["cf_payment_id"].is_u64());
    assert!(body["data"].get("payment_gateway_details").is_none());
    assert_eq!(provider.status("evt_1").await, "ACTIVE", "nothing happened");

    let forged = provider.simulator.webhook(&WebhookRequest {
        wrong_signature: true,
        ..lie
    });
    assert!(!is_signed_with(&forged, "local-secret"));

    let ping = provider.simulator.webhook(&WebhookRequest {
        event: "WEBHOOK".to_owned(),
        ..WebhookRequest::default()
    });
    assert_eq!(
        header(&ping, "x-webhook-timestamp"),
        Some("1747735200"),
        "the test is stamped in seconds"
    );
    assert!(ping.body.contains(r#""test_key":"test_value""#));
    let unknown = provider
        .simulator
        .webhook(&WebhookRequest::of("PAYMENT_SUCCESS_WEBHOOK", "not_ours"));
    assert!(unknown.body.contains(r#""order_id":"not_ours""#));
    assert!(
        provider
            .simulator
            .send_webhook(&WebhookRequest::of("PAYMENT_SUCCESS_WEBHOOK", "not_ours"))
            .is_err()
    );
}

#[tokio::test]
async fn the_webhook_of_a_pending_refund_does_not_say_that_it_is_processed() {
    let provider = Provider::new();
    provider.order("evt_1").await;
    let (status, method) = success();
    provider.simulator.attempt("evt_1", status, method).unwrap();
    for (note, status, description, processed) in [
        ("PENDING", "PENDING", "In Progress", false),
        ("FAILED", "FAILED", "Refund failed", false),
        ("SUCCESS", "SUCCESS", "Refund processed successfully", true),
    ] {
        let refund = serde_json::json!({"refund_id": format!("refund_{note}"), "refund_amount": 100, "refund_note": note});
        let answer = provider.call("POST", "/pg/orders/evt_1/refunds", refund).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let request = WebhookRequest::of("REFUND_STATUS_WEBHOOK", "evt_1");
        let webhook: Value = serde_json::from_str(&provider.simulator.webhook(&request).body).unwrap();
        for refund in [&webhook["data"]["refund"], &answer.json()] {
            assert_eq!(refund["refund_status"], status);
            assert_eq!(refund["status_description"], description);
            assert_eq!(refund["processed_at"].is_string(), processed);
            assert_eq!(refund["refund_arn"].is_string(), processed);
        }
    }
}
