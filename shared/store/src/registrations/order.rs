//! Orders: the item of one, and how it is found by its identifier alone.

use super::{
    due::Task,
    table::{Keyed, Registrations, TABLE, partition_of},
};
use crate::dynamo::{Item, StoreError, key, read};
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
