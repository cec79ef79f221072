//! The command as a shell calls it, on a real database.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod accounts;
mod rebuild;

use config::Env;
use std::io::Write;
use std::process::{Command, Stdio};
use test_support::World;

/// What a call came to.
struct Outcome {
    success: bool,
    out: String,
    err: String,
}

/// The variables that `infra/make/operations` sets, besides ADMIN_PASSWORD.
const VARIABLES: [&str; 7] = [
    "AWS_REGION",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_ENDPOINT_URL_DYNAMODB",
    "TABLE_ADMIN",
    "TABLE_ACCESS",
    "TABLE_REGISTRATIONS",
];

/// Calls the command in a world, with this on standard input.
async fn operations(world: &World, arguments: &str, password: Option<&str>, input: &str) -> Outcome {
    let env: Env = world.env();
    let mut command = Command::new(env!("CARGO_BIN_EXE_operations"));
    command
        .args(arguments.split_whitespace())
        .env_clear()
        .envs(VARIABLES.map(|name| (name, env.required(name).unwrap())))
        .envs(password.map(|password| ("ADMIN_PASSWORD", password)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let input = input.to_owned();
    let called = tokio::task::spawn_blocking(move || {
        let mut child = command.spawn().unwrap();
        // It may have ended without reading.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    });
    let output = called.await.unwrap();
    Outcome {
        success: output.status.success(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
