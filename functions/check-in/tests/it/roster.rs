//! What devices keep for verdicts without a network.

use crate::{App, DAY, EXAM, TEN, code, offline, scan};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{
    Role,
    payment::{Change, Order, Withdrawal, WithdrawalCause},
};
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    hkdf::{HKDF_SHA256, KeyType, Salt},
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::{Registrations, read_model::RosterChange, tables::Table};
use test_support::{ALL, Request, SINGLE};
use time::{Duration, OffsetDateTime};

/// A device: what it has loaded, and how far it is.
#[derive(Default)]
pub(crate) struct Device {
    pub(crate) entries: BTreeMap<String, String>,
    events: Vec<Value>,
    next: String,
    /// Everything that ever came over the network.
    pub(crate) bytes: String,
}

impl Device {
    /// Loads what has changed, and returns the last answer.
    pub(crate) async fn load(&mut self, app: &App, list: &str) -> Value {
        let token = app.test_env.token_of(Role::Door).await;
        loop {
            let path = format!("/api/check-in/roster?list={list}&since={}", self.next);
            let answer = app.call(Request::get(path).bearer(&token)).await;
            assert_eq!(answer.status, 200, "{}", answer.json);
            self.bytes += &answer.json.to_string();
            for entry in answer.json["entries"].as_array().unwrap() {
                let [lookup, sealed] = [0, 1].map(|at| entry[at].as_str().unwrap().to_owned());
                self.entries.insert(lookup, sealed);
            }
            for lookup in answer.json["removed"].as_array().unwrap() {
                self.entries.remove(lookup.as_str().unwrap());
            }
            self.events
                .extend(answer.json["events"].as_array().unwrap().clone());
            answer.json["next"].as_str().unwrap().clone_into(&mut self.next);
            if answer.json["more"] == false {
                return answer.json;
            }
        }
    }

    /// What it knows of a pass whose code it has scanned.
    fn open(&self, code: &str) -> Option<Value> {
        let (lookup, key) = keys(code);
        let mut bytes = URL_SAFE_NO_PAD.decode(self.entries.get(&lookup)?).unwrap();
        let mut sealed = bytes.split_off(12);
        let nonce = Nonce::try_assume_unique_for_key(&bytes).unwrap();
        let plain = key.open_in_place(nonce, Aad::empty(), &mut sealed).unwrap();
        Some(serde_json::from_slice(plain).unwrap())
    }
}

struct Length;

impl KeyType for Length {
    fn len(&self) -> usize {
        48
    }
}

/// As docs/api.md says, and not with the code under test.
fn keys(code: &str) -> (String, LessSafeKey) {
    let mut bytes = [0; 48];
    let extracted = Salt::new(HKDF_SHA256, &[]).extract(code.as_bytes());
    extracted
        .expand(&[b"expo roster 1"], Length)
        .unwrap()
        .fill(&mut bytes)
        .unwrap();
    let key = UnboundKey::new(&AES_256_GCM, &bytes[16..]).unwrap();
    (URL_SAFE_NO_PAD.encode(&bytes[..16]), LessSafeKey::new(key))
}

async fn project(app: &App, orders: &[&Order]) {
    let ids: Vec<_> = orders.iter().map(|order| order.customer_id.clone()).collect();
    let now = app.test_env.clock.now();
    assert!(app.test_env.registrations().project(&ids, now).await.is_empty());
}

/// The whole roster, read without the call, in pages of so many.
pub(crate) async fn changes(app: &App, at_once: i32) -> Vec<RosterChange> {
    let registrations = app.test_env.registrations();
    let mut changes: Vec<RosterChange> = Vec::new();
    for shard in 0..Registrations::ROSTER_SHARDS {
        let mut since = String::new();
        loop {
            let page = registrations.roster(shard, &since, at_once).await.unwrap();
            let Some(last) = page.last() else { break };
            since.clone_from(&last.place);
            changes.extend(page);
        }
    }
    changes
}

async fn withdraw(app: &App, order: &Order, at: OffsetDateTime) {
    let withdrawn = Change::Withdrawn(Withdrawal {
        cause: WithdrawalCause::Organiser.into(),
        reason: "Registered twice".to_owned(),
        by: None,
        at,
    });
    app.test_env.change_paid(order, withdrawn).await;
    project(app, &[order]).await;
}

