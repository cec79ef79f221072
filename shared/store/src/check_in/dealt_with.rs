//! Findings, which have to be looked at: doubles, and people who were let in without a right. They are shown until they
//! are dealt with.

use super::{CheckIns, Double, TABLE, WithoutRight, doubles::double_key, without_right::key_at_list};
use crate::{
    admin::Audit,
    dynamo::{Item, StoreError, attribute, read},
    transaction::{Write, incomplete, transact},
};
use aws_sdk_dynamodb::types::{TransactWriteItem, Update};
use domain::check_in::List;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use time::OffsetDateTime;

/// Who has dealt with a finding, and when. Why, the audit log says: this table has no text about people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealtWith {
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Who.
    pub by: String,
}

/// Names a finding of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FindingKey {
    /// A double, by its place.
    Double(String),
    /// Of who was let in without a right, the nonce of the scan.
    WithoutRight(String),
}

/// What has to be looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// A double.
    Double(Double),
    /// A record of who was let in without a right.
    WithoutRight(WithoutRight),
}

impl FindingKey {
    fn key(&self, list: &List) -> Item {
        match self {
            Self::Double(place) => double_key(list, place),
            Self::WithoutRight(nonce) => key_at_list(list, nonce),
        }
    }
}

impl CheckIns {
    /// A finding, as of this moment; None where there is none, or none any more.
    pub async fn finding(&self, list: &List, wanted: &FindingKey) -> Result<Option<Finding>, StoreError> {
        let key = wanted.key(list);
        Ok(match wanted {
            FindingKey::Double(_) => self.read_now(key).await?.map(Finding::Double),
            FindingKey::WithoutRight(_) => self.read_now(key).await?.map(Finding::WithoutRight),
        })
    }

    async fn read_now<T: DeserializeOwned>(&self, key: Item) -> Result<Option<T>, StoreError> {
        let found = self.client.get_item().table_name(&self.table);
        let found = found.set_key(Some(key)).consistent_read(true).send().await?;
        found.item.map(|item| read(TABLE, item)).transpose()
    }

    /// Keeps who has dealt with a finding. Stale when it is gone, or was dealt with before.
    pub async fn deal_with(
        &self,
        list: &List,
        wanted: &FindingKey,
        dealt_with: &DealtWith,
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(wanted.key(list)))
            .update_expression("SET dealt_with = :dealt_with")
            .condition_expression("attribute_exists(pk) AND attribute_not_exists(dealt_with)")
            .expression_attribute_values(":dealt_with", attribute(TABLE, dealt_with)?)
            .build()
            .map_err(incomplete)?;
        let update = TransactWriteItem::builder().update(update).build();
        Ok(transact(&self.client, vec![update, audit.put()?])
            .await?
            .written())
    }
}
