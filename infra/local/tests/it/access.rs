//! Who may call what: a route is the administrators' alone unless it is on the list here.

mod tables;
mod tokens;

use std::collections::BTreeSet;

use axum::body::Body;
use futures::future::join_all;
use http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use local::{System, openapi_document};
use provider_simulator::WebhookRequest;
use serde_json::{Value, json};

use self::tokens::bad_tokens;
use super::Fixture;

pub(super) use self::tables::{environment, everything};
pub(super) use self::tokens::{Keys, signed};

/// What anybody may call. A route in this list is public.
pub(super) const PUBLIC: [&str; 21] = [
    "GET /api/event",
    "GET /api/packages/list",
    "GET /api/packages/prices",
    "GET /api/payments/check-email",
    "POST /api/payments/create-order",
    "POST /api/payments/line/mail",
    "GET /api/payments/status/{order_id}",
    "GET /api/order/{order_id}",
    "GET /api/order/{order_id}/exams",
    "PUT /api/order/{order_id}/exams",
    "GET /api/order/{order_id}/results",
    "GET /api/banners/listBanners",
    "GET /api/brand/listBanners",
    "GET /api/inst-brand/listBanners",
    "POST /api/admin/login",
    "POST /api/admin/login/second-factor",
    "POST /api/admin/invitation",
    "PUT /api/admin/invitation",
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
        // A link that there never was: nothing may be said about it, and nothing is.
        "POST /api/admin/invitation" => Call::new(
            Method::POST,
            format!("{site}/api/admin/invitation"),
            &json!({ "token": "none" }),
        ),
        "PUT /api/admin/invitation" => Call::new(
            Method::PUT,
            format!("{site}/api/admin/invitation"),
            &json!({ "token": "none", "password": "kadavu plum lantern" }),
        ),
        // With the field that is not shown, so that nothing is mailed or counted.
        "POST /api/contact" => Call::new(
            Method::POST,
            format!("{site}/api/contact"),
            &json!({ "name": "Asha", "email": "asha@x.example", "message": "Hello", "website": "x" }),
        ),
        // Without an address, likewise.
        "POST /api/passes/find" => Call::new(Method::POST, format!("{site}/api/passes/find"), &json!({})),
        "PUT /api/order/{order_id}/exams" => Call::new(
            Method::PUT,
            format!("{site}/api/order/{order}/exams"),
            &json!({ "exams": [], "version": 0 }),
        ),
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
    let before = everything(&fixture, &system).await;
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
        everything(&fixture, &system).await,
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
        everything(&fixture, &system).await,
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
            "GET /api/order/{order_id}"
            | "GET /api/order/{order_id}/exams"
            | "GET /api/order/{order_id}/results"
            | "PUT /api/order/{order_id}/exams"
            | "POST /api/admin/invitation"
            | "PUT /api/admin/invitation" => StatusCode::NOT_FOUND,
            "POST /api/payments/line/mail"
            | "POST /api/passes/find"
            | "POST /api/admin/login/second-factor"
            | "POST /api/contact" => StatusCode::UNPROCESSABLE_ENTITY,
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
