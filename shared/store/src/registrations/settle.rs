//! The conditional writes by which an unpaid order changes.

use super::{
    due::Task,
    order::order_key,
    places::PlaceAction,
    refused::MARKS,
    table::{Registrations, TABLE},
};
use crate::{
    change::ItemChange,
    dynamo::{StoreError, attribute, millis, n, rfc3339, s},
    transaction::{Write, refused_is_stale},
};
use domain::{
    OrderId,
    payment::{Ask, AttemptState, Order, PaymentSessionId, Status},
};
use time::{Duration, OffsetDateTime};

/// What changes on an order that is not paid.
#[derive(Debug, Clone)]
pub struct UnpaidChange<'a> {
    /// Its new status.
    pub status: Status,
    /// The state of its newest attempt.
    pub attempt: AttemptState,
    /// The checkout's token, when the provider returned it.
    pub session: Option<&'a PaymentSessionId>,
    /// When it was closed at the provider, if that was before its expiry: from then on it cannot be paid.
    pub closed_at: Option<OffsetDateTime>,
    /// When the provider is asked again; never, when None.
    pub due: Option<Ask>,
    /// What it does about its place.
    pub place: PlaceAction,
}

impl Registrations {
    /// Writes a change of an unpaid order, decided on `order`, with what that says of whether its attempts are read.
    pub async fn record_unpaid(&self, order: &Order, change: &UnpaidChange<'_>) -> Result<Write, StoreError> {
        let mut set = "SET #status = :status, attempt = :attempt, version = :next".to_owned();
        // What is recorded here comes from the provider, so the provider has the order.
        let mut remove = format!(" REMOVE {MARKS}");
        let mut update = ItemChange::begin(&self.table, order_key(&order.order_id))
            .condition_expression("version = :decided_on AND #status <> :paid")
            .expression_attribute_names("#status", "status")
            .expression_attribute_values(":status", attribute(TABLE, &change.status)?)
            .expression_attribute_values(":attempt", attribute(TABLE, &change.attempt)?)
            .expression_attribute_values(":decided_on", n(order.version))
            .expression_attribute_values(":next", n(order.version + 1))
            .expression_attribute_values(":paid", s(Status::Paid.as_str()));
        if let Some(session) = change.session {
            set.push_str(", #session = :session");
            update = update
                .expression_attribute_names("#session", "session")
                .expression_attribute_values(":session", attribute(TABLE, session)?);
        }
        match order.unread_at {
            Some(unread) => {
                set.push_str(", unread_at = :unread");
                update = update.expression_attribute_values(":unread", n(unread));
            }
            None => remove.push_str(", unread_at"),
        }
        if let Some(moment) = change.closed_at {
            set.push_str(", expires_at = :closed_at");
            update = update.expression_attribute_values(":closed_at", rfc3339(TABLE, moment)?);
        }
        if let Some(Ask { at, lane }) = change.due {
            set.push_str(", due_shard = :shard, due_at = :due");
            update = update
                .expression_attribute_values(":shard", s(Task::Settle(lane).shard_of(&order.order_id)))
                .expression_attribute_values(":due", n(at.unix_timestamp()));
        } else {
            remove.push_str(", due_shard, due_at");
        }
        if let Some(place) = change.place.set(order)? {
            set.push_str(", place = :place");
            update = update.expression_attribute_values(":place", place);
        }
        if change.place.removes(order) {
            remove.push_str(", place");
        }
        let update = ItemChange::of(update.update_expression(set + &remove))?;
        match self.place_action(order, change.place)? {
            None => update.alone(&self.client).await,
            Some(place) => Ok(self.transact(vec![update.within(), place]).await?.written()),
        }
    }

    /// Takes the right to ask the provider about an order on behalf of a waiting page, which is given once
    /// in `interval`.
    pub async fn acquire_poll_slot(
        &self,
        id: &OrderId,
        now: OffsetDateTime,
        interval: Duration,
    ) -> Result<bool, StoreError> {
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(order_key(id)))
            .update_expression("SET asked_at = :now")
            .condition_expression("attribute_exists(pk) AND asked_at <= :limit")
            .expression_attribute_values(":now", n(millis(now)))
            .expression_attribute_values(":limit", n(millis(now - interval)))
            .send()
            .await;
        Ok(refused_is_stale(sent)? == Write::Done)
    }

    /// Keeps that the attempts to pay an order could not be read at `now`, for the pages that wait for it and ask soon after.
    pub async fn note_attempts_unread(&self, id: &OrderId, now: OffsetDateTime) -> Result<(), StoreError> {
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(order_key(id)))
            .update_expression("SET unread_at = :now")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":now", n(millis(now)))
            .send()
            .await;
        // Stale: a transaction is writing the order this moment, so something is known of it.
        refused_is_stale(sent).map(|_| ())
    }

    /// Forgets when a page last asked about an order, so that the next one may ask at once.
    pub async fn reset_poll_throttle(&self, id: &OrderId) -> Result<(), StoreError> {
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(order_key(id)))
            .update_expression("SET asked_at = :never")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":never", n(0))
            .send()
            .await;
        // Stale: a transaction is writing the order this moment, which is news of it as good as an ask's.
        refused_is_stale(sent).map(|_| ())
    }
}