#[tokio::test]
async fn a_scanned_code_opens_its_own_entry_and_no_other() {
    let app = App::start().await;
    let single = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let all = app.test_env.paid_order(ALL, "binu@example.com").await;
    let unpaid = app.test_env.open_order(ALL, "chandra@example.com").await;
    project(&app, &[&single, &all, &unpaid]).await;
    let mut device = Device::default();
    let answer = device.load(&app, DAY).await;
    assert_eq!(device.entries.len(), 2);
    let known = |exam: &str| json!({ "n": "Asha Rao", "p": "Offline", "e": exam });
    assert_eq!(device.open(&code(&single)), Some(known("backwater-bca")));
    assert_eq!(device.open(&code(&all)), Some(known("*")));
    assert_eq!(device.open(&code(&unpaid)), None);
    assert_eq!(answer["exams"].as_array().unwrap().len(), 3);
    assert_eq!(
        (&answer["label"], &answer["begins_at"]),
        (&json!("Sat 31 May"), &json!("2025-05-30T18:30:00Z"))
    );

    let (_, key) = keys(&code(&all));
    let sealed = URL_SAFE_NO_PAD
        .decode(&device.entries[&keys(&code(&single)).0])
        .unwrap();
    let nonce = Nonce::try_assume_unique_for_key(&sealed[..12]).unwrap();
    assert!(
        key.open_in_place(nonce, Aad::empty(), &mut sealed[12..].to_vec())
            .is_err()
    );
}

#[tokio::test]
async fn nobody_reads_a_name_or_a_pass_from_a_lost_device_without_a_code() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    project(&app, &[&order]).await;
    app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    let mut device = Device::default();
    device.load(&app, DAY).await;
    let mut stolen = device.bytes.clone();
    for sealed in device.entries.values() {
        stolen += &String::from_utf8_lossy(&URL_SAFE_NO_PAD.decode(sealed).unwrap());
    }
    stolen += &String::from_utf8_lossy(&URL_SAFE_NO_PAD.decode(&device.next).unwrap());
    let text = code(&order);
    let key = text.rsplit(':').next().unwrap();
    for secret in [
        "Asha",
        "Rao",
        "asha@example.com",
        "9876543210",
        order.customer_id.as_str(),
        order.order_id.as_str(),
        key,
    ] {
        assert!(!stolen.contains(secret), "{secret}");
    }
    // What is known of a pass without its key, its number, opens nothing either.
    let (lookup, _) = keys(order.customer_id.as_str());
    assert!(!device.entries.contains_key(&lookup));
    // The search would find what is not hidden.
    assert!(stolen.contains("Gate 1") && !device.entries.is_empty());
}

#[tokio::test]
async fn a_withdrawn_pass_disappears_and_comes_back_and_a_corrected_name_is_replaced() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let other = app.test_env.paid_order(SINGLE, "binu@example.com").await;
    project(&app, &[&order, &other]).await;
    let mut device = Device::default();
    device.load(&app, DAY).await;
    // What was written a moment ago comes twice.
    app.test_env.clock.advance(Duration::minutes(5));
    device.load(&app, DAY).await;
    withdraw(&app, &order, app.test_env.clock.now()).await;
    let answer = device.load(&app, DAY).await;
    assert_eq!(
        (answer["removed"].as_array().unwrap().len(), &answer["entries"]),
        (1, &json!([]))
    );
    assert_eq!(device.open(&code(&order)), None);
    assert!(device.open(&code(&other)).is_some());
    assert_eq!(answer["exams"], Value::Null);

    app.test_env.change_paid(&order, Change::Restored).await;
    app.test_env.clock.advance(Duration::milliseconds(1));
    project(&app, &[&order]).await;
    device.load(&app, DAY).await;
    assert!(device.open(&code(&order)).is_some());
    // One that loads everything now finds the same.
    let mut fresh = Device::default();
    fresh.load(&app, EXAM).await;
    assert_eq!(fresh.entries, device.entries);

    let rows = app.test_env.dump(Table::Registrations).await;
    let is_theirs =
        |row: &&Value| row["kind"] == "CANDIDATE" && row["customer_id"] == order.customer_id.as_str();
    let mut row = rows.iter().find(is_theirs).unwrap().clone();
    row["person"]["name"] = json!("Asha Menon");
    app.test_env.put(Table::Registrations, &row).await;
    app.test_env.clock.advance(Duration::minutes(1));
    project(&app, &[&order]).await;
    let before = device.entries[&keys(&code(&order)).0].clone();
    device.load(&app, DAY).await;
    assert_eq!(device.open(&code(&order)).unwrap()["n"], "Asha Menon");
    let after = &device.entries[&keys(&code(&order)).0];
    assert_ne!(before[..16], after[..16], "the nonce");
}

