//! Which exams' seats are published, and how far those who came later have been looked through.

use super::{Seating, SeatingPlan, TABLE};
use crate::{
    change::ItemChange,
    dynamo::{Item, StoreError, attribute, key, millis, n, read, s},
    registrations::Registrations,
    transaction::Write,
};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, TransactWriteItem},
};
use domain::CourseId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use time::OffsetDateTime;

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
    /// Since when who pays may be missing in the lists that the first plan was made of: two minutes before that was published, which
    /// another plan does not change. They may still choose the exam.
    #[serde(with = "time::serde::rfc3339")]
    pub first: OffsetDateTime,
    /// Since when changes of passes are to be looked at, in epoch milliseconds.
    pub since: i64,
    /// Whether everybody who sits the exam is still to be looked at once: between the list that the plan was made of and its
    /// publication some have paid, or a seat was left, or somebody without one was given a place.
    pub whole: bool,
    /// Behind which candidate of the plan, by their identifiers, the others have no mail about their seat in the queue yet;
    /// None once all have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untold: Option<String>,
    /// How often since the publication that was noted again. What happens while everybody is looked at is so noticed.
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

/// The exams whose seats are published, as of this moment.
pub(super) async fn published(client: &Client, table: &str) -> Result<PublishedExams, StoreError> {
    let get = client.get_item().table_name(table);
    let get = get.set_key(Some(published_key())).consistent_read(true);
    published_in(get.send().await?.item.unwrap_or_default())
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

/// What is noted with a published exam.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeatsNews {
    /// That somebody who has no seat may have one now: everybody is to be looked at.
    pub may_be_given: bool,
    /// That those who have one are to be told of it as it is now. Who has been told the same gets no mail.
    pub is_told: bool,
}

impl SeatsNews {
    /// Notes it with exams, which must be published, in the transaction that makes it so.
    pub(crate) fn change(self, table: &str, exams: &[CourseId]) -> Result<ItemChange, StoreError> {
        let mut change = ItemChange::begin(table, published_key());
        let mut members = Vec::new();
        if self.may_be_given {
            change = change
                .expression_attribute_names("#whole", "whole")
                .expression_attribute_names("#left", "left")
                .expression_attribute_values(":true", AttributeValue::Bool(true))
                .expression_attribute_values(":none", n(0))
                .expression_attribute_values(":one", n(1));
            members.extend([
                "#exam.#whole = :true",
                "#exam.#left = if_not_exists(#exam.#left, :none) + :one",
            ]);
        }
        if self.is_told {
            change = change
                .expression_attribute_names("#untold", "untold")
                .expression_attribute_values(":nobody", s(""));
            members.push("#exam.#untold = :nobody");
        }
        let (mut set, mut conditions) = (Vec::new(), Vec::new());
        for (at, course) in exams.iter().enumerate() {
            let exam = format!("#e{at}");
            set.extend(members.iter().map(|member| member.replace("#exam", &exam)));
            conditions.push(format!("attribute_exists({exam})"));
            change = change.expression_attribute_names(exam, format!("{MEMBER}{course}"));
        }
        let change = change
            .update_expression(format!("SET {}", set.join(", ")))
            .condition_expression(conditions.join(" AND "));
        ItemChange::of(change)
    }
}

impl PublishedExam {
    /// What is written when a plan is published that was made of a list of `since`, maybe over another one.
    pub(super) fn begun(plan: &SeatingPlan, since: OffsetDateTime, before: Option<&Self>) -> Self {
        Self {
            generation: plan.generation.clone(),
            first: before.map_or(since, |before| before.first),
            since: millis(since),
            whole: true,
            untold: Some(String::new()),
            left: 0,
        }
    }
}

impl Seating {
    /// The exams whose seats are published, as of this moment.
    pub async fn published(&self) -> Result<PublishedExams, StoreError> {
        published(&self.client, &self.table).await
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

    /// Notes news with an exam, which must be published, in the transaction that makes them.
    pub(crate) fn note(&self, news: SeatsNews, exam: &CourseId) -> Result<TransactWriteItem, StoreError> {
        let change = news.change(&self.table, std::slice::from_ref(exam))?;
        Ok(change.within())
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

impl Registrations {
    /// Notes in the transaction that gives somebody a place of an exam that they may have a seat, where its seats are published.
    pub(crate) async fn seat_may_be_given(
        &self,
        exam: &CourseId,
    ) -> Result<Option<TransactWriteItem>, StoreError> {
        let published = published(&self.client, &self.table).await?;
        if !published.0.contains_key(exam) {
            return Ok(None);
        }
        let news = SeatsNews {
            may_be_given: true,
            is_told: false,
        };
        news.change(&self.table, std::slice::from_ref(exam))
            .map(|change| Some(change.within()))
    }
}
