//! The entries of a row in the lists, and which list answers a mix of filters.

use super::{
    filter::RowFilter,
    place::{EntryKey, shard_of},
    reversed::Reversed,
    row::{Course, Cursor, Row},
};
use crate::{
    dynamo::{Item, StoreError, key},
    registrations::TABLE,
};
use domain::{Stored, payment::Status, registration::PaymentMode};
use serde::Serialize;
use std::collections::BTreeMap;

/// Without a filter all modes are read side by side: four times two, within the ten that a page may take.
const SHARDS_OF_A_MODE: u8 = 2;
const SHARDS_OF_A_COURSE: u8 = 4;

/// Each candidate enters and leaves ACTIVE, which is twice as much.
const SHARDS_OF_A_STATUS: u8 = 4;

/// An entry of a list: nothing but what filters it.
#[derive(Serialize)]
struct Entry<'a> {
    pk: String,
    sk: &'a str,
    kind: &'static str,
    #[serde(rename = "mode")]
    payment_mode: &'a str,
    course: &'a str,
    package: &'a str,
    preference: &'a str,
}

/// Where the places that a filter admits are.
pub(super) struct ListSource {
    /// The partitions, each sorted by the time of registration.
    pub(super) partitions: Vec<String>,
    /// What the entries must say besides: attribute and value.
    pub(super) conditions: Vec<(&'static str, String)>,
    /// Between which of the sort keys; None for any.
    pub(super) stretch: Option<(String, String)>,
}

/// Where the reading of a partition begins.
pub(super) enum ListStart {
    /// At the end of what is read.
    End,
    /// Behind a place.
    Behind(Item),
    /// Nowhere: all of it is before the place.
    Nowhere,
}

impl ListSource {
    /// Where the reading of a partition begins behind a place. The database takes no start outside of the stretch.
    pub(super) fn start(&self, partition: &str, from: Option<&Cursor>, newest_first: bool) -> ListStart {
        let Some(from) = from else {
            return ListStart::End;
        };
        let (is_older, is_newer) = self.stretch.as_ref().map_or((false, false), |(first, last)| {
            (from.as_str() < first.as_str(), from.as_str() > last.as_str())
        });
        match (is_older, is_newer) {
            (false, false) => ListStart::Behind(key(partition, from.as_str())),
            _ if is_newer == newest_first => ListStart::End,
            _ => ListStart::Nowhere,
        }
    }

    /// Leaves out what is read before a place, but not the place.
    pub(super) fn begin_with(&mut self, place: &Cursor, newest_first: bool) {
        let place = place.as_str().to_owned();
        // All begin with a digit.
        let (first, last) = self
            .stretch
            .take()
            .unwrap_or_else(|| ("0".to_owned(), ":".to_owned()));
        let (first, last) = if newest_first {
            (first, last.min(place))
        } else {
            (first.max(place), last)
        };
        if first > last {
            // The database takes no stretch that ends before it begins.
            self.partitions.clear();
        }
        self.stretch = Some((first, last));
    }

