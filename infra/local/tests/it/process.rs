//! The binary: what it prints, how it stops, and what survives when it is killed.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

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
    for page in ["index.html", "app.html", "portal.html", "door.html"] {
        std::fs::write(folder.path().join("web/dist").join(page), "<!doctype html>").unwrap();
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
            resource: "CatalogTable".to_owned(),
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
    let ended = tokio::time::timeout(std::time::Duration::from_secs(20), running.child.wait()).await;
    assert!(ended.expect("it ends within twenty seconds").unwrap().success());
}

/// What the binary says when it does not start, and the code it ends with.
async fn refusal(folder: &Path, prepare: impl FnOnce(&mut Command)) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_local"));
    command.env("PORT", "0").env("OUTSIDE_PORT", "0");
    refusal_of(folder, command, prepare).await
}

async fn refusal_of(
    folder: &Path,
    mut command: Command,
    prepare: impl FnOnce(&mut Command),
) -> (Option<i32>, String) {
    prepare(command.current_dir(folder).kill_on_drop(true));
    let ended = tokio::time::timeout(Duration::from_secs(60), command.output()).await;
    let output = ended.expect("it does not start").unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap().trim_end().to_owned(),
    )
}

/// One line that says each of `words`, a failure, and no advice that would cost the user their data.
fn is_helpful((code, said): &(Option<i32>, String), words: &[&str]) {
    assert_eq!(*code, Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    for word in words {
        assert!(said.contains(word), "`{word}` is not in: {said}");
    }
    for advice in ["make reset", "delete", "remove the file", "rm "] {
        assert!(!said.contains(advice), "`{advice}` is in: {said}");
    }
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
async fn a_damaged_file_is_named_at_the_start_and_left_as_it_is() {
    let folder = repository();
    let order = used(folder.path()).await;
    let data = folder.path().join(".local");
    // In the database a whole page, so that the damage is to its structure and not to a letter of a name.
    for (name, at, length) in [
        ("provider.json", 40, 1),
        ("sheets.json", 10, 1),
        ("mail.jsonl", 1, 1),
        ("dynamodb.sqlite", 8_192, 4_096),
        ("dynamodb.sqlite", 0, 16),
        ("service-account.json", 0, 1),
        ("admin-token.key", 0, 1),
    ] {
        let file = data.join(name);
        let intact = std::fs::read(&file).unwrap();
        let mut damaged = intact.clone();
        damaged[at..at + length].fill(0xff);
        std::fs::write(&file, &damaged).unwrap();
        let refused = refusal(folder.path(), |_| {}).await;
        is_helpful(&refused, &[name, "is damaged", "left as it is"]);
        assert!(std::fs::read(&file).unwrap() == damaged, "{name} was changed");
        std::fs::write(&file, &intact).unwrap();
    }
    let running = start(folder.path()).await;
    assert_eq!(status_of(&running.site, &order).await, "ACTIVE");
}

#[tokio::test]
async fn settings_that_cannot_be_used_are_named_with_what_to_do() {
    let folder = repository();
    let both = refusal(folder.path(), |command| {
        command.env("PORT", "18080").env("OUTSIDE_PORT", "18080");
    });
    is_helpful(
        &both.await,
        &["PORT and OUTSIDE_PORT are both 18080", "give each its own port"],
    );
    for (name, value) in [("PORT", "abc"), ("OUTSIDE_PORT", "70000")] {
        let word = refusal(folder.path(), |command| {
            command.env(name, value);
        });
        is_helpful(&word.await, &[&format!("{name} is `{value}`"), "0 to 65535"]);
    }
    std::fs::write(folder.path().join("notes"), "mine").unwrap();
    let file = refusal(folder.path(), |command| {
        command.env("LOCAL_DATA", "notes");
    });
    is_helpful(&file.await, &["LOCAL_DATA is notes", "is a file", "a folder"]);
    assert_eq!(
        std::fs::read_to_string(folder.path().join("notes")).unwrap(),
        "mine"
    );
}

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

#[tokio::test]
async fn a_failed_start_prints_one_sentence_and_exits_with_an_error() {
    let folder = repository();
    std::fs::remove_file(folder.path().join("web/dist/index.html")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_local"))
        .current_dir(folder.path())
        .env("PORT", "0")
        .env("OUTSIDE_PORT", "0")
        .output()
        .await
        .unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    assert!(said.contains("make run"), "{said}");
}
