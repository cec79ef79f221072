//! What an organiser has set about a list.

use super::{CheckIns, TABLE, item};
use crate::{
    admin::Audit,
    dynamo::{Item, StoreError, key, query_all, read, s},
    transaction::{self, Write, incomplete, transact},
};
use aws_sdk_dynamodb::types::{AttributeValue, Put, TransactWriteItem};
use domain::check_in::List;
use serde::{Deserialize, Serialize};

pub(super) const PARTITION: &str = "OPTIONS";

/// What is set about a list. One that was never set counts nobody who goes out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListOptions {
    /// Of which list.
    pub list: List,
    /// Whether people are counted who go out, and come in again.
    pub check_out: bool,
}

/// The key of what is set about a list.
pub(super) fn key_of(list: &List) -> Item {
    key(PARTITION, list.to_string())
}

impl CheckIns {
    /// What is set about every list: one Query.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn options(&self) -> Result<Vec<ListOptions>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        let items = query_all(
            query
                .key_condition_expression("pk = :options")
                .expression_attribute_values(":options", s(PARTITION))
                .consistent_read(true),
        );
        items.await?.into_iter().map(|item| read(TABLE, item)).collect()
    }

    /// Sets what counts at a list from now on. Stale when it is not as it was found.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn set_options(
        &self,
        known: Option<&ListOptions>,
        next: &ListOptions,
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let item = item(next, key_of(&next.list))?;
        let put = match known {
            None => transaction::put_new(&self.table, item)?,
            Some(known) => {
                let put = Put::builder()
                    .table_name(&self.table)
                    .set_item(Some(item))
                    .condition_expression("check_out = :known")
                    .expression_attribute_values(":known", AttributeValue::Bool(known.check_out))
                    .build()
                    .map_err(incomplete)?;
                TransactWriteItem::builder().put(put).build()
            }
        };
        let actions = vec![put, audit.put()?];
        Ok(transact(&self.client, actions).await?.written())
    }
}
