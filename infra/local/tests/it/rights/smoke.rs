//! Calls of an administrator on a system, and what they show of the rights.

use std::collections::BTreeSet;
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use axum::body::Body;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use config::Env;
use http::{Request, StatusCode};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use local::System;
use local::guard::{Entry, refusals};
use serde_json::{Value, json};

pub(super) const PICTURE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
pub(super) const ANOTHER_PICTURE: &str =
    "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==";

pub(super) fn message() -> Value {
    json!({ "name": "Asha", "email": "asha@x.example", "message": "Where do I park?" })
}

/// Between two looks.
pub(super) const PAUSE: Duration = Duration::from_millis(50);
/// How many looks are worth it: two minutes, for a machine that has other work as well.
pub(super) const PATIENCE: usize = 2400;

pub(super) struct SmokeTest {
    pub(super) system: System,
    /// Every route that was called, as the template writes it.
    pub(super) called: BTreeSet<String>,
    pub(super) token: String,
    /// How many forms were sent that add something.
    forms: u64,
    /// The key of the administrator's session.
    session: Option<[(String, AttributeValue); 2]>,
    /// What a command on the system's tables is configured with.
    tables: Env,
}

impl SmokeTest {
    /// Signs an administrator in. `tables` configures a command on the system's tables.
    pub(super) async fn start(system: System, tables: Env) -> SmokeTest {
        let mut smoke = SmokeTest {
            system,
            called: BTreeSet::new(),
            token: String::new(),
            forms: 0,
            session: None,
            tables,
        };
        smoke.sign_in().await;
        smoke
    }

    pub(super) async fn sign_in(&mut self) {
        self.session = None;
        let form = json!({ "username": local::ADMINISTRATOR, "password": "expo-admin" });
        let answer = self.call("POST /api/admin/login", &[], form).await;
        self.go_on_with(&answer);
    }

    /// Uses the session that an answer began.
    pub(super) fn go_on_with(&mut self, answer: &Value) {
        answer["token"].as_str().unwrap().clone_into(&mut self.token);
        let claims = self.token.split('.').nth(1).unwrap();
        let claims: Value = serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
        let of = |claim: &str| claims[claim].as_str().unwrap().to_owned();
        self.session = Some([
            (
                "pk".to_owned(),
                AttributeValue::S(format!("SESSION#{}", of("id"))),
            ),
            ("sk".to_owned(), AttributeValue::S(of("sid"))),
        ]);
    }

    /// Lets the session look unused for a quarter of an hour, so that the next call writes its use down.
    async fn age_the_session(&self) {
        let Some(key) = self.session.clone() else {
            return;
        };
        let seen = self.system.clock().now().unix_timestamp() - 900;
        let client = aws_sdk_dynamodb::Client::new(&self.tables.aws_for("DYNAMODB").unwrap());
        client
            .update_item()
            .table_name(self.tables.required("TABLE_ACCESS").unwrap())
            .set_key(Some(key.into()))
            .update_expression("SET last_seen = :seen")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":seen", AttributeValue::N(seen.to_string()))
            .send()
            .await
            .unwrap();
    }

    /// Calls a route with something in each place of its path; what follows a question mark is its query.
    pub(super) async fn ask(&mut self, route: &str, places: &[&str], body: Value) -> (StatusCode, Value) {
        self.ask_with(route, places, &[], body.to_string()).await
    }

    pub(super) async fn ask_with(
        &mut self,
        route: &str,
        places: &[&str],
        headers: &[(String, String)],
        body: String,
    ) -> (StatusCode, Value) {
        let (pattern, query) = route.split_once('?').unwrap_or((route, ""));
        self.called.insert(pattern.to_owned());
        self.age_the_session().await;
        let (method, path) = pattern.split_once(' ').unwrap();
        let mut places = places.iter();
        let path = path.split('/').map(|part| match part {
            part if part.starts_with('{') => *places.next().unwrap(),
            part => part,
        });
        let path = path.collect::<Vec<_>>().join("/");
        let url = format!("{}{path}?{query}", self.system.site_url());
        let bearer = ("authorization".to_owned(), format!("Bearer {}", self.token));
        post(method, &url, headers.iter().chain([&bearer]), body).await
    }

    /// The same for a call that must succeed.
    pub(super) async fn call(&mut self, route: &str, places: &[&str], body: Value) -> Value {
        let (status, answer) = self.ask(route, places, body).await;
        assert_eq!(
            status,
            StatusCode::OK,
            "{route} {places:?}: {answer}{}",
            self.refusals()
        );
        answer
    }

    /// Sends a form that adds something, with a key of its own.
    pub(super) async fn add(&mut self, route: &str, form: &Value) -> Value {
        self.forms += 1;
        let key = format!("00000000-0000-4000-8000-{:012}", self.forms);
        let headers = [("idempotency-key".to_owned(), key)];
        let (status, answer) = self.ask_with(route, &[], &headers, form.to_string()).await;
        assert_eq!(status, StatusCode::OK, "{route}: {answer}{}", self.refusals());
        answer
    }

    pub(super) async fn get(&mut self, route: &str, places: &[&str]) -> Value {
        self.call(&format!("GET {route}"), places, Value::Null).await
    }

    pub(super) fn has_used(&self, by: &str, action: &str, resource: &str) -> bool {
        self.system.rights().iter().any(|entry| match entry {
            Entry::Used { function, right } => {
                function == by && right.action == action && right.resource.starts_with(resource)
            }
            Entry::Refused { .. } => false,
        })
    }

    /// What went wrong because of a right, a line each.
    pub(super) fn refusals(&self) -> String {
        let refusals = refusals(&self.system.rights());
        refusals.iter().map(|refusal| format!("\n{refusal}")).collect()
    }

    pub(super) async fn until(&self, what: &str, condition: impl AsyncFn() -> bool) {
        for _ in 0..PATIENCE {
            if condition().await {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
        panic!("{what} did not happen within two minutes{}", self.refusals());
    }
}

/// Asks and reads; an answer without JSON is null.
pub(super) async fn post(
    method: &str,
    url: &str,
    headers: impl IntoIterator<Item = &(String, String)>,
    body: String,
) -> (StatusCode, Value) {
    let mut request = Request::builder().method(method).uri(url);
    for (name, value) in headers {
        request = request.header(name, value);
    }
    if !request.headers_ref().unwrap().contains_key("content-type") {
        request = request.header("content-type", "application/json");
    }
    let client: Client<_, Body> = Client::builder(TokioExecutor::new()).build_http();
    let answer = client
        .request(request.body(Body::from(body)).unwrap())
        .await
        .unwrap();
    let (parts, body) = answer.into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    (parts.status, serde_json::from_slice(&bytes).unwrap_or_default())
}
