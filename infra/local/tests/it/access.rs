//! Who may call what: a route is the administrators' alone unless it is on the list here.

use std::collections::BTreeSet;

use axum::body::Body;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use local::{System, Template};
use provider_simulator::WebhookRequest;
use serde_json::{Value, json};

use super::{Ground, repository};

/// What anybody may call. Whoever adds a route here opens it to the world.
const PUBLIC: [&str; 7] = [
    "GET /api/packages/list",
    "GET /api/payments/check-email",
    "POST /api/payments/create-order",
    "GET /api/payments/status/{order_id}",
    "GET /api/order/{order_id}",
    "POST /api/admin/login",
    "POST /api/payments/webhook",
];

struct Call {
    method: Method,
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
    async fn ask(&self, authorization: Option<&str>) -> (StatusCode, Value) {
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

fn login(system: &System) -> Call {
    let form = json!({ "username": local::ADMINISTRATOR, "password": "expo-admin" });
    Call::new(
        Method::POST,
        format!("{}/api/admin/login", system.site_url()),
        &form,
    )
}

/// A call of a public route that is right in everything but what it says of who is asking.
fn rightly(system: &System, route: &str, order: &str) -> Call {
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
        "POST /api/admin/login" => login(system),
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

/// What nobody can come in with, the ways of forging a good `token` among it.
fn bad_tokens(token: &str) -> Vec<String> {
    let encoded = |value: Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let [head, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else {
        panic!("not a token of three parts");
    };
    let none = encoded(json!({ "alg": "none", "typ": "JWT" }));
    let mut later: Value = serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
    later["exp"] = json!(later["exp"].as_i64().unwrap() + 1);
    vec![
        "Bearer".to_owned(),
        "Bearer ".to_owned(),
        "Bearer junk".to_owned(),
        "Bearer null".to_owned(),
        "Basic YWRtaW46ZXhwby1hZG1pbg==".to_owned(),
        token.to_owned(),
        format!("Bearer {head}.{claims}."),
        format!("Bearer {none}.{claims}."),
        format!("Bearer {none}.{claims}.{signature}"),
        format!("Bearer {head}.{}.{signature}", encoded(later)),
    ]
}

/// A path with something in each of its places.
fn filled(path: &str) -> String {
    let segments = path.split('/').map(|segment| {
        if segment.starts_with('{') { "C1-A" } else { segment }
    });
    segments.collect::<Vec<_>>().join("/")
}

async fn token(system: &System) -> String {
    let (status, session) = login(system).ask(None).await;
    assert_eq!(status, StatusCode::OK, "{session}");
    session["token"].as_str().unwrap().to_owned()
}

fn routes() -> BTreeSet<String> {
    let template = Template::read(&repository().join("template.yaml")).unwrap();
    let routes = template.routes();
    routes
        .map(|(_, route)| format!("{} {}", route.method, route.path))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_route_that_is_not_public_is_closed_to_everybody_but_administrators() {
    let ground = Ground::new();
    let system = ground.start().await;
    let token = token(&system).await;
    let closed: Vec<String> = routes()
        .into_iter()
        .filter(|route| !PUBLIC.contains(&route.as_str()))
        .collect();
    assert!(!closed.is_empty());
    for route in closed {
        let (method, path) = route.split_once(' ').unwrap();
        let url = format!("{}{}", system.site_url(), filled(path));
        let call = Call::new(method.parse().unwrap(), url, &json!({ "status": "PAID" }));
        let (status, answer) = call.ask(None).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{route}: {answer}");
        assert_eq!(answer["code"], "unauthorized", "{route}");
        for bad in bad_tokens(&token) {
            let (status, answer) = call.ask(Some(&bad)).await;
            assert_eq!(status, StatusCode::UNAUTHORIZED, "{route} with {bad}: {answer}");
        }
        let (status, answer) = call.ask(Some(&format!("Bearer {token}"))).await;
        assert_ne!(status, StatusCode::UNAUTHORIZED, "{route}: {answer}");
    }
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_route_does_not_mind_a_bad_token() {
    let ground = Ground::new();
    let system = ground.start().await;
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
            _ => StatusCode::OK,
        };
        let (status, answer) = call.ask(None).await;
        assert_eq!(status, expected, "{route}: {answer}");
        for bad in bad_tokens(&token) {
            let (status, answer) = call.ask(Some(&bad)).await;
            assert_eq!(status, expected, "{route} with {bad}: {answer}");
        }
    }
    system.stop().await;
}
