//! How the counters of the shards are summed to what the aggregates say.

use super::{
    delta::counters::{
        CHOSEN, COLLEGE, DAY, GIVEN_BACK, KIND, LOST, NAME, PACKAGE, PAID, PLACES, REGISTRATIONS, REVENUE,
        REVERSED, TAKEN, VALID,
    },
    reversed::ReversedTotals,
    row::Course,
    totals::{Aggregates, DayTotals, KindTotals, ModeTotals, Sums, ThingTotals, ValidPasses},
};
use crate::dynamo::Item;
use aws_sdk_dynamodb::types::AttributeValue;
use domain::{
    Balance, CourseId, Stored,
    payment::Status,
    registration::{ExamPreference, PaymentMode},
};
use std::collections::{BTreeMap, HashMap};

/// The counters of all shards together.
#[derive(Default)]
pub(super) struct Summed {
    counters: BTreeMap<String, i64>,
    names: BTreeMap<String, String>,
}

impl Summed {
    pub(super) fn take(&mut self, item: Item) {
        for (name, value) in item {
            match value {
                AttributeValue::N(number) => {
                    *self.counters.entry(name).or_default() += number.parse::<i64>().unwrap_or(0);
                }
                AttributeValue::S(text) => {
                    let Some(thing) = name.strip_prefix(NAME) else {
                        continue;
                    };
                    let known = self.names.entry(thing.to_owned()).or_default();
                    if *known < text {
                        *known = text;
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn finish(self, revision: u64) -> Aggregates {
        let (mut kinds, mut valid, mut chosen) = (Vec::new(), Vec::new(), Vec::new());
        let (mut reversed, mut places) = (Vec::new(), HashMap::new());
        let mut things: BTreeMap<String, Sums> = BTreeMap::new();
        let mut modes: BTreeMap<String, ModeTotals> = BTreeMap::new();
        let mut of_mode = |word: &str, change: &dyn Fn(&mut ModeTotals)| {
            let mode = modes
                .entry(word.to_owned())
                .or_insert_with(|| ModeTotals::none(stored_mode(word)));
            change(mode);
        };
        for (name, sum) in self.counters {
            // What went below zero was counted wrongly, and is shown as none.
            let number = u64::try_from(sum).unwrap_or(0);
            if let Some(text) = name.strip_prefix(KIND) {
                let kind = kind(text, number).filter(|kind| kind.count > 0);
                if let Some(paid) = kind.as_ref().filter(|kind| kind.status == Status::Paid) {
                    of_mode(paid.payment_mode.as_str(), &|mode| mode.paid += paid.count);
                }
                kinds.extend(kind);
            } else if let Some(text) = name.strip_prefix(REVERSED) {
                let totals = ReversedTotals::read(text, number, stored_mode);
                reversed.extend(totals.filter(|totals| totals.count > 0));
            } else if let Some(text) = name.strip_prefix(VALID) {
                valid.extend(valid_passes(text, number).filter(|valid| valid.count > 0));
            } else if let Some(mode) = name.strip_prefix(TAKEN) {
                of_mode(mode, &|mode| mode.taken = Balance::new(sum));
            } else if let Some(mode) = name.strip_prefix(GIVEN_BACK) {
                of_mode(mode, &|mode| mode.given_back = Balance::new(sum));
            } else if let Some(mode) = name.strip_prefix(LOST) {
                of_mode(mode, &|mode| mode.lost = Balance::new(sum));
            } else if let Some(text) = name.strip_prefix(CHOSEN) {
                chosen.extend(valid_passes(text, number).filter(|chosen| chosen.count > 0));
            } else if let Some(exam) = name.strip_prefix(PLACES) {
                let exam = CourseId::parse(exam).ok().filter(|_| number > 0);
                places.extend(exam.map(|exam| (exam, u32::try_from(number).unwrap_or(u32::MAX))));
            } else if let Some(thing) = name.strip_prefix(REGISTRATIONS) {
                things.entry(thing.to_owned()).or_default().registrations = number;
            } else if let Some(thing) = name.strip_prefix(PAID) {
                things.entry(thing.to_owned()).or_default().paid = number;
            } else if let Some(thing) = name.strip_prefix(REVENUE) {
                things.entry(thing.to_owned()).or_default().revenue = Balance::new(sum);
            }
        }
        modes.retain(|_, mode| *mode != ModeTotals::none(mode.mode.clone()));
        things.retain(|_, sums| *sums != Sums::default());
        let mut aggregates = Aggregates {
            kinds,
            reversed,
            valid,
            modes: modes.into_values().collect(),
            chosen,
            places,
            revision,
            ..Aggregates::default()
        };
        for (thing, sums) in things {
            let name = self.names.get(&thing).and_then(|name| name.split_once('#'));
            let named = |id: &str| ThingTotals {
                id: id.to_owned(),
                name: name.map(|(_, name)| name.to_owned()).unwrap_or_default(),
                sums,
            };
            if let Some(day) = thing.strip_prefix(DAY) {
                aggregates.days.push(DayTotals {
                    day: day.to_owned(),
                    sums,
                });
            } else if let Some(id) = thing.strip_prefix(PACKAGE) {
                aggregates.packages.push(named(id));
            } else if let Some(id) = thing.strip_prefix(COLLEGE) {
                aggregates.colleges.push(named(id));
            }
        }
        aggregates
    }
}

/// Reads `<status>#<mode>#<course>`; None for a status or course that this release does not know.
pub(super) fn kind(text: &str, count: u64) -> Option<KindTotals> {
    let mut parts = text.splitn(3, '#');
    let (status, mode) = (parts.next()?, parts.next()?);
    Some(KindTotals {
        status: Status::ALL.into_iter().find(|known| known.as_str() == status)?,
        payment_mode: stored_mode(mode),
        course: Course::parse(parts.next()?)?,
        count,
    })
}

fn stored_mode(word: &str) -> Stored<PaymentMode> {
    PaymentMode::parse(word).map_or_else(|| Stored::Unrecognised(word.to_owned()), Stored::Known)
}

/// Reads `<preference>#<course>`; None for a course that this release does not know.
fn valid_passes(text: &str, count: u64) -> Option<ValidPasses> {
    let (preference, course) = text.split_once('#')?;
    Some(ValidPasses {
        exam_preference: ExamPreference::parse(preference)
            .map_or_else(|_| Stored::Unrecognised(preference.to_owned()), Stored::Known),
        course: Course::parse(course)?,
        count,
    })
}
