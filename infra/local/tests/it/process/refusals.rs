//! Starts that fail: what they say, and that they leave the data alone.

use std::path::Path;
use std::time::Duration;

use tokio::process::Command;

use super::{repository, start, status_of, used};

/// What the binary says when it does not start, and the code it ends with.
async fn refusal(folder: &Path, prepare: impl FnOnce(&mut Command)) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_local"));
    command.env("PORT", "0").env("OUTSIDE_PORT", "0");
    refusal_of(folder, command, prepare).await
}

pub(super) async fn refusal_of(
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
pub(super) fn is_helpful((code, said): &(Option<i32>, String), words: &[&str]) {
    assert_eq!(*code, Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    for word in words {
        assert!(said.contains(word), "`{word}` is not in: {said}");
    }
    for advice in ["make reset", "delete", "remove the file", "rm "] {
        assert!(!said.contains(advice), "`{advice}` is in: {said}");
    }
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
