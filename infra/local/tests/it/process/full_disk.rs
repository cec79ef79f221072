//! A disk that is full, at the start and later.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::process::Command;

use super::refusals::{is_helpful, refusal_of};
use super::{register, repository, run, start, status_of, used};
use crate::client::ask;

/// The binary with writes beyond a limit refused, which simulates a full disk: no test needs its own disk for it.
/// The signal that comes with such a write is ignored, so that the process gets an error, as from a full disk.
fn with_files_of_at_most(kibibytes: &str) -> Command {
    let mut command = Command::new("bash");
    command
        .args(["-c", r#"trap "" XFSZ; ulimit -S -f "$1"; exec "$0""#])
        .args([env!("CARGO_BIN_EXE_local"), kibibytes])
        .env("PORT", "0")
        .env("OUTSIDE_PORT", "0");
    command
}

#[tokio::test]
async fn a_full_disk_is_named_at_the_start_and_nothing_is_lost() {
    let folder = repository();
    let order = used(folder.path()).await;
    for kibibytes in ["0", "1024"] {
        let refused = refusal_of(folder.path(), with_files_of_at_most(kibibytes), |_| {}).await;
        is_helpful(&refused, &["The disk is full", ".local", "Free some space"]);
    }
    let running = start(folder.path()).await;
    assert_eq!(status_of(&running.site, &order).await, "ACTIVE");
}

#[tokio::test]
async fn a_write_that_a_full_disk_rejects_is_not_acknowledged() {
    let folder = repository();
    let mut command = with_files_of_at_most("unlimited");
    let running = run(command.current_dir(folder.path())).await;
    let (status, first) = register(&running.site, "asha@x.example").await;
    assert_eq!(status, StatusCode::OK, "{first}");
    let limit = async |bytes: &str| {
        let id = running.child.id().unwrap().to_string();
        let fsize = format!("--fsize={bytes}:unlimited");
        let set = Command::new("prlimit").args(["--pid", &id, &fsize]).status();
        assert!(set.await.unwrap().success());
    };
    limit("1").await;
    let (status, refused) = register(&running.site, "meera@x.example").await;
    assert!(status.is_server_error(), "{status} {refused}");
    assert_eq!(refused["order_id"], Value::Null);
    let advance = json!({ "advance_seconds": 60 });
    let clock = format!("{}/clock", running.outside);
    let (moved, _) = ask(Method::POST, &clock, Some(advance)).await;
    assert_eq!(moved, StatusCode::INTERNAL_SERVER_ERROR);

    limit("unlimited").await;
    let (status, second) = register(&running.site, "meera@x.example").await;
    assert_eq!(status, StatusCode::OK, "{second}");
    for order in [&first, &second] {
        let order = order["order_id"].as_str().unwrap();
        assert_eq!(status_of(&running.site, order).await, "ACTIVE");
    }
}
