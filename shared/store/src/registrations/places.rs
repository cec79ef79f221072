//! The places of the exams that have a capacity: an item for each that is held, which names the order that holds it, or the
//! candidate who has chosen the exam of all that they bought.
//!
//! It is written, handed on and deleted in the transaction that changes what its holder has of the places, so holders and
//! places are one fact. There is no count that every order would have to write, and transactions meet only where two have
//! chosen the same place: then the later one chooses again.

use super::{
    attention::{self, Flag},
    order::order_key,
    table::{Registrations, TABLE},
};
use crate::{
    change::ItemChange,
    dynamo::{Item, StoreError, attribute, count_all, key, n, query_all, s, text},
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::{AttributeValue, Delete, TransactWriteItem};
use domain::{
    AttentionKind, Capacity, CourseId, CustomerId, ExamPlaces, OrderId, PlaceNumber,
    payment::{Order, OrderPlace, PlaceStep},
};
use futures::future::try_join_all;
use std::collections::{BTreeSet, HashMap};
use time::OffsetDateTime;

const PARTITION: &str = "PLACE#";
const CAPACITY: &str = "CAPACITY";
const HELD: &str = "HELD#";
/// The attribute that names the candidate who has chosen the exam.
const CHOOSER: &str = "customer_id";

/// The partition of the index `due` with the exams of which some who paid are to be given places.
pub(super) const AWAITED: &str = "DUE#PLACES#0";

/// Those who paid while an exam had any number of places, and are to be given theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Awaited {
    /// How many, as the totals say.
    pub count: u32,
    /// From when on.
    pub due: OffsetDateTime,
}

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
    pub(super) fn set(self, order: &Order) -> Result<Option<AttributeValue>, StoreError> {
        let after = self.after(order);
        if after == order.place {
            return Ok(None);
        }
        after.map(|place| attribute(TABLE, &place)).transpose()
    }

    /// Whether the order's update removes the attribute.
    pub(super) fn removes(self, order: &Order) -> bool {
        order.place.is_some() && self.after(order).is_none()
    }
}

/// Who holds a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceHolder<'a> {
    /// An order of that exam alone.
    Order(&'a OrderId),
    /// A candidate who has chosen it of all exams.
    Candidate(&'a CustomerId),
}

impl PlaceHolder<'_> {
    /// The attribute that names it.
    const fn attribute(&self) -> &'static str {
        match self {
            Self::Order(_) => "order_id",
            Self::Candidate(_) => CHOOSER,
        }
    }

    fn value(&self) -> AttributeValue {
        match self {
            Self::Order(order) => s(order.as_str()),
            Self::Candidate(candidate) => s(candidate.as_str()),
        }
    }
}

fn partition(exam: &CourseId) -> String {
    format!("{PARTITION}{exam}")
}

/// The exam that an item is about.
pub(super) fn exam_of(item: &Item) -> Option<CourseId> {
    CourseId::parse(text(item, "pk").strip_prefix(PARTITION)?).ok()
}

fn place_key(exam: &CourseId, place: PlaceNumber) -> Item {
    key(partition(exam), format!("{HELD}{place:0>6}"))
}

pub(super) fn capacity_key(exam: &CourseId) -> Item {
    key(partition(exam), CAPACITY)
}

