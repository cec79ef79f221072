//! A new registration through the site: candidate, order and idempotency key, before the provider hears of the order.

use super::{
    candidate::{Candidate, candidate_item},
    idempotency::{Idempotency, idempotency_item, idempotency_key},
    order::{order_item, order_key},
    table::Registrations,
};
use crate::{
    dynamo::{StoreError, n, s},
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{ConditionCheck, TransactWriteItem, Update};
use domain::payment::{Ask, Order};

/// How the creation of an order ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Created {
    /// Written.
    Done,
    /// The idempotency key was used, or its order changed, at the same moment; nothing was written.
    KeyTaken,
}

impl Registrations {
    /// Writes a candidate with its first order, CREATED, and the idempotency key that must be new.
    ///
    /// # Errors
    /// When the table does not answer. The order may then exist; it is found by its due time.
    pub async fn create(
        &self,
        candidate: &Candidate,
        order: &Order,
        due: Ask,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, StoreError> {
        telemetry::about(&candidate.customer_id);
        let mut actions = vec![
            self.put_new(candidate_item(candidate)?)?,
            self.put_new(order_item(order, Some(due))?)?,
        ];
        if let Some(idempotency) = idempotency {
            actions.push(self.put_new(idempotency_item(idempotency)?)?);
        }
        self.create_all(actions).await
    }

    /// Writes a further order of a candidate whose earlier one has closed, and points the key at it.
    pub async fn create_further(
        &self,
        order: &Order,
        due: Ask,
        idempotency: &Idempotency,
        earlier: &Order,
    ) -> Result<Created, StoreError> {
        // What the further order takes over from the earlier one must not be corrected meanwhile.
        let unchanged = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(order_key(&earlier.order_id)))
            .condition_expression("version = :read")
            .expression_attribute_values(":read", n(earlier.version))
            .build()
            .map_err(incomplete)?;
        let repoint = Update::builder()
            .table_name(&self.table)
            .set_key(Some(idempotency_key(&idempotency.key)))
            .update_expression("SET order_id = :order, expires = :expires")
            .condition_expression("order_id = :earlier")
            .expression_attribute_values(":order", s(order.order_id.as_str()))
            .expression_attribute_values(":expires", n(idempotency.expires))
            .expression_attribute_values(":earlier", s(earlier.order_id.as_str()))
            .build()
            .map_err(incomplete)?;
        let actions = vec![
            self.put_new(order_item(order, Some(due))?)?,
            TransactWriteItem::builder().update(repoint).build(),
            TransactWriteItem::builder().condition_check(unchanged).build(),
        ];
        self.create_all(actions).await
    }

    async fn create_all(&self, actions: Vec<TransactWriteItem>) -> Result<Created, StoreError> {
        // A conflict can only be about the key and the earlier order: the other items have random identifiers.
        match self.transact(actions).await? {
            Transaction::Done => Ok(Created::Done),
            Transaction::Refused(_) | Transaction::Conflict => Ok(Created::KeyTaken),
        }
    }
}
