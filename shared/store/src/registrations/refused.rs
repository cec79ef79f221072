//! An order that the provider refused to open: it is not due, the portal does not show it, and it dies.
//!
//! Only the call that wrote the order may say so, and only while nobody else has touched it: everybody who gives an
//! order of an earlier call to the provider first counts its version up ([`Registrations::begin_again`]). The key of
//! the form is given back in the same transaction, so the form sent again is its own registration, and an order that is
//! dying is never opened. Should the provider report such an order anyway, what is written about it makes it an
//! order like any other again.

use super::{
    candidate::Candidate,
    idempotency::idempotency_key,
    order::order_key,
    places::PlaceAction,
    table::{Registrations, TABLE},
};
use crate::{
    change::ItemChange,
    dynamo::{StoreError, n, rfc3339, s},
    transaction::{Write, incomplete},
};
use aws_sdk_dynamodb::types::{Delete, TransactWriteItem};
use domain::{
    CustomerId, OrderId,
    payment::{Order, Status},
};
use time::{Duration, OffsetDateTime};

/// How long a refused order is kept. It may help to answer a question on the same day.
pub const KEPT: Duration = Duration::days(1);

/// The attributes that a refused order has and no other.
pub(super) const MARKS: &str = "refused_at, expires";

/// How an order was written that is now refused.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenOrder {
    /// The key of its form.
    pub key: Option<String>,
    /// The order that the key named before; None for the first order of a new candidate.
    pub after: Option<OrderId>,
}

impl Registrations {
    /// Writes that the provider refused `order`, as the call that wrote it has it. Stale when anybody has touched the
    /// order or its key since: then it stays due.
    pub async fn record_refused(
        &self,
        order: &Order,
        written: &WrittenOrder,
        now: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let refused = Order {
            refused_at: Some(now),
            ..order.clone()
        };
        let step = order.place_step(&refused, false, now);
        let place = PlaceAction::of(step).unwrap_or(PlaceAction::Keep);
        let mut actions = vec![self.refuse(order, place, now)?];
        match &written.after {
            None => actions.push(self.candidate_dies(&order.customer_id, now)?),
            Some(earlier) => actions.push(self.count_instead(order, earlier)?),
        }
        if let Some(key) = &written.key {
            actions.push(self.give_back(key, order, written.after.as_ref())?);
        }
        actions.extend(self.place_action(order, place)?);
        Ok(self.transact(actions).await?.written())
    }

    /// Notes that an order of an earlier call is about to be given to the provider, which that call does not know of.
    /// Stale when the order has changed since it was read.
    pub async fn begin_again(&self, order: &Order) -> Result<Write, StoreError> {
        let update = ItemChange::begin(&self.table, order_key(&order.order_id))
            .update_expression("SET version = :next")
            .condition_expression("version = :decided_on AND attribute_not_exists(refused_at)")
            .expression_attribute_values(":decided_on", n(order.version))
            .expression_attribute_values(":next", n(order.version + 1));
        ItemChange::of(update)?.alone(&self.client).await
    }

    /// Lets the candidate of a refused order live, because the provider has the order.
    pub async fn keep_candidate(&self, id: &CustomerId) -> Result<(), StoreError> {
        let update = ItemChange::begin(&self.table, Candidate::key(id))
            .update_expression("REMOVE expires")
            .condition_expression("attribute_exists(pk)");
        // One that is gone already stays away; its order can be paid and tells who it is for.
        let (Write::Done | Write::Stale) = ItemChange::of(update)?.alone(&self.client).await?;
        Ok(())
    }

    fn refuse(
        &self,
        order: &Order,
        place: PlaceAction,
        now: OffsetDateTime,
    ) -> Result<TransactWriteItem, StoreError> {
        let mut set = "SET refused_at = :at, expires = :end, version = :next".to_owned();
        let mut update = ItemChange::begin(&self.table, order_key(&order.order_id));
        if let Some(place) = place.set(order)? {
            set.push_str(", place = :place");
            update = update.expression_attribute_values(":place", place);
        }
        let update = update
            .update_expression(set + " REMOVE due_shard, due_at")
            .condition_expression(
                "version = :decided_on AND #status = :created AND attribute_not_exists(#session)",
            )
            .expression_attribute_names("#status", "status")
            .expression_attribute_names("#session", "session")
            .expression_attribute_values(":at", rfc3339(TABLE, now)?)
            .expression_attribute_values(":end", n(end(now)))
            .expression_attribute_values(":decided_on", n(order.version))
            .expression_attribute_values(":next", n(order.version + 1))
            .expression_attribute_values(":created", s(Status::Created.as_str()));
        Ok(ItemChange::of(update)?.within())
    }

    fn candidate_dies(&self, id: &CustomerId, now: OffsetDateTime) -> Result<TransactWriteItem, StoreError> {
        let update = ItemChange::begin(&self.table, Candidate::key(id))
            .update_expression("SET expires = :end")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":end", n(end(now)));
        Ok(ItemChange::of(update)?.within())
    }

    /// The refused order no longer counts in the sum of versions by which an older read of its candidate is
    /// recognised; the order before it counts for both, so that the sum grows.
    fn count_instead(&self, order: &Order, earlier: &OrderId) -> Result<TransactWriteItem, StoreError> {
        let update = ItemChange::begin(&self.table, order_key(earlier))
            .update_expression("ADD version :by")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":by", n(order.version + 1));
        Ok(ItemChange::of(update)?.within())
    }

    /// Lets the key name what it named before the order, or nothing.
    fn give_back(
        &self,
        key: &str,
        order: &Order,
        earlier: Option<&OrderId>,
    ) -> Result<TransactWriteItem, StoreError> {
        let ours = "order_id = :me";
        let me = s(order.order_id.as_str());
        Ok(match earlier {
            None => {
                let delete = Delete::builder()
                    .table_name(&self.table)
                    .set_key(Some(idempotency_key(key)))
                    .condition_expression(ours)
                    .expression_attribute_values(":me", me);
                TransactWriteItem::builder()
                    .delete(delete.build().map_err(incomplete)?)
                    .build()
            }
            Some(earlier) => {
                let update = ItemChange::begin(&self.table, idempotency_key(key))
                    .update_expression("SET order_id = :earlier")
                    .condition_expression(ours)
                    .expression_attribute_values(":earlier", s(earlier.as_str()))
                    .expression_attribute_values(":me", me);
                ItemChange::of(update)?.within()
            }
        })
    }
}

/// When what is refused now is deleted, in epoch seconds.
pub(crate) fn end(refused_at: OffsetDateTime) -> i64 {
    (refused_at + KEPT).unix_timestamp()
}
