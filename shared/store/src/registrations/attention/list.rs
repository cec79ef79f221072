//! The flags that are raised, the oldest first, by the index `attention`.

use super::flag::{Flag, SHARD, UnreadableFlag, flag_key};
use crate::{
    dynamo::{StoreError, count_all, read, s},
    registrations::table::{Registrations, TABLE},
};
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use domain::{AttentionKind, OrderId};

impl Registrations {
    /// What needs attention, the oldest first, at most `limit`. A flag that cannot be read has its place among them.
    pub async fn attention(&self, limit: i32) -> Result<Vec<Result<Flag, UnreadableFlag>>, StoreError> {
        let page = self.flagged().limit(limit).send().await?;
        let items = page.items.unwrap_or_default().into_iter();
        let flags = items.map(|item| {
            let unreadable = UnreadableFlag::of(&item);
            read(TABLE, item).map_err(|_| unreadable)
        });
        Ok(flags.collect())
    }

    /// How many flags there are.
    pub async fn attention_count(&self) -> Result<u64, StoreError> {
        count_all(self.flagged()).await
    }

    /// One flag, as of this moment.
    pub async fn flag_of(&self, id: &OrderId, kind: AttentionKind) -> Result<Option<Flag>, StoreError> {
        let get = self.client.get_item().table_name(&self.table);
        let found = get.set_key(Some(flag_key(id, kind))).consistent_read(true);
        let item = found.send().await?.item;
        item.map(|item| read(TABLE, item)).transpose()
    }

    pub(in crate::registrations) fn flagged(&self) -> QueryFluentBuilder {
        let query = self.client.query().table_name(&self.table);
        query
            .index_name("attention")
            .key_condition_expression("attention_shard = :shard")
            .expression_attribute_values(":shard", s(SHARD))
    }
}
