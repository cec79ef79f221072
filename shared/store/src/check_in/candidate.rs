//! What happened to one candidate at the doors, on every list.

use super::{CheckIns, TABLE, WithoutRight, item};
use crate::{
    dynamo::{Item, StoreError, key, query_all, read, s, text},
    transaction,
};
use aws_sdk_dynamodb::types::TransactWriteItem;
use domain::{
    CustomerId, Stored,
    check_in::{Admission, Crossings, Direction, Refusal, ScanPlace},
};
use serde::{Deserialize, Serialize};

/// That a scan which had let somebody in or out was taken back. Why, the audit log says: this table has no text about people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenBack {
    /// Whose.
    pub customer_id: CustomerId,
    /// From what.
    pub list: String,
    /// Which way it was.
    #[serde(default)]
    pub direction: Direction,
    /// The scan.
    pub nonce: String,
    /// Where, when and by whom it was scanned.
    pub scanned: ScanPlace,
    /// Why the pass did not admit them, of somebody who was let in without a right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Stored<Refusal>>,
    /// Where, when and by whom it was taken back.
    pub place: ScanPlace,
}

/// What happened to a candidate.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct AtDoors {
    /// What they are in, with the lists.
    pub admissions: Vec<(String, Admission)>,
    /// Where they went out, with the lists.
    pub crossings: Vec<(String, Crossings)>,
    /// Where they were let in without a right.
    pub without_right: Vec<WithoutRight>,
    /// What was taken back.
    pub taken_back: Vec<TakenBack>,
}

const CANDIDATES: &str = "PASS#";
const ADMISSION: &str = "LIST#";
const CROSSINGS: &str = "CROSSINGS#";
const WITHOUT_RIGHT: &str = "WITHOUT_RIGHT#";
const TAKEN_BACK: &str = "TAKEN_BACK#";

/// Keeps that a scan was taken back.
pub(super) fn put_taken_back(table: &str, taken: &TakenBack) -> Result<TransactWriteItem, StoreError> {
    let sk = format!("{TAKEN_BACK}{}#{}", taken.list, taken.nonce);
    transaction::put(table, item(taken, key(partition(&taken.customer_id), sk))?)
}

pub(super) fn partition(candidate: &CustomerId) -> String {
    format!("{CANDIDATES}{candidate}")
}

/// The candidate whose partition it is.
pub(super) fn of(partition: &str) -> Option<CustomerId> {
    CustomerId::parse(partition.strip_prefix(CANDIDATES)?).ok()
}

impl CheckIns {
    /// What happened to a candidate at the doors, as of this moment: one Query.
    pub async fn of_candidate(&self, candidate: &CustomerId) -> Result<AtDoors, StoreError> {
        let query = self.client.query().table_name(&self.table);
        let items = query_all(
            query
                .key_condition_expression("pk = :candidate")
                .expression_attribute_values(":candidate", s(partition(candidate)))
                .consistent_read(true),
        );
        let mut found = AtDoors::default();
        for item in items.await? {
            found.add(item)?;
        }
        Ok(found)
    }
}

impl AtDoors {
    /// A kind of item that this release does not know is none of these.
    fn add(&mut self, item: Item) -> Result<(), StoreError> {
        let sk = text(&item, "sk").to_owned();
        if let Some(list) = sk.strip_prefix(ADMISSION) {
            self.admissions.push((list.to_owned(), read(TABLE, item)?));
        } else if let Some(list) = sk.strip_prefix(CROSSINGS) {
            self.crossings.push((list.to_owned(), read(TABLE, item)?));
        } else if sk.starts_with(WITHOUT_RIGHT) {
            self.without_right.push(read(TABLE, item)?);
        } else if sk.starts_with(TAKEN_BACK) {
            self.taken_back.push(read(TABLE, item)?);
        }
        Ok(())
    }

    /// Whether nothing ever happened.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.admissions.is_empty()
            && self.crossings.is_empty()
            && self.without_right.is_empty()
            && self.taken_back.is_empty()
    }
}
