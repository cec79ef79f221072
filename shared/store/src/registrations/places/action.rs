//! What the writing of an order does about its place: it takes one, gives its own back, or hands it on.

use super::{PlaceHolder, place_key};
use crate::{
    change::ItemChange,
    dynamo::{StoreError, attribute, n, s},
    registrations::{
        attention::{self, Flag},
        order::order_key,
        table::{Registrations, TABLE},
    },
};
use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem};
use domain::{
    AttentionKind, PlaceNumber,
    payment::{Order, OrderPlace, PlaceStep},
};
use time::OffsetDateTime;

/// What the writing of an order does about its place: a step, with the place that was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceAction {
    /// Nothing.
    Keep,
    /// Gives this one back.
    GiveBack(PlaceNumber),
    /// Takes this one, which must be free.
    Take(PlaceNumber),
    /// Takes none, because none is left, and flags the order.
    Oversold,
    /// Takes none, because its exam has any number of them now: it has nothing of them from here on, as those who come now.
    Unlimited,
}

impl PlaceAction {
    /// What a step becomes that takes no place.
    #[must_use]
    pub const fn of(step: PlaceStep) -> Option<Self> {
        match step {
            PlaceStep::Keep => Some(Self::Keep),
            PlaceStep::GiveBack(place) => Some(Self::GiveBack(place)),
            PlaceStep::Take => None,
        }
    }

    /// What an order has of the places once it is written.
    #[must_use]
    pub fn after(self, order: &Order) -> Option<OrderPlace> {
        match self {
            Self::Keep => order.place,
            Self::Take(place) => Some(OrderPlace::Held(place)),
            Self::GiveBack(_) | Self::Oversold => Some(OrderPlace::Without),
            Self::Unlimited => None,
        }
    }

    /// The attribute `place` that the order's update writes; None where it does not change.
    pub(in crate::registrations) fn set(self, order: &Order) -> Result<Option<AttributeValue>, StoreError> {
        let after = self.after(order);
        if after == order.place {
            return Ok(None);
        }
        after.map(|place| attribute(TABLE, &place)).transpose()
    }

    /// Whether the order's update removes the attribute.
    pub(in crate::registrations) fn removes(self, order: &Order) -> bool {
        order.place.is_some() && self.after(order).is_none()
    }
}

impl Registrations {
    /// What an order writes of its place beside its own item; None where there is nothing.
    pub(in crate::registrations) fn place_action(
        &self,
        order: &Order,
        write: PlaceAction,
    ) -> Result<Option<TransactWriteItem>, StoreError> {
        match (write, order.selection.course_id()) {
            (PlaceAction::GiveBack(place), Some(exam)) => self
                .free_place(exam, place, PlaceHolder::Order(&order.order_id))
                .map(Some),
            (PlaceAction::Take(place), Some(exam)) => self
                .hold_place(exam, place, PlaceHolder::Order(&order.order_id))
                .map(Some),
            (PlaceAction::Keep | PlaceAction::Oversold | PlaceAction::Unlimited, _)
            | (PlaceAction::GiveBack(_) | PlaceAction::Take(_), None) => Ok(None),
        }
    }

    /// The flag of an order whose money is here and for which no place was left; None for any other.
    pub(in crate::registrations) fn oversold(
        &self,
        order: &Order,
        write: PlaceAction,
        at: OffsetDateTime,
    ) -> Result<Option<TransactWriteItem>, StoreError> {
        match write {
            PlaceAction::Keep | PlaceAction::GiveBack(_) | PlaceAction::Take(_) | PlaceAction::Unlimited => {
                Ok(None)
            }
            PlaceAction::Oversold => {
                let note = format!("No place of {} was left", order.selection.described());
                let flag = Flag::new(order, AttentionKind::Oversold, at).with_note(note);
                self.put(attention::item(&flag)?).map(Some)
            }
        }
    }

    /// The place that a new order holds.
    pub(in crate::registrations) fn held_by_new(
        &self,
        order: &Order,
    ) -> Result<Option<TransactWriteItem>, StoreError> {
        let held = order.held_place();
        held.map(|(exam, place)| self.hold_place(exam, place, PlaceHolder::Order(&order.order_id)))
            .transpose()
    }

    /// The place of an order that leaves it, whatever becomes of the order.
    pub(in crate::registrations) fn left_by(
        &self,
        order: &Order,
    ) -> Result<Option<TransactWriteItem>, StoreError> {
        let held = order.held_place();
        held.map(|(exam, place)| self.free_place(exam, place, PlaceHolder::Order(&order.order_id)))
            .transpose()
    }

    /// Hands the place of an order that nobody can pay any more on to the order that has it after; None where that has
    /// another place, or none. The earlier one must be as it was read.
    pub(in crate::registrations) fn handed_on(
        &self,
        earlier: &Order,
        to: &Order,
    ) -> Result<Option<[TransactWriteItem; 2]>, StoreError> {
        let held = earlier.held_place();
        let Some((exam, place)) = held.filter(|_| held == to.held_place()) else {
            return Ok(None);
        };
        let leave = ItemChange::begin(&self.table, order_key(&earlier.order_id))
            .update_expression("SET place = :without, version = :next")
            .condition_expression("version = :read")
            .expression_attribute_values(":without", attribute(TABLE, &OrderPlace::Without)?)
            .expression_attribute_values(":read", n(earlier.version))
            .expression_attribute_values(":next", n(earlier.version + 1));
        let hand_on = ItemChange::begin(&self.table, place_key(exam, place))
            .update_expression("SET order_id = :next")
            .condition_expression("order_id = :earlier")
            .expression_attribute_values(":next", s(to.order_id.as_str()))
            .expression_attribute_values(":earlier", s(earlier.order_id.as_str()));
        Ok(Some([
            ItemChange::of(leave)?.within(),
            ItemChange::of(hand_on)?.within(),
        ]))
    }
}
