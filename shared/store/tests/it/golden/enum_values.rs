//! Every enum that is stored, with a word that this release does not know. docs/data.md says why each is read or not.

use super::{of_kind, payments, written};
use domain::{
    AttentionKind, CourseId, CustomerId, OrderId, PackageId, Role,
    job::JobId,
    payment::{RefundState, Status},
    registration::PaymentMode,
    till::day_of,
};
use serde_json::Value;
use std::collections::BTreeSet;
use store::{
    Administrators, Invitations, Jobs, StoreError, Tills, exports::Export, read_model::RowFilter,
    tables::Table,
};
use test_support::TestEnv;

const ANOTHER: &str = "another-word";

/// What happens to an item in which a word is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It is read, and the word is kept as it is.
    Kept,
    /// It is read, and the word is `unrecognised`, which entitles to nothing.
    Unrecognised,
    /// It is not read: money or an identity depends on the word.
    Refused,
}
use Fate::{Kept, Refused, Unrecognised};

/// The kind of an item, a member of it, and what an unknown word in it leads to.
const MEMBERS: [(&str, &str, Fate); 38] = [
    ("CANDIDATE", "/exam_preference", Kept),
    ("CANDIDATE", "/payment_mode", Kept),
    ("CANDIDATE", "/channel", Kept),
    ("CANDIDATE", "/selection/type", Refused),
    ("ORDER", "/channel", Refused),
    ("ORDER", "/status", Refused),
    ("ORDER", "/attempt", Refused),
    ("ORDER", "/selection/type", Refused),
    ("ORDER", "/method/group", Kept),
    ("ORDER", "/method/card/card_type", Kept),
    ("ORDER", "/refunds/0/state", Refused),
    ("ORDER", "/withdrawn/cause", Kept),
    ("ORDER", "/place", Refused),
    ("FORGOTTEN_PAYMENT", "/channel", Refused),
    ("FORGOTTEN_PAYMENT", "/status", Refused),
    ("FORGOTTEN_PAYMENT", "/selection/type", Refused),
    ("FORGOTTEN_PAYMENT", "/payment_mode", Kept),
    ("FORGOTTEN_PAYMENT", "/method/group", Kept),
    ("FORGOTTEN_PAYMENT", "/refunds/0/state", Refused),
    ("FORGOTTEN_PAYMENT", "/disputes/0/state", Refused),
    ("MAIL", "/state", Refused),
    ("CLAIM", "/state", Refused),
    ("ATTENTION", "/flag", Refused),
    ("MESSAGED", "/outcome", Kept),
    ("PROJECTION", "/row/exam_preference", Kept),
    ("PROJECTION", "/row/payment_mode", Kept),
    ("PROJECTION", "/row/channel", Kept),
    ("PROJECTION", "/row/status", Refused),
    ("PROJECTION", "/row/selection/type", Refused),
    ("ADMIN", "/role", Unrecognised),
    ("INVITATION", "/role", Unrecognised),
    ("TILL", "/mode", Kept),
    ("TILL", "/movement", Kept),
    ("EXPORT", "/work/kind", Kept),
    ("EXPORT", "/work/format", Kept),
    ("EXPORT", "/state", Kept),
    ("PACKAGE", "/state", Kept),
    ("RESULT_CORRECTION", "/before/outcome", Refused),
];

fn id_of(item: &Value, name: &str) -> String {
    item[name].as_str().unwrap_or_default().to_owned()
}

