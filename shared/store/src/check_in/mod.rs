//! Table check-in: who is in, and what was answered to whom.
//!
//! | item | pk | sk | file |
//! |---|---|---|---|
//! | admission: that a candidate is in | `PASS#<candidate>` | `LIST#<list>` | `admissions` |
//! | nonce: what was answered to a scan | `NONCE#<nonce>` | `NONCE`, dies by `expires` after 48 hours | `nonces` |
//! | count of an hour, device and clerk | `COUNTS#<0..4>` | `<list>#<hour>#<device>#<clerk>` | `counts` |
//! | crossings: who went out, of a list that counts it, and of whom it was only said that they are in | `PASS#<candidate>` | `CROSSINGS#<list>` | `crossings` |
//! | what is set about a list | `OPTIONS` | `<list>` | `options` |
//! | event: in, taken back, went out, or inside again | `EVENTS#<list>#<0..4>` | `<received, ms>#<candidate>#<random>` | `events` |
//! | double: let in by two devices | `DOUBLES#<list>` | `<received, ms>#<candidate>#<random>` | `doubles` |
//! | let in without a right | `WITHOUT_RIGHT#<list>` and `PASS#<candidate>` | `<nonce>` and `WITHOUT_RIGHT#<list>#<nonce>` | `without_right` |
//! | that a scan which had let somebody in or out was taken back | `PASS#<candidate>` | `TAKEN_BACK#<list>#<nonce>` | `candidate` |
//! | a phone, as it last reported itself | `PHONES` | `<session>`, dies by `expires` after three days | `phones` |
//! | what is to be shown on a phone | `PHONE_MESSAGES` | `<session>`, dies by `expires` after twelve hours | `phones` |
//! | when the practice of a list was cleared | `CLEARED` | `<list>` | `clear` |
//!
//! | access pattern | call |
//! |---|---|
//! | the admission, the crossings and the nonce of a scan, and what is set about the list | BatchGetItem, consistent |
//! | keep a scan, in or out | one transaction on the admission and the crossings that were found: nonce, counts, events, doubles |
//! | answer anything else | PutItem of the nonce |
//! | let in without a right | one transaction on the nonce, with the audit entry |
//! | take a scan back | one transaction on the same, or on the nonce, with the audit entry |
//! | what happened to a candidate | Query of its partition, consistent |
//! | counts of every list, or of one | Query of the four shards |
//! | what has happened at a list since | Query of the four shards of events, and of the doubles, from a moment on |
//! | which of some candidates are in, and which of them are out | BatchGetItem, for each |
//! | every admission there ever was | Query of a list's events and doubles; the count by the same with a filter |
//! | a phone reports itself | PutItem, and GetItem of its message |
//! | every phone with its message | Query of both partitions |
//! | tick off a finding: a double, or one without a right | GetItem, then one transaction on it with the audit entry |
//! | what is set about the lists | Query |
//! | clear the practice of a list | Query of its events and of those without a right, transactions of admissions with their counts and doubles |
//!
//! The table is apart from the registrations because a stream follows those, and because the function at the door may
//! write nothing there. An admission is under its candidate's own key, so a hundred scans a second spread by
//! themselves; what is counted is spread by device, which scans one pass after another, and events by candidate.

mod admissions;
mod candidate;
mod clear;
mod counts;
mod crossings;
mod dealt_with;
mod doubles;
mod events;
mod leaving;
mod nonces;
mod options;
mod phones;
mod turn;
mod without_right;

pub use admissions::{Seen, Sought};
pub use candidate::{AtDoors, TakenBack};
pub use clear::Cleared;
pub use counts::Count;
pub use dealt_with::{DealtWith, Finding, FindingKey};
pub use doubles::Double;
pub use events::{DoorEvent, DoorMovement, Since};
pub use leaving::{Leaving, Taken};
pub use nonces::{Answer, Crossed, Used};
pub use options::ListOptions;
pub use phones::{Phone, PhoneMessage};
pub use turn::{PassageTurn, Passing};
pub use without_right::WithoutRight;

use crate::{
    dynamo::{Item, StoreError},
    transaction::incomplete,
};
use aws_sdk_dynamodb::{
    Client,
    types::{Delete, TransactWriteItem},
};
use config::{ConfigError, Env};
use domain::CustomerId;
use serde::Serialize;
use time::OffsetDateTime;

const TABLE: &str = "check-in";

/// Among how many partitions counts and events are spread.
const SHARDS: u8 = 4;

/// The table check-in.
#[derive(Debug, Clone)]
pub struct CheckIns {
    client: Client,
    table: String,
}

impl CheckIns {
    /// The table that `TABLE_CHECK_IN` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_CHECK_IN")?,
        })
    }
}

/// An item with its key.
fn item(value: &impl Serialize, key: Item) -> Result<Item, StoreError> {
    let mut item = crate::dynamo::write(TABLE, value)?;
    item.extend(key);
    Ok(item)
}

/// Removes an item, on a condition.
fn delete(table: &str, key: Item, condition: Option<&str>) -> Result<TransactWriteItem, StoreError> {
    let delete = Delete::builder()
        .table_name(table)
        .set_key(Some(key))
        .set_condition_expression(condition.map(str::to_owned))
        .build()
        .map_err(incomplete)?;
    Ok(TransactWriteItem::builder().delete(delete).build())
}

/// A text's shard.
fn shard(text: &str) -> u8 {
    let sum: u32 = text.bytes().map(u32::from).sum();
    u8::try_from(sum % u32::from(SHARDS)).unwrap_or_default()
}

/// Sorts by the moment; the rest makes it one of several.
fn sort_key(at: OffsetDateTime, candidate: &CustomerId, random: &str) -> String {
    format!("{:014}#{candidate}#{random}", crate::dynamo::millis(at))
}
