//! Items outlive the release that wrote them. `tests/golden/<release>/` has those of every kind as each release wrote
//! them; the current code reads them all, and the last release reads what the current code writes.
//!
//! `GOLDEN_RELEASE=1.1.0 cargo test -p store --test it golden` writes the items of a release that is about to go out.

mod enum_values;
mod release_1_0_0;
mod written;

use domain::Email;
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs, path::PathBuf};
use store::{
    Access, Administrators, AuditLog, Content, EventClosing, ExportJobs, PassRequests, Reminders,
    SignInMails, SyncJobs, Tills, event_closing::months_until, line::Ticket, read_model::RowFilter,
    tables::Table,
};
use test_support::TestEnv;
use time::{Date, Duration, OffsetDateTime, macros::format_description};

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
async fn candidates_orders_and_mails_of_every_release_are_read() {
    for release in releases() {
        let test_env = env_of(&release).await;
        let items = golden(&release, Table::Registrations);
        let registrations = test_env.registrations();
        for candidate in of_kind(&items, "CANDIDATE") {
            let of_it = |kind| of_kind(&items, kind).filter(|item| item["pk"] == candidate["pk"]);
            let id = serde_json::from_value(candidate["customer_id"].clone()).unwrap();
            let file = registrations.candidate(&id).await.unwrap().unwrap();
            assert_kept(candidate, &file.candidate);
            assert_eq!(file.orders.len(), of_it("ORDER").count(), "{release}");
            for order in of_it("ORDER") {
                let id = serde_json::from_value(order["order_id"].clone()).unwrap();
                assert_kept(order, &registrations.order(&id).await.unwrap().unwrap());
            }
            assert_eq!(file.mails.len(), of_it("MAIL").count(), "{release}");
            for mail in of_it("MAIL") {
                let id = serde_json::from_value(mail["order_id"].clone()).unwrap();
                let read = registrations.mail(&id).await.unwrap().unwrap();
                assert_eq!(serde_json::to_value(read).unwrap()["state"], mail["state"]);
            }
        }
    }
}

#[tokio::test]
async fn flags_claims_and_idempotency_keys_of_every_release_are_read() {
    for release in releases() {
        let test_env = env_of(&release).await;
        let items = golden(&release, Table::Registrations);
        let registrations = test_env.registrations();
        let flags = test_env.flags().await;
        assert_eq!(flags.len(), of_kind(&items, "ATTENTION").count(), "{release}");
        for flag in of_kind(&items, "ATTENTION") {
            assert!(
                flags
                    .iter()
                    .any(|read| serde_json::to_value(read).unwrap()["flag"] == flag["flag"])
            );
        }
        for key in of_kind(&items, "IDEM") {
            let text = key["key"].as_str().unwrap();
            assert_kept(key, &registrations.idempotency(text).await.unwrap().unwrap());
        }
        let claims: BTreeSet<&str> = of_kind(&items, "CLAIM")
            .map(|claim| claim["order_id"].as_str().unwrap())
            .collect();
        for claim in claims {
            let id = domain::OrderId::parse(claim).unwrap();
            let order = registrations.order(&id).await.unwrap().unwrap();
            let claims = registrations.claims(&order.claim_key()).await.unwrap();
            assert_eq!(claims.own.unwrap().order_id, id, "{release}");
        }
    }
}

#[tokio::test]
async fn reminders_of_every_release_and_of_today_are_read() {
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    let mut items = test_env.dump(Table::Registrations).await;
    for release in releases() {
        items.extend(golden(&release, Table::Registrations));
    }
    let reminders = Reminders::from_env(&test_env.env()).unwrap();
    for item in of_kind(&items, "REMINDER") {
        test_env.put(Table::Registrations, item).await;
        let ticket = Ticket::parse(item["pk"].as_str().unwrap().split_once('#').unwrap().1).unwrap();
        let due = OffsetDateTime::from_unix_timestamp(item["due_at"].as_i64().unwrap()).unwrap();
        assert_eq!(
            reminders.due(due, 10).await.unwrap(),
            std::slice::from_ref(&ticket)
        );
        let leased = reminders.lease(&ticket, "lease", due, Duration::minutes(1)).await;
        assert_kept(item, &leased.unwrap().unwrap());
    }
}

#[tokio::test]
async fn requests_for_passes_of_every_release_and_of_today_are_read() {
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    let mut items = test_env.dump(Table::Registrations).await;
    for release in releases() {
        items.extend(golden(&release, Table::Registrations));
    }
    let requests = PassRequests::from_env(&test_env.env()).unwrap();
    for item in of_kind(&items, "PASS_REQUEST") {
        test_env.put(Table::Registrations, item).await;
        let email = Email::parse(item["email"].as_str().unwrap()).unwrap();
        let due = OffsetDateTime::from_unix_timestamp(item["due_at"].as_i64().unwrap()).unwrap();
        assert_eq!(requests.due(due, 10).await.unwrap(), std::slice::from_ref(&email));
        let leased = requests.lease(&email, "lease", due, Duration::minutes(1)).await;
        assert_kept(item, &leased.unwrap().unwrap());
    }
}

