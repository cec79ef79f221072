//! What each role may call: the OpenAPI document, the rights below and the answers of every route say the same.

use std::collections::{BTreeMap, BTreeSet};

use accounts::Accounts;
use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use config::Env;
use domain::{Clock, Entropy, Role};
use http::{Method, StatusCode};
use local::{System, openapi_document};
use serde_json::{Value, json};

use super::Fixture;
use super::access::{Call, Keys, PUBLIC, environment, everything, filled, login, routes, session, signed};

const PASSWORD: &str = "a long password";

fn accounts(env: &Env) -> Accounts {
    Accounts::from_env(env, Clock::system(), Entropy::system(), "a test").unwrap()
}

/// What an account's role is changed to by hand, past every rule.
async fn write_role(env: &Env, username: &str, role: &str) {
    let client = aws_sdk_dynamodb::Client::new(&env.aws_for("DYNAMODB").unwrap());
    client
        .update_item()
        .table_name(env.required("TABLE_ADMIN").unwrap())
        .key("pk", AttributeValue::S(format!("ADMIN#{username}")))
        .key("sk", AttributeValue::S("ADMIN".to_owned()))
        .update_expression("SET #role = :role")
        .expression_attribute_names("#role", "role")
        .expression_attribute_values(":role", AttributeValue::S(role.to_owned()))
        .send()
        .await
        .unwrap();
}

/// The roles that each route of the document is for; without any it is public.
fn described() -> BTreeMap<String, BTreeSet<String>> {
    let document: Value = serde_json::from_str(&openapi_document().unwrap()).unwrap();
    let scheme = &document["components"]["securitySchemes"]["bearer"];
    assert_eq!(
        (&scheme["type"], &scheme["scheme"]),
        (&json!("http"), &json!("bearer"))
    );
    let described = routes().into_iter().map(|route| {
        let (method, path) = route.split_once(' ').unwrap();
        let operation = &document["paths"][path][method.to_lowercase()];
        let roles = operation["x-roles"].as_array().into_iter().flatten();
        let roles: BTreeSet<String> = roles.map(|role| role.as_str().unwrap().to_owned()).collect();
        let secured = operation["security"] == json!([{ "bearer": [] }]);
        assert_eq!(secured, !roles.is_empty(), "{route}");
        (route, roles)
    });
    described.collect()
}

fn words(roles: &[Role]) -> BTreeSet<String> {
    roles.iter().map(|role| role.word().to_owned()).collect()
}

#[test]
fn a_route_is_public_or_names_its_roles() {
    for (route, roles) in described() {
        assert_eq!(PUBLIC.contains(&route.as_str()), roles.is_empty(), "{route}");
    }
}

