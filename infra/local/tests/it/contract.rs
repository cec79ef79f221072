//! The running system keeps to the OpenAPI document: what the document forbids is refused.

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Body;
use http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use local::openapi_document;
use serde_json::{Value, json};

use super::Fixture;
use super::access::{everything, session};
use super::client::ask_as;

const METHODS: [&str; 8] = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE",
];

fn document() -> Value {
    serde_json::from_str(&openapi_document().unwrap()).unwrap()
}

/// Where a document says null other than as a value that may be sent.
fn nulls(value: &Value, place: &str, found: &mut Vec<String>) {
    match value {
        Value::Null => found.push(place.to_owned()),
        Value::Object(members) => members
            .iter()
            .filter(|(name, _)| *name != "enum")
            .for_each(|(name, value)| nulls(value, &format!("{place}/{name}"), found)),
        Value::Array(items) => items.iter().for_each(|item| nulls(item, place, found)),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn nothing_in_the_document_is_null_where_openapi_wants_a_value() {
    let mut found = Vec::new();
    nulls(&document(), "", &mut found);
    assert_eq!(found, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_method_that_a_path_does_not_have_is_405_and_allow_names_those_it_has() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let client: Client<_, Body> = Client::builder(TokioExecutor::new()).build_http();
    let document = document();
    for (path, item) in document["paths"].as_object().unwrap() {
        let mut allowed: BTreeSet<String> = item
            .as_object()
            .unwrap()
            .keys()
            .map(|method| method.to_uppercase())
            .collect();
        if allowed.contains("GET") {
            allowed.insert("HEAD".to_owned());
        }
        for method in METHODS.into_iter().filter(|method| !allowed.contains(*method)) {
            let url = format!("{}{}", system.site_url(), path.replace(['{', '}'], ""));
            let request = Request::builder()
                .method(Method::from_bytes(method.as_bytes()).unwrap())
                .uri(url)
                .body(Body::empty())
                .unwrap();
            let (parts, body) = client.request(request).await.unwrap().into_parts();
            assert_eq!(parts.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            let named = parts.headers[header::ALLOW].to_str().unwrap();
            let named: BTreeSet<String> = named.split(',').map(|name| name.trim().to_owned()).collect();
            assert_eq!(named, allowed, "{method} {path}");
            if method != "HEAD" {
                let body = body.collect().await.unwrap().to_bytes();
                let answer: Value = serde_json::from_slice(&body).unwrap();
                assert_eq!(answer["code"], "method_not_allowed", "{method} {path}");
            }
        }
    }
    system.stop().await;
}

/// The schema of the JSON body of an operation, without references.
fn body_of(document: &Value, operation: &Value) -> Option<Value> {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let name = schema["$ref"].as_str()?.rsplit('/').next()?;
    Some(document["components"]["schemas"][name].clone())
}

/// Every call that takes JSON, with the schema of its body.
fn forms(document: &Value) -> Vec<(String, String, Value, Value)> {
    let mut forms = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if let Some(schema) = body_of(document, operation).filter(|_| !path.ends_with("/webhook")) {
                forms.push((method.to_uppercase(), path.clone(), operation.clone(), schema));
            }
        }
    }
    assert!(forms.len() >= 15, "{}", forms.len());
    forms
}

/// A body that the call takes, for the calls that need nothing but a form to report invalid fields.
fn good(path: &str) -> Option<Value> {
    match path {
        "/api/payments/create-order" => Some(json!({
            "customer_name": "Asha Rao", "customer_email": "asha@x.example", "customer_phone": "9876543210",
            "exam_preference": "Offline", "order_amount": 1850, "packageId": "all-inclusive", "type": "allColleges",
        })),
        "/api/customers" => Some(json!({
            "name": "Asha Rao", "email": "asha@x.example", "phone": "9876543210", "exam_preference": "Offline",
            "payment_mode": "cash", "order_amount": 1850, "packageId": "all-inclusive", "type": "allColleges",
        })),
        "/api/contact" => Some(json!({ "name": "Asha", "email": "asha@x.example", "message": "Hello" })),
        "/api/passes/find" => Some(json!({ "email": "asha@x.example" })),
        "/api/messages/left-out" => Some(json!({ "email": "asha@x.example", "left_out": true })),
        "/api/event/settings" => Some(json!({ "version": 0 })),
        "/api/halls" => Some(json!({ "name": "Hall A", "rows": 5, "columns": 8 })),
        "/api/exams" => Some(json!({ "categoryName": "Arts" })),
        "/api/colleges" => Some(json!({ "name": "A College", "courseList": [] })),
        "/api/packages" => Some(json!({
            "name": "One", "description": "One exam", "price": 100, "AllowAllCollege": false, "collegeList": [],
        })),
        _ => None,
    }
}

/// Values of another type, and values just beyond each bound of the schema.
fn violations(schema: &Value) -> Vec<Value> {
    let kinds = schema["type"].to_string();
    let mut wrong = vec![json!({ "a": 1 }), json!([[]])];
    if !kinds.contains("null") {
        wrong.push(Value::Null);
    }
    if !kinds.contains("boolean") {
        wrong.push(json!(true));
    }
    if kinds.contains("string") {
        wrong.push(json!(7));
        if let Some(most) = schema["maxLength"].as_u64() {
            wrong.push(json!("a".repeat(usize::try_from(most).unwrap() + 1)));
        }
        if schema["minLength"].as_u64() > Some(0) {
            wrong.push(json!(""));
            wrong.push(json!("  "));
        }
        let rule = schema["pattern"].as_str().filter(|rule| rule.starts_with('^'));
        if schema.get("enum").is_some() || rule.is_some() {
            wrong.push(json!("\u{0}"));
        }
        // A text excludes controls by name; of marks of direction it is read without them.
        let is_text = rule.is_some_and(|rule| rule.contains("\\u007f-\\u009f"));
        if schema.get("enum").is_some() || rule.is_some() && !is_text {
            wrong.push(json!("a\u{202e}b"));
        }
        if schema.get("enum").is_some() {
            wrong.push(json!("zzz"));
        }
    } else {
        wrong.push(json!("seven"));
    }
    if let (Some(least), Some(most)) = (schema["minimum"].as_f64(), schema["maximum"].as_f64()) {
        wrong.push(json!(least - 1.0));
        if kinds.contains("number") {
            wrong.extend([json!(most + 1.0), json!(least + 0.001)]);
        } else {
            wrong.extend([json!(1.5), json!(1e30)]);
        }
    }
    if kinds.contains("array") {
        wrong.extend(
            violations(&schema["items"])
                .into_iter()
                .map(|value| json!([value])),
        );
    }
    wrong
}

#[test]
fn a_part_of_a_path_has_the_same_bounds_in_each_call() {
    let document = document();
    let mut known = BTreeMap::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            for parameter in parameters.filter(|parameter| parameter["in"] == "path") {
                let name = parameter["name"].as_str().unwrap();
                let first = known.entry(name).or_insert(&parameter["schema"]);
                assert_eq!(*first, &parameter["schema"], "{method} {path}: {name}");
            }
        }
    }
}

