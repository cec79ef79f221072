//! People whom a device without a network let in, although their pass does not admit them: on record once for the list and
//! once for the candidate.

use super::{CheckIns, DealtWith, TABLE, candidate, delete, item, nonces::Used};
use crate::{
    admin::Audit,
    dynamo::{Item, StoreError, key, query_all, read, s},
    transaction::{self, Write, transact},
};
use aws_sdk_dynamodb::types::TransactWriteItem;
use domain::{
    CustomerId, Stored,
    check_in::{List, Refusal, ScanPlace},
};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use time::OffsetDateTime;

/// That somebody was let in without a right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithoutRight {
    /// Whose pass it was, as its code says.
    pub customer_id: CustomerId,
    /// To what.
    pub list: String,
    /// Why the pass does not admit them.
    pub reason: Stored<Refusal>,
    /// Where, when and by whom.
    pub place: ScanPlace,
    /// The scan.
    pub nonce: String,
    /// Who has dealt with it, on the record of the list alone: that of the candidate says what happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealt_with: Option<DealtWith>,
}

impl WithoutRight {
    fn keys(&self) -> [Item; 2] {
        let Self {
            customer_id,
            list,
            nonce,
            ..
        } = self;
        [
            key_at_list(list, nonce),
            key_at_candidate(list, customer_id, nonce),
        ]
    }
}

/// The key of the record that is with the list.
pub(super) fn key_at_list(list: impl Display, nonce: &str) -> Item {
    key(format!("WITHOUT_RIGHT#{list}"), nonce)
}

/// The key of the record that is with the candidate.
pub(super) fn key_at_candidate(list: impl Display, candidate: &CustomerId, nonce: &str) -> Item {
    key(
        candidate::partition(candidate),
        format!("WITHOUT_RIGHT#{list}#{nonce}"),
    )
}

/// The writes that take both records away, which must be there.
pub(super) fn delete_records(
    table: &str,
    record: &WithoutRight,
) -> Result<Vec<TransactWriteItem>, StoreError> {
    let keys = record.keys().into_iter();
    keys.map(|key| delete(table, key, Some("attribute_exists(pk)")))
        .collect()
}

impl CheckIns {
    /// Keeps that somebody was let in without a right, with the answer to the scan. Stale when the nonce is used.
    pub async fn note_without_right(
        &self,
        record: &WithoutRight,
        used: &Used,
        again: bool,
        audit: Audit<'_>,
        now: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let mut actions = vec![self.put_nonce(used, again, now)?, audit.put()?];
        for key in record.keys() {
            actions.push(transaction::put(&self.table, item(record, key)?)?);
        }
        Ok(transact(&self.client, actions).await?.written())
    }

    /// Those who were let in to a list without a right, the earliest first.
    pub async fn without_right(&self, list: &List) -> Result<Vec<WithoutRight>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        let items = query_all(
            query
                .key_condition_expression("pk = :list")
                .expression_attribute_values(":list", s(format!("WITHOUT_RIGHT#{list}"))),
        );
        let items = items.await?.into_iter();
        let mut records = items
            .map(|item| read(TABLE, item))
            .collect::<Result<Vec<WithoutRight>, StoreError>>()?;
        records.sort_by_key(|record| record.place.at);
        Ok(records)
    }
}
