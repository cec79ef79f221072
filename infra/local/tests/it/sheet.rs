//! From a registration to its row in the spreadsheet, through the whole system.

use super::client::{ask, ask_as, read};
use super::{Fixture, repository};
use http::{Method, StatusCode};
use local::System;
use serde_json::{Value, json};

pub(crate) async fn token(system: &System) -> String {
    let form = json!({ "username": local::ADMINISTRATOR, "password": "expo-admin" });
    let url = format!("{}/api/admin/login", system.site_url());
    let (status, session) = ask(Method::POST, &url, Some(form)).await;
    assert_eq!(status, StatusCode::OK, "{session}");
    session["token"].as_str().unwrap().to_owned()
}

async fn values(system: &System) -> Vec<Value> {
    let text = read(&format!("{}/sheets.json", system.outside_url())).await;
    serde_json::from_str(&text).unwrap()
}

async fn sync(system: &System, token: &str) -> (StatusCode, Value) {
    ask_as(
        token,
        Method::POST,
        &format!("{}/api/sync", system.site_url()),
        Some(json!({})),
    )
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_registration_arrives_in_the_spreadsheet_and_survives_a_restart() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let token = token(&system).await;
    assert_eq!(values(&system).await, Vec::<Value>::new());
    let registration = json!({
        "customer_name": "=SUM(A1)", "customer_email": "asha@x.example", "customer_phone": "9876543210",
        "exam_preference": "Offline", "payment_mode": "online", "order_amount": 1850, "order_currency": "INR",
        "packageId": "all-inclusive", "type": "allColleges",
    });
    let create = format!("{}/api/payments/create-order", system.site_url());
    let (status, answer) = ask(Method::POST, &create, Some(registration)).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    // The stream brings the row.
    system.stream_is_read().await;
    let (status, answer) = sync(&system, &token).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let before = values(&system).await;
    assert_eq!(before.len(), 2);
    assert_eq!(
        (&before[0][2], &before[1][2]),
        (&json!("Email"), &json!("asha@x.example"))
    );
    // What a spreadsheet would calculate arrives as text.
    assert!(
        before[1].as_array().unwrap().contains(&json!("'=SUM(A1)")),
        "{before:?}"
    );
    let (_, state) = ask_as(
        &token,
        Method::GET,
        &format!("{}/api/sync", system.site_url()),
        None,
    )
    .await;
    assert_eq!(state["sheet_url"], format!("{}/sheets", system.outside_url()));
    system.stop().await;
    let system = fixture.start().await;
    assert_eq!(values(&system).await, before);
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_that_may_not_call_itself_does_not() {
    let fixture = Fixture::new();
    let template = std::fs::read_to_string(repository().join("template.yaml")).unwrap();
    let forbidden = template.replace("Resource: !GetAtt Sync.Arn", "Resource: !GetAtt Notifier.Arn");
    assert_ne!(template, forbidden);
    let mut options = fixture.options();
    options.template = fixture.folder.path().join("template.yaml");
    options.rights_record = None;
    std::fs::write(&options.template, forbidden).unwrap();
    let system = System::start(options, |_| {}).await.unwrap();
    let token = token(&system).await;
    let (status, answer) = sync(&system, &token).await;
    assert_eq!(
        (status, &answer["code"]),
        (StatusCode::BAD_GATEWAY, &json!("sync_not_started")),
        "{answer}"
    );
    system.stop().await;
}
