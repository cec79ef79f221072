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
    /// The place of the exam was taken at the same moment, and nothing else stood in the way; nothing was written.
    PlaceTaken,
}

impl Registrations {
    /// Writes a candidate with its first order, CREATED, and the idempotency key that must be new. Where the order has the
    /// place that `earlier` holds, one that nobody can pay any more, the place is handed on.
    ///
    /// # Errors
    /// When the table does not answer. The order may then exist; it is found by its due time.
    pub async fn create(
        &self,
        candidate: &Candidate,
        order: &Order,
        due: Ask,
        idempotency: Option<&Idempotency>,
        earlier: Option<&Order>,
    ) -> Result<Created, StoreError> {
        telemetry::about(&candidate.customer_id);
        let mut actions = vec![
            self.put_new(candidate_item(candidate)?)?,
            self.put_new(order_item(order, Some(due))?)?,
        ];
        if let Some(idempotency) = idempotency {
            actions.push(self.put_new(idempotency_item(idempotency)?)?);
        }
        let handed_on = earlier
            .map(|earlier| self.handed_on(earlier, order))
            .transpose()?;
        let place = match handed_on.flatten() {
            Some(handed_on) => {
                actions.extend(handed_on);
                None
            }
            None => self.held_by_new(order)?,
        };
        self.create_all(actions, place).await
    }

    /// Writes a further order of a candidate whose earlier one has closed, and points the key at it. Where the earlier one
    /// still holds a place, that is the further one's.
    pub async fn create_further(
        &self,
        order: &Order,
        due: Ask,
        idempotency: &Idempotency,
        earlier: &Order,
    ) -> Result<Created, StoreError> {
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
        let mut actions = vec![
            self.put_new(order_item(order, Some(due))?)?,
            TransactWriteItem::builder().update(repoint).build(),
        ];
        // What the further order takes over from the earlier one must not be corrected meanwhile.
        let place = match self.handed_on(earlier, order)? {
            Some(handed_on) => {
                actions.extend(handed_on);
                None
            }
            None => {
                let unchanged = ConditionCheck::builder()
                    .table_name(&self.table)
                    .set_key(Some(order_key(&earlier.order_id)))
                    .condition_expression("version = :read")
                    .expression_attribute_values(":read", n(earlier.version))
                    .build()
                    .map_err(incomplete)?;
                actions.push(TransactWriteItem::builder().condition_check(unchanged).build());
                self.held_by_new(order)?
            }
        };
        self.create_all(actions, place).await
    }

    async fn create_all(
        &self,
        mut actions: Vec<TransactWriteItem>,
        place: Option<TransactWriteItem>,
    ) -> Result<Created, StoreError> {
        let place_at = actions.len();
        actions.extend(place);
        // A conflict can only be about the key, the earlier order and the place: the other items have random identifiers.
        // Whichever it was, to look again is right.
        match self.transact(actions).await? {
            Transaction::Done => Ok(Created::Done),
            Transaction::Refused(refused) if refused == [place_at] => Ok(Created::PlaceTaken),
            Transaction::Refused(_) | Transaction::Conflict => Ok(Created::KeyTaken),
        }
    }
}
