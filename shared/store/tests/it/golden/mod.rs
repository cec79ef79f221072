//! Items outlive the release that wrote them. `tests/golden/<release>/` has those of every kind as each release wrote
//! them; the current code reads them all, and the last release reads what the current code writes.
//!
//! `GOLDEN_RELEASE=1.1.0 cargo test -p store --test it golden` writes the items of a release that is about to go out.

mod enum_values;
mod every_release;
mod release_1_0_0;
mod written;

use serde_json::Value;
use std::{collections::BTreeSet, fs, path::PathBuf};
use store::{EventClosing, event_closing::months_until, tables::Table};
use test_support::TestEnv;
use time::Duration;

/// Attributes of an item that belong to the table, and not to what it holds.
const OF_THE_TABLE: [&str; 8] = [
    "pk",
    "sk",
    "kind",
    "due_shard",
    "due_at",
    "attention_shard",
    "attention_at",
    "expires",
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The releases whose items are kept, by name.
fn releases() -> Vec<String> {
    let entries = fs::read_dir(folder()).unwrap();
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut releases: Vec<String> = entries.map(name).collect();
    releases.sort();
    releases
}

/// The items that a release wrote into a table.
fn golden(release: &str, table: Table) -> Vec<Value> {
    let file = folder()
        .join(release)
        .join(format!("{}.json", table.variable().to_lowercase()));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// A test environment that holds what a release wrote, and nothing else.
async fn env_of(release: &str) -> TestEnv {
    let test_env = TestEnv::start().await;
    for table in Table::ALL {
        let present = test_env.dump(table).await;
        test_env.restore(table, &present, &golden(release, table)).await;
    }
    test_env
}

fn of_kind<'a>(items: &'a [Value], kind: &'a str) -> impl Iterator<Item = &'a Value> {
    items.iter().filter(move |item| item["kind"] == kind)
}

/// Every member of the item was understood as written.
fn assert_kept(item: &Value, read: &impl serde::Serialize) {
    let read = serde_json::to_value(read).unwrap();
    for (name, value) in item.as_object().unwrap() {
        if !OF_THE_TABLE.contains(&name.as_str()) {
            assert_eq!(&read[name], value, "{name} of {}", item["sk"]);
        }
    }
}

#[tokio::test]
async fn what_the_current_code_writes_has_items_of_every_table() {
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    for table in Table::ALL {
        assert!(!test_env.dump(table).await.is_empty(), "{}", table.variable());
    }
}

#[tokio::test]
async fn what_is_written_today_is_read_by_the_last_release() {
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    for table in Table::ALL {
        for item in test_env.dump(table).await {
            release_1_0_0::read(table, &item).unwrap_or_else(|error| panic!("{}: {error}", item["sk"]));
        }
    }
}

/// The control: a reader that takes everything would prove nothing.
#[tokio::test]
async fn the_last_release_does_not_read_an_item_that_lacks_a_member_or_has_an_unknown_word() {
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    for item in of_kind(&test_env.dump(Table::Registrations).await, "ORDER") {
        for (member, value) in [
            ("amount", Value::Null),
            ("channel", "kiosk".into()),
            ("status", "LOST".into()),
        ] {
            let mut item = item.clone();
            item[member] = value;
            assert!(
                release_1_0_0::read(Table::Registrations, &item).is_err(),
                "{member}"
            );
        }
    }
}

/// What the read model repeats goes with its rebuild.
#[tokio::test]
async fn the_script_that_forgets_a_person_names_every_kind_of_item_with_an_address() {
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    let script = fs::read_to_string(folder().join("../../../../infra/make/forget")).unwrap();
    let mut kinds = BTreeSet::new();
    for item in test_env.dump(Table::Registrations).await {
        let (partition, _) = item["pk"].as_str().unwrap().split_once('#').unwrap();
        if item.to_string().contains("@example.com") {
            kinds.insert(partition.to_owned());
        }
    }
    assert!(
        kinds.remove("WORDS"),
        "the words that the read model finds people by"
    );
    for kind in &kinds {
        assert!(script.contains(&format!("\"{kind}#")), "{kind}");
    }
}

/// What the closing of the event does to the tables, over every kind of item that there is.
#[tokio::test]
async fn the_closing_leaves_nothing_personal_of_any_kind_of_item() {
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    assert!(
        personal(&test_env).await.len() > 10,
        "there is something to delete"
    );
    let closing = EventClosing::from_env(&test_env.env()).unwrap();
    let mut from = None;
    loop {
        let erased = closing.erase(from, 7).await.unwrap();
        from = erased.next;
        if from.is_none() {
            break;
        }
    }
    assert_eq!(test_env.dump(Table::Registrations).await, Vec::<Value>::new());
    for month in months_until(test_env.clock.now() + Duration::days(400)) {
        let mut from = None;
        loop {
            from = closing.redact(&month, from).await.unwrap().next;
            if from.is_none() {
                break;
            }
        }
    }
    let exports = closing.forget_exports().await.unwrap();
    let uploads = exports.iter().filter_map(|export| export.unfinished.as_ref());
    assert_eq!(
        uploads.map(|file| file.key.as_str()).collect::<Vec<_>>(),
        ["exports/one.csv"]
    );
    assert_eq!(closing.forget_exports().await.unwrap(), []);
    assert_eq!(personal(&test_env).await, Vec::<String>::new());
}

/// Whatever in any table says a candidate's address, phone number or name.
async fn personal(test_env: &TestEnv) -> Vec<String> {
    let mut found = Vec::new();
    for table in Table::ALL {
        for item in test_env.dump(table).await {
            let text = item.to_string().to_lowercase();
            if ["@example.com", "9876543210", "asha rao", "okaxis"]
                .iter()
                .any(|word| text.contains(word))
            {
                found.push(format!("{} {}", item["pk"], item["sk"]));
            }
        }
    }
    found
}

#[tokio::test]
async fn every_kind_of_item_is_among_those_of_a_release() {
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    let kinds = |items: Vec<Value>| -> BTreeSet<String> {
        items
            .iter()
            .filter_map(|item| item["kind"].as_str().map(str::to_owned))
            .collect()
    };
    let today = kinds(test_env.dump(Table::Registrations).await);
    for kind in [
        "CANDIDATE",
        "ORDER",
        "MAIL",
        "ATTENTION",
        "EVENT",
        "CLAIM",
        "COURSES",
        "IDEM",
        "PROJECTION",
        "REMINDER",
        "SIMILAR",
        "PASS_REQUEST",
        "SIGN_IN",
        "REFUND",
    ] {
        assert!(today.contains(kind), "{kind}");
    }
    if let Some(release) = option_env!("GOLDEN_RELEASE") {
        let folder = folder().join(release);
        fs::create_dir_all(&folder).unwrap();
        for table in Table::ALL {
            let items: Vec<String> = test_env.dump(table).await.iter().map(Value::to_string).collect();
            let items = format!("[\n{}\n]", items.join(",\n"));
            let name = format!("{}.json", table.variable().to_lowercase());
            fs::write(folder.join(name), items + "\n").unwrap();
        }
    }
}
