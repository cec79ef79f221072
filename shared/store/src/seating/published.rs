//! Which exams' seats are published, and how far those who came later have been looked through.

use super::{Seating, SeatingPlan, TABLE};
use crate::{
    change::ItemChange,
    dynamo::{Item, StoreError, attribute, key, n, read, s},
    transaction::Write,
};
use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem};
use domain::CourseId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub(super) fn published_key() -> Item {
    key("SEATING#PUBLISHED", PUBLISHED)
}

pub(super) const PUBLISHED: &str = "PUBLISHED";

const MEMBER: &str = "exam#";

/// What is published of one exam.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedExam {
    /// The generation that candidates see.
    pub generation: String,
    /// Since when changes of passes are to be looked at, in epoch milliseconds.
    pub since: i64,
    /// Whether everybody who sits the exam is still to be looked at once: between the list that the plan was made of and its
    /// publication some have paid, or a seat was left that is for who waits for one.
    pub whole: bool,
    /// Behind which candidate of the plan, by their identifiers, the others have no mail about their seat in the queue yet;
    /// None once all have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untold: Option<String>,
    /// How many seats have been left in its halls. One that is left while everybody is looked at is so noticed.
    #[serde(default, skip_serializing_if = "is_none")]
    pub left: u64,
}

/// No seat was left.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_none(left: &u64) -> bool {
    *left == 0
}

/// The exams whose seats are published.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PublishedExams(pub BTreeMap<CourseId, PublishedExam>);

impl PublishedExams {
    /// Whether a generation is what candidates of an exam see.
    #[must_use]
    pub fn is_current(&self, course: &CourseId, generation: &str) -> bool {
        self.0
            .get(course)
            .is_some_and(|exam| exam.generation == generation)
    }
}

/// What the item says that was found.
pub(super) fn published_in(item: Item) -> Result<PublishedExams, StoreError> {
    let mut exams = PublishedExams::default();
    for (name, member) in item {
        let Some(course) = name.strip_prefix(MEMBER).and_then(|id| CourseId::parse(id).ok()) else {
            continue;
        };
        let Ok(member) = member.as_m() else { continue };
        exams.0.insert(course, read(TABLE, member.clone())?);
    }
    Ok(exams)
}

impl PublishedExam {
    /// What is written when a plan is published that was made of a list of `since`.
    pub(super) fn begun(plan: &SeatingPlan, since: i64) -> Self {
        Self {
            generation: plan.generation.clone(),
            since,
            whole: true,
            untold: Some(String::new()),
            left: 0,
        }
    }
}

impl Seating {
    /// The exams whose seats are published, as of this moment.
    pub async fn published(&self) -> Result<PublishedExams, StoreError> {
        let get = self.client.get_item().table_name(&self.table);
        let found = get
            .set_key(Some(published_key()))
            .consistent_read(true)
            .send()
            .await?;
        published_in(found.item.unwrap_or_default())
    }

    /// Notes how far those who came later have been looked through, unless another plan was published meanwhile.
    pub async fn looked_through(
        &self,
        course: &CourseId,
        before: &PublishedExam,
        after: &PublishedExam,
    ) -> Result<Write, StoreError> {
        let change = ItemChange::begin(&self.table, published_key())
            .update_expression("SET #exam = :after")
            .condition_expression("#exam = :before")
            .expression_attribute_names("#exam", format!("{MEMBER}{course}"))
            .expression_attribute_values(":before", attribute(TABLE, before)?)
            .expression_attribute_values(":after", attribute(TABLE, after)?);
        ItemChange::of(change)?.alone(&self.client).await
    }

    /// Notes that everybody who has a seat in an exam is to be told of it as it is now, in the transaction that changes it. Who has
    /// been told the same gets no mail.
    pub(crate) fn tell_again(&self, course: &CourseId) -> Result<TransactWriteItem, StoreError> {
        let change = ItemChange::begin(&self.table, published_key())
            .update_expression("SET #exam.#untold = :nobody")
            .condition_expression("attribute_exists(#exam)")
            .expression_attribute_names("#exam", format!("{MEMBER}{course}"))
            .expression_attribute_names("#untold", "untold")
            .expression_attribute_values(":nobody", s(""));
        Ok(ItemChange::of(change)?.within())
    }

    /// Notes with exams that a seat is left, in the transaction that leaves it: everybody is to be looked at.
    pub(super) fn make_room(&self, exams: &[CourseId]) -> Result<ItemChange, StoreError> {
        let mut change = ItemChange::begin(&self.table, published_key())
            .expression_attribute_names("#whole", "whole")
            .expression_attribute_names("#left", "left")
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .expression_attribute_values(":none", n(0))
            .expression_attribute_values(":one", n(1));
        let (mut set, mut conditions) = (Vec::new(), Vec::new());
        for (at, course) in exams.iter().enumerate() {
            change = change.expression_attribute_names(format!("#e{at}"), format!("{MEMBER}{course}"));
            set.push(format!(
                "#e{at}.#whole = :true, #e{at}.#left = if_not_exists(#e{at}.#left, :none) + :one"
            ));
            conditions.push(format!("attribute_exists(#e{at})"));
        }
        let change = change
            .update_expression(format!("SET {}", set.join(", ")))
            .condition_expression(conditions.join(" AND "));
        ItemChange::of(change)
    }

    /// Names what is published of an exam, in the transaction that publishes it.
    pub(super) fn name_published(
        &self,
        course: &CourseId,
        exam: &PublishedExam,
    ) -> Result<ItemChange, StoreError> {
        let change = ItemChange::begin(&self.table, published_key())
            .update_expression("SET #exam = :exam, #kind = :kind")
            .expression_attribute_names("#exam", format!("{MEMBER}{course}"))
            .expression_attribute_names("#kind", "kind")
            .expression_attribute_values(":exam", attribute(TABLE, exam)?)
            .expression_attribute_values(":kind", s("SEATING"));
        ItemChange::of(change)
    }
}
