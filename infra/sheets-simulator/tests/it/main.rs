//! The simulator by its API, as another client would use it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod service;
mod sign_in;
mod values;

use axum::Router;
use axum::body::Body;
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use http::{Method, Request, StatusCode};
use http_body_util::BodyExt;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde_json::{Value, json};
use sheets_simulator::{ServiceAccount, SheetsSimulator, SimulatorConfig};
use time::OffsetDateTime;
use tower::ServiceExt;

struct Fixture {
    account: ServiceAccount,
    simulator: SheetsSimulator,
    token: String,
}

impl Fixture {
    async fn new() -> Self {
        let account = ServiceAccount::shared().unwrap();
        let config = SimulatorConfig::new(account.clone(), "s1", "Sheet1");
        let simulator = SheetsSimulator::new(config).unwrap();
        let mut fixture = Self {
            account,
            simulator,
            token: String::new(),
        };
        let (status, answer) = fixture.sign_in(&fixture.account, &json!({})).await;
        assert_eq!(status, 200, "{answer}");
        fixture.token = answer["access_token"].as_str().unwrap().to_owned();
        fixture
    }

    /// Asks for a token with an assertion that `signer` signed, with other claims instead.
    async fn sign_in(&self, signer: &ServiceAccount, other: &Value) -> (StatusCode, Value) {
        let now = OffsetDateTime::now_utc().unix_timestamp();
        let mut claims = json!({
            "iss": self.account.client_email, "scope": "https://www.googleapis.com/auth/spreadsheets",
            "aud": "http://localhost/token", "iat": now, "exp": now + 3600,
        });
        for (name, value) in other.as_object().unwrap() {
            claims[name] = value.clone();
        }
        let body = format!(
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion={}",
            assertion(signer, &claims)
        );
        ask(
            &self.simulator.router(),
            Request::post("/token").body(Body::from(body)).unwrap(),
        )
        .await
    }

    async fn call(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let request = Request::builder()
            .method(method)
            .uri(format!("/v4/spreadsheets/{path}"))
            .header("authorization", format!("Bearer {}", self.token))
            .body(Body::from(body.to_string()))
            .unwrap();
        let (status, answer) = ask(&self.simulator.router(), request).await;
        (status.as_u16(), answer)
    }

    async fn put(&self, range: &str, option: &str, values: Value) -> (u16, Value) {
        let path = format!("s1/values/{range}?valueInputOption={option}");
        self.call(Method::PUT, &path, json!({ "values": values })).await
    }

    /// What the tab holds, as the page for tests has it.
    async fn values(&self) -> Value {
        let request = Request::get("/sheets.json").body(Body::empty()).unwrap();
        ask(&self.simulator.router(), request).await.1
    }
}

fn assertion(signer: &ServiceAccount, claims: &Value) -> String {
    let base64: String = signer
        .private_key
        .lines()
        .filter(|line| !line.starts_with('-'))
        .collect();
    let pair = RsaKeyPair::from_pkcs8(&BASE64_STANDARD.decode(base64).unwrap()).unwrap();
    let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!(
        "{}.{}",
        part(&json!({ "alg": "RS256", "typ": "JWT" })),
        part(claims)
    );
    let mut signature = vec![0; pair.public().modulus_len()];
    pair.sign(
        &RSA_PKCS1_SHA256,
        &SystemRandom::new(),
        signed.as_bytes(),
        &mut signature,
    )
    .unwrap();
    format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
}

async fn ask(router: &Router, request: Request<Body>) -> (StatusCode, Value) {
    let (parts, body) = router.clone().oneshot(request).await.unwrap().into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    (parts.status, serde_json::from_slice(&bytes).unwrap_or_default())
}