/// Which roles are to have which calls, decided here and not read from the code; everything else of staff is for
/// administrators alone.
const DECIDED: &[(&[Role], &[&str])] = &[
    (
        &Role::ALL,
        &[
            "GET /api/admin/account",
            "PUT /api/admin/account",
            "PUT /api/admin/password",
            "POST /api/admin/second-factor",
            "POST /api/admin/second-factor/confirm",
            "DELETE /api/admin/second-factor",
            "POST /api/admin/logout",
            "GET /api/admin/sessions",
            "DELETE /api/admin/sessions/{id}",
            "DELETE /api/admin/sessions",
            "GET /api/check-in/lists",
            "GET /api/seating/{course}",
        ],
    ),
    (
        &[Role::Admin, Role::Counter, Role::Accountant],
        &[
            "GET /api/customers",
            "GET /api/customers/{customerId}",
            "GET /api/customers/{customerId}/exams",
            "GET /api/packages",
            "GET /api/packages/{id}",
            "GET /api/colleges",
            "GET /api/colleges/{id}",
            "GET /api/exams",
            "GET /api/exam-details",
            "GET /api/exam-details/exam/{examId}",
            "GET /api/event/settings",
            "GET /api/halls",
            "GET /api/seating",
            "GET /api/payments/line",
            "GET /api/till",
            "GET /api/results",
            "GET /api/results/{course}",
            "GET /api/messages",
            "GET /api/messages/{id}",
            "GET /api/messages/{id}/recipients",
            "GET /api/messages/left-out",
            "GET /api/bulk",
            "GET /api/bulk/{id}",
            "GET /api/bulk/{id}/results",
            "GET /api/check-in/attendance",
            "GET /api/check-in/attendance/candidates",
            "GET /api/check-in/phones",
        ],
    ),
    (
        &[Role::Admin, Role::Counter],
        &[
            "POST /api/customers",
            "PUT /api/customers/{customerId}/exams",
            "GET /api/registration",
            "POST /api/imports",
            "GET /api/imports",
            "GET /api/imports/{id}",
            "GET /api/imports/{id}/people",
            "POST /api/bulk",
            "POST /api/bulk/preview",
            "POST /api/bulk/{id}/stop",
            "POST /api/bulk/{id}/resume",
            "PUT /api/payments/{order_id}/status",
            "POST /api/payments/{order_id}/ask-again",
            "POST /api/till/close",
            "POST /api/check-in/deal-with",
            "POST /api/check-in/message",
            "POST /api/payments/{order_id}/resend-email",
            "POST /api/payments/send-success-email/{order_id}",
        ],
    ),
    (
        &[Role::Admin, Role::Counter, Role::Door],
        &[
            "GET /api/check-in/roster",
            "POST /api/check-in/redeem",
            "POST /api/check-in/redeem-batch",
            "POST /api/check-in/undo",
            "POST /api/check-in/report",
        ],
    ),
    (
        &[Role::Admin, Role::Accountant],
        &[
            "GET /api/admin/dashboard",
            "PUT /api/admin/daily-report",
            "GET /api/admin/logs",
            "GET /api/admin/attention",
            "GET /api/sync",
            "GET /api/exports",
            "POST /api/exports",
            "GET /api/exports/{id}",
            "DELETE /api/exports/{id}",
        ],
    ),
];

#[test]
fn each_call_is_for_the_roles_that_were_decided() {
    let mut left = described();
    for (roles, calls) in DECIDED {
        for call in *calls {
            assert_eq!(left.remove(*call).as_ref(), Some(&words(roles)), "{call}");
        }
    }
    left.retain(|_, roles| !roles.is_empty());
    assert!(!left.is_empty());
    assert!(
        left.values().all(|left| *left == words(&[Role::Admin])),
        "{left:?}"
    );
}

fn name_of(role: Role) -> String {
    format!("asha-{}", role.word())
}

/// A session of each role, of an account by the role's name.
async fn sessions(system: &System, env: &Env) -> Vec<(Role, String)> {
    let mut sessions = Vec::new();
    for role in Role::ALL {
        let name = name_of(role);
        accounts(env).create_as(&name, PASSWORD, role).await.unwrap();
        sessions.push((role, session(system, &name, PASSWORD).await));
    }
    sessions
}

