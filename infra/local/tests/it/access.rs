//! Who may call what: a route is the administrators' alone unless it is on the list here.

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Body;
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use config::Env;
use futures::future::join_all;
use http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use local::{System, openapi_document};
use provider_simulator::WebhookRequest;
use ring::hmac;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use store::tables::Table;

use super::Fixture;

/// What anybody may call. A route in this list is public.
pub(super) const PUBLIC: [&str; 14] = [
    "GET /api/packages/list",
    "GET /api/payments/check-email",
    "POST /api/payments/create-order",
    "POST /api/payments/line/mail",
    "GET /api/payments/status/{order_id}",
    "GET /api/order/{order_id}",
    "GET /api/banners/listBanners",
    "GET /api/brand/listBanners",
    "GET /api/inst-brand/listBanners",
    "POST /api/admin/login",
    "POST /api/admin/login/second-factor",
    "POST /api/contact",
    "POST /api/passes/find",
    "POST /api/payments/webhook",
];

pub(super) struct Call {
    pub(super) method: Method,
    url: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl Call {
    fn new(method: Method, url: String, body: &Value) -> Call {
        let json = ("content-type".to_owned(), "application/json".to_owned());
        Call {
            method,
            url,
            headers: vec![json],
            body: body.to_string(),
        }
    }

    /// The status and the body, with `authorization` for the header of that name.
    pub(super) async fn ask(&self, authorization: Option<&str>) -> (StatusCode, Value) {
        let mut request = Request::builder().method(self.method.clone()).uri(&self.url);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        if let Some(authorization) = authorization {
            request = request.header(header::AUTHORIZATION, authorization);
        }
        let client: Client<_, Body> = Client::builder(TokioExecutor::new()).build_http();
        let request = request.body(Body::from(self.body.clone())).unwrap();
        let (parts, body) = client.request(request).await.unwrap().into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        (parts.status, serde_json::from_slice(&bytes).unwrap_or_default())
    }
}

fn registration() -> Value {
    json!({
        "customer_name": "Asha Rao",
        "customer_email": "asha@x.example",
        "customer_phone": "9876543210",
        "exam_preference": "Offline",
        "payment_mode": "online",
        "order_amount": 1850,
        "order_currency": "INR",
        "packageId": "all-inclusive",
        "type": "allColleges",
    })
}

pub(super) fn login(system: &System, username: &str, password: &str) -> Call {
    let form = json!({ "username": username, "password": password });
    Call::new(
        Method::POST,
        format!("{}/api/admin/login", system.site_url()),
        &form,
    )
}

/// A call of a public route that is right in everything but what it says of who is asking.
pub(super) fn rightly(system: &System, route: &str, order: &str) -> Call {
    let site = system.site_url();
    match route {
        "GET /api/payments/check-email" => Call::new(
            Method::GET,
            format!("{site}/api/payments/check-email?email=asha@x.example&packageId=all-inclusive"),
            &Value::Null,
        ),
        "POST /api/payments/create-order" => Call::new(
            Method::POST,
            format!("{site}/api/payments/create-order"),
            &registration(),
        ),
        // Without a ticket, which is refused before the throttle counts it: one address may ask for a few mails only.
        "POST /api/payments/line/mail" => Call::new(
            Method::POST,
            format!("{site}/api/payments/line/mail"),
            &json!({ "email": "asha@x.example" }),
        ),
        "POST /api/admin/login" => login(system, local::ADMINISTRATOR, "expo-admin"),
        // Without an answer, likewise.
        "POST /api/admin/login/second-factor" => Call::new(
            Method::POST,
            format!("{site}/api/admin/login/second-factor"),
            &json!({}),
        ),
        // As a program fills it in, which is answered alike, mails nothing and is not counted.
        "POST /api/contact" => Call::new(
            Method::POST,
            format!("{site}/api/contact"),
            &json!({ "name": "Asha", "email": "asha@x.example", "message": "Hello", "website": "x" }),
        ),
        // Without an address, likewise.
        "POST /api/passes/find" => Call::new(Method::POST, format!("{site}/api/passes/find"), &json!({})),
        "POST /api/payments/webhook" => {
            let request = WebhookRequest::of("PAYMENT_FAILED_WEBHOOK", order);
            let webhook = system.simulator().webhook(&request);
            Call {
                method: Method::POST,
                url: format!("{site}/api/payments/webhook"),
                headers: webhook.headers,
                body: webhook.body,
            }
        }
        route => {
            let path = route.strip_prefix("GET ").unwrap();
            Call::new(
                Method::GET,
                format!("{site}{}", path.replace("{order_id}", order)),
                &Value::Null,
            )
        }
    }
}

/// What nobody can come in with, each with the name of its fault: no token, broken ones, and the ways of forging a
/// good `token`.
fn bad_tokens(keys: &Keys, token: &str) -> Vec<(&'static str, String)> {
    let [head, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else {
        panic!("not a token of three parts");
    };
    let none = encoded(&json!({ "alg": "none", "typ": "JWT" }));
    let hmac = encoded(&json!({ "alg": "HS256", "typ": "JWT" }));
    let read: Value = serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
    let now = read["exp"].as_i64().unwrap() - 12 * 60 * 60;
    let with = |name: &str, value: Value| {
        let mut claims = read.clone();
        claims[name] = value;
        claims
    };
    // As release 1.0 signed them.
    let without_session = |ver: u64| {
        let mut claims = with("ver", json!(ver));
        claims.as_object_mut().unwrap().remove("sid");
        claims
    };
    let strangers = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap();
    let bytes = BASE64_STANDARD.decode(&keys.public).unwrap();
    let hmac_with = |secret: &[u8]| {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
        let tag = hmac::sign(&key, format!("{hmac}.{claims}").as_bytes());
        format!("Bearer {hmac}.{claims}.{}", BASE64_URL_SAFE_NO_PAD.encode(tag))
    };
    let ver = read["ver"].as_u64().unwrap();
    vec![
        ("no token", "Bearer".to_owned()),
        ("an empty token", "Bearer ".to_owned()),
        ("junk", "Bearer junk".to_owned()),
        ("null", "Bearer null".to_owned()),
        ("another scheme", "Basic YWRtaW46ZXhwby1hZG1pbg==".to_owned()),
        ("no scheme", token.to_owned()),
        ("no signature", format!("Bearer {head}.{claims}.")),
        ("alg none", format!("Bearer {none}.{claims}.")),
        ("alg none, signed", format!("Bearer {none}.{claims}.{signature}")),
        (
            "other claims under the signature",
            format!(
                "Bearer {head}.{}.{signature}",
                encoded(&with("exp", json!(now + 999_999)))
            ),
        ),
        ("HS256 with the public key's bytes", hmac_with(&bytes)),
        (
            "HS256 with the public key's text",
            hmac_with(keys.public.as_bytes()),
        ),
        ("another key", signed(&strangers, &read)),
        ("expired", signed(&keys.pair, &with("exp", json!(now - 1)))),
        ("revoked", signed(&keys.pair, &without_session(ver - 1))),
        (
            "a version that is not given out yet",
            signed(&keys.pair, &without_session(ver + 1)),
        ),
        (
            "a session that has ended",
            signed(&keys.pair, &with("sid", json!("ended"))),
        ),
        (
            "an administrator who is not there",
            signed(&keys.pair, &with("id", json!("nobody"))),
        ),
    ]
}

/// The keys of a system's tokens, as it keeps them in its data.
pub(super) struct Keys {
    pub(super) pair: Ed25519KeyPair,
    public: String,
}

impl Keys {
    pub(super) fn of(fixture: &Fixture) -> Keys {
        let private = std::fs::read_to_string(fixture.options().data.join("admin-token.key")).unwrap();
        let der = BASE64_STANDARD.decode(private).unwrap();
        let pair = Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der).unwrap();
        let public = BASE64_STANDARD.encode(pair.public_key());
        Keys { pair, public }
    }
}

fn encoded(value: &Value) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(value.to_string())
}

