//! What `make forget` leaves of a paid order: what the accounts say of the payment, and nothing of the person.
//!
//! It is read as an order of somebody who does not exist, and only what went back of it is written.

use super::{
    attention::{self, Flag, Kept, ProviderEvent},
    table::{Registrations, TABLE},
};
use crate::{
    change::ItemChange,
    dynamo::{Item, StoreError, attribute, key, n, read, s},
    transaction::Transaction,
};
use aws_sdk_dynamodb::types::AttributeValue;
use domain::{OrderId, payment::Order};
use std::collections::HashMap;

/// The kind of the item.
pub(crate) const FORGOTTEN: &str = "FORGOTTEN_PAYMENT";

/// An order is always a person's: that of a forgotten one is given one who does not exist, whom no accounts name.
pub(crate) fn of_nobody(mut item: Item) -> Item {
    let person = [
        ("name", "Nobody"),
        ("email", "nobody@example.org"),
        ("phone", "9999999999"),
    ];
    let person = person.map(|(name, text)| (name.to_owned(), s(text)));
    item.insert("person".to_owned(), AttributeValue::M(HashMap::from(person)));
    item
}

fn forgotten_key(order: &OrderId) -> Item {
    key(format!("FORGOTTEN#{order}"), "PAYMENT")
}

impl Registrations {
    /// What is left of the paid order of a forgotten person, as of this moment.
    ///
    /// # Errors
    /// When the table does not answer, or it cannot be read.
    pub async fn forgotten_payment(&self, id: &OrderId) -> Result<Option<Order>, StoreError> {
        let get = self.client.get_item().table_name(&self.table);
        let found = get.set_key(Some(forgotten_key(id))).consistent_read(true);
        let item = found.send().await?.item;
        item.map(|item| read(TABLE, of_nobody(item))).transpose()
    }

    /// Writes what went back of the payment of a forgotten person, with the flag that says so; or, when that changes nothing of the
    /// payment, the event, once.
    ///
    /// # Errors
    /// When the table does not answer. The transaction may then have happened: read again.
    pub async fn record_forgotten(
        &self,
        before: &Order,
        after: Option<&Order>,
        event: &ProviderEvent,
        flag: &Flag,
    ) -> Result<Kept, StoreError> {
        let Order {
            refunds, disputes, ..
        } = after.unwrap_or(before);
        let update = ItemChange::begin(&self.table, forgotten_key(&before.order_id))
            .update_expression("SET refunds = :refunds, disputes = :disputes, version = :next")
            .condition_expression("version = :decided_on")
            .expression_attribute_values(":refunds", attribute(TABLE, refunds)?)
            .expression_attribute_values(":disputes", attribute(TABLE, disputes)?)
            .expression_attribute_values(":decided_on", n(before.version))
            .expression_attribute_values(":next", n(before.version + 1));
        let mut actions = vec![
            ItemChange::of(update)?.within(),
            self.put(attention::item(flag)?)?,
        ];
        if after.is_none() {
            let event = attention::event_item(&before.order_id, event)?;
            actions.push(self.put_new(event)?);
        }
        Ok(match self.transact(actions).await? {
            Transaction::Done => Kept::Now,
            Transaction::Refused(places) if places.contains(&2) => Kept::Before,
            Transaction::Refused(_) | Transaction::Conflict => Kept::Stale,
        })
    }
}
