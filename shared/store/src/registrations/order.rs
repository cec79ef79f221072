//! Orders: the item of one, and how it is found by its identifier alone.

use super::{
    due::Task,
    table::{Keyed, Registrations, TABLE, partition_of},
};
use crate::dynamo::{Item, StoreError, key, read};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{
    CustomerId, OrderId,
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

/// What the address of a pass leads to.
#[derive(Debug, PartialEq, Eq)]
pub enum PassAddress {
    /// An order, whether it is paid or not.
    Leads(Box<Order>),
    /// To nothing any more: the pass goes by another one.
    Replaced,
    /// To nothing.
    Unknown,
}

impl Registrations {
    /// What the address of a pass leads to, as of this moment: by one read, whatever that is.
    ///
    /// # Errors
    /// When the table does not answer, or it may lead to an order that cannot be read.
    pub async fn pass(&self, pass_id: &OrderId) -> Result<PassAddress, StoreError> {
        let Ok(candidate) = CustomerId::parse(pass_id.customer_part()) else {
            return Ok(PassAddress::Unknown);
        };
        let mut found = PassAddress::Unknown;
        let mut unreadable = None;
        for item in self.order_items(&candidate).await? {
            match read::<Order>(TABLE, item) {
                Ok(order) if order.pass_id() == pass_id => {
                    telemetry::about(&order.customer_id);
                    return Ok(PassAddress::Leads(Box::new(order)));
                }
                Ok(order) if order.order_id == *pass_id => found = PassAddress::Replaced,
                Ok(_) => {}
                Err(error) => unreadable = Some(error),
            }
        }
        match (&found, unreadable) {
            (PassAddress::Unknown, Some(error)) => Err(error),
            _ => Ok(found),
        }
    }

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
