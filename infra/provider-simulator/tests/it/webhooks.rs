//! Webhooks: what they say, how they are signed, when they come.

use crate::provider::{Provider, order_body};
use axum::Router;
use axum::extract::State;
use axum::routing::post;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, StatusCode};
use provider_simulator::{
    Endpoint, PaymentMethod, PaymentStatus, SignedWebhook, SimulatorConfig, WebhookMode, WebhookRequest,
    WebhookSettings,
};
use serde_json::Value;
use sha2::Sha256;
use std::sync::{Arc, Mutex};
use time::Duration;

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

fn success() -> (PaymentStatus, PaymentMethod) {
    (PaymentStatus::Success, PaymentMethod::default())
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

/// An endpoint that answers with the statuses it is given, then with 200, and keeps what came.
#[derive(Clone, Default)]
struct Merchant {
    answers: Arc<Mutex<Vec<u16>>>,
    came: Arc<Mutex<Vec<(HeaderMap, String)>>>,
}

impl Merchant {
    async fn listen(&self) -> String {
        async fn receive(State(merchant): State<Merchant>, headers: HeaderMap, body: String) -> StatusCode {
            merchant.came.lock().unwrap().push((headers, body));
            let mut answers = merchant.answers.lock().unwrap();
            if answers.is_empty() {
                StatusCode::OK
            } else {
                StatusCode::from_u16(answers.remove(0)).unwrap()
            }
        }
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let router = Router::new()
            .route("/hook", post(receive))
            .with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        url
    }

    fn attempts(&self) -> Vec<String> {
        let came = self.came.lock().unwrap();
        came.iter()
            .map(|(headers, _)| headers["x-webhook-attempt"].to_str().unwrap().to_owned())
            .collect()
    }
}

async fn provider_with(merchant: &Merchant) -> Provider {
    let endpoints = vec![Endpoint {
        url: merchant.listen().await,
        version: "2025-01-01".to_owned(),
    }];
    let provider = Provider::with(SimulatorConfig {
        endpoints,
        retry_scale: 1.0,
        ..SimulatorConfig::default()
    });
    let body = serde_json::json!({"order_id": "evt_1", "order_amount": 1850, "order_currency": "INR",
        "customer_details": {"customer_id": "abc", "customer_phone": "9876543210"}});
    assert_eq!(provider.call("POST", "/pg/orders", body).await.status, 200);
    provider
}

#[tokio::test]
async fn an_unanswered_webhook_is_retried_after_2_10_and_30_minutes_and_then_no_more() {
    let merchant = Merchant {
        answers: Arc::new(Mutex::new(vec![500, 302, 404, 500])),
        ..Merchant::default()
    };
    let provider = provider_with(&merchant).await;
    let (status, method) = success();
    provider.simulator.attempt("evt_1", status, method).unwrap();
    assert_eq!(provider.simulator.deliver_due().await, 1);
    for minutes in [2, 10, 30] {
        provider.pass(Duration::minutes(minutes) - Duration::seconds(1));
        assert_eq!(
            provider.simulator.deliver_due().await,
            0,
            "{minutes} minutes are not over"
        );
        provider.pass(Duration::seconds(1));
        assert_eq!(provider.simulator.deliver_due().await, 1);
    }
    provider.pass(Duration::days(1));
    assert_eq!(provider.simulator.deliver_due().await, 0);
    assert_eq!(merchant.attempts(), ["1", "2", "3", "4"]);
    let came = merchant.came.lock().unwrap();
    assert!(came.iter().all(|(_, body)| *body == came[0].1));
    assert!(
        came.iter()
            .all(|(headers, _)| headers["x-idempotency-key"] == came[0].0["x-idempotency-key"])
    );
}

#[tokio::test]
async fn webhooks_come_late_twice_and_in_reverse_on_demand() {
    let merchant = Merchant::default();
    let provider = provider_with(&merchant).await;
    let settings = WebhookSettings {
        duplicates: 1,
        delay_ms: 5_000,
        reversed: true,
        ..WebhookSettings::default()
    };
    provider.simulator.set_webhook_settings(settings);
    provider
        .simulator
        .attempt("evt_1", PaymentStatus::Failed, PaymentMethod::default())
        .unwrap();
    provider
        .simulator
        .attempt("evt_1", PaymentStatus::Success, PaymentMethod::default())
        .unwrap();
    assert_eq!(provider.simulator.deliver_due().await, 0);
    provider.pass(Duration::seconds(5));
    assert_eq!(provider.simulator.deliver_due().await, 4);
    let came = merchant.came.lock().unwrap();
    let types: Vec<_> = came
        .iter()
        .map(|(_, body)| {
            serde_json::from_str::<Value>(body).unwrap()["type"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(
        types,
        [
            "PAYMENT_SUCCESS_WEBHOOK",
            "PAYMENT_SUCCESS_WEBHOOK",
            "PAYMENT_FAILED_WEBHOOK",
            "PAYMENT_FAILED_WEBHOOK"
        ]
    );
}

#[tokio::test]
async fn a_delayed_webhook_does_not_go_out_with_those_that_are_due() {
    let merchant = Merchant::default();
    let provider = provider_with(&merchant).await;
    let now = WebhookRequest::of("PAYMENT_SUCCESS_WEBHOOK", "evt_1");
    let later = WebhookRequest {
        delay_ms: 5_000,
        ..now.clone()
    };
    provider.simulator.send_webhook(&later).unwrap();
    provider.simulator.send_webhook(&now).unwrap();
    assert_eq!(provider.simulator.deliver_due().await, 1);
    provider.pass(Duration::seconds(5));
    assert_eq!(provider.simulator.deliver_due().await, 1);
}

#[tokio::test]
async fn withheld_webhooks_wait_and_can_be_sent_again() {
    let merchant = Merchant::default();
    let provider = provider_with(&merchant).await;
    provider.simulator.set_webhooks(WebhookMode::Withhold);
    let (status, method) = success();
    provider.simulator.attempt("evt_1", status, method).unwrap();
    assert_eq!(provider.simulator.deliver_due().await, 0);
    provider.simulator.set_webhooks(WebhookMode::Deliver);
    assert_eq!(provider.simulator.deliver_due().await, 1);
    provider.simulator.resend_webhook("evt_1").unwrap();
    assert_eq!(provider.simulator.deliver_due().await, 1);
    assert_eq!(merchant.attempts(), ["1", "1"]);
}

/// Waits until it is so, for as long as a loaded machine may take.
async fn until(so: impl Fn() -> bool) {
    tokio::time::timeout(std::time::Duration::from_secs(30), async {
        while !so() {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn a_slow_receiver_does_not_hold_up_the_webhook_of_another_order() {
    let merchant = Merchant::default();
    let provider = provider_with(&merchant).await;
    // Takes connections and never answers.
    let deaf = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let mut slow = order_body("evt_slow");
    slow["order_meta"]["notify_url"] = format!("http://{}/hook", deaf.local_addr().unwrap()).into();
    assert_eq!(provider.call("POST", "/pg/orders", slow).await.status, 200);
    provider.simulator.spawn_delivery();
    let (status, method) = success();
    let simulator = &provider.simulator;
    simulator.attempt("evt_slow", status, method.clone()).unwrap();
    let under_way = || simulator.export().to_string().contains("\"under_way\"");
    until(under_way).await;
    simulator.attempt("evt_1", status, method).unwrap();
    until(|| !merchant.attempts().is_empty()).await;
    assert!(under_way(), "the slow receiver has not answered yet");
}

#[tokio::test]
async fn the_webhooks_of_one_order_go_out_one_after_the_other() {
    let merchant = Merchant::default();
    let provider = provider_with(&merchant).await;
    provider.simulator.spawn_delivery();
    for _ in 0..10 {
        let failed = PaymentStatus::Failed;
        provider
            .simulator
            .attempt("evt_1", failed, PaymentMethod::default())
            .unwrap();
    }
    until(|| merchant.attempts().len() == 10).await;
    let came = merchant.came.lock().unwrap();
    let payments: Vec<u64> = came
        .iter()
        .map(|(_, body)| {
            let body: Value = serde_json::from_str(body).unwrap();
            let id = body["data"]["payment"]["cf_payment_id"].as_str().unwrap();
            id.parse().unwrap()
        })
        .collect();
    assert!(payments.is_sorted(), "{payments:?}");
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

#[tokio::test]
async fn a_served_simulator_sends_webhooks_automatically() {
    let merchant = Merchant::default();
    let provider = provider_with(&merchant).await;
    let url = provider.simulator.serve().await.unwrap();
    assert!(url.starts_with("http://127.0.0.1:"));
    let (status, method) = success();
    provider.simulator.attempt("evt_1", status, method).unwrap();
    until(|| !merchant.attempts().is_empty()).await;
}
