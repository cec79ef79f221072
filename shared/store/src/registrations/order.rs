//! Orders: the item of one, and how it is found by its identifier alone.

use super::{
    due::Task,
    table::{Keyed, Registrations, TABLE, partition_of},
};
use crate::dynamo::{Item, StoreError, key, read};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{
    OrderId,
    payment::{Ask, Order},
};

pub(super) fn partition(order: &OrderId) -> String {
    partition_of(order.customer_part())
}

pub(super) fn order_key(order: &OrderId) -> Item {
    key(partition(order), format!("ORDER#{order}"))
}

pub(super) fn order_item(order: &Order, due: Option<Ask>) -> Result<Item, StoreError> {
    let keyed = Keyed {
        pk: partition(&order.order_id),
        sk: format!("ORDER#{}", order.order_id),
        kind: "ORDER",
        due_shard: due.map(|due| Task::Settle(due.lane).shard_of(&order.order_id)),
        due_at: due.map(|due| due.at.unix_timestamp()),
        value: order,
    };
    crate::dynamo::write(TABLE, &keyed)
}

impl Registrations {
    /// These orders, at most 100, as of this moment, in any order. One that is not there is left out.
    ///
    /// # Errors
    /// When the table does not answer, or an order cannot be read.
    pub async fn orders(&self, ids: &[OrderId]) -> Result<Vec<Order>, StoreError> {
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(ids.iter().map(order_key).collect()))
            .consistent_read(true);
        let items = self.batch(wanted).await?.into_iter();
        items.map(|item| read(TABLE, item)).collect()
    }

    /// One order, as of this moment.
    pub async fn order(&self, id: &OrderId) -> Result<Option<Order>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(order_key(id)))
            .consistent_read(true)
            .send()
            .await?;
        let order: Option<Order> = found.item.map(|item| read(TABLE, item)).transpose()?;
        if let Some(order) = &order {
            telemetry::about(&order.customer_id);
        }
        Ok(order)
    }
}