    /// The narrowest list that has everything the filter admits.
    pub(super) fn of(filter: &RowFilter) -> Self {
        let RowFilter {
            status,
            reversed,
            payment_mode,
            course,
            package,
            exam_preference,
            days,
        } = filter;
        let mode = payment_mode.map(|mode| ("mode", mode.as_str().to_owned()));
        let course_is = course
            .as_ref()
            .map(|course| ("course", course.as_str().to_owned()));
        let package = package
            .as_ref()
            .map(|package| ("package", package.as_str().to_owned()));
        let preference = exam_preference.map(|preference| ("preference", preference.as_str().to_owned()));
        let list = |partitions, conditions: [Option<(&'static str, String)>; 2]| Self {
            partitions,
            conditions: conditions
                .into_iter()
                .chain([package, preference])
                .flatten()
                .collect(),
            stretch: days.stretch(),
        };
        if let Some(reversed) = reversed {
            // Who has not paid has nothing that could be reversed.
            let is_possible = status.is_none_or(|status| status == Status::Paid);
            let count = if is_possible { SHARDS_OF_A_STATUS } else { 0 };
            return list(shards(by_reversed, *reversed, count), [mode, course_is]);
        }
        if let Some(status) = status {
            return list(shards(by_status, *status, SHARDS_OF_A_STATUS), [mode, course_is]);
        }
        if let Some(course) = course {
            return list(shards(by_course, course, SHARDS_OF_A_COURSE), [mode, None]);
        }
        let modes = PaymentMode::ALL.into_iter();
        let modes = modes.filter(|mode| payment_mode.is_none_or(|wanted| wanted == *mode));
        let partitions = modes.flat_map(|mode| shards(by_mode, mode, SHARDS_OF_A_MODE));
        list(partitions.collect(), [None, None])
    }
}

fn by_mode(mode: PaymentMode, shard: u8) -> String {
    format!("BY_MODE#{}#{shard}", mode.as_str())
}

/// The list by mode that a row is in. One of a mode that is not known is in that of the site, so that the list of
/// everybody has it without another partition to read; a list of that mode alone passes it over.
const fn list_of(mode: &Stored<PaymentMode>) -> PaymentMode {
    match mode {
        Stored::Known(mode) => *mode,
        Stored::Unrecognised(_) => PaymentMode::Online,
    }
}

fn by_course(course: &Course, shard: u8) -> String {
    format!("BY_COURSE#{}#{shard}", course.as_str())
}

fn by_status(status: Status, shard: u8) -> String {
    format!("BY_STATUS#{status}#{shard}")
}

fn by_reversed(reversed: Reversed, shard: u8) -> String {
    format!("BY_REVERSED#{}#{shard}", reversed.as_str())
}

fn shards<T: Copy>(list: fn(T, u8) -> String, of: T, count: u8) -> Vec<String> {
    (0..count).map(|shard| list(of, shard)).collect()
}

/// The entries of a row in the lists that it is in: three, and those of what was reversed.
pub(super) fn entries(row: &Row) -> Result<BTreeMap<EntryKey, Item>, StoreError> {
    let place = row.cursor();
    let course = Course::of(&row.selection);
    let id = &row.customer_id;
    let lists = [
        by_mode(list_of(&row.payment_mode), shard_of(id, SHARDS_OF_A_MODE)),
        by_course(&course, shard_of(id, SHARDS_OF_A_COURSE)),
        by_status(row.status, shard_of(id, SHARDS_OF_A_STATUS)),
    ];
    let reversed =
        Reversed::all_of(row).map(|reversed| by_reversed(reversed, shard_of(id, SHARDS_OF_A_STATUS)));
    let mut entries = BTreeMap::new();
    for pk in lists.into_iter().chain(reversed) {
        let entry = Entry {
            pk: pk.clone(),
            sk: place.as_str(),
            kind: "ENTRY",
            payment_mode: row.payment_mode.as_str(),
            course: course.as_str(),
            package: row.selection.package_id().as_str(),
            preference: row.exam_preference.as_str(),
        };
        entries.insert(
            (pk, place.as_str().to_owned()),
            crate::dynamo::write(TABLE, &entry)?,
        );
    }
    Ok(entries)
}

/// The places that a row has in the lists by status and by what was reversed, one for each.
pub(super) fn by_any_status(row: &Row) -> impl Iterator<Item = EntryKey> {
    let shard = shard_of(&row.customer_id, SHARDS_OF_A_STATUS);
    let place = row.cursor().as_str().to_owned();
    let of_status = Status::ALL
        .into_iter()
        .map(move |status| by_status(status, shard));
    let reversed = Reversed::ALL
        .into_iter()
        .map(move |reversed| by_reversed(reversed, shard));
    of_status.chain(reversed).map(move |pk| (pk, place.clone()))
}
