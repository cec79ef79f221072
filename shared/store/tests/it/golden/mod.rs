//! Items outlive the release that wrote them. `tests/golden/<release>/` has those of every kind as each release wrote
//! them that was ever deployed; the current code reads them all, as it does its own.
//!
//! `GOLDEN_RELEASE=1.0.0 cargo test -p store --test it golden` writes the items of a release that is about to go out.

mod enum_values;
mod every_release;
mod written;

use domain::{CustomerId, Stored, payment::Order, registration::PaymentMode};
use serde_json::Value;
use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::PathBuf,
};
use store::{EventClosing, StoreError, event_closing::months_until, tables::Table};
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

/// The releases whose items are kept; none before the first one is deployed.
fn releases() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Test environments that hold what somebody wrote and nothing else, each with the name of the writer: the current code,
/// and every release whose items are kept.
async fn as_written() -> Vec<(String, TestEnv)> {
    let today = TestEnv::start().await;
    written::everything(&today).await;
    let mut environments = vec![("today".to_owned(), today)];
    for release in releases() {
        let test_env = TestEnv::start().await;
        for table in Table::ALL {
            let file = release.join(format!("{}.json", table.variable().to_lowercase()));
            let items: Vec<Value> = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
            let present = test_env.dump(table).await;
            test_env.restore(table, &present, &items).await;
        }
        let name = release.file_name().unwrap().to_string_lossy().into_owned();
        environments.push((name, test_env));
    }
    environments
}

fn of_kind<'a>(items: &'a [Value], kind: &'a str) -> impl Iterator<Item = &'a Value> {
    items.iter().filter(move |item| item["kind"] == kind)
}

/// What the accounts are made of: every order that was paid, and by what candidates paid.
async fn payments(
    test_env: &TestEnv,
) -> Result<(Vec<Order>, HashMap<CustomerId, Stored<PaymentMode>>), StoreError> {
    let closing = EventClosing::from_env(&test_env.env()).unwrap();
    let (mut orders, mut modes, mut from) = (Vec::new(), HashMap::new(), None);
    loop {
        let page = closing.payments(from, 100).await?;
        orders.extend(page.orders);
        modes.extend(page.modes);
        from = page.next;
        if from.is_none() {
            return Ok((orders, modes));
        }
    }
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

/// What the read model repeats goes with its rebuild.
#[tokio::test]
async fn the_script_that_forgets_a_person_names_every_kind_of_item_with_an_address() {
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    let script = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../infra/make/forget")).unwrap();
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
        "FORGOTTEN_PAYMENT",
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
        "INVITATION",
        "DAILY_REPORT",
        "NEWS",
        "RESULTS",
        "RESULT_SHEET",
        "RESULT_CORRECTION",
        "MESSAGE",
        "MESSAGED",
        "UNREACHABLE",
        "SEATING",
        "SEATING_STATE",
        "HALL_SEATS",
        "HALL_CLOCK",
        "SEAT",
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