fn claims(token: &str) -> Value {
    let claims = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_answers_each_role_as_the_document_says() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let env = environment(&fixture);
    let sessions = sessions(&system, &env).await;
    let mut unknown = claims(&sessions[0].1);
    unknown["role"] = json!("superuser");
    let unknown = signed(&Keys::of(&fixture).pair, &unknown);
    accounts(&env).create("binu", PASSWORD).await.unwrap();
    let disabled = format!("Bearer {}", session(&system, "binu", PASSWORD).await);
    accounts(&env).disable("binu").await.unwrap();

    let order = "EXPO-0000000000-nobody";
    let closed: BTreeMap<String, BTreeSet<String>> = described()
        .into_iter()
        .filter(|(_, roles)| !roles.is_empty())
        .collect();
    let before = everything(&fixture, &system).await;
    for (route, roles) in &closed {
        let call = filled(&system, route, order);
        assert_eq!(call.ask(None).await.0, StatusCode::UNAUTHORIZED, "{route}");
        assert_eq!(
            call.ask(Some(&disabled)).await.0,
            StatusCode::UNAUTHORIZED,
            "{route}"
        );
        let (status, answer) = call.ask(Some(&unknown)).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{route}: {answer}");
        for (role, token) in &sessions {
            if !roles.contains(role.word()) {
                let (status, answer) = call.ask(Some(&format!("Bearer {token}"))).await;
                assert_eq!(status, StatusCode::FORBIDDEN, "{route} for {role:?}: {answer}");
                assert_eq!(answer["code"], "forbidden", "{route} for {role:?}");
            }
        }
    }
    assert_eq!(
        everything(&fixture, &system).await,
        before,
        "a refused call changed something"
    );

    let mut sessions = sessions;
    for (route, roles) in &closed {
        for (role, token) in &mut sessions {
            if !roles.contains(role.word()) {
                continue;
            }
            let call = filled(&system, route, order);
            let (mut status, mut answer) = call.ask(Some(&format!("Bearer {token}"))).await;
            if status == StatusCode::UNAUTHORIZED {
                // The call before may have ended the session, or all.
                *token = session(&system, &name_of(*role), PASSWORD).await;
                (status, answer) = call.ask(Some(&format!("Bearer {token}"))).await;
            }
            let refused = [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&status);
            assert!(!refused, "{route} for {role:?}: {answer}");
        }
    }
    system.stop().await;
}

fn delete_package(system: &System) -> Call {
    filled(system, "DELETE /api/packages/{id}", "")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_whose_role_is_counter_or_unknown_deletes_no_package() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let env = environment(&fixture);
    accounts(&env).create("asha", PASSWORD).await.unwrap();
    write_role(&env, "asha", "counter").await;
    let token = format!("Bearer {}", session(&system, "asha", PASSWORD).await);
    let before = everything(&fixture, &system).await;
    let (status, answer) = delete_package(&system).ask(Some(&token)).await;
    assert_eq!(
        (status, &answer["code"]),
        (StatusCode::FORBIDDEN, &json!("forbidden"))
    );
    assert_eq!(everything(&fixture, &system).await, before);
    // The refusal is no end of the session.
    let candidates = filled(&system, "GET /api/customers", "");
    assert_eq!(candidates.method, Method::GET);
    assert_eq!(candidates.ask(Some(&token)).await.0, StatusCode::OK);

    write_role(&env, "asha", "superuser").await;
    let (status, answer) = login(&system, "asha", PASSWORD).ask(None).await;
    assert_eq!(
        (status, &answer["code"]),
        (StatusCode::FORBIDDEN, &json!("forbidden"))
    );
    assert_eq!(answer.get("token"), None);
    assert!(answer["msg"].as_str().unwrap().contains("role"), "{answer}");

    // The control: the same call of an administrator.
    accounts(&env).set_role("asha", Role::Admin).await.unwrap();
    let token = format!("Bearer {}", session(&system, "asha", PASSWORD).await);
    assert_eq!(delete_package(&system).ask(Some(&token)).await.0, StatusCode::OK);
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changing_the_role_of_an_account_ends_its_sessions() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let env = environment(&fixture);
    accounts(&env).create("asha", PASSWORD).await.unwrap();
    let token = format!("Bearer {}", session(&system, "asha", PASSWORD).await);
    accounts(&env).set_role("ASHA", Role::Counter).await.unwrap();
    let before = everything(&fixture, &system).await;
    let (status, _) = delete_package(&system).ask(Some(&token)).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let token = format!("Bearer {}", session(&system, "asha", PASSWORD).await);
    let (status, _) = delete_package(&system).ask(Some(&token)).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let package = |items: &BTreeMap<String, Value>| {
        let mut packages = items.iter().filter(|(key, _)| key.contains("all-inclusive"));
        packages.next().map(|(_, item)| item.clone())
    };
    assert!(package(&before).is_some());
    assert_eq!(package(&everything(&fixture, &system).await), package(&before));
    system.stop().await;
}