/// Reads what an item holds by the calls that the functions use, as it would be written back.
async fn read(test_env: &TestEnv, kind: &str, item: &Value) -> Result<Value, StoreError> {
    let registrations = test_env.registrations();
    let json = |value: Option<Value>| value.unwrap_or_default();
    let order = || OrderId::parse(&id_of(item, "order_id")).unwrap();
    Ok(match kind {
        "CANDIDATE" => {
            let id = CustomerId::parse(&id_of(item, "customer_id")).unwrap();
            let file = registrations.candidate(&id).await?;
            json(file.map(|file| serde_json::to_value(file.candidate).unwrap()))
        }
        "ORDER" => {
            let order = registrations.order(&order()).await?;
            json(order.map(|order| serde_json::to_value(order).unwrap()))
        }
        "FORGOTTEN_PAYMENT" => {
            let (orders, modes) = payments(test_env).await?;
            let order = orders.iter().find(|one| one.order_id == order()).unwrap();
            let mut read = serde_json::to_value(order).unwrap();
            read["payment_mode"] = serde_json::to_value(&modes[&order.customer_id]).unwrap();
            read
        }
        "MESSAGED" => {
            let id = id_of(item, "pk").split_once('#').unwrap().1.to_owned();
            let id = CustomerId::parse(&id).unwrap();
            let (_, past) = registrations.candidate_with_past(&id).await?.unwrap();
            serde_json::to_value(&past.messages[0]).unwrap()
        }
        "MAIL" => {
            let mail = registrations.mail(&order()).await?;
            json(mail.map(|mail| serde_json::to_value(mail).unwrap()))
        }
        "CLAIM" => {
            let holder = registrations.order(&order()).await?.unwrap();
            registrations.holdings(&holder.claim_key()).await?;
            Value::Null
        }
        "PROJECTION" => {
            let page = registrations.rows(&RowFilter::default(), 1_000, None).await?;
            let id = id_of(&item["row"], "customer_id");
            let row = page.rows.iter().find(|row| row.customer_id.as_str() == id);
            serde_json::json!({ "row": row })
        }
        "ADMIN" => {
            let administrators = Administrators::from_env(&test_env.env()).unwrap();
            let found = administrators.find(&id_of(item, "username")).await?;
            json(found.map(|found| serde_json::to_value(found).unwrap()))
        }
        "INVITATION" => {
            let invitations = Invitations::from_env(&test_env.env()).unwrap();
            let (now, minute) = (test_env.clock.now(), time::Duration::MINUTE);
            let id = id_of(item, "pk").split_once('#').unwrap().1.to_owned();
            let leased = invitations.lease(&id, "lease", now, minute).await?;
            json(leased.map(|mail| serde_json::to_value(mail).unwrap()))
        }
        "TILL" => {
            let tills = Tills::from_env(&test_env.env()).unwrap();
            let day = day_of(test_env.clock.now());
            let till = tills.till(day, &id_of(item, "clerk")).await?;
            let entry = till
                .entries
                .iter()
                .find(|entry| item["reference"] == entry.reference);
            json(entry.map(|entry| serde_json::to_value(entry).unwrap()))
        }
        "RESULT_CORRECTION" => {
            let exam = CourseId::parse(test_support::COURSE).unwrap();
            let results = registrations.exam_results(&exam).await?;
            json(results.map(|results| serde_json::to_value(&results.corrections[0]).unwrap()))
        }
        "EXPORT" => {
            let id = JobId::parse(&id_of(item, "id")).unwrap();
            let jobs = Jobs::<Export>::from_env(&test_env.env()).unwrap();
            let job = jobs.job(&id).await?;
            json(job.map(|job| serde_json::to_value(job).unwrap()))
        }
        "PACKAGE" => {
            let id = PackageId::parse(&id_of(item, "id")).unwrap();
            let package = test_env.catalogue().package(&id).await?;
            assert!(!package.as_ref().unwrap().is_on_sale());
            json(package.map(|package| serde_json::to_value(package).unwrap()))
        }
        other => panic!("{other}"),
    })
}

fn table_of(kind: &str) -> Table {
    if ["ADMIN", "EXPORT", "TILL"].contains(&kind) {
        Table::Admin
    } else if kind == "PACKAGE" {
        Table::Catalogue
    } else {
        Table::Registrations
    }
}

/// The kind of an item; the tables admin and catalogue name it in the key.
fn kind_of(item: &Value) -> &str {
    let below = |start| item["pk"].as_str().is_some_and(|pk| pk.starts_with(start));
    if below("ADMIN#") {
        "ADMIN"
    } else if below("TILL#") {
        "TILL"
    } else if below("EXPORTS") {
        "EXPORT"
    } else if below("CATALOGUE") && item.get("price").is_some() {
        "PACKAGE"
    } else {
        item["kind"].as_str().unwrap_or_default()
    }
}

async fn items(test_env: &TestEnv) -> Vec<Value> {
    let mut items = test_env.dump(Table::Registrations).await;
    items.extend(test_env.dump(Table::Admin).await);
    items.extend(test_env.dump(Table::Catalogue).await);
    items
}

