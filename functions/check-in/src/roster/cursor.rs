//! How far a device has read, and what has changed since.

use super::RosterExam;
use crate::State;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::check_in::List;
use futures::future::{try_join_all, try_join3};
use http_api::{ApiError, ApiResult};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use store::{
    CheckIns, Registrations, StoreError,
    check_in::{DoorEvent, Double, Since},
    read_model::RosterChange,
};
use time::{Duration, OffsetDateTime};

/// How many entries, and how many events, one partition brings at once: a page is far below what an answer may be.
const AT_ONCE: u16 = 1_000;

/// What was written may be seen this much later than the moment in its key, so that much is read again.
const OVERLAP: Duration = Duration::seconds(30);

/// How far a device is with the passes, which are the same for every list.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct RosterCursor {
    /// In each partition of the roster.
    #[serde(rename = "r")]
    roster: Vec<String>,
    /// A digest of the exams.
    #[serde(rename = "x")]
    exams: String,
    /// The plans of seats, by what they say.
    #[serde(rename = "s", default)]
    seats: Vec<String>,
}

/// How far a device is with what happens at one list.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct ListCursor {
    #[serde(rename = "l")]
    list: String,
    /// In each partition of the events.
    #[serde(rename = "e")]
    events: Vec<String>,
    #[serde(rename = "d")]
    doubles: String,
}

/// What has changed since both: entries and events by their partitions.
pub(super) struct Changes {
    pub(super) entries: Vec<Vec<RosterChange>>,
    pub(super) events: Vec<Vec<(Since, DoorEvent)>>,
    pub(super) doubles: Vec<(Since, Double)>,
}

impl RosterCursor {
    /// Where a device is, or the beginning.
    ///
    /// # Errors
    /// 422 when `since` is not the text of a cursor.
    pub(super) fn parse(since: Option<&str>) -> ApiResult<Self> {
        let mut cursor: Self = read("since", since)?;
        cursor
            .roster
            .resize(usize::from(Registrations::ROSTER_SHARDS), String::new());
        Ok(cursor)
    }

    /// Moves behind what was read at `now`.
    pub(super) fn advance(&mut self, changes: &Changes, now: OffsetDateTime) {
        let floor = floor(now);
        for (place, part) in self.roster.iter_mut().zip(&changes.entries) {
            let last = part.last().map(|change| change.place.as_str());
            advance(place, last, is_full(part), &floor);
        }
    }

    /// The plans of seats that the device has.
    pub(super) fn seats(&self) -> &[String] {
        &self.seats
    }

    /// The device has these plans of seats from now on.
    pub(super) fn has_seats(&mut self, seats: Vec<String>) {
        self.seats = seats;
    }

    /// Whether the device has these exams already. It has them from now on.
    pub(super) fn knew(&mut self, exams: &[RosterExam]) -> Result<bool, serde_json::Error> {
        let digest = Sha256::digest(serde_json::to_vec(exams)?);
        let digest = URL_SAFE_NO_PAD.encode(&digest[..9]);
        let known = std::mem::replace(&mut self.exams, digest);
        Ok(known == self.exams)
    }
}

impl ListCursor {
    /// Where a device is with a list; the beginning also where `since` is that of another one.
    ///
    /// # Errors
    /// 422 when `since` is not the text of a cursor.
    pub(super) fn parse(since: Option<&str>, list: &List) -> ApiResult<Self> {
        let mut cursor: Self = read("list_since", since)?;
        if cursor.list != list.to_string() {
            cursor = Self {
                list: list.to_string(),
                ..Self::default()
            };
        }
        cursor
            .events
            .resize(usize::from(CheckIns::EVENT_SHARDS), String::new());
        Ok(cursor)
    }

    /// Moves behind what was read at `now`.
    pub(super) fn advance(&mut self, changes: &Changes, now: OffsetDateTime) {
        let floor = floor(now);
        for (place, part) in self.events.iter_mut().zip(&changes.events) {
            let last = part.last().map(|(place, _)| place.as_str());
            advance(place, last, is_full(part), &floor);
        }
        let last = changes.doubles.last().map(|(place, _)| place.as_str());
        advance(&mut self.doubles, last, false, &floor);
    }
}

/// The text of a cursor.
pub(super) fn text(cursor: &impl Serialize) -> Result<String, serde_json::Error> {
    Ok(URL_SAFE_NO_PAD.encode(serde_json::to_vec(cursor)?))
}

fn read<T: Default + DeserializeOwned>(field: &'static str, since: Option<&str>) -> ApiResult<T> {
    let Some(since) = since.filter(|since| !since.is_empty()) else {
        return Ok(T::default());
    };
    let read = URL_SAFE_NO_PAD.decode(since).ok();
    let read = read.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    read.ok_or_else(|| ApiError::invalid(field, "This is not the end of a part of the roster"))
}

impl Changes {
    /// Reads what has changed for the door and, at one list, what happened.
    ///
    /// # Errors
    /// When a table does not answer, and [`StoreError::Corrupt`] for an event that cannot be read.
    pub(super) async fn since(
        cursor: &RosterCursor,
        at_list: &ListCursor,
        list: &List,
        state: &State,
    ) -> Result<Self, StoreError> {
        let State {
            registrations,
            check_ins,
            ..
        } = state;
        let entries = (0..Registrations::ROSTER_SHARDS).zip(&cursor.roster);
        let events = (0..CheckIns::EVENT_SHARDS).zip(&at_list.events);
        let (entries, events, doubles) = try_join3(
            try_join_all(entries.map(|(shard, since)| registrations.roster(shard, since, AT_ONCE.into()))),
            try_join_all(events.map(|(shard, since)| check_ins.events(list, shard, since, AT_ONCE.into()))),
            check_ins.doubles(list, &at_list.doubles),
        )
        .await?;
        Ok(Self {
            entries,
            events,
            doubles,
        })
    }

    /// Whether a partition has more than it brought.
    pub(super) fn are_cut(&self) -> bool {
        self.entries.iter().any(|part| is_full(part)) || self.events.iter().any(|part| is_full(part))
    }
}

fn is_full<T>(part: &[T]) -> bool {
    part.len() >= usize::from(AT_ONCE)
}

/// Moves a place behind what was read. At the end it stays behind the overlap, so that what becomes visible late is
/// read, too.
fn advance(place: &mut String, last: Option<&str>, is_full: bool, floor: &str) {
    if let Some(last) = last {
        let end = if is_full { last } else { last.min(floor) };
        if end > place.as_str() {
            end.clone_into(place);
        }
    }
}

/// The beginning of the overlap, as keys begin.
fn floor(now: OffsetDateTime) -> String {
    format!("{:014}", (now - OVERLAP).unix_timestamp_nanos() / 1_000_000)
}
