//! Doubles: people whom two devices let in. They are shown until somebody has dealt with them, as are those who were let in without a
//! right.

use super::{
    CheckIns, TABLE,
    events::{Since, after},
    item, sort_key,
};
use crate::{
    admin::Audit,
    dynamo::{Item, StoreError, attribute, key, query_all, read, s, text},
    transaction::{Write, incomplete, transact},
};
use aws_sdk_dynamodb::types::{TransactWriteItem, Update};
use domain::{
    CustomerId,
    check_in::{List, ScanPlace, Twice},
};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// That two devices let the same person in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Double {
    /// Who.
    pub customer_id: CustomerId,
    /// The lookups by which devices know what happens to the candidate (`RosterSeal::news_lookup`).
    #[serde(default)]
    pub lookups: Vec<String>,
    /// The one that was first.
    pub first: ScanPlace,
    /// The other one.
    pub second: ScanPlace,
    /// The scans of both.
    #[serde(default)]
    pub nonces: [String; 2],
    /// Who has dealt with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealt_with: Option<DealtWith>,
}

/// That somebody has dealt with what had to be looked at. Why, the audit log says: this table has no text about people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealtWith {
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Who.
    pub by: String,
}

impl Double {
    pub(super) fn of(customer_id: &CustomerId, twice: Twice<'_>, lookups: &[String]) -> Self {
        let Twice { first, second } = twice;
        Self {
            customer_id: customer_id.clone(),
            lookups: lookups.to_vec(),
            first: first.place.clone(),
            second: second.place.clone(),
            nonces: [first.nonce.clone(), second.nonce.clone()],
            dealt_with: None,
        }
    }
}

pub(super) fn double_item(
    list: &List,
    double: &Double,
    now: OffsetDateTime,
    random: &str,
) -> Result<Item, StoreError> {
    let sk = sort_key(now, &double.customer_id, random);
    item(double, double_key(list, &sk))
}

pub(super) fn double_key(list: &List, place: &str) -> Item {
    key(format!("DOUBLES#{list}"), place)
}

impl CheckIns {
    /// The doubles of a list behind a place, the earliest first, each with its own place.
    pub async fn doubles(&self, list: &List, since: &str) -> Result<Vec<(Since, Double)>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        let items = query_all(
            query
                .key_condition_expression("pk = :doubles AND sk > :since")
                .expression_attribute_values(":doubles", s(format!("DOUBLES#{list}")))
                .expression_attribute_values(":since", s(after(since))),
        );
        let items = items.await?.into_iter();
        items
            .map(|item| Ok((text(&item, "sk").to_owned(), read(TABLE, item)?)))
            .collect()
    }

    /// The double at a place, as of this moment; None where there is none, or none any more.
    pub async fn double(&self, list: &List, place: &str) -> Result<Option<Double>, StoreError> {
        let found = self.client.get_item().table_name(&self.table);
        let found = found
            .set_key(Some(double_key(list, place)))
            .consistent_read(true)
            .send()
            .await?;
        found.item.map(|item| read(TABLE, item)).transpose()
    }

    /// Keeps who has dealt with a double. Stale when it is gone, or somebody has before.
    pub async fn deal_with(
        &self,
        list: &List,
        place: &str,
        dealt_with: &DealtWith,
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let actions = vec![
            tick_off(&self.table, double_key(list, place), dealt_with)?,
            audit.put()?,
        ];
        Ok(transact(&self.client, actions).await?.written())
    }
}

/// Keeps who has dealt with something that is there, and that nobody has dealt with before.
pub(super) fn tick_off(
    table: &str,
    key: Item,
    dealt_with: &DealtWith,
) -> Result<TransactWriteItem, StoreError> {
    let update = Update::builder()
        .table_name(table)
        .set_key(Some(key))
        .update_expression("SET dealt_with = :dealt_with")
        .condition_expression("attribute_exists(pk) AND attribute_not_exists(dealt_with)")
        .expression_attribute_values(":dealt_with", attribute(TABLE, dealt_with)?)
        .build()
        .map_err(incomplete)?;
    Ok(TransactWriteItem::builder().update(update).build())
}