#[tokio::test]
async fn a_device_learns_who_came_in_elsewhere_and_of_doubles() {
    let app = App::start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    project(&app, &[&order]).await;
    let mut device = Device::default();
    device.load(&app, DAY).await;
    app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    app.verdict(&offline(scan(&code(&order), "Gate 2", TEN))).await;
    let (lookup, _) = keys(&code(&order));
    let answer = device.load(&app, DAY).await;
    assert_eq!(
        answer["events"],
        json!([["in", lookup, TEN.unix_timestamp(), "Gate 1"]])
    );
    assert_eq!(answer["doubles"][0]["lookup"], lookup);
    assert_eq!(
        ["first", "second"].map(|one| answer["doubles"][0][one]["device"].clone()),
        [json!("Gate 1"), json!("Gate 2")]
    );
    app.test_env.clock.advance(Duration::minutes(2));
    let undo = json!({ "code": code(&order), "list": DAY, "reason": "Wrong person" });
    assert_eq!(app.post("undo", &undo).await.status, 200);
    let answer = device.load(&app, DAY).await;
    let moment = app.test_env.clock.now().unix_timestamp();
    let last = answer["events"].as_array().unwrap().last().unwrap();
    assert_eq!(last, &json!(["out", lookup, moment, "portal"]));

    // Another list has its own events, and the entries go on.
    let answer = device.load(&app, EXAM).await;
    assert_eq!((&answer["events"], &answer["doubles"]), (&json!([]), &json!([])));
    assert_eq!(device.entries.len(), 1);
    let again = device.load(&app, DAY).await;
    assert_eq!(again["events"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_clearing_is_told_to_the_devices() {
    let app = App::start().await;
    app.test_env.clock.set_to(TEN - Duration::days(1));
    let mut device = Device::default();
    assert_eq!(device.load(&app, DAY).await["cleared_at"], Value::Null);
    let clear = Request::post("/api/check-in/clear", &json!({ "list": DAY }));
    assert_eq!(app.call_as_admin(clear).await.status, 200);
    assert_eq!(device.load(&app, DAY).await["cleared_at"], "2025-05-30T04:30:00Z");
}

#[tokio::test]
async fn a_delta_of_ten_changes_costs_what_changed() {
    let app = App::start().await;
    let candidates = app.test_env.seed_candidates(7, 300).await;
    let ids: Vec<_> = candidates.iter().map(|one| one.customer_id.clone()).collect();
    assert!(app.test_env.registrations().project(&ids, TEN).await.is_empty());
    let mut orders = Vec::new();
    for number in 0..10 {
        orders.push(
            app.test_env
                .paid_order(SINGLE, &format!("asha{number}@example.com"))
                .await,
        );
    }
    let mut device = Device::default();
    device.load(&app, DAY).await;
    app.test_env.clock.advance(Duration::minutes(5));
    device.load(&app, DAY).await;
    project(&app, &orders.iter().collect::<Vec<_>>()).await;
    let (before, held) = (device.bytes.len(), device.entries.len());
    app.test_env.database.start_meter();
    device.load(&app, DAY).await;
    let cost = app.test_env.database.cost();
    assert_eq!(device.entries.len(), held + 10);
    // Token, roster, events, doubles, clearing: each a read of a few items, and nothing of what did not change.
    assert_eq!(cost.requests, 11);
    assert!(cost.units <= 8.0, "{cost:?}");
    let bytes = device.bytes.len() - before;
    assert!(bytes < 3_000, "{bytes} bytes");
}

#[tokio::test]
async fn a_roster_is_small_and_whole_in_pages_of_any_size() {
    let app = App::start().await;
    let candidates = app.test_env.seed_candidates(11, 400).await;
    let registrations = app.test_env.registrations();
    for some in candidates.chunks(100) {
        let ids: Vec<_> = some.iter().map(|one| one.customer_id.clone()).collect();
        assert!(registrations.project(&ids, TEN).await.is_empty());
    }
    let rows = app.test_env.dump(Table::Registrations).await;
    let valid = rows
        .iter()
        .filter(|row| row["kind"] == "ORDER" && row["status"] == "PAID")
        .count();
    let mut device = Device::default();
    device.load(&app, DAY).await;
    assert_eq!(device.entries.len(), valid);
    let each = device.bytes.len() / valid;
    assert!(each * 20_000 <= 4 << 20, "{each} bytes for each of {valid}");
    assert_eq!(changes(&app, 7).await.len(), valid);
}

#[tokio::test]
async fn a_since_that_is_none_is_refused() {
    let app = App::start().await;
    for since in ["x", "bm90IGpzb24"] {
        let request = Request::get(format!("/api/check-in/roster?list={DAY}&since={since}"));
        app.assert_changes_nothing(request, (422, "invalid_field", "since"))
            .await;
    }
}
