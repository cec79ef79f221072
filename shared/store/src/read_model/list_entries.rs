//! The entries of a row in the lists, and which list answers a mix of filters.

use super::{
    place::{EntryKey, shard_of},
    row::{Course, Row, RowFilter},
};
use crate::{
    dynamo::{Item, StoreError},
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
}

/// Where the places that a filter admits are.
pub(super) struct ListSource {
    /// The partitions, each sorted by the time of registration.
    pub(super) partitions: Vec<String>,
    /// What the entries must say besides: attribute and value.
    pub(super) conditions: Vec<(&'static str, String)>,
}

impl ListSource {
    /// The narrowest list that has everything the filter admits.
    pub(super) fn of(filter: &RowFilter) -> Self {
        let RowFilter {
            status,
            payment_mode,
            course,
        } = filter;
        let mode = payment_mode.map(|mode| ("mode", mode.as_str().to_owned()));
        let course_is = course
            .as_ref()
            .map(|course| ("course", course.as_str().to_owned()));
        if let Some(status) = status {
            return Self {
                partitions: shards(by_status, *status, SHARDS_OF_A_STATUS),
                conditions: mode.into_iter().chain(course_is).collect(),
            };
        }
        if let Some(course) = course {
            return Self {
                partitions: shards(by_course, course, SHARDS_OF_A_COURSE),
                conditions: mode.into_iter().collect(),
            };
        }
        let modes = PaymentMode::ALL.into_iter();
        let modes = modes.filter(|mode| payment_mode.is_none_or(|wanted| wanted == *mode));
        Self {
            partitions: modes
                .flat_map(|mode| shards(by_mode, mode, SHARDS_OF_A_MODE))
                .collect(),
            conditions: Vec::new(),
        }
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

fn shards<T: Copy>(list: fn(T, u8) -> String, of: T, count: u8) -> Vec<String> {
    (0..count).map(|shard| list(of, shard)).collect()
}

/// The entries of a row in the three lists that it is in.
pub(super) fn entries(row: &Row) -> Result<BTreeMap<EntryKey, Item>, StoreError> {
    let place = row.cursor();
    let course = Course::of(&row.selection);
    let id = &row.customer_id;
    let lists = [
        by_mode(list_of(&row.payment_mode), shard_of(id, SHARDS_OF_A_MODE)),
        by_course(&course, shard_of(id, SHARDS_OF_A_COURSE)),
        by_status(row.status, shard_of(id, SHARDS_OF_A_STATUS)),
    ];
    let mut entries = BTreeMap::new();
    for pk in lists {
        let entry = Entry {
            pk: pk.clone(),
            sk: place.as_str(),
            kind: "ENTRY",
            payment_mode: row.payment_mode.as_str(),
            course: course.as_str(),
        };
        entries.insert(
            (pk, place.as_str().to_owned()),
            crate::dynamo::write(TABLE, &entry)?,
        );
    }
    Ok(entries)
}

/// The places that a row has in the lists by status, one for each status.
pub(super) fn by_any_status(row: &Row) -> [EntryKey; Status::ALL.len()] {
    let shard = shard_of(&row.customer_id, SHARDS_OF_A_STATUS);
    let place = row.cursor().as_str().to_owned();
    Status::ALL.map(|status| (by_status(status, shard), place.clone()))
}