#[tokio::test]
async fn an_unknown_word_is_kept_where_it_is_shown_and_its_item_refused_where_money_depends_on_it() {
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    let items = items(&test_env).await;
    for (kind, member, fate) in MEMBERS {
        // The list tells each of them apart: the next test.
        if kind == "ATTENTION" {
            continue;
        }
        // What a refused order leaves until it expires is not shown, so nothing is read of it.
        let expires_otherwise = ["INVITATION", "MESSAGED"].contains(&kind);
        let is_left = |item: &Value| !expires_otherwise && item.get("expires").is_some();
        let has_it = |item: &&Value| {
            kind_of(item) == kind && !is_left(item) && item.pointer(member).is_some_and(Value::is_string)
        };
        let item = items
            .iter()
            .find(has_it)
            .unwrap_or_else(|| panic!("{kind} {member}"));
        let mut changed = item.clone();
        *changed.pointer_mut(member).unwrap() = ANOTHER.into();
        test_env.put(table_of(kind), &changed).await;
        match (fate, read(&test_env, kind, &changed).await) {
            (Kept, Ok(read)) => assert_eq!(
                read.pointer(member).and_then(Value::as_str),
                Some(ANOTHER),
                "{kind} {member}: {read} of {changed}"
            ),
            (Unrecognised, Ok(read)) => assert_eq!(read.pointer(member).unwrap(), "unrecognised"),
            (Refused, Err(StoreError::Corrupt { .. })) => {}
            (_, read) => panic!("{kind} {member}: {read:?}"),
        }
        test_env.put(table_of(kind), item).await;
    }
}

#[tokio::test]
async fn a_flag_with_an_unknown_word_is_reported_separately_and_the_others_are_read() {
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    let items = test_env.dump(Table::Registrations).await;
    let all = test_env.flags().await.len();
    let mut changed = of_kind(&items, "ATTENTION").next().unwrap().clone();
    changed["flag"] = ANOTHER.into();
    test_env.put(Table::Registrations, &changed).await;
    let listed = test_env.registrations().attention(1_000).await.unwrap();
    let (read, unreadable): (Vec<_>, Vec<_>) = listed.into_iter().partition(Result::is_ok);
    assert_eq!((read.len(), unreadable.len()), (all - 1, 1));
}

/// Each enum value in an item is at one of the places above.
#[tokio::test]
async fn every_member_that_holds_a_word_is_among_those_that_are_tried() {
    fn walk(at: String, value: &Value, found: &mut Vec<(String, String)>) {
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    walk(format!("{at}/{name}"), value, found);
                }
            }
            Value::String(text) => found.push((at, text.clone())),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {}
        }
    }
    let mut words: BTreeSet<&str> = BTreeSet::from([
        "Online",
        "Offline",
        "online",
        "counter",
        "none",
        "pending",
        "failed",
        "PENDING",
        "SENDING",
        "SENT",
        "OPEN",
        "allColleges",
        "specificCollege",
        "credit_card",
        "organiser",
        "absent",
        "refund",
        "dispute",
    ]);
    words.extend(Status::ALL.map(Status::as_str));
    words.extend(RefundState::ALL.map(RefundState::as_str));
    words.extend(AttentionKind::ALL.map(AttentionKind::as_str));
    words.extend(PaymentMode::ALL.map(PaymentMode::as_str));
    words.extend(Role::ALL.map(Role::word));
    let test_env = TestEnv::start().await;
    written::everything(&test_env).await;
    for item in items(&test_env).await {
        let kind = kind_of(&item);
        // The entries of lists and searches are copies that only filter; what administrators did, the log and the
        // sheet's job have free text.
        if matches!(kind, "" | "ENTRY" | "WORD" | "AGGREGATE" | "ACT") {
            continue;
        }
        let mut found = Vec::new();
        walk(String::new(), &item, &mut found);
        for (member, text) in found {
            let is_tried = MEMBERS
                .iter()
                .any(|(of, tried, _)| (*of, *tried) == (kind, member.as_str()));
            let holds_a_word = words.contains(text.as_str())
                && ![
                    "/sk",
                    "/kind",
                    "/username",
                    "/by",
                    "/clerk",
                    "/closed_by",
                    "/created_by",
                    "/uploaded_by",
                    "/published_by",
                    "/work/filters/status",
                ]
                .contains(&member.as_str());
            assert!(is_tried || !holds_a_word, "{kind} {member}: {text}");
        }
    }
}
