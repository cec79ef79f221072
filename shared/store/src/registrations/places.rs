//! The places of the exams that have a capacity: an item for each that is held, which names the order that holds it, or the
//! candidate who has chosen the exam of all that they bought.
//!
//! It is written, handed on and deleted in the transaction that changes what its holder has of the places, so holders and
//! places are one fact. There is no count that every order would have to write, and transactions meet only where two have
//! chosen the same place: then the later one chooses again.

mod action;

pub use action::PlaceAction;

use super::table::{Registrations, TABLE};
use crate::{
    change::ItemChange,
    dynamo::{Item, StoreError, count_all, key, n, query_all, s, text},
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::{AttributeValue, Delete, TransactWriteItem};
use domain::{Capacity, CourseId, CustomerId, ExamPlaces, OrderId, PlaceNumber};
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
