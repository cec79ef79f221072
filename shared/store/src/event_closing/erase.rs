//! What is read for the accounts, and what is deleted: every item of the table registrations, a page at a time.

use super::{EventClosing, PARTITION};
use crate::{
    dynamo::{Item, StoreError, key, kind, read, s, text},
    registrations::{
        TABLE,
        forgotten::{FORGOTTEN, of_nobody},
    },
};
use aws_sdk_dynamodb::types::AttributeValue;
use domain::{CustomerId, Stored, payment::Order, registration::PaymentMode};
use futures::{StreamExt, TryStreamExt};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// How many items are deleted side by side.
const AT_ONCE: usize = 32;

/// What one page of the deletion did.
#[derive(Debug, Clone, Default)]
pub struct Erased {
    /// How many items of each kind were deleted.
    pub kinds: BTreeMap<String, u64>,
    /// Where the next page begins; None at the end of the table.
    pub next: Option<TablePosition>,
}

/// What a page of the table says about payments.
#[derive(Debug, Clone, Default)]
pub struct PaymentsPage {
    /// The orders that were ever paid.
    pub orders: Vec<Order>,
    /// By what the candidates of the page pay.
    pub modes: HashMap<CustomerId, Stored<PaymentMode>>,
    /// Where the next page begins; None at the end of the table.
    pub next: Option<TablePosition>,
}

#[derive(Deserialize)]
struct Mode {
    customer_id: CustomerId,
    payment_mode: Stored<PaymentMode>,
}

/// A position in the table.
#[derive(Debug, Clone)]
pub struct TablePosition(HashMap<String, AttributeValue>);

impl EventClosing {
    /// What a page of the table says about payments: the orders that were ever paid, whatever became of the money or the person,
    /// and by what candidates paid. An order that cannot be read is an error: nothing may be deleted while a payment is not
    /// written down.
    ///
    /// # Errors
    /// When the table does not answer, or an order cannot be read.
    pub async fn payments(
        &self,
        from: Option<TablePosition>,
        items: u16,
    ) -> Result<PaymentsPage, StoreError> {
        let page = self
            .client
            .scan()
            .table_name(&self.registrations)
            .filter_expression("#kind IN (:order, :forgotten, :candidate)")
            .expression_attribute_names("#kind", "kind")
            .expression_attribute_values(":order", s("ORDER"))
            .expression_attribute_values(":forgotten", s(FORGOTTEN))
            .expression_attribute_values(":candidate", s("CANDIDATE"))
            .consistent_read(true)
            .limit(i32::from(items))
            .set_exclusive_start_key(from.map(|position| position.0))
            .send()
            .await?;
        let mut found = PaymentsPage {
            next: page.last_evaluated_key.map(TablePosition),
            ..PaymentsPage::default()
        };
        for item in page.items.unwrap_or_default() {
            let is_forgotten = kind(&item) == FORGOTTEN;
            if kind(&item) == "CANDIDATE" || is_forgotten {
                // By what it was paid is said where that is known.
                found.modes.extend(
                    read(TABLE, item.clone())
                        .ok()
                        .map(|mode: Mode| (mode.customer_id, mode.payment_mode)),
                );
            }
            if kind(&item) == "ORDER" || is_forgotten {
                let item = if is_forgotten { of_nobody(item) } else { item };
                let order: Order = read(TABLE, item)?;
                found
                    .orders
                    .extend(Some(order).filter(|order| order.paid_at.is_some()));
            }
        }
        Ok(found)
    }

    /// Deletes a page of the table but for what is kept. What is gone already is no error, so a page may be deleted twice.
    ///
    /// # Errors
    /// When the table does not answer. Some of the page may be gone then.
    pub async fn erase(&self, from: Option<TablePosition>, items: u16) -> Result<Erased, StoreError> {
        let page = self
            .client
            .scan()
            .table_name(&self.registrations)
            .projection_expression("pk, sk, #kind")
            .expression_attribute_names("#kind", "kind")
            .consistent_read(true)
            .limit(i32::from(items))
            .set_exclusive_start_key(from.map(|position| position.0))
            .send()
            .await?;
        let doomed = page.items.unwrap_or_default().into_iter();
        let doomed: Vec<Item> = doomed.filter(|item| text(item, "pk") != PARTITION).collect();
        let mut kinds = BTreeMap::new();
        for item in &doomed {
            *kinds.entry(named(item)).or_insert(0) += 1;
        }
        let deletions = doomed.into_iter().map(|item| self.delete(item));
        let deletions = futures::stream::iter(deletions).buffer_unordered(AT_ONCE);
        deletions.try_collect::<()>().await?;
        Ok(Erased {
            kinds,
            next: page.last_evaluated_key.map(TablePosition),
        })
    }

    async fn delete(&self, item: Item) -> Result<(), StoreError> {
        let doomed = key(text(&item, "pk"), text(&item, "sk"));
        let delete = self.client.delete_item().table_name(&self.registrations);
        delete.set_key(Some(doomed)).send().await?;
        Ok(())
    }
}

/// What an item is called in the report: its kind, or what its key begins with where it says none.
fn named(item: &Item) -> String {
    match kind(item) {
        "" => {
            let pk = text(item, "pk");
            pk.split_once('#')
                .map_or(pk, |(partition, _)| partition)
                .to_owned()
        }
        kind => kind.to_owned(),
    }
}
