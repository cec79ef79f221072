//! The binary: what it prints, how it stops, and what survives when it is killed.

mod full_disk;
mod refusals;

use std::path::Path;
use std::process::Stdio;

use http::{Method, StatusCode};
use local::Right;
use local::guard::{Entry, read_records};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::client::ask;

struct Running {
    child: Child,
    site: String,
    outside: String,
}

/// Starts the binary in a folder laid out like the repository and waits until it says that it is ready.
async fn start(folder: &Path) -> Running {
    run(Command::new(env!("CARGO_BIN_EXE_local")).current_dir(folder)).await
}

async fn run(command: &mut Command) -> Running {
    let mut child = command
        .env("PORT", "0")
        .env("OUTSIDE_PORT", "0")
        .env("RUST_LOG", "error")
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (mut site, mut outside) = (None, None);
    while let Some(line) = lines.next_line().await.unwrap() {
        let mut words = line.split_whitespace();
        match (words.next(), words.next_back()) {
            (Some("Site"), Some(url)) => site = Some(url.to_owned()),
            (Some("Outside"), Some(url)) => outside = Some(url.to_owned()),
            (Some("Mailbox"), _) => break,
            _ => {}
        }
    }
    // Nobody reads on, and the process must not mind.
    tokio::spawn(async move { while lines.next_line().await.is_ok_and(|line| line.is_some()) {} });
    Running {
        child,
        site: site.expect("the address of the site"),
        outside: outside.expect("the address of the outside test_env"),
    }
}

fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("infra")).unwrap();
    for template in ["template.yaml", "infra/edge.yaml"] {
        std::fs::copy(crate::repository().join(template), folder.path().join(template)).unwrap();
    }
    std::fs::create_dir_all(folder.path().join("web/dist")).unwrap();
    for page in [
        "index",
        "app",
        "not-found",
        "portal",
        "portal-not-found",
        "door",
        "door-not-found",
    ] {
        let file = format!("web/dist/{page}.html");
        std::fs::write(folder.path().join(file), "<!doctype html>").unwrap();
    }
    folder
}

#[tokio::test]
async fn what_was_acknowledged_survives_a_kill() {
    let folder = repository();
    let mut first = start(folder.path()).await;
    let form = json!({
        "customer_name": "Asha Rao", "customer_email": "asha@x.example", "customer_phone": "9876543210",
        "exam_preference": "Online", "order_amount": 1000, "order_currency": "INR", "packageId": "single-exam",
        "collegeId": "nila-law", "course_category": "nila-ballb", "type": "specificCollege",
    });
    let create = format!("{}/api/payments/create-order", first.site);
    let (status, created) = ask(Method::POST, &create, Some(form)).await;
    assert_eq!(status, StatusCode::OK, "{created}");
    first.child.kill().await.unwrap();

    let second = start(folder.path()).await;
    let order = created["order_id"].as_str().unwrap();
    let (status, answer) = ask(
        Method::GET,
        &format!("{}/api/payments/status/{order}", second.site),
        None,
    )
    .await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(answer["status"], "ACTIVE", "the provider knows the order too");
    let (status, mails): (_, Value) = ask(Method::GET, &format!("{}/mail.json", second.outside), None).await;
    assert_eq!((status, mails), (StatusCode::OK, json!([])));
}

#[tokio::test]
async fn the_permissions_that_were_used_are_on_record_after_a_kill() {
    let folder = repository();
    let record = folder.path().join("record");
    let mut command = Command::new(env!("CARGO_BIN_EXE_local"));
    let command = command.current_dir(folder.path()).env("RIGHTS_RECORD", &record);
    let mut running = run(command).await;
    let list = format!("{}/api/packages/list", running.site);
    assert_eq!(ask(Method::GET, &list, None).await.0, StatusCode::OK);
    running.child.kill().await.unwrap();
    let used = Entry::Used {
        function: "packages".to_owned(),
        right: Right {
            action: "dynamodb:Query".to_owned(),
            resource: "CatalogueTable".to_owned(),
            leading_key: None,
        },
    };
    assert!(read_records(&record).unwrap().contains(&used));
}

#[tokio::test]
async fn a_termination_signal_is_a_clean_shutdown() {
    let folder = repository();
    let mut running = start(folder.path()).await;
    let id = running.child.id().unwrap().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().await.unwrap();
    assert!(sent.success());
    let ended = tokio::time::timeout(std::time::Duration::from_secs(120), running.child.wait()).await;
    assert!(ended.expect("it ends").unwrap().success());
}

/// A folder in which a candidate has registered, and the order.
async fn used(folder: &Path) -> String {
    let mut running = start(folder).await;
    let order = register(&running.site, "asha@x.example").await;
    assert_eq!(order.0, StatusCode::OK, "{}", order.1);
    let contact =
        json!({ "name": "Asha Rao", "email": "asha@x.example", "message": "May I bring my sister along?" });
    let (status, answer) = ask(
        Method::POST,
        &format!("{}/api/contact", running.site),
        Some(contact),
    )
    .await;
    assert!(status.is_success(), "{answer}");
    running.child.kill().await.unwrap();
    order.1["order_id"].as_str().unwrap().to_owned()
}

async fn register(site: &str, email: &str) -> (StatusCode, Value) {
    let form = json!({
        "customer_name": "Asha Rao", "customer_email": email, "customer_phone": "9876543210",
        "exam_preference": "Online", "order_amount": 1000, "order_currency": "INR", "packageId": "single-exam",
        "collegeId": "nila-law", "course_category": "nila-ballb", "type": "specificCollege",
    });
    ask(
        Method::POST,
        &format!("{site}/api/payments/create-order"),
        Some(form),
    )
    .await
}

async fn status_of(site: &str, order: &str) -> Value {
    let url = format!("{site}/api/payments/status/{order}");
    ask(Method::GET, &url, None).await.1["status"].clone()
}

#[tokio::test]
async fn the_clocks_shift_survives_a_restart() {
    let folder = repository();
    let mut first = start(folder.path()).await;
    let advance = json!({ "advance_seconds": 5400 });
    let (status, answer) = ask(Method::POST, &format!("{}/clock", first.outside), Some(advance)).await;
    assert_eq!((status, &answer["ahead_seconds"]), (StatusCode::OK, &json!(5400)));
    first.child.kill().await.unwrap();
    let second = start(folder.path()).await;
    let (_, answer) = ask(Method::GET, &format!("{}/clock", second.outside), None).await;
    assert_eq!(answer["ahead_seconds"], 5400);
}
