//! A change of one item, written once: it runs alone, or in a transaction with others.

use crate::{
    dynamo::{Item, StoreError},
    transaction::{Write, incomplete, made_alone},
};
use aws_sdk_dynamodb::{
    Client,
    types::{TransactWriteItem, Update, builders::UpdateBuilder},
};

/// A conditional update of one item.
pub(crate) struct ItemChange(Update);

impl ItemChange {
    /// The beginning of a change of the item with this key.
    pub(crate) fn begin(table: &str, key: Item) -> UpdateBuilder {
        Update::builder().table_name(table).set_key(Some(key))
    }

    /// The whole change.
    pub(crate) fn of(update: UpdateBuilder) -> Result<Self, StoreError> {
        update.build().map(Self).map_err(incomplete)
    }

    /// Makes it alone. Stale when its condition does not hold, or transactions held the item each time.
    pub(crate) async fn alone(self, client: &Client) -> Result<Write, StoreError> {
        let within = Self(self.0.clone()).within();
        let Update {
            key,
            update_expression,
            table_name,
            condition_expression,
            expression_attribute_names,
            expression_attribute_values,
            ..
        } = self.0;
        let sent = client
            .update_item()
            .table_name(table_name)
            .set_key(Some(key))
            .update_expression(update_expression)
            .set_condition_expression(condition_expression)
            .set_expression_attribute_names(expression_attribute_names)
            .set_expression_attribute_values(expression_attribute_values)
            .send()
            .await;
        made_alone(sent, client, within).await
    }

    /// As an action of a transaction.
    pub(crate) fn within(self) -> TransactWriteItem {
        TransactWriteItem::builder().update(self.0).build()
    }
}
