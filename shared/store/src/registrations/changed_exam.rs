//! What the correction of a candidate does to the orders: each leaves its place of the exam before, and takes one of the other,
//! and a pass that goes to another e-mail address gets an address of its own.

use super::{
    amend::ToAmend,
    candidate::Candidate,
    order::order_key,
    table::{Registrations, TABLE},
};
use crate::{
    change::ItemChange,
    dynamo::{StoreError, attribute, n, s},
};
use aws_sdk_dynamodb::types::TransactWriteItem;
use domain::{
    Entropy, ExamPlaces, OrderId,
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
        let mut set = "SET person = :person, selection = :selection, version = :next".to_owned();
        let mut update = ItemChange::begin(&self.table, order_key(&order.order_id))
            .condition_expression("version = :decided_on")
            .expression_attribute_values(":person", attribute(TABLE, &after.person)?)
            .expression_attribute_values(":selection", attribute(TABLE, &after.selection)?)
            .expression_attribute_values(":decided_on", n(order.version))
            .expression_attribute_values(":next", n(order.version + 1));
        // What is not paid keeps its address: the page that comes back from the bank is called by it.
        if order.validity().is_some() && order.person.email != after.person.email {
            let pass_id = OrderId::generate(&order.customer_id, &Entropy::system());
            set += ", reissued_as = :pass_id";
            update = update.expression_attribute_values(":pass_id", s(pass_id));
        }
        let update = match place {
            Some(place) => update
                .update_expression(set + ", place = :place")
                .expression_attribute_values(":place", attribute(TABLE, &place)?),
            None => update.update_expression(set + " REMOVE place"),
        };
        Ok(ItemChange::of(update)?.within())
    }
}