#[test]
fn a_call_with_a_query_documents_that_it_may_be_malformed() {
    let document = document();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let asks = parameters.filter(|parameter| parameter["in"] == "query").count();
            assert!(
                asks == 0 || operation["responses"].get("422").is_some(),
                "{method} {path}"
            );
        }
    }
}

#[test]
fn every_field_has_bounds_and_every_call_documents_its_errors() {
    let document = document();
    for (method, path, operation, schema) in forms(&document) {
        for status in ["413", "415", "422"] {
            assert!(
                operation["responses"].get(status).is_some(),
                "{method} {path}: {status}"
            );
        }
        for (field, schema) in schema["properties"].as_object().unwrap() {
            let ends = |pattern: &str| pattern.ends_with("{3,45}$");
            let bounded = |schema: &Value| {
                // A list in a form that is in a form.
                let is_list = schema["type"].to_string().contains("array");
                let schema = if is_list { &schema["items"] } else { schema };
                let kinds = schema["type"].to_string();
                let has = |name: &str| schema.get(name).is_some();
                match () {
                    () if kinds.contains("string") => {
                        has("enum") || has("maxLength") || schema["pattern"].as_str().is_some_and(ends)
                    }
                    () if kinds.contains("number") => has("minimum") && has("maximum") && has("multipleOf"),
                    () if kinds.contains("integer") => has("minimum") && has("maximum"),
                    () => kinds.contains("boolean"),
                }
            };
            let within = if schema["type"] == "array" {
                &schema["items"]
            } else {
                schema
            };
            // A form in a form, or a list of forms.
            let parts = schema["oneOf"].as_array().into_iter().flatten();
            let parts = parts.chain([schema, within]);
            let inner = parts
                .filter_map(|part| part["$ref"].as_str()?.rsplit('/').next())
                .next();
            let inner = inner.map(|name| &document["components"]["schemas"][name]["properties"]);
            let fits = match inner.and_then(Value::as_object) {
                Some(fields) => fields.values().all(bounded),
                None => bounded(within),
            };
            assert!(fits, "{method} {path}: {field}: {schema}");
        }
    }
}

/// Tries each value beyond a bound of a field that is wanted, and returns how many there were.
async fn try_beyond_bounds(site: &str, token: &str, wanted: impl Fn(&str) -> bool) -> usize {
    let mut tried = 0;
    for (method, path, _, schema) in forms(&document()) {
        let url = format!("{site}{}", path.replace(['{', '}'], ""));
        let properties = schema["properties"].as_object().unwrap();
        for (field, schema) in properties.iter().filter(|(field, _)| wanted(field)) {
            for wrong in violations(schema) {
                let base = good(&path);
                // What is sent on to an edit needs one to be there.
                let is_named = base.is_some() && field != "_id";
                let mut body = base.unwrap_or_else(|| json!({}));
                body[field] = wrong;
                let method = Method::from_bytes(method.as_bytes()).unwrap();
                let (status, answer) = ask_as(token, method.clone(), &url, Some(body.clone())).await;
                let context = format!("{method} {path} {field}: {status} {answer} {}", body[field]);
                if passed_over(field) {
                    assert!(!status.is_server_error(), "{context}");
                } else if is_named && status != StatusCode::PAYLOAD_TOO_LARGE {
                    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{context}");
                    assert!(
                        answer["field"].as_str().unwrap_or_default().starts_with(field),
                        "{context}"
                    );
                } else {
                    assert!(status.is_client_error(), "{context}");
                }
                tried += 1;
            }
        }
    }
    tried
}

/// All colleges, which the good forms ask for, pass over what names one.
fn passed_over(field: &str) -> bool {
    ["collegeId", "course_category"].contains(&field)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_beyond_a_bound_of_the_document_is_refused_and_changes_nothing() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let token = session(&system, local::ADMINISTRATOR, "expo-admin").await;
    let before = everything(&fixture, &system).await;
    assert!(before.len() > 20, "{}", before.len());
    let tried = try_beyond_bounds(system.site_url(), &token, |field| !passed_over(field)).await;
    assert!(tried > 300, "{tried}");
    assert_eq!(
        everything(&fixture, &system).await,
        before,
        "a refused value changed something"
    );
    let passed_over = try_beyond_bounds(system.site_url(), &token, passed_over).await;
    assert!(passed_over > 10, "{passed_over}");
    system.stop().await;
}
