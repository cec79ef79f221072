//! What a person does, through the front door, with everything that happens behind it.

use std::time::Duration;

use http::{Method, StatusCode};
use local::System;
use provider_simulator::{PaymentMethod, PaymentStatus, WebhookMode};
use serde_json::{Value, json};

use super::Fixture;
use crate::client::ask;

fn registration(email: &str) -> Value {
    json!({
        "customer_name": "Asha Rao",
        "customer_email": email,
        "customer_phone": "9876543210",
        "exam_preference": "Offline",
        "payment_mode": "online",
        "order_amount": 1850,
        "order_currency": "INR",
        "packageId": "all-inclusive",
        "type": "allColleges",
    })
}

pub(crate) async fn order(system: &System, email: &str) -> String {
    let url = format!("{}/api/payments/create-order", system.site_url());
    let (status, answer) = ask(Method::POST, &url, Some(registration(email))).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer["order_id"].as_str().unwrap().to_owned()
}

async fn status(system: &System, order: &str) -> String {
    let url = format!("{}/api/payments/status/{order}", system.site_url());
    let (_, answer) = ask(Method::GET, &url, None).await;
    answer["status"].as_str().unwrap_or_default().to_owned()
}

pub(crate) async fn becomes(what: &str, condition: impl AsyncFn() -> bool) {
    // Generous, because a busy machine gives way to what runs beside: what never comes still fails.
    for _ in 0..2400 {
        if condition().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{what} did not happen within two minutes");
}

pub(crate) fn pay(system: &System, order: &str) {
    system
        .simulator()
        .attempt(order, PaymentStatus::Success, PaymentMethod::default())
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_reaches_the_payer_as_one_mail_with_the_pass_by_webhook_and_stream() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let order = order(&system, "asha@x.example").await;
    let pass = format!("{}/api/order/{order}", system.site_url());
    assert_eq!(ask(Method::GET, &pass, None).await.0, StatusCode::NOT_FOUND);

    pay(&system, &order);

    becomes("the mail", async || !system.mailbox().mails().is_empty()).await;
    let (_, mails) = ask(Method::GET, &format!("{}/mail.json", system.outside_url()), None).await;
    assert_eq!(mails[0]["to"], "asha@x.example");
    assert!(
        mails[0]["text"]
            .as_str()
            .unwrap()
            .contains(&format!("{}/payment/success", system.site_url()))
    );
    assert_eq!(status(&system, &order).await, "PAID");
    let (found, pass) = ask(Method::GET, &pass, None).await;
    assert_eq!(found, StatusCode::OK);
    assert_eq!(pass["name"], "Asha Rao");
    system.stream_is_read().await;
    assert_eq!(system.mailbox().mails().len(), 1);
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_reconciler_finds_a_payment_whose_webhook_never_came_once_its_order_is_due() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    system.simulator().set_webhooks(WebhookMode::Withhold);
    let order = order(&system, "asha@x.example").await;
    pay(&system, &order);
    let reconcile = format!("{}/reconcile", system.outside_url());
    let (ran, _) = ask(Method::POST, &reconcile, None).await;
    assert_eq!(ran, StatusCode::OK);
    assert!(system.mailbox().mails().is_empty(), "nothing is due yet");

    let clock = format!("{}/clock", system.outside_url());
    let (moved, answer) = ask(Method::POST, &clock, Some(json!({ "advance_seconds": 180 }))).await;
    assert_eq!(moved, StatusCode::OK);
    assert_eq!(answer["ahead_seconds"], 180);
    ask(Method::POST, &reconcile, None).await;

    becomes("the mail", async || system.mailbox().mails().len() == 1).await;
    assert_eq!(status(&system, &order).await, "PAID");
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_that_ses_rejects_is_retried() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let faults = format!("{}/mail/faults", system.outside_url());
    let (broken, _) = ask(Method::POST, &faults, Some(json!({ "fault": "down" }))).await;
    assert_eq!(broken, StatusCode::NO_CONTENT);
    let order = order(&system, "asha@x.example").await;
    pay(&system, &order);
    becomes("the payment", async || status(&system, &order).await == "PAID").await;
    becomes("the first try", async || system.mailbox().faulty() > 0).await;
    assert!(system.mailbox().mails().is_empty());

    ask(Method::POST, &faults, Some(json!({ "fault": null }))).await;
    // The next try is due some time after the failure is written down, which may be later than now.
    becomes("the mail", async || {
        system.clock().advance(3600).unwrap();
        let reconcile = format!("{}/reconcile", system.outside_url());
        assert_eq!(ask(Method::POST, &reconcile, None).await.0, StatusCode::OK);
        !system.mailbox().mails().is_empty()
    })
    .await;
    assert_eq!(system.mailbox().mails().len(), 1);
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_keeps_orders_mails_and_the_administrator() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let order = order(&system, "asha@x.example").await;
    pay(&system, &order);
    becomes("the mail", async || !system.mailbox().mails().is_empty()).await;
    system.stop().await;

    let system = fixture.start().await;
    assert_eq!(status(&system, &order).await, "PAID");
    let login = format!("{}/api/admin/login", system.site_url());
    let form = json!({ "username": local::ADMINISTRATOR, "password": "expo-admin" });
    assert_eq!(ask(Method::POST, &login, Some(form)).await.0, StatusCode::OK);
    let (_, packages) = ask(
        Method::GET,
        &format!("{}/api/packages/list", system.site_url()),
        None,
    )
    .await;
    assert_eq!(packages.as_array().unwrap().len(), 2);
    system.stream_is_read().await;
    assert_eq!(system.mailbox().mails().len(), 1, "a restart sends nothing twice");
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permission_that_the_template_lacks_is_missing_here_too() {
    let fixture = Fixture::new();
    let template = fixture.folder.path().join("template.yaml");
    let text = std::fs::read_to_string(super::repository().join("template.yaml")).unwrap();
    let right = "dynamodb:PutItem, dynamodb:Query]\n              Resource: !GetAtt CatalogueTable.Arn";
    assert!(text.contains(right));
    std::fs::write(&template, text.replace(right, &right.replace("Query", "Scan"))).unwrap();
    let options = local::Options {
        template,
        rights_record: None,
        ..fixture.options()
    };
    let system = System::start(options, |_| {}).await.unwrap();
    let (status, _) = ask(
        Method::GET,
        &format!("{}/api/packages/list", system.site_url()),
        None,
    )
    .await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    system.stop().await;
}
