//! What a row adds to the aggregates, and by how much they change.
//!
//! A counter is an attribute of the item of its group, so that a batch of candidates writes a few items, whatever it
//! changes. Kinds, packages and colleges are spread by course among the groups `KINDS0..3`, days among `DAYS0..2`: an
//! item that every registration writes should stay near a KB.

use super::{
    reversed::Reversed,
    row::{Course, PaidPart, Row},
};
use crate::{
    dynamo::{StoreError, key, n, s},
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::{TransactWriteItem, Update};
use domain::{Balance, payment::PassValidity};
use std::{collections::BTreeMap, fmt::Write as _};
use time::{OffsetDateTime, macros::offset};

/// The groups of counters of a shard.
pub(super) const GROUPS: [&str; 5] = ["KINDS0", "KINDS1", "KINDS2", "DAYS0", "DAYS1"];

/// Those of them that count by course.
pub(super) const GROUPS_OF_COURSES: &[&str] = &["KINDS0", "KINDS1", "KINDS2"];

/// What is counted: the beginning of a counter's name.
pub(super) mod counters {
    /// Candidates of a status, a mode and a course.
    pub(in super::super) const KIND: &str = "KIND#";
    /// Candidates with a valid pass, by where they take the exam and course.
    pub(in super::super) const VALID: &str = "V#";
    /// Of those with a valid pass for all exams: who has chosen an exam, and under all courses who has chosen any.
    pub(in super::super) const CHOSEN: &str = "C#";
    /// Candidates of whom something was reversed, by what, mode and course.
    pub(in super::super) const REVERSED: &str = "X#";
    /// Places of an exam that are held, by orders or by having chosen it of all.
    pub(in super::super) const PLACES: &str = "H#";
    /// By day, package or college: candidates, those who have paid, and what was paid in paise.
    pub(in super::super) const REGISTRATIONS: &str = "N#";
    pub(in super::super) const PAID: &str = "P#";
    pub(in super::super) const REVENUE: &str = "R#";
    /// By mode, in paise: what was paid, what was given back by it, and what a lost dispute took of what was paid.
    pub(in super::super) const TAKEN: &str = "T#";
    pub(in super::super) const GIVEN_BACK: &str = "B#";
    pub(in super::super) const LOST: &str = "L#";
    /// The name of a package or college, behind the moment of the registration that had it.
    pub(in super::super) const NAME: &str = "NAME#";
    /// Of these it is counted.
    pub(in super::super) const DAY: &str = "DAY#";
    pub(in super::super) const PACKAGE: &str = "PACKAGE#";
    pub(in super::super) const COLLEGE: &str = "COLLEGE#";
}
use counters::{
    CHOSEN, COLLEGE, DAY, GIVEN_BACK, KIND, LOST, NAME, PACKAGE, PAID, PLACES, REGISTRATIONS, REVENUE,
    REVERSED, TAKEN, VALID,
};

/// A counter: its group and its name in it.
type Counter = (&'static str, String);

/// By how much the aggregates change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Delta {
    counters: BTreeMap<Counter, i64>,
    names: BTreeMap<Counter, String>,
}

impl Delta {
    /// Counts a row in.
    pub(super) fn add(&mut self, row: &Row) {
        self.count(row, 1);
    }

    /// Counts a row out, as it was when it was counted in.
    pub(super) fn take(&mut self, row: &Row) {
        self.count(row, -1);
    }

    fn count(&mut self, row: &Row, sign: i64) {
        let course = Course::of(&row.selection);
        let group = group_of_course(&course);
        let kind = format!(
            "{KIND}{}#{}#{}",
            row.status,
            row.payment_mode.as_str(),
            course.as_str()
        );
        self.change(group, kind, sign);
        for reversed in Reversed::all_of(row) {
            let (what, mode) = (reversed.as_str(), row.payment_mode.as_str());
            let counter = format!("{REVERSED}{what}#{mode}#{}", course.as_str());
            self.change(group, counter, sign);
        }
        if row.validity() == Some(PassValidity::Valid) {
            let preference = row.exam_preference.as_str();
            let valid = format!("{VALID}{preference}#{}", course.as_str());
            self.change(group, valid, sign);
            let any = (!row.chosen.is_empty()).then_some(Course::All);
            for course in row.chosen.iter().cloned().map(Course::One).chain(any) {
                let chosen = format!("{CHOSEN}{preference}#{}", course.as_str());
                self.change(group_of_course(&course), chosen, sign);
            }
        }

        let of_all = row.chosen.iter().cloned().map(|exam| (Course::One(exam), 1));
        for (course, places) in of_all.chain([(course, i64::from(row.places))]) {
            let held = format!("{PLACES}{}", course.as_str());
            self.change(group_of_course(&course), held, sign * places);
        }

        let mode = row.payment_mode.as_str();
        for part in &row.paid {
            let given_back = part.given_back(mode).map(|(by, amount)| (GIVEN_BACK, by, amount));
            for (counter, mode, amount) in
                given_back.chain([(TAKEN, mode, part.amount), (LOST, mode, part.lost)])
            {
                self.change(
                    group,
                    format!("{counter}{mode}"),
                    sign * Balance::from(amount).get(),
                );
            }
        }

        let selection = &row.selection;
        let college = selection.college_id().zip(selection.college_name());
        let package = format!("{PACKAGE}{}", selection.package_id());
        let things = [
            Some((package, selection.package_name())),
            college.map(|(id, name)| (format!("{COLLEGE}{id}"), name)),
        ];
        let paid = if row.paid.is_empty() { 0 } else { sign };
        let revenue = sign * row.paid.iter().map(PaidPart::net).sum::<Balance>().get();
        for (thing, name) in things.into_iter().flatten() {
            self.change(group, format!("{REGISTRATIONS}{thing}"), sign);
            self.change(group, format!("{PAID}{thing}"), paid);
            self.change(group, format!("{REVENUE}{thing}"), revenue);
            if sign > 0 {
                let since = row.created_at.unix_timestamp();
                self.name((group, format!("{NAME}{thing}")), format!("{since:012}#{name}"));
            }
        }

        let (group, day) = day_of(row.created_at);
        self.change(group, format!("{REGISTRATIONS}{day}"), sign);
        for (number, part) in row.paid.iter().enumerate() {
            let (group, day) = day_of(part.at);
            self.change(group, format!("{REVENUE}{day}"), sign * part.net().get());
            if number == 0 {
                self.change(group, format!("{PAID}{day}"), sign);
            }
        }
    }

    fn change(&mut self, group: &'static str, counter: String, by: i64) {
        *self.counters.entry((group, counter)).or_default() += by;
    }

    /// The newest registration gives the name.
    fn name(&mut self, counter: Counter, name: String) {
        let known = self.names.entry(counter).or_default();
        if *known < name {
            *known = name;
        }
    }

    /// Counts both together.
    pub(super) fn absorb(&mut self, other: Self) {
        for ((group, counter), by) in other.counters {
            self.change(group, counter, by);
        }
        for (counter, name) in other.names {
            self.name(counter, name);
        }
    }

    /// The counters of each group that change. A name is written with a registration that is counted in.
    fn by_group(&self) -> BTreeMap<&'static str, Vec<(&str, i64)>> {
        let mut groups: BTreeMap<&'static str, Vec<(&str, i64)>> = BTreeMap::new();
        for ((group, counter), by) in self.counters.iter().filter(|(_, by)| **by != 0) {
            groups.entry(group).or_default().push((counter, *by));
        }
        groups
    }

    /// How many items change.
    pub(super) fn size(&self) -> usize {
        self.by_group().len()
    }

    /// The writes that change the aggregates of a generation in a shard.
    pub(super) fn actions(
        &self,
        table: &str,
        shard: &str,
        generation: u32,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let mut actions = Vec::new();
        for (group, counters) in self.by_group() {
            let mut update = Update::builder()
                .table_name(table)
                .set_key(Some(key(shard, sort_key(generation, group))))
                .expression_attribute_names("#kind", "kind")
                .expression_attribute_values(":kind", s("AGGREGATE"));
            let mut set = "SET #kind = :kind".to_owned();
            let mut add = String::new();
            for (number, (counter, by)) in counters.into_iter().enumerate() {
                let thing = counter.strip_prefix(REGISTRATIONS).filter(|_| by > 0);
                let named = thing.map(|thing| (group, format!("{NAME}{thing}")));
                if let Some(name) = named.as_ref().and_then(|named| self.names.get_key_value(named)) {
                    let _ = write!(set, ", #n{number} = :n{number}");
                    update = update
                        .expression_attribute_names(format!("#n{number}"), &name.0.1)
                        .expression_attribute_values(format!(":n{number}"), s(name.1));
                }
                let _ = write!(
                    add,
                    "{} #c{number} :c{number}",
                    if number == 0 { " ADD" } else { "," }
                );
                update = update
                    .expression_attribute_names(format!("#c{number}"), counter)
                    .expression_attribute_values(format!(":c{number}"), n(by));
            }
            let update = update.update_expression(set + &add).build().map_err(incomplete)?;
            actions.push(TransactWriteItem::builder().update(update).build());
        }
        Ok(actions)
    }
}

/// Where a generation's counters of a group are in a shard.
pub(super) fn sort_key(generation: u32, group: &str) -> String {
    format!("{generation:010}#{group}")
}

fn group_of_course(course: &Course) -> &'static str {
    let sum: u32 = course.as_str().bytes().map(u32::from).sum();
    match sum % 3 {
        0 => GROUPS[0],
        1 => GROUPS[1],
        _ => GROUPS[2],
    }
}

/// The day in India on which something happened, with its group.
fn day_of(moment: OffsetDateTime) -> (&'static str, String) {
    let day = moment.to_offset(offset!(+5:30)).date();
    let group = match day.ordinal() % 2 {
        0 => GROUPS[3],
        _ => GROUPS[4],
    };
    (group, format!("{DAY}{day}"))
}
