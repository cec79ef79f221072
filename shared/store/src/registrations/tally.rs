//! What a row adds to the figures, and how the figures change with it.

use super::{
    figures::{PARTITION, prefix},
    rows::{Course, Row},
};
use crate::{
    dynamo::{StoreError, key, n, s},
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::{TransactWriteItem, Update};
use std::collections::BTreeMap;
use time::{OffsetDateTime, macros::offset};

/// By how much one figure changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Change {
    registrations: i64,
    paid: i64,
    revenue: i64,
    name: Option<String>,
}

/// The changes of a generation's figures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tally(BTreeMap<String, Change>);

impl Tally {
    /// Counts a row in.
    pub(super) fn add(&mut self, row: &Row) {
        self.count(row, 1);
    }

    /// Counts a row out, as it was when it was counted in.
    pub(super) fn take(&mut self, row: &Row) {
        self.count(row, -1);
    }

    fn count(&mut self, row: &Row, sign: i64) {
        let revenue =
            |amounts: &mut dyn Iterator<Item = u64>| sign * i64::try_from(amounts.sum::<u64>()).unwrap_or(0);
        let paid = if row.paid.is_empty() { 0 } else { sign };
        let whole = Change {
            registrations: sign,
            paid,
            revenue: revenue(&mut row.paid.iter().map(|part| part.amount.get())),
            name: None,
        };

        let course = Course::of(&row.selection);
        let facet = format!(
            "FACET#{}#{}#{}",
            row.status,
            row.payment_mode.as_str(),
            course.as_str()
        );
        self.change(facet, |figure| figure.registrations += sign);

        let selection = &row.selection;
        let college = selection.college_id().map(|id| format!("COLLEGE#{id}"));
        let things = [
            (
                Some(format!("PACKAGE#{}", selection.package_id())),
                Some(selection.package_name()),
            ),
            (college, selection.college_name()),
        ];
        for (figure, name) in things {
            let Some(figure) = figure else { continue };
            self.change(figure, |change| {
                change.registrations += whole.registrations;
                change.paid += whole.paid;
                change.revenue += whole.revenue;
                if sign > 0 {
                    change.name = name.map(str::to_owned);
                }
            });
        }

        self.change(day_of(row.created_at), |day| day.registrations += sign);
        for (number, part) in row.paid.iter().enumerate() {
            self.change(day_of(part.at), |day| {
                day.revenue += revenue(&mut std::iter::once(part.amount.get()));
                if number == 0 {
                    day.paid += sign;
                }
            });
        }
    }

    fn change(&mut self, figure: String, apply: impl FnOnce(&mut Change)) {
        apply(self.0.entry(figure).or_default());
    }

    /// Counts both tallies together.
    pub(super) fn absorb(&mut self, other: Self) {
        for (figure, change) in other.0 {
            self.change(figure, |mine| {
                mine.registrations += change.registrations;
                mine.paid += change.paid;
                mine.revenue += change.revenue;
                mine.name = change.name.or(mine.name.take());
            });
        }
    }

    /// The figures that change, with their changes.
    fn changed(&self) -> impl Iterator<Item = (&String, &Change)> {
        self.0
            .iter()
            .filter(|(_, change)| (change.registrations, change.paid, change.revenue) != (0, 0, 0))
    }

    /// How many figures change.
    pub(super) fn size(&self) -> usize {
        self.changed().count()
    }

    /// The writes that change the figures of a generation.
    pub(super) fn actions(&self, table: &str, generation: u32) -> Result<Vec<TransactWriteItem>, StoreError> {
        self.changed()
            .map(|(figure, change)| {
                let naming = if change.name.is_some() { ", #name = :name" } else { "" };
                let mut update = Update::builder()
                    .table_name(table)
                    .set_key(Some(key(PARTITION, prefix(generation) + figure)))
                    .update_expression(format!(
                        "SET #kind = :kind{naming} ADD registrations :registrations, paid :paid, revenue :revenue"
                    ))
                    .expression_attribute_names("#kind", "kind")
                    .expression_attribute_values(":kind", s("FIGURE"))
                    .expression_attribute_values(":registrations", n(change.registrations))
                    .expression_attribute_values(":paid", n(change.paid))
                    .expression_attribute_values(":revenue", n(change.revenue));
                if let Some(name) = &change.name {
                    update = update
                        .expression_attribute_names("#name", "name")
                        .expression_attribute_values(":name", s(name));
                }
                let update = update.build().map_err(incomplete)?;
                Ok(TransactWriteItem::builder().update(update).build())
            })
            .collect()
    }
}

/// The figure of the day in India on which something happened.
fn day_of(moment: OffsetDateTime) -> String {
    format!("DAY#{}", moment.to_offset(offset!(+5:30)).date())
}