impl Registrations {
    /// The places of an exam, as of this moment; None for one without a capacity. One Query, which reads a tenth of a KB for
    /// each place that is held.
    pub async fn exam_places(&self, exam: &CourseId) -> Result<Option<ExamPlaces>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        let items = query_all(
            query
                .key_condition_expression("pk = :exam")
                .expression_attribute_values(":exam", s(partition(exam)))
                .projection_expression("sk, places, awaited")
                .consistent_read(true),
        )
        .await?;
        let (mut held, mut capacity, mut awaited) = (BTreeSet::new(), None, 0);
        for item in &items {
            match text(item, "sk").strip_prefix(HELD) {
                Some(number) => held.extend(number.parse().ok().map(PlaceNumber::new)),
                None => {
                    capacity = Some(number(item, "places").ok_or_else(|| misfit("a capacity"))?);
                    awaited = number(item, "awaited").unwrap_or_default();
                }
            }
        }
        let capacity = capacity.map(Capacity::try_from).transpose();
        let capacity = capacity.map_err(|invalid| misfit(&invalid.to_string()))?;
        Ok(capacity.map(|capacity| ExamPlaces::new(capacity, held, awaited)))
    }

    /// The same of an exam that has this capacity in the catalogue, whether or not that is written beside its places.
    pub async fn places_within(&self, exam: &CourseId, capacity: Capacity) -> Result<ExamPlaces, StoreError> {
        let places = self.exam_places(exam).await?;
        Ok(places.unwrap_or_else(|| ExamPlaces::new(capacity, BTreeSet::new(), 0)))
    }

    /// How many places of an exam are held: a count, which reads as much as [`Registrations::exam_places`] and returns a
    /// number.
    pub async fn places_held(&self, exam: &CourseId) -> Result<u32, StoreError> {
        self.count_places(exam, None).await
    }

    /// How many of them are held by candidates who have chosen the exam of all that they bought.
    pub async fn places_chosen(&self, exam: &CourseId) -> Result<u32, StoreError> {
        self.count_places(exam, Some("attribute_exists(customer_id)"))
            .await
    }

    /// How many who have paid are still to be given a place, of those of these exams where any are. A Query for each exam: those
    /// who list exams may read nothing else of its places.
    pub async fn places_awaited(&self, exams: &[CourseId]) -> Result<HashMap<CourseId, u32>, StoreError> {
        let found = exams.iter().map(async |exam| {
            let query = self.client.query().table_name(&self.table);
            let found = query
                .key_condition_expression("pk = :exam AND sk = :capacity")
                .expression_attribute_values(":exam", s(partition(exam)))
                .expression_attribute_values(":capacity", s(CAPACITY))
                .send()
                .await?;
            Ok::<_, StoreError>(found.items.unwrap_or_default())
        });
        let found = try_join_all(found).await?.into_iter().flatten();
        let awaited = found.filter_map(|item| Some((exam_of(&item)?, number(&item, "awaited")?)));
        Ok(awaited.collect())
    }

    async fn count_places(&self, exam: &CourseId, filter: Option<&str>) -> Result<u32, StoreError> {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("pk = :exam AND begins_with(sk, :held)")
            .expression_attribute_values(":exam", s(partition(exam)))
            .expression_attribute_values(":held", s(HELD))
            .set_filter_expression(filter.map(str::to_owned));
        let held = count_all(query).await?;
        Ok(u32::try_from(held).unwrap_or(u32::MAX))
    }

    /// What an order writes of its place beside its own item; None where there is nothing.
    pub(super) fn place_action(
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
    pub(super) fn oversold(
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
    pub(super) fn held_by_new(&self, order: &Order) -> Result<Option<TransactWriteItem>, StoreError> {
        let held = order.held_place();
        held.map(|(exam, place)| self.hold_place(exam, place, PlaceHolder::Order(&order.order_id)))
            .transpose()
    }

    /// The place of an order that leaves it, whatever becomes of the order.
    pub(super) fn left_by(&self, order: &Order) -> Result<Option<TransactWriteItem>, StoreError> {
        let held = order.held_place();
        held.map(|(exam, place)| self.free_place(exam, place, PlaceHolder::Order(&order.order_id)))
            .transpose()
    }

    /// Takes a place that must be free.
    pub(super) fn hold_place(
        &self,
        exam: &CourseId,
        place: PlaceNumber,
        holder: PlaceHolder<'_>,
    ) -> Result<TransactWriteItem, StoreError> {
        let mut item = place_key(exam, place);
        item.insert("kind".to_owned(), s("PLACE"));
        item.insert(holder.attribute().to_owned(), holder.value());
        self.put_new(item)
    }

    /// Gives back a place that the holder must hold.
    pub(super) fn free_place(
        &self,
        exam: &CourseId,
        place: PlaceNumber,
        holder: PlaceHolder<'_>,
    ) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(place_key(exam, place)))
            .condition_expression("#holder = :me")
            .expression_attribute_names("#holder", holder.attribute())
            .expression_attribute_values(":me", holder.value())
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// Hands the place of an order that nobody can pay any more on to the order that has it after; None where that has
    /// another place, or none. The earlier one must be as it was read.
    pub(super) fn handed_on(
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

    /// Writes how many places an exam has, in the transaction of the exam itself.
    pub(crate) fn capacity_action(
        &self,
        exam: &CourseId,
        capacity: Option<Capacity>,
        awaited: Option<Awaited>,
    ) -> Result<TransactWriteItem, StoreError> {
        match capacity {
            Some(capacity) => {
                let mut set = "SET kind = :kind, places = :places".to_owned();
                let mut update = ItemChange::begin(&self.table, capacity_key(exam))
                    .expression_attribute_values(":kind", s("CAPACITY"))
                    .expression_attribute_values(":places", n(capacity.get()));
                if let Some(Awaited { count, due }) = awaited {
                    // From the first candidate on: those whom an earlier run found without a place may have one now.
                    set.push_str(", awaited = :awaited, due_shard = :shard, due_at = :due REMOVE behind");
                    update = update
                        .expression_attribute_values(":awaited", n(count))
                        .expression_attribute_values(":shard", s(AWAITED))
                        .expression_attribute_values(":due", n(due.unix_timestamp()));
                }
                Ok(ItemChange::of(update.update_expression(set))?.within())
            }
            None => {
                let delete = Delete::builder()
                    .table_name(&self.table)
                    .set_key(Some(capacity_key(exam)))
                    .build()
                    .map_err(incomplete)?;
                Ok(TransactWriteItem::builder().delete(delete).build())
            }
        }
    }
}

pub(super) fn number(item: &Item, name: &str) -> Option<u32> {
    item.get(name)?.as_n().ok()?.parse().ok()
}

fn misfit(what: &str) -> StoreError {
    StoreError::Corrupt {
        table: TABLE,
        cause: format!("it is not {what}"),
    }
}