/// An authorization with a token of these claims that is rightly signed with this key.
pub(super) fn signed(pair: &Ed25519KeyPair, claims: &Value) -> String {
    let said = format!(
        "{}.{}",
        encoded(&json!({ "alg": "EdDSA", "typ": "JWT" })),
        encoded(claims)
    );
    let signature = BASE64_URL_SAFE_NO_PAD.encode(pair.sign(said.as_bytes()));
    format!("Bearer {said}.{signature}")
}

/// What a command on the system's tables is configured with.
pub(super) fn environment(fixture: &Fixture) -> Env {
    let environment = std::fs::read_to_string(fixture.options().data.join("environment")).unwrap();
    let pairs = environment.lines().map(|line| {
        let (name, value) = line.split_once('=').unwrap();
        (name.to_owned(), value.trim_matches('\'').to_owned())
    });
    Env::from_pairs(pairs)
}

/// How often the tables are read before they must have settled.
const LOOKS: usize = 120;

/// Everything in all tables but the counters of the throttles and of attempts to sign in, and but the sessions, whose use
/// any call may write down; as soon as nothing works on them any more.
pub(super) async fn everything(fixture: &Fixture) -> BTreeMap<String, Value> {
    let env = environment(fixture);
    let client = aws_sdk_dynamodb::Client::new(&env.aws_for("DYNAMODB").unwrap());
    let mut before: BTreeMap<String, Value> = BTreeMap::new();
    for _ in 0..LOOKS {
        let mut items = BTreeMap::new();
        for table in Table::ALL {
            let name = env.required(table.variable()).unwrap();
            let scan = client.scan().table_name(&name).consistent_read(true);
            let mut pages = scan.into_paginator().items().send();
            while let Some(item) = pages.next().await {
                let item: Value = serde_dynamo::from_item(item.unwrap()).unwrap();
                let key = format!("{name} {} {}", item["pk"], item["sk"]);
                if !["THROTTLE#", "LOGIN#", "SESSION#"]
                    .iter()
                    .any(|of| key.contains(of))
                {
                    items.insert(key, item);
                }
            }
        }
        if items == before {
            return items;
        }
        before = items;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    }
    panic!("the tables do not come to rest: {:?}", before.keys());
}

