//! What was in quarantine and has been dealt with since: its flag is cleared, with an audit entry that says so.

use super::{COUNT, UNTIL, number, unreadable};
use crate::{
    admin::Audit,
    dynamo::{Item, StoreError, n},
    registrations::{
        attention::Flag,
        order::order_key,
        outbox::{self, OutboxEntry},
        table::Registrations,
    },
    transaction::{Write, incomplete},
};
use aws_sdk_dynamodb::types::{KeysAndAttributes, TransactWriteItem, Update};
use domain::{OrderId, payment::Order};

/// At most so many flags are looked at together: each has an order and a mail, and a BatchGetItem takes a hundred keys.
pub const AT_ONCE: usize = 50;

/// A flag whose order and mail can be read, and are not in quarantine any more.
#[derive(Debug)]
pub struct Released {
    flag: Flag,
    marked: Vec<Item>,
}

impl Released {
    /// The flag that is to go.
    #[must_use]
    pub const fn flag(&self) -> &Flag {
        &self.flag
    }
}

impl Registrations {
    /// Those of at most [`AT_ONCE`] flags whose order and mail can be read and have been dealt with since they were put
    /// into quarantine: it has another due time, or none.
    pub async fn released(&self, flags: Vec<Flag>) -> Result<Vec<Released>, StoreError> {
        if flags.is_empty() {
            return Ok(Vec::new());
        }
        let keys = |id: &OrderId| [order_key(id), outbox::mail_key(id)];
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(flags.iter().flat_map(|flag| keys(&flag.order_id)).collect()))
            .consistent_read(true);
        let items = self.batch(wanted).await?;
        let released = flags.into_iter().filter_map(|flag| {
            let [order, mail] = keys(&flag.order_id).map(|key| {
                let is_it = |item: &&Item| key.iter().all(|(name, value)| item.get(name) == Some(value));
                items.iter().find(is_it)
            });
            let free = order.is_none_or(|item| unreadable::<Order>(item.clone()).is_none() && !is_held(item))
                && mail
                    .is_none_or(|item| unreadable::<OutboxEntry>(item.clone()).is_none() && !is_held(item));
            let marked = [order, mail].into_iter().flatten();
            let marked = marked.filter(|item| item.contains_key(COUNT)).cloned().collect();
            free.then_some(Released { flag, marked })
        });
        Ok(released.collect())
    }

    /// Takes a flag off the list whose items were found [`Registrations::released`], with the audit entry of it
    /// and the items' marks; `Stale` when one of them has changed since.
    pub async fn release(&self, released: &Released, audit: Audit<'_>) -> Result<Write, StoreError> {
        let Released { flag, marked } = released;
        let mut actions = vec![self.take_off(flag)?, audit.put()?];
        for item in marked {
            actions.push(self.unmark(item, &flag.order_id)?);
        }
        Ok(self.transact(actions).await?.written())
    }

    fn unmark(&self, item: &Item, id: &OrderId) -> Result<TransactWriteItem, StoreError> {
        let [order, mail] = [order_key(id), outbox::mail_key(id)];
        let key = if item.get("sk") == order.get("sk") {
            order
        } else {
            mail
        };
        let mut update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key))
            .update_expression(format!("REMOVE {COUNT}, {UNTIL}"));
        update = match number::<i64>(item, "due_at") {
            Some(due) => update
                .condition_expression("due_at = :read")
                .expression_attribute_values(":read", n(due)),
            None => update.condition_expression("attribute_not_exists(due_at)"),
        };
        let update = update.build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }
}

/// Whether an item has not been dealt with since it was put into quarantine: doing so moves its due time, or ends it.
fn is_held(item: &Item) -> bool {
    let due = number::<i64>(item, "due_at");
    due.is_some() && due == number(item, UNTIL)
}
