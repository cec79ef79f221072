//! Variables on their own.

use config::{ConfigError, Env};
use std::num::NonZeroU16;

fn env(value: &str) -> Env {
    Env::from_pairs([("SITE_ORIGIN", value)])
}

#[test]
fn a_missing_variable_is_named() {
    let env = Env::from_pairs::<&str, &str>([]);
    assert_eq!(
        env.required("TABLE_REGISTRATIONS").unwrap_err().to_string(),
        "TABLE_REGISTRATIONS: is not set"
    );
    assert_eq!(
        env.url("PROVIDER_URL").unwrap_err().to_string(),
        "PROVIDER_URL: is not set"
    );
    assert_eq!(env.parse::<u8>("PORT").unwrap_err().variable(), "PORT");
}

#[test]
fn a_blank_variable_counts_as_missing() {
    assert_eq!(
        env(" \t").required("SITE_ORIGIN").unwrap_err().to_string(),
        "SITE_ORIGIN: is not set"
    );
    assert_eq!(env("").optional("SITE_ORIGIN"), None);
}

#[test]
fn white_space_around_a_value_is_dropped() {
    assert_eq!(env(" catalogue\n").required("SITE_ORIGIN").unwrap(), "catalogue");
}

#[test]
fn a_value_that_does_not_parse_is_named_with_the_reason() {
    assert_eq!(
        env("8080").parse::<NonZeroU16>("SITE_ORIGIN").unwrap().get(),
        8080
    );
    let error = env("0")
        .parse::<NonZeroU16>("SITE_ORIGIN")
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("SITE_ORIGIN: cannot be used: "), "{error}");
}

#[test]
fn an_address_loses_its_trailing_slash() {
    for (given, kept) in [
        ("https://expo.example", "https://expo.example"),
        ("https://expo.example/", "https://expo.example"),
        ("https://api.cashfree.com/pg/", "https://api.cashfree.com/pg"),
        ("http://127.0.0.1:8081/pg", "http://127.0.0.1:8081/pg"),
        ("http://[::1]:8081", "http://[::1]:8081"),
    ] {
        assert_eq!(env(given).url("SITE_ORIGIN").as_deref(), Ok(kept));
    }
}

#[test]
fn a_wrong_address_is_named() {
    for given in [
        "expo.example",
        "/pg",
        "ftp://expo.example",
        "https://",
        "https:///pg",
        "https://expo.example?a=b",
        "https://expo.example/#pay",
        "https://user:pass@expo.example",
        "https://expo example",
    ] {
        let error = env(given).url("SITE_ORIGIN").expect_err(given);
        assert_eq!(error.variable(), "SITE_ORIGIN");
        assert!(!error.to_string().contains("pass"), "{error}");
    }
}

#[test]
fn the_environment_prints_names_and_no_values() {
    let shown = format!(
        "{:?}",
        Env::from_pairs([("AWS_SECRET_ACCESS_KEY", "hush"), ("A", "hush")])
    );
    assert_eq!(shown, r#"Env(["A", "AWS_SECRET_ACCESS_KEY"])"#);
}

/// `main` returns the error, and Rust prints a returned error with `Debug`.
#[test]
fn an_error_reads_the_same_in_every_format() {
    let error = ConfigError::new("TABLE_ADMIN", "is not set");
    assert_eq!(format!("{error:?}"), "TABLE_ADMIN: is not set");
    assert_eq!(format!("{error}"), "TABLE_ADMIN: is not set");
}

#[test]
fn the_process_has_an_environment() {
    assert!(Env::from_process().optional("PATH").is_some());
}
