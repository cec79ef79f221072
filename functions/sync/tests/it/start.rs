//! A wrong setting stops the start by its name.

use super::*;
use domain::Clock;
use test_support::{NO_ADDRESS, assert_start_needs};

async fn refused(app: &App, variable: &'static str, value: &str) -> String {
    let mut pairs = vec![];
    for name in [
        "AWS_ENDPOINT_URL_SECRETS_MANAGER",
        "SHEET_ID",
        "SHEETS_URL",
        "SHEETS_TOKEN_URL",
        "SHEETS_SECRET",
    ] {
        pairs.push((name, app.env.optional(name).unwrap()));
    }
    pairs.retain(|(name, _)| *name != variable);
    pairs.push((variable, value.to_owned()));
    let pairs: Vec<(&'static str, &str)> = pairs
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let env = app.test_env.env_and(&pairs);
    let started = sync::app_and_worker_with(env, Clock::system(), Entropy::system(), Pauses::real()).await;
    started.map(drop).unwrap_err().to_string()
}

#[tokio::test]
async fn without_a_sheet_it_needs_what_every_function_of_administrators_needs() {
    assert_start_needs(
        |env, clock, entropy| sync::app_and_worker_with(env, clock, entropy, Pauses::real()),
        &[
            "AWS_REGION",
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "AWS_LAMBDA_FUNCTION_NAME",
            "TABLE_REGISTRATIONS",
            "TABLE_ADMIN",
            "TABLE_ACCESS",
            "TABLE_CATALOGUE",
            "ADMIN_TOKEN_PUBLIC_KEY",
        ],
        &[("AWS_ENDPOINT_URL_LAMBDA", "localhost", NO_ADDRESS)],
    )
    .await;
}

#[tokio::test]
async fn with_a_sheet_it_needs_a_service_account_and_names_what_is_wrong() {
    let app = App::start().await;
    for (variable, value, problem) in [
        ("SHEETS_SECRET", "", "is not set"),
        ("AWS_ENDPOINT_URL_SECRETS_MANAGER", "localhost", NO_ADDRESS),
        (
            "SHEET_ID",
            "https://docs.google.com/d/x",
            "is not the id of a spreadsheet",
        ),
        ("SHEET_TAB", "It's", "cannot be the title of a tab"),
        ("SHEET_PAGE", "sheets", NO_ADDRESS),
        ("SHEETS_URL", "sheets", NO_ADDRESS),
        ("SHEETS_TOKEN_URL", "token", NO_ADDRESS),
    ] {
        let error = refused(&app, variable, value).await;
        assert!(error.starts_with(&format!("{variable}: {problem}")), "{error}");
    }
}
