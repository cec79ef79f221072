//! A simulator with a stopped clock, and requests to it without a network.

use axum::body::{Body, to_bytes};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Request, StatusCode};
use provider_simulator::{Simulator, SimulatorConfig};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use tower::ServiceExt;

pub(crate) const START: OffsetDateTime = datetime!(2025-05-20 10:00 UTC);

#[derive(Clone)]
pub(crate) struct Provider {
    pub(crate) simulator: Simulator,
    clock: Arc<Mutex<OffsetDateTime>>,
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    pub(crate) fn refusal(&self) -> (u16, String) {
        (
            self.status.as_u16(),
            self.json()["code"].as_str().unwrap().to_owned(),
        )
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

impl Provider {
    pub(crate) fn new() -> Self {
        Self::with(SimulatorConfig::default())
    }

    pub(crate) fn with(config: SimulatorConfig) -> Self {
        let clock = Arc::new(Mutex::new(START));
        let shared = clock.clone();
        let config = SimulatorConfig {
            clock: Arc::new(move || *shared.lock().unwrap()),
            ..config
        };
        Self {
            simulator: Simulator::new(config),
            clock,
        }
    }

    /// Requests to a simulator of the caller's, on its own clock.
    pub(crate) fn on(simulator: Simulator) -> Self {
        Self {
            simulator,
            clock: Arc::new(Mutex::new(START)),
        }
    }

    pub(crate) fn pass(&self, time: Duration) {
        *self.clock.lock().unwrap() += time;
    }

    /// A request with the merchant's credentials and the newest documented version.
    pub(crate) async fn call(&self, method: &str, path: &str, body: Value) -> Answer {
        self.call_as(method, path, body, &[("x-api-version", "2025-01-01")])
            .await
    }

    pub(crate) async fn call_as(
        &self,
        method: &str,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(CONTENT_TYPE, "application/json");
        for (name, value) in [
            ("x-client-id", "local-client"),
            ("x-client-secret", "local-secret"),
        ] {
            if !headers.iter().any(|(own, _)| *own == name) {
                request = request.header(name, value);
            }
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = if body.is_null() {
            Body::empty()
        } else {
            Body::from(body.to_string())
        };
        self.send(request.body(body).unwrap()).await
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.simulator.router().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8(bytes.to_vec()).unwrap(),
        }
    }

    pub(crate) async fn submit(&self, path: &str, form: &str) -> Answer {
        let request = Request::post(path).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.body(Body::from(form.to_owned())).unwrap())
            .await
    }

    pub(crate) async fn page(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    /// An order of Rs 1850 that is open for 30 minutes; its session.
    pub(crate) async fn order(&self, order_id: &str) -> String {
        let answer = self.call("POST", "/pg/orders", order_body(order_id)).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()["payment_session_id"].as_str().unwrap().to_owned()
    }

    /// The same on the machine's clock.
    pub(crate) async fn future_order(&self, order_id: &str) {
        let mut body = order_body(order_id);
        body["order_expiry_time"] = Value::Null;
        let answer = self.call("POST", "/pg/orders", body).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }

    pub(crate) async fn status(&self, order_id: &str) -> String {
        let answer = self
            .call("GET", &format!("/pg/orders/{order_id}"), Value::Null)
            .await;
        answer.json()["order_status"].as_str().unwrap().to_owned()
    }

    /// Begins a payment by UPI as a browser does; its id.
    pub(crate) async fn pay(&self, session: &str) -> String {
        let body = json!({"payment_session_id": session, "payment_method": {"upi": {"channel": "collect", "upi_id": "asha@ybl"}}});
        let answer = self.call("POST", "/pg/orders/sessions", body).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()["cf_payment_id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn decide(&self, cf_payment_id: &str, status: &str) -> Answer {
        let body = json!({"entity": "PAYMENTS", "entity_id": cf_payment_id,
            "entity_simulation": {"payment_status": status, "payment_error_code": ""}});
        self.call("POST", "/pg/simulate", body).await
    }
}

pub(crate) fn order_body(order_id: &str) -> Value {
    json!({
        "order_id": order_id,
        "order_amount": 1850,
        "order_currency": "INR",
        "customer_details": {
            "customer_id": "C0123456789A",
            "customer_name": "Asha Rao",
            "customer_email": "asha@example.com",
            "customer_phone": "9876543210",
        },
        "order_meta": {
            "return_url": "https://example.org/payment/return?order_id={order_id}",
            "notify_url": "http://127.0.0.1:9/api/payments/webhook",
        },
        "order_expiry_time": "2025-05-20T16:00:00+05:30",
        "order_note": "Event registration",
        "order_tags": {"registration_id": "reg_01H"},
    })
}
