//! Signing in, through the function's router, on a real DynamoDB and a real Secrets Manager protocol.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod login;
mod start;
mod throttle;

use admin::create_or_reset;
use aws_emulation::{ACCESS_KEY_ID, DynamoDb, SECRET_ACCESS_KEY, Secrets};
use axum::Router;
use axum::body::Body;
use config::Env;
use domain::{Clock, Entropy};
use http::{HeaderMap, Request, StatusCode};
use http_api::TokenKeys;
use http_body_util::BodyExt;
use lambda_http::request::LambdaRequest;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use store::tables::Table;
use time::OffsetDateTime;
use tower::ServiceExt;

const PASSWORD: &str = "expo-admin";

/// The function with tables of its own and one administrator, `Asha`.
struct TestApp {
    router: Router,
    env: Env,
    clock: Clock,
    time: Arc<AtomicI64>,
    _database: DynamoDb,
    _secrets: Secrets,
}

impl TestApp {
    async fn new() -> Self {
        let keys = TokenKeys::generate(&Entropy::system()).unwrap();
        let secret = json!({ "private_key": keys.private_key.expose() }).to_string();
        let secrets = Secrets::serve([("admin-token", secret)]).await.unwrap();
        let database = DynamoDb::memory().await.unwrap();
        let env = Env::from_pairs([
            ("AWS_REGION", "ap-south-1"),
            ("AWS_ACCESS_KEY_ID", ACCESS_KEY_ID),
            ("AWS_SECRET_ACCESS_KEY", SECRET_ACCESS_KEY),
            ("AWS_ENDPOINT_URL_DYNAMODB", database.endpoint()),
            ("AWS_ENDPOINT_URL_SECRETS_MANAGER", secrets.endpoint()),
            ("TABLE_ADMIN", "admin"),
            ("TABLE_ACCESS", "access"),
            ("ADMIN_TOKEN_SECRET", "admin-token"),
            ("ADMIN_TOKEN_PUBLIC_KEY", &keys.public_key),
        ]);
        let client = dynamodb(&env);
        for (table, name) in [(Table::Admin, "admin"), (Table::Access, "access")] {
            table.definition(name).unwrap().send_with(&client).await.unwrap();
        }
        create_or_reset(&env, &Entropy::system(), "Asha", PASSWORD)
            .await
            .unwrap();

        // The start of a window of 15 minutes.
        let time = Arc::new(AtomicI64::new(1_748_246_400));
        let hand = Arc::clone(&time);
        let clock = Clock::from_fn(move || {
            OffsetDateTime::from_unix_timestamp(hand.load(Ordering::Relaxed)).unwrap()
        });
        let router = admin::app_with(env.clone(), clock.clone(), Entropy::system())
            .await
            .unwrap();
        Self {
            router,
            env,
            clock,
            time,
            _database: database,
            _secrets: secrets,
        }
    }

    fn wait(&self, seconds: i64) {
        self.time.fetch_add(seconds, Ordering::Relaxed);
    }

    async fn login(&self, username: &str, password: &str) -> Answer {
        self.login_from("203.0.113.9", username, password).await
    }

    async fn login_from(&self, address: &str, username: &str, password: &str) -> Answer {
        self.send(address, json!({ "username": username, "password": password }))
            .await
    }

    async fn send(&self, address: &str, body: Value) -> Answer {
        send(&self.router, gateway_request(address, body)).await
    }
}

fn dynamodb(env: &Env) -> aws_sdk_dynamodb::Client {
    aws_sdk_dynamodb::Client::new(&env.aws_for("DYNAMODB").unwrap())
}

/// What came back.
#[derive(Debug)]
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Value,
}

impl Answer {
    fn token(&self) -> &str {
        assert_eq!(self.status, 200, "{}", self.body);
        self.body["token"].as_str().unwrap()
    }

    /// The body without the request id, which is never the same twice.
    fn told(&self) -> Value {
        let mut body = self.body.clone();
        body.as_object_mut().unwrap().remove("request_id");
        body
    }
}

async fn send(router: &Router, request: Request<Body>) -> Answer {
    let (parts, body) = router.clone().oneshot(request).await.unwrap().into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    Answer {
        status: parts.status,
        headers: parts.headers,
        body: serde_json::from_slice(&body).unwrap(),
    }
}

/// A login as lambda_http makes it of the gateway's event.
fn gateway_request(source: &str, body: Value) -> Request<Body> {
    let event = json!({
        "version": "2.0", "routeKey": "POST /api/admin/login", "rawPath": "/api/admin/login",
        "rawQueryString": "", "headers": { "content-type": "application/json" },
        "requestContext": {
            "accountId": "1", "apiId": "api", "domainName": "api.example", "domainPrefix": "api",
            "http": { "method": "POST", "path": "/api/admin/login", "protocol": "HTTP/1.1",
                      "sourceIp": source, "userAgent": "test" },
            "requestId": "id", "routeKey": "POST /api/admin/login", "stage": "$default",
            "time": "26/May/2025:08:00:00 +0000", "timeEpoch": 1_748_246_400_000_u64
        },
        "body": body.to_string(), "isBase64Encoded": false
    });
    let event: LambdaRequest = serde_json::from_value(event).unwrap();
    let request: lambda_http::Request = event.into();
    request.map(Body::new)
}
