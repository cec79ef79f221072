//! Exams that were given a capacity after they had been sold, or a larger one: those who hold them without a place get theirs,
//! a page of them at a time.

use super::{
    order::order_key,
    places::{AWAITED, capacity_key, exam_of, number},
    table::{Registrations, TABLE},
};
use crate::{
    change::ItemChange,
    dynamo::{Item, StoreError, attribute, key, n, s, text},
    read_model::Cursor,
    transaction::{Write, refused_is_stale},
};
use domain::{
    CourseId, PlaceNumber,
    payment::{Order, OrderPlace},
};
use time::OffsetDateTime;

/// An exam of which some are to be given places.
#[derive(Debug, Clone)]
pub struct AwaitedExam {
    /// Which.
    pub exam: CourseId,
    /// Behind which candidate of its list; from the beginning, when None.
    pub behind: Option<Cursor>,
    /// How many who have paid are still to be given one, as far as is known.
    pub count: u32,
    /// Since when it is due, in epoch seconds: what a change of it names.
    due_at: String,
}

impl Registrations {
    /// The exams of which some are to be given places now, the longest overdue first. One that cannot be read is left out.
    pub async fn awaited_exams(
        &self,
        now: OffsetDateTime,
        limit: i32,
    ) -> Result<Vec<AwaitedExam>, StoreError> {
        let query = self.client.query().table_name(&self.table).index_name("due");
        let page = query
            .key_condition_expression("due_shard = :shard AND due_at <= :now")
            .expression_attribute_values(":shard", s(AWAITED))
            .expression_attribute_values(":now", n(now.unix_timestamp()))
            .limit(limit)
            .send()
            .await?;
        let mut exams = Vec::new();
        // The index has no more of them than their keys.
        for found in page.items.unwrap_or_default() {
            let capacity = self
                .client
                .get_item()
                .table_name(&self.table)
                .set_key(Some(key(text(&found, "pk"), text(&found, "sk"))))
                .consistent_read(true)
                .send()
                .await?;
            exams.extend(capacity.item.as_ref().and_then(awaited));
        }
        Ok(exams)
    }

    /// Gives a place to an order that has none, because its exam had no capacity or none was left: then its candidate may have a
    /// seat, too. Stale when the order has changed since it was read, or the place is held.
    pub async fn give_place(&self, order: &Order, place: PlaceNumber) -> Result<Write, StoreError> {
        let held = Order {
            place: Some(OrderPlace::Held(place)),
            ..order.clone()
        };
        let Some(hold) = self.held_by_new(&held)? else {
            return Ok(Write::Done);
        };
        let update = ItemChange::begin(&self.table, order_key(&order.order_id))
            .update_expression("SET place = :place, version = :next")
            .condition_expression("version = :read")
            .expression_attribute_values(":place", attribute(TABLE, &held.place)?)
            .expression_attribute_values(":read", n(order.version))
            .expression_attribute_values(":next", n(order.version + 1));
        let mut actions = vec![ItemChange::of(update)?.within(), hold];
        if let (Some(OrderPlace::Without), Some(exam)) = (order.place, order.selection.course_id()) {
            actions.extend(self.seat_may_be_given(exam).await?);
        }
        Ok(self.transact(actions).await?.written())
    }

    /// Keeps behind which candidate an exam is to be gone on with and how many are still awaited then, or with None that all have
    /// their places. A place that was given is held, and is no longer kept free.
    pub async fn places_given(
        &self,
        awaited: &AwaitedExam,
        behind: Option<(&Cursor, u32)>,
    ) -> Result<Write, StoreError> {
        let update = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(capacity_key(&awaited.exam)))
            .expression_attribute_values(
                ":read",
                aws_sdk_dynamodb::types::AttributeValue::N(awaited.due_at.clone()),
            );
        let update = match behind {
            Some((behind, left)) => update
                .condition_expression("due_at = :read AND awaited = :count")
                .update_expression("SET behind = :behind, awaited = :left")
                .expression_attribute_values(":count", n(awaited.count))
                .expression_attribute_values(":left", n(left))
                .expression_attribute_values(":behind", attribute(TABLE, &behind.as_str())?),
            None => update
                .condition_expression("due_at = :read")
                .update_expression("REMOVE awaited, behind, due_shard, due_at"),
        };
        refused_is_stale(update.send().await)
    }
}

fn awaited(item: &Item) -> Option<AwaitedExam> {
    Some(AwaitedExam {
        exam: exam_of(item)?,
        behind: Cursor::parse(text(item, "behind")),
        count: number(item, "awaited").unwrap_or_default(),
        due_at: item.get("due_at")?.as_n().ok()?.clone(),
    })
}
