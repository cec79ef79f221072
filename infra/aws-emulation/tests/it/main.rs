//! The emulated services as the real AWS SDK clients meet them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

mod dynamodb;
mod lambda;
mod mailbox;
mod object_store;
mod secrets;

/// Settings for any client, pointed at `endpoint`.
fn settings(endpoint: &str) -> aws_types::SdkConfig {
    config::Env::from_pairs([
        ("AWS_REGION", "ap-south-1"),
        ("AWS_ACCESS_KEY_ID", aws_emulation::ACCESS_KEY_ID),
        ("AWS_SECRET_ACCESS_KEY", aws_emulation::SECRET_ACCESS_KEY),
        ("TIME_OUT_FACTOR", aws_emulation::TIME_OUT_FACTOR),
        ("AWS_ENDPOINT_URL", endpoint),
    ])
    .aws()
    .unwrap()
}
