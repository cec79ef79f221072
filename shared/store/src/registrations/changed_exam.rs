//! What the correction of a candidate to another exam does about places: each order leaves its place of the exam before, and
//! takes one of the other.

use super::{
    amend::ToAmend,
    candidate::Candidate,
    order::order_key,
    table::{Registrations, TABLE},
};
use crate::{
    change::ItemChange,
    dynamo::{StoreError, attribute, n},
};
use aws_sdk_dynamodb::types::TransactWriteItem;
use domain::{
    Entropy, ExamPlaces,
    payment::{Order, OrderPlace},
};
use time::OffsetDateTime;

/// No place of the other exam is left.
pub(super) struct SoldOut;

impl Registrations {
    /// The updates of a candidate's orders by a correction, and what is written of their places.
    pub(super) async fn corrected_orders(
        &self,
        before: &ToAmend,
        after: &Candidate,
        at: OffsetDateTime,
    ) -> Result<Result<Vec<TransactWriteItem>, SoldOut>, StoreError> {
        let orders = before.orders();
        let exam = after.selection.course_id();
        if before.candidate().selection.course_id() == exam {
            let updates = orders
                .iter()
                .map(|order| self.corrected(order, after, order.place));
            return updates.collect::<Result<_, _>>().map(Ok);
        }
        let places = match exam {
            Some(exam) => self.exam_places(exam).await?,
            None => None,
        };
        let wanted = orders.iter().filter(|order| order.wants_place(at)).count();
        let mut chosen = places
            .as_ref()
            .map(|places: &ExamPlaces| places.choose_several(wanted, &Entropy::system()))
            .unwrap_or_default();
        if places.is_some() && chosen.len() < wanted {
            return Ok(Err(SoldOut));
        }
        let mut actions = Vec::new();
        for order in orders {
            let moved = Order {
                selection: after.selection.clone(),
                place: None,
                ..order.clone()
            };
            let place = match &places {
                None => None,
                Some(_) if order.wants_place(at) => chosen.pop().map(OrderPlace::Held),
                Some(_) => Some(OrderPlace::Without),
            };
            actions.push(self.corrected(order, after, place)?);
            actions.extend(self.left_by(order)?);
            actions.extend(self.held_by_new(&Order { place, ..moved })?);
        }
        Ok(Ok(actions))
    }

    fn corrected(
        &self,
        order: &Order,
        after: &Candidate,
        place: Option<OrderPlace>,
    ) -> Result<TransactWriteItem, StoreError> {
        let set = "SET person = :person, selection = :selection, version = :next";
        let update = ItemChange::begin(&self.table, order_key(&order.order_id))
            .condition_expression("version = :decided_on")
            .expression_attribute_values(":person", attribute(TABLE, &after.person)?)
            .expression_attribute_values(":selection", attribute(TABLE, &after.selection)?)
            .expression_attribute_values(":decided_on", n(order.version))
            .expression_attribute_values(":next", n(order.version + 1));
        let update = match place {
            Some(place) => update
                .update_expression(format!("{set}, place = :place"))
                .expression_attribute_values(":place", attribute(TABLE, &place)?),
            None => update.update_expression(format!("{set} REMOVE place")),
        };
        Ok(ItemChange::of(update)?.within())
    }
}
