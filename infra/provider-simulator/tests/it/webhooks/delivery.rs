//! When a webhook goes out, how often and in which order.

use super::success;
use crate::provider::{Provider, order_body};
use axum::Router;
use axum::extract::State;
use axum::routing::post;
use http::{HeaderMap, StatusCode};
use provider_simulator::{Endpoint, PaymentMethod, PaymentStatus, SimulatorConfig, WebhookMode};
use serde_json::Value;
use std::sync::{Arc, Mutex};
use time::Duration;

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
async fn a_served_simulator_sends_webhooks_automatically() {
    let merchant = Merchant::default();
    let provider = provider_with(&merchant).await;
    let url = provider.simulator.serve().await.unwrap();
    assert!(url.starts_with("http://127.0.0.1:"));
    let (status, method) = success();
    provider.simulator.attempt("evt_1", status, method).unwrap();
    until(|| !merchant.attempts().is_empty()).await;
}
