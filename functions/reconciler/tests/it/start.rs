//! A wrong setting stops the start by its name; a wrong secret, what needs it.

use crate::App;
use domain::Entropy;
use reconciler::{RunError, Summary};
use telemetry::INVOCATION;
use test_support::{ALL, Log, NO_ADDRESS, SINGLE, TestEnv, assert_start_needs};
use time::Duration;

#[tokio::test]
async fn each_missing_or_wrong_variable_stops_the_start_by_name() {
    let needed = [
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "TABLE_CATALOGUE",
        "TABLE_REGISTRATIONS",
        "TABLE_ADMIN",
        "TABLE_ACCESS",
        "SYNC_FUNCTION",
        "EXPORTS_FUNCTION",
        "IMPORTS_FUNCTION",
        "MESSAGES_FUNCTION",
        "BULK_FUNCTION",
        "PROVIDER_URL",
        "PROVIDER_SECRET",
        "MAIL_FROM",
        "CONTACT_TO",
        "SITE_ORIGIN",
        "PORTAL_ORIGIN",
    ];
    let wrong = [
        ("AWS_ENDPOINT_URL_DYNAMODB", "localhost:8000", NO_ADDRESS),
        ("AWS_ENDPOINT_URL_SES", "localhost", NO_ADDRESS),
        ("AWS_ENDPOINT_URL_SECRETS_MANAGER", "localhost", NO_ADDRESS),
        ("PROVIDER_URL", "api.cashfree.com/pg", NO_ADDRESS),
        ("PROVIDER_API_VERSION", "v5", "is not a date like 2025-01-01"),
        ("SITE_ORIGIN", "expo.example", NO_ADDRESS),
        ("PORTAL_ORIGIN", "admin.expo.example", NO_ADDRESS),
        ("MAIL_FROM", "Scholarship Expo", "is not an e-mail address"),
    ];
    assert_start_needs(reconciler::handler_with, &needed, &wrong).await;
}

#[tokio::test]
async fn a_secret_that_cannot_be_used_fails_the_run_that_needs_it_once_the_mails_are_out_and_is_read_again() {
    const SECRET: &str = "test/mended";
    let problems = [
        ("its secret cannot be read (ResourceNotFoundException)", None),
        ("its secret: missing field `client_id`", Some("{}")),
    ];
    for (problem, secret) in problems {
        let test_env = TestEnv::start().await;
        if let Some(secret) = secret {
            test_env.put_secret(SECRET, secret);
        }
        let env = test_env.env_with("PROVIDER_SECRET", SECRET);
        let reconciler = reconciler::handler_with(env, test_env.clock.handle(), Entropy::system())
            .await
            .unwrap();
        let app = App { test_env, reconciler };
        assert_eq!(app.run().await, Summary::default(), "nothing is due");
        let paid = app.test_env.paid_order(ALL, "asha@example.com").await;
        let open = app.test_env.open_order(SINGLE, "binu@example.com").await;
        app.test_env.clock.advance(Duration::minutes(3));
        let log = Log::start();
        let run = async {
            let error = app.reconciler.run().await.unwrap_err();
            tracing::error!(name: INVOCATION, cause = %error, "the event failed");
            error
        };
        let RunError::Settings(error) = log.event(run).await else {
            panic!("another error");
        };
        assert_eq!(error.to_string(), format!("PROVIDER_SECRET: {problem}"));
        let mails = app.test_env.mailbox.mails();
        assert_eq!(mails.len(), 1);
        assert!(mails[0].text.contains(paid.order_id.as_str()));
        assert_eq!(app.status(&open).await, "ACTIVE");
        for line in [
            "no order could be settled",
            r#""left":1"#,
            r#""OldestOpenOrderAge":180"#,
        ] {
            assert!(log.text().contains(line), "{line}: {}", log.text());
        }
        app.test_env.put_secret(
            SECRET,
            r#"{"client_id": "local-client", "client_secret": "local-secret"}"#,
        );
        assert_eq!(app.run().await.settled, 1);
    }
}
