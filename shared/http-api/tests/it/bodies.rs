//! What clients send, sense and nonsense.

use crate::{Answer, get, post, send};
use axum::Router;
use axum::body::Body;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get as on_get, post as on_post};
use http::Request;
use http_api::{Json, Path, Query, RawBody, layers};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Serialize, Deserialize)]
struct Order {
    customer_name: String,
    order_amount: f64,
    #[serde(default)]
    secondary_phone: Option<String>,
    #[serde(default)]
    colleges: Vec<College>,
    #[serde(default, deserialize_with = "http_api::whole_number")]
    version: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct College {
    name: String,
}

#[derive(Deserialize)]
struct Page {
    email: String,
    page: Option<u32>,
}

#[derive(Deserialize)]
struct Pair {
    day: u8,
    #[serde(rename = "hour")]
    _hour: u8,
}

fn router() -> Router {
    layers(
        Router::new()
            .route("/orders", on_post(async |Json(order): Json<Order>| Json(order)))
            .route(
                "/search",
                on_get(async |Query(page): Query<Page>| Json(json!([page.email, page.page]))),
            )
            .route(
                "/days/{day}",
                on_get(async |Path(day): Path<u8>| Json(json!(day))),
            )
            .route(
                "/days/{day}/{hour}",
                on_get(async |Path(pair): Path<Pair>| Json(json!(pair.day))),
            )
            .route(
                "/names/{name}",
                on_get(async |Path(name): Path<String>| Json(json!(name))),
            )
            .route(
                "/raw",
                on_post(async |RawBody(body): RawBody| Json(json!(body.len())))
                    .layer(DefaultBodyLimit::max(256 * 1024)),
            ),
    )
}

async fn refused(body: impl Into<Body>) -> (u16, Option<String>) {
    let answer = post(&router(), "/orders", body).await;
    assert_eq!(answer.body["code"], "invalid_field");
    (
        answer.status.as_u16(),
        answer.body["field"].as_str().map(str::to_owned),
    )
}

/// The answer to a good body under these content types.
async fn sent_as(types: &[&str]) -> Answer {
    let mut request = Request::post("/orders");
    for kind in types {
        request = request.header("content-type", *kind);
    }
    let body = r#" {"customer_name": "Asha", "order_amount": 1000}"#;
    send(&router(), request.body(body.into()).unwrap()).await
}

#[tokio::test]
async fn an_object_arrives_and_leaves_as_json() {
    for kind in [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=\"UTF-8\"",
        "application/json ; profile=x",
    ] {
        let answer = sent_as(&[kind]).await;
        assert_eq!(answer.status, 200, "{kind}");
        assert_eq!(answer.body["customer_name"], "Asha");
        assert_eq!(answer.header("content-type"), Some("application/json"));
    }
}

#[tokio::test]
async fn a_body_that_another_sites_page_could_send_unasked_is_an_unsupported_media_type() {
    for types in [
        vec![],
        vec![""],
        vec!["text/plain"],
        vec!["text/plain; application/json"],
        vec!["text/plain, application/json"],
        vec!["application/json, text/plain"],
        vec!["application/json", "text/plain"],
        vec!["application/x-www-form-urlencoded"],
        vec!["multipart/form-data; boundary=application/json"],
        vec!["application/jsonp"],
        vec!["application/problem+json"],
        vec!["application/json; charset=utf-16"],
    ] {
        let answer = sent_as(&types).await;
        assert_eq!(answer.status, 415, "{types:?}");
        assert_eq!(
            answer.refusal(),
            (415, "unsupported_media_type", Some("Content-Type")),
            "{types:?}"
        );
    }
}

#[tokio::test]
async fn a_missing_member_is_named() {
    let answer = post(&router(), "/orders", r#"{"order_amount": 1000}"#).await;
    assert_eq!(answer.refusal(), (422, "invalid_field", Some("customer_name")));
    assert_eq!(answer.body["message"], "Please fill all required fields");
}

#[tokio::test]
async fn a_member_of_another_type_is_named() {
    for (field, value) in [
        ("customer_name", json!(7)),
        ("customer_name", json!(null)),
        ("customer_name", json!(["Asha"])),
        ("customer_name", json!({"$ne": ""})),
        ("order_amount", json!("1000")),
        ("order_amount", json!([1000])),
        ("order_amount", json!(true)),
        ("order_amount", json!({})),
        ("secondary_phone", json!(9_876_543_210_u64)),
        ("secondary_phone", json!(false)),
        ("colleges", json!("none")),
        ("colleges", json!({"0": {}})),
    ] {
        let mut body = json!({"customer_name": "Asha", "order_amount": 1000});
        body[field] = value.clone();
        assert_eq!(
            refused(body.to_string()).await,
            (422, Some(field.to_owned())),
            "{field} = {value}"
        );
    }
}

#[tokio::test]
async fn a_member_inside_a_list_is_named_with_its_place() {
    for (colleges, field) in [
        (json!([{"name": "A"}, {"name": 5}]), "colleges[1].name"),
        (json!([{"name": "A"}, {}]), "colleges[1].name"),
        (json!([7]), "colleges[0]"),
    ] {
        let body = json!({"customer_name": "Asha", "order_amount": 1000, "colleges": colleges});
        assert_eq!(refused(body.to_string()).await, (422, Some(field.to_owned())));
    }
}

#[tokio::test]
async fn a_number_beyond_all_bounds_is_named() {
    let body = r#"{"customer_name": "Asha", "order_amount": 1e999}"#;
    assert_eq!(refused(body).await, (422, Some("order_amount".to_owned())));
}

#[tokio::test]
async fn a_member_given_twice_is_named() {
    let body = r#"{"customer_name": "Asha", "order_amount": 1, "order_amount": 2}"#;
    assert_eq!(refused(body).await, (422, Some("order_amount".to_owned())));
}

#[tokio::test]
async fn a_body_that_is_no_json_object_is_a_bad_body() {
    let too_deep = format!(r#"{{"unknown": {}"#, "[".repeat(500));
    for body in [
        "",
        "  ",
        "null",
        "7",
        r#""text""#,
        r#"["Asha", 1000]"#,
        "{",
        r#"{"customer_name": "Asha""#,
        r#"{"customer_name": "Asha", "order_amount": 1000} trailing"#,
        r#"{"customer_name": "Asha", "order_amount": NaN}"#,
        r#"{"customer_name": "\ud800", "order_amount": 1}"#,
        "customer_name=Asha&order_amount=1000",
        &too_deep,
    ] {
        assert_eq!(
            refused(body.to_owned()).await,
            (422, Some("body".to_owned())),
            "{body}"
        );
    }
    assert_eq!(
        refused(vec![b'{', 0xff, 0xfe]).await,
        (422, Some("body".to_owned()))
    );
}

#[tokio::test]
async fn unknown_members_are_ignored() {
    let body = r#"{"customer_name": "Asha", "order_amount": 1, "isAdmin": true, "__proto__": {}}"#;
    assert_eq!(post(&router(), "/orders", body).await.status, 200);
}

#[tokio::test]
async fn a_body_of_more_than_a_mebibyte_is_too_large() {
    let name = "a".repeat(1024 * 1024);
    let answer = post(
        &router(),
        "/orders",
        json!({"customer_name": name, "order_amount": 1}).to_string(),
    )
    .await;
    assert_eq!(answer.refusal(), (413, "too_large", None));
}

#[tokio::test]
async fn a_route_can_have_its_own_limit() {
    assert_eq!(
        post(&router(), "/raw", vec![0; 256 * 1024]).await.body,
        json!(256 * 1024)
    );
    assert_eq!(
        post(&router(), "/raw", vec![0; 256 * 1024 + 1]).await.refusal(),
        (413, "too_large", None)
    );
}

#[tokio::test]
async fn a_query_is_read_or_its_parameter_named() {
    let answer = get(&router(), "/search?email=a%40b.in&page=2").await;
    assert_eq!(answer.body, json!(["a@b.in", 2]));
    for (query, field) in [
        ("", "email"),
        ("page=2", "email"),
        ("email=a&page=two", "page"),
        ("email=a&page=-1", "page"),
        ("email=a&email=b", "email"),
    ] {
        let answer = get(&router(), &format!("/search?{query}")).await;
        assert_eq!(answer.refusal(), (422, "invalid_field", Some(field)), "{query}");
    }
}

#[tokio::test]
async fn a_path_is_read_or_its_parameter_named() {
    assert_eq!(get(&router(), "/names/a%20b").await.body, json!("a b"));
    for (path, field) in [
        ("/days/first", "day"),
        ("/days/1/noon", "hour"),
        ("/days/300/1", "day"),
        ("/names/%ff", "name"),
    ] {
        let answer = get(&router(), path).await;
        assert_eq!(answer.refusal(), (422, "invalid_field", Some(field)), "{path}");
    }
}

#[tokio::test]
async fn a_refusal_does_not_repeat_what_was_sent() {
    let answer = post(
        &router(),
        "/orders",
        r#"{"customer_name": 424242, "order_amount": 1}"#,
    )
    .await;
    assert!(
        !answer.body["message"].to_string().contains("424242"),
        "{}",
        answer.body
    );
    assert_ne!(answer.body["message"], Value::Null);
}

#[tokio::test]
async fn a_whole_number_is_taken_however_json_writes_it() {
    let sent = |version: &str| format!(r#"{{"customer_name":"A","order_amount":1,"version":{version}}}"#);
    for (version, read) in [
        ("3", json!(3)),
        ("3.0", json!(3)),
        ("3e2", json!(300)),
        ("0", json!(0)),
        ("-0.0", json!(0)),
        ("999999999999", json!(999_999_999_999_u64)),
        ("999999999999.0", json!(999_999_999_999_u64)),
        ("null", Value::Null),
    ] {
        let answer = post(&router(), "/orders", sent(version)).await;
        assert_eq!(answer.status, 200, "{version}");
        assert_eq!(answer.body["version"], read, "{version}");
    }
    for version in [
        "-1",
        "3.5",
        "1000000000000",
        "1000000000000.0",
        "18446744073709551616",
        "1e30",
        "\"3\"",
        "true",
        "[3]",
    ] {
        assert_eq!(
            refused(sent(version)).await,
            (422, Some("version".to_owned())),
            "{version}"
        );
    }
}
