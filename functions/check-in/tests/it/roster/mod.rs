//! What devices keep for verdicts without a network.

mod costs;
mod news;
mod secrets;

use crate::App;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{Role, payment::Order};
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    hkdf::{HKDF_SHA256, KeyType, Salt},
};
use serde_json::Value;
use std::collections::BTreeMap;
use store::{Registrations, read_model::RosterChange};
use test_support::{Request, withdrawn_by_organiser};
use time::OffsetDateTime;

/// A device: what it has loaded, and how far it is.
#[derive(Default)]
pub(crate) struct Device {
    pub(crate) entries: BTreeMap<String, String>,
    events: Vec<Value>,
    next: String,
    /// How far it is with each list.
    lists: BTreeMap<String, String>,
    /// Everything that ever came over the network.
    pub(crate) bytes: String,
    /// Whether it asks for the short form.
    is_short: bool,
}

impl Device {
    /// One that asks for the short form.
    pub(crate) fn short() -> Self {
        Self {
            is_short: true,
            ..Self::default()
        }
    }

    /// Loads what has changed, and returns the last answer.
    pub(crate) async fn load(&mut self, app: &App, list: &str) -> Value {
        let token = app.test_env.token_of(Role::Door).await;
        loop {
            let list_since = self.lists.entry(list.to_owned()).or_default();
            let path = format!(
                "/api/check-in/roster?list={list}&since={}&list_since={list_since}&short={}",
                self.next,
                if self.is_short { "yes" } else { "no" }
            );
            let answer = app.call(Request::get(path).bearer(&token)).await;
            assert_eq!(answer.status, 200, "{}", answer.json);
            self.bytes += &answer.json.to_string();
            for entry in answer.json["entries"].as_array().unwrap() {
                let [lookup, sealed] = [0, 1].map(|at| entry[at].as_str().unwrap().to_owned());
                self.entries.insert(lookup, sealed);
            }
            for pass in answer.json["short"]["passes"].as_array().into_iter().flatten() {
                let (lookup, sealed) = pass.as_str().unwrap().split_at(8);
                self.entries.insert(lookup.to_owned(), sealed.to_owned());
            }
            for lookup in answer.json["removed"].as_array().unwrap() {
                self.entries.remove(lookup.as_str().unwrap());
            }
            self.events
                .extend(answer.json["events"].as_array().unwrap().clone());
            answer.json["next"].as_str().unwrap().clone_into(&mut self.next);
            answer.json["list_next"].as_str().unwrap().clone_into(list_since);
            if answer.json["more"] == false {
                return answer.json;
            }
        }
    }

    /// What it knows of a pass whose code it has scanned.
    pub(crate) fn open(&self, code: &str) -> Option<Value> {
        let (mut lookup, key) = keys(code);
        if self.is_short {
            lookup.truncate(8);
        }
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

/// As the description of the call says, and not with the code under test.
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
    let withdrawn = withdrawn_by_organiser(at);
    app.test_env.change_paid(order, withdrawn).await;
    project(app, &[order]).await;
}
