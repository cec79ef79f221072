//! Table access: the line in front of the payment provider. No personal data.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | the line | `LINE#create-order` | `LINE` | `next_slot`, `shift`, `closed_until`; `held_until`, `held_since`, `held_by` while it is held by hand; `told_shift`, `told_last`: what was told before it went on sooner; `m<minute>`: how many slots of a minute are kept for people whom their address holds back until then |
//! | the gate | `LINE#gate` | `GATE` | `next_slot` |
//! | an address | `LINE#from#<hash of the address>` | `FROM` | `next_slot`, `expires` |
//! | a place | `LINE#place#<ticket>` | `PLACE` | `opens_at`, `set_by`, `keyed`, `reserved_at`, `used`, `used_by`, `version`, `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | all that a decision needs | BatchGetItem, strongly consistent |
//! | take the next slot of the line, the gate or an address | UpdateItem, with the condition that tells which branch of `max(now, next)` holds |
//! | keep a slot of a later minute | UpdateItem `ADD`; again when a transaction holds the item |
//! | let the line stand still for a while | UpdateItem on the `shift` and `closed_until` that were read |
//! | hold it by hand, or let it go on | one transaction with the audit entry, on the `shift` and `closed_until` that were read |
//! | write a place | PutItem on its version |
//!
//! Every arrival writes its address and the line once each, and every order that is opened writes the gate once. They are
//! separate partition keys, so that each takes one unit for a registration. The line's item stays within a kilobyte: it
//! keeps slots for the minutes that the schedule of an address reaches, which are sixty, at twelve bytes.

mod hold;
mod places;
mod schedule;
mod state;

use crate::{
    dynamo::{Item, StoreError, batch_get, key, read},
    transaction::incomplete,
};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, KeysAndAttributes},
};
use config::{ConfigError, Env};
pub use hold::{Hold, ToldTimes};
pub use state::{LinePlace, LineState, PlaceWrite, Schedule, SetBy, SlotRequest, Ticket};
use std::collections::{BTreeMap, HashMap};

const TABLE: &str = "access";
/// How long after its moment TTL may take a place: its place is lost long before.
const KEPT: i64 = 24 * 60 * 60;

/// The line, in the table access.
#[derive(Debug, Clone)]
pub struct Line {
    client: Client,
    table: String,
}

impl Line {
    /// The line in the table that `TABLE_ACCESS` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_ACCESS")?,
        })
    }

    /// Reads how the line stands, the place of a ticket, and the schedule of an address, by its hash.
    pub async fn state(&self, ticket: Option<&Ticket>, address: &str) -> Result<LineState, StoreError> {
        let mut keys = vec![line_key(), gate_key(), address_key(address)];
        keys.extend(ticket.map(place_key));
        self.read_state(keys).await
    }

    /// Reads how the line stands.
    pub async fn now(&self) -> Result<LineState, StoreError> {
        self.read_state(vec![line_key()]).await
    }

    /// Reads what the moment of a ticket's place depends on: the place and how the line stands.
    pub async fn state_of(&self, ticket: &Ticket) -> Result<LineState, StoreError> {
        self.read_state(vec![line_key(), place_key(ticket)]).await
    }

    async fn read_state(&self, keys: Vec<Item>) -> Result<LineState, StoreError> {
        let keys = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(true)
            .build();
        let wanted = HashMap::from([(self.table.clone(), keys.map_err(incomplete)?)]);
        let found = batch_get(&self.client, wanted)
            .await?
            .remove(&self.table)
            .unwrap_or_default();
        let mut state = LineState::default();
        for item in found {
            match item.get("sk").and_then(|sk| sk.as_s().ok()).map(String::as_str) {
                Some("LINE") => {
                    state.next = number(&item, "next_slot");
                    state.shift = number(&item, "shift");
                    state.closed_until = number(&item, "closed_until");
                    state.kept = minutes(&item);
                    state.hold = Hold::of(&item);
                    state.told = ToldTimes::of(&item);
                }
                Some("GATE") => state.gate = number(&item, "next_slot"),
                Some("FROM") => state.of_address = number(&item, "next_slot"),
                Some("PLACE") => state.place = Some(read(TABLE, item)?),
                _ => {}
            }
        }
        Ok(state)
    }
}

fn line_key() -> Item {
    key("LINE#create-order", "LINE")
}

fn gate_key() -> Item {
    key("LINE#gate", "GATE")
}

fn place_key(ticket: &Ticket) -> Item {
    key(format!("LINE#place#{}", ticket.0), "PLACE")
}

fn address_key(address: &str) -> Item {
    key(format!("LINE#from#{address}"), "FROM")
}

/// A number attribute; what is not there is 0.
fn number<T: std::str::FromStr + Default>(item: &Item, name: &str) -> T {
    let text = item.get(name).and_then(|value| value.as_n().ok());
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// The counters of minutes, by their minute.
fn minutes(item: &Item) -> BTreeMap<i64, u64> {
    let counter = |(name, value): (&String, &AttributeValue)| {
        let minute = name.strip_prefix('m')?.parse().ok()?;
        Some((minute, value.as_n().ok()?.parse().ok()?))
    };
    item.iter().filter_map(counter).collect()
}