async fn token(system: &System) -> String {
    session(system, local::ADMINISTRATOR, "expo-admin").await
}

/// The token of an administrator who signs in.
pub(super) async fn session(system: &System, username: &str, password: &str) -> String {
    let (status, session) = login(system, username, password).ask(None).await;
    assert_eq!(status, StatusCode::OK, "{session}");
    session["token"].as_str().unwrap().to_owned()
}

/// Every route of the OpenAPI document.
pub(super) fn routes() -> BTreeSet<String> {
    let document: Value = serde_json::from_str(&openapi_document().unwrap()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let routes = paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().keys();
        methods.filter_map(move |method| {
            let known = ["get", "put", "post", "delete", "patch"].contains(&method.as_str());
            known.then(|| format!("{} {path}", method.to_uppercase()))
        })
    });
    routes.collect()
}

/// A call of a route with something in every place of its path, the order where it has one.
pub(super) fn filled(system: &System, route: &str, order: &str) -> Call {
    let (method, path) = route.split_once(' ').unwrap();
    let parts = path.split('/').map(|part| match part {
        "{order_id}" => order,
        "{flag}" => "REFUNDED",
        part if part.starts_with('{') => "all-inclusive",
        part => part,
    });
    let url = format!("{}{}", system.site_url(), parts.collect::<Vec<_>>().join("/"));
    Call::new(method.parse().unwrap(), url, &json!({ "status": "PAID" }))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_route_that_is_not_public_is_closed_to_everybody_but_administrators() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let keys = Keys::of(&fixture);
    let create = rightly(&system, "POST /api/payments/create-order", "");
    let (_, created) = create.ask(None).await;
    let order = created["order_id"].as_str().unwrap();
    let first = format!("Bearer {}", token(&system).await);
    let logout = filled(&system, "POST /api/admin/logout", order);
    assert_eq!(logout.ask(Some(&first)).await.0, StatusCode::OK);
    let mut bad = bad_tokens(&keys, &token(&system).await);
    bad.push(("signed out", first));

    let closed: Vec<String> = routes()
        .into_iter()
        .filter(|route| !PUBLIC.contains(&route.as_str()))
        .collect();
    assert!(!closed.is_empty());
    let before = everything(&fixture).await;
    assert!(before.len() > 20, "{}", before.len());
    for route in &closed {
        let call = filled(&system, route, order);
        let (status, answer) = call.ask(None).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{route}: {answer}");
        assert_eq!(answer["code"], "unauthorized", "{route}");
        let answers = join_all(bad.iter().map(|(_, bad)| call.ask(Some(bad)))).await;
        for ((fault, _), (status, answer)) in bad.iter().zip(answers) {
            assert_eq!(status, StatusCode::UNAUTHORIZED, "{route} with {fault}: {answer}");
        }
    }
    assert_eq!(
        everything(&fixture).await,
        before,
        "a refused call changed something"
    );

    // Some end the session that asks.
    for route in &closed {
        let good = format!("Bearer {}", token(&system).await);
        let (status, answer) = filled(&system, route, order).ask(Some(&good)).await;
        assert_ne!(status, StatusCode::UNAUTHORIZED, "{route}: {answer}");
    }
    assert_ne!(
        everything(&fixture).await,
        before,
        "the same calls with a good token change nothing, so that the refusal of the others proves nothing"
    );
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_route_ignores_an_invalid_token() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let keys = Keys::of(&fixture);
    let token = token(&system).await;
    let create = rightly(&system, "POST /api/payments/create-order", "");
    let (_, created) = create.ask(None).await;
    let order = created["order_id"].as_str().unwrap();
    let routes = routes();
    for route in PUBLIC {
        assert!(routes.contains(route), "{route} is public but not there");
        let call = rightly(&system, route, order);
        // There is no pass before the payment, and that is an answer too.
        let expected = match route {
            "GET /api/order/{order_id}" => StatusCode::NOT_FOUND,
            "POST /api/payments/line/mail"
            | "POST /api/passes/find"
            | "POST /api/admin/login/second-factor" => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::OK,
        };
        let (status, answer) = call.ask(None).await;
        assert_eq!(status, expected, "{route}: {answer}");
        for (fault, bad) in bad_tokens(&keys, &token) {
            let (status, answer) = call.ask(Some(&bad)).await;
            assert_eq!(status, expected, "{route} with {fault}: {answer}");
        }
    }
    system.stop().await;
}
