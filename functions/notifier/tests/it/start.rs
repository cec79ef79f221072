//! A wrong setting stops the start by its name.

use domain::{Clock, Entropy};
use test_support::{NO_ADDRESS, TestEnv, assert_start_needs};

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name_and_nothing_else_is_needed() {
    let needed = [
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "TABLE_CATALOGUE",
        "TABLE_REGISTRATIONS",
        "MAIL_FROM",
        "CONTACT_TO",
        "SITE_ORIGIN",
    ];
    let no_sender = "is not an e-mail address";
    let wrong = [
        ("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", NO_ADDRESS),
        ("AWS_ENDPOINT_URL_SES", "localhost", NO_ADDRESS),
        ("SITE_ORIGIN", "expo.example", NO_ADDRESS),
        ("MAIL_FROM", "Scholarship Expo", no_sender),
        ("MAIL_FROM", "Expo <pass@expo.example", no_sender),
        ("MAIL_FROM", "pass@expo", no_sender),
    ];
    assert_start_needs(notifier::handler_with, &needed, &wrong).await;
}

#[tokio::test]
async fn the_sender_may_have_a_name_or_none() {
    let test_env = TestEnv::start().await;
    for sender in [
        "pass@expo.example",
        "Expo <pass@expo.example>",
        "<pass@expo.example>",
    ] {
        let env = test_env.env_with("MAIL_FROM", sender);
        let started = notifier::handler_with(env, Clock::system(), Entropy::system()).await;
        assert!(started.is_ok(), "{sender}");
    }
}

/// The local system runs batches on tasks of their own.
#[tokio::test]
async fn a_batch_can_be_handled_on_any_thread() {
    let test_env = TestEnv::start().await;
    let env = test_env.env();
    let notifier = notifier::handler_with(env, Clock::system(), Entropy::system())
        .await
        .unwrap();
    let batch = serde_json::json!({ "Records": [] });
    let handled = tokio::spawn(async move { notifier.handle(batch).await });
    assert!(handled.await.unwrap().is_ok());
}