#[tokio::test]
async fn mails_about_sign_ins_of_every_release_and_of_today_are_read() {
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    let mut items = test_env.dump(Table::Registrations).await;
    for release in releases() {
        items.extend(golden(&release, Table::Registrations));
    }
    let mails = SignInMails::from_env(&test_env.env()).unwrap();
    for item in of_kind(&items, "SIGN_IN") {
        test_env.put(Table::Registrations, item).await;
        let session = item["pk"].as_str().unwrap().split_once('#').unwrap().1;
        let due = OffsetDateTime::from_unix_timestamp(item["due_at"].as_i64().unwrap()).unwrap();
        assert_eq!(mails.due(due, 10).await.unwrap(), [session]);
        let leased = mails.lease(session, "lease", due, Duration::minutes(1)).await;
        assert_kept(item, &leased.unwrap().unwrap());
    }
}

#[tokio::test]
async fn lists_and_aggregates_of_every_release_are_read() {
    for release in releases() {
        let test_env = env_of(&release).await;
        let candidates = of_kind(&golden(&release, Table::Registrations), "CANDIDATE").count();
        let registrations = test_env.registrations();
        let page = registrations
            .rows(&RowFilter::default(), 1_000, None)
            .await
            .unwrap();
        assert_eq!(page.rows.len(), candidates, "{release}");
        let aggregates = registrations.aggregates().await.unwrap();
        assert_eq!(aggregates.candidates(), candidates as u64, "{release}");
    }
}

#[tokio::test]
async fn the_catalogue_and_the_content_of_every_release_are_read() {
    for release in releases() {
        let test_env = env_of(&release).await;
        let items = golden(&release, Table::Catalog);
        let catalog = test_env.catalog();
        let mut read: Vec<Value> = Vec::new();
        read.extend(catalog.packages().await.unwrap().iter().map(|one| json!(one)));
        read.extend(catalog.colleges().await.unwrap().iter().map(|one| json!(one)));
        read.extend(catalog.exams().await.unwrap().iter().map(|one| json!(one)));
        read.extend(catalog.streams().await.unwrap().iter().map(|one| json!(one)));
        assert_eq!(read.len(), items.len(), "{release}");
        for item in &items {
            assert_kept(item, read.iter().find(|one| one["id"] == item["id"]).unwrap());
        }
        let content = Content::from_env(&test_env.env()).unwrap();
        let mut banners = Vec::new();
        for group in domain::content::Group::ALL {
            banners.extend(content.list(group).await.unwrap());
        }
        let items = golden(&release, Table::Content);
        assert_eq!(banners.len(), items.len(), "{release}");
        for item in &items {
            assert_kept(
                item,
                banners.iter().find(|one| json!(one.id) == item["id"]).unwrap(),
            );
        }
    }
}

#[tokio::test]
async fn administrators_the_audit_log_the_sync_and_sessions_of_every_release_are_read() {
    for release in releases() {
        let test_env = env_of(&release).await;
        let env = test_env.env();
        let items = golden(&release, Table::Admin);
        let of_partition = |prefix: &'static str| {
            items
                .iter()
                .filter(move |item| item["pk"].as_str().unwrap().starts_with(prefix))
        };
        let administrators = Administrators::from_env(&env).unwrap();
        for item in of_partition("ADMIN#") {
            let name = item["username"].as_str().unwrap();
            assert_kept(item, &administrators.find(name).await.unwrap().unwrap());
        }
        let log = AuditLog::from_env(&env).unwrap();
        let entries = written::everything_in(&log, test_env.clock.now()).await;
        assert_eq!(entries, of_partition("AUDIT#").count(), "{release}");
        let tills = Tills::from_env(&env).unwrap();
        for listed in of_partition("TILLS#") {
            let day = listed["pk"].as_str().unwrap().trim_start_matches("TILLS#");
            let day = Date::parse(day, format_description!("[year]-[month]-[day]")).unwrap();
            let till = tills.till(day, listed["clerk"].as_str().unwrap()).await.unwrap();
            let its_key = listed["pk"].as_str().unwrap().replace("TILLS#", "TILL#");
            for item in
                of_partition("TILL#").filter(|item| item["pk"].as_str().unwrap().starts_with(&its_key))
            {
                let closing = till
                    .closings
                    .iter()
                    .find(|closing| item["number"] == closing.number);
                let entry = till
                    .entries
                    .iter()
                    .find(|entry| item["reference"] == entry.reference);
                match (closing, entry) {
                    (Some(closing), _) => assert_kept(item, closing),
                    (None, entry) => assert_kept(item, entry.unwrap()),
                }
            }
        }
        let state = SyncJobs::from_env(&env).unwrap().state().await.unwrap();
        assert_kept(of_partition("SYNC").next().unwrap(), &state);
        let exports = ExportJobs::from_env(&env).unwrap();
        for export in of_partition("EXPORTS") {
            let id = serde_json::from_value(export["export_id"].clone()).unwrap();
            assert_kept(export, &exports.job(&id).await.unwrap().unwrap());
        }
        let access = Access::from_env(&env).unwrap();
        assert_eq!(
            access
                .standing(written::ADMINISTRATOR, None)
                .await
                .unwrap()
                .version,
            Some(2),
            "{release}"
        );
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

/// docs/operations.md, "Deleting personal data", has the commands. What the read model repeats goes with its rebuild.
#[tokio::test]
async fn the_documented_erasure_reaches_every_kind_of_item_with_an_address() {
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    let manual = fs::read_to_string(folder().join("../../../../docs/operations.md")).unwrap();
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
        assert!(manual.contains(&format!("\\\"{kind}#")), "{kind}");
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
            let (_, next) = closing.redact(&month, from).await.unwrap();
            from = next;
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
