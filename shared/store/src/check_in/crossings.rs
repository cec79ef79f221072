//! Crossings: who went out, and of whom it was only said that they are in already.

use super::{CheckIns, Seen, TABLE, candidate, item};
use crate::{
    dynamo::{Item, StoreError, get_all, key, n, read},
    transaction::{self, incomplete},
};
use aws_sdk_dynamodb::types::{ConditionCheck, Delete, Put, TransactWriteItem};
use domain::{
    CustomerId,
    check_in::{Crossings, List},
};
use std::collections::HashMap;

const UNCHANGED: &str = "version = :version";
const NONE: &str = "attribute_not_exists(pk)";

pub(super) fn crossings_key(candidate: &CustomerId, list: &List) -> Item {
    key(candidate::partition(candidate), format!("CROSSINGS#{list}"))
}

impl CheckIns {
    /// The crossings of at most a hundred candidates.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn crossings(
        &self,
        list: &List,
        candidates: &[CustomerId],
    ) -> Result<HashMap<CustomerId, Crossings>, StoreError> {
        if candidates.is_empty() {
            return Ok(HashMap::new());
        }
        let keys = candidates.iter().map(|candidate| crossings_key(candidate, list));
        let keys: Vec<Item> = keys.collect();
        let mut found = HashMap::new();
        for item in get_all(&self.client, &self.table, &keys).await? {
            let crossings: Crossings = read(TABLE, item)?;
            found.insert(crossings.customer_id.clone(), crossings);
        }
        Ok(found)
    }

    /// What becomes of the crossings; that they are those that were found where nothing does. Of a list that never counted who goes
    /// out there are none.
    pub(super) fn turn_crossings(
        &self,
        list: &List,
        customer_id: &CustomerId,
        seen: &Seen,
        next: Option<Crossings>,
    ) -> Result<Option<TransactWriteItem>, StoreError> {
        let known = seen.crossings.as_ref();
        if next.as_ref() == known {
            let may_come = known.is_some() || seen.options.is_some();
            return may_come
                .then(|| self.still_crossed(list, customer_id, known))
                .transpose();
        }
        let Some(mut next) = next else {
            return Ok(None);
        };
        let Some(known) = known else {
            next.version = 1;
            let item = item(&next, crossings_key(customer_id, list))?;
            return transaction::put_new(&self.table, item).map(Some);
        };
        next.version += 1;
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item(&next, crossings_key(customer_id, list))?))
            .condition_expression(UNCHANGED)
            .expression_attribute_values(":version", n(known.version))
            .build()
            .map_err(incomplete)?;
        Ok(Some(TransactWriteItem::builder().put(put).build()))
    }

    /// Removes the crossings, if they are those that were found.
    pub(super) fn delete_crossings(
        &self,
        list: &List,
        known: &Crossings,
    ) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(crossings_key(&known.customer_id, list)))
            .condition_expression(UNCHANGED)
            .expression_attribute_values(":version", n(known.version))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// That the crossings are still those that were found.
    pub(super) fn still_crossed(
        &self,
        list: &List,
        customer_id: &CustomerId,
        known: Option<&Crossings>,
    ) -> Result<TransactWriteItem, StoreError> {
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(crossings_key(customer_id, list)));
        let check = match known {
            Some(known) => check
                .condition_expression(UNCHANGED)
                .expression_attribute_values(":version", n(known.version)),
            None => check.condition_expression(NONE),
        };
        let check = check.build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }
}
