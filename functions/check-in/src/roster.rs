//! `GET /api/check-in/roster`: what a device needs for verdicts without a network, and what has changed since.
//!
//! The entries are the same for every list, so a device changes the list without loading them again. What happened at a
//! list comes with them: who came in elsewhere, so that a pass does not open two doors when the network is gone.

use crate::{State, verdict::AdmittedAt};
use axum::extract;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::check_in::List;
use futures::future::{try_join_all, try_join4};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Query, RequireCheckIn};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use store::{
    CheckIns, Registrations, StoreError,
    catalog::{Everything, Listed},
    check_in::{Double, Event, Movement, Since},
    read_model::RosterChange,
};
use time::{Duration, OffsetDateTime, serde::rfc3339};
use utoipa::{IntoParams, ToSchema};

/// How many entries, and how many events, one partition brings at once: a page is far below what an answer may be.
const AT_ONCE: i32 = 1_000;

/// What was written may be seen this much later than the moment in its key, so that much is read again.
const OVERLAP: Duration = Duration::seconds(30);

/// Which part of the roster.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wanted {
    /// `day:2025-05-31`, or `exam:` and an exam's identifier.
    list: String,
    /// The `next` of the answer before; everything when left out.
    since: Option<String>,
}

/// An exam that a pass may be for.
#[derive(Serialize, ToSchema)]
pub(crate) struct RosterExam {
    id: String,
    name: String,
    college: String,
    /// `YYYY-MM-DD`; empty while it is not known.
    date: String,
    /// `HH:MM`, in the event's time zone.
    time_start: String,
    /// `HH:MM`, in the event's time zone.
    time_end: String,
    venue: String,
}

/// That two devices let somebody in.
#[derive(Serialize, ToSchema)]
pub(crate) struct RosterDouble {
    /// Which pass.
    lookup: String,
    /// The one that counts.
    first: AdmittedAt,
    /// The other one.
    second: AdmittedAt,
}

/// A part of the roster.
#[derive(Serialize, ToSchema)]
pub(crate) struct Roster {
    list: String,
    label: String,
    #[serde(with = "rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    begins_at: Option<OffsetDateTime>,
    /// The server's clock.
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    server_time: OffsetDateTime,
    /// The exams; null when they are as before.
    exams: Option<Vec<RosterExam>>,
    /// Passes to add or replace: lookup and sealed information.
    #[schema(value_type = Vec<Vec<String>>)]
    entries: Vec<(String, String)>,
    /// Passes to forget.
    removed: Vec<String>,
    /// Admissions to the list, and those that were taken back, in the order for each pass: `in` or `out`, lookup, when in
    /// epoch seconds, and the device.
    #[schema(value_type = Vec<Vec<serde_json::Value>>)]
    events: Vec<(&'static str, String, i64, String)>,
    doubles: Vec<RosterDouble>,
    /// Admissions before this do not count; null when the list was never cleared.
    #[serde(with = "rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    cleared_at: Option<OffsetDateTime>,
    /// Whether there is more at once.
    more: bool,
    /// The `since` of the next call.
    next: String,
}

/// How far a device is.
#[derive(Default, Serialize, Deserialize)]
struct Cursor {
    /// In each partition of the roster.
    #[serde(rename = "r")]
    roster: Vec<String>,
    /// The list whose events these are.
    #[serde(rename = "l")]
    list: String,
    /// In each partition of the events.
    #[serde(rename = "e")]
    events: Vec<String>,
    #[serde(rename = "d")]
    doubles: String,
    /// A digest of the exams.
    #[serde(rename = "x")]
    exams: String,
}

/// A part of the roster, or what has changed.
#[utoipa::path(
    get,
    path = "/api/check-in/roster",
    tag = "check-in",
    params(Wanted),
    responses(
        (status = 200, description = "A part of it.", body = Roster),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 422, description = "There is no such list, or `since` is not the end of a part.", body = ErrorBody),
        (status = 500, description = "The roster could not be read.", body = ErrorBody),
    )
)]
pub(crate) async fn read_roster(
    extract::State(state): extract::State<State>,
    _: RequireCheckIn,
    Query(Wanted { list, since }): Query<Wanted>,
) -> ApiResult<Json<Roster>> {
    let everything = state.catalogue.everything().await?;
    let listed = Listed::parse(&list, &everything)?;
    let mut cursor = Cursor::parse(since.as_deref(), &listed.list)?;
    let now = state.clock.now();
    let read = try_join4(
        changes(&state.registrations, &cursor),
        events(&state.check_ins, &listed.list, &cursor),
        state.check_ins.doubles(&listed.list, &cursor.doubles),
        state.check_ins.cleared_at(&listed.list),
    );
    let (changes, events, doubles, cleared_at) = read.await.map_err(ApiError::internal)?;
    let is_full = |length: usize| i32::try_from(length).is_ok_and(|length| length >= AT_ONCE);
    let more =
        changes.iter().any(|part| is_full(part.len())) || events.iter().any(|part| is_full(part.len()));
    let floor = floor(now);
    for (place, part) in cursor.roster.iter_mut().zip(&changes) {
        let last = part.last().map(|change| change.place.as_str());
        advance(place, last, is_full(part.len()), &floor);
    }
    for (place, part) in cursor.events.iter_mut().zip(&events) {
        let last = part.last().map(|(place, _)| place.as_str());
        advance(place, last, is_full(part.len()), &floor);
    }
    let last = doubles.last().map(|(place, _)| place.as_str());
    advance(&mut cursor.doubles, last, false, &floor);
    let exams = exams(&everything);
    let digest = digest(&exams).map_err(ApiError::internal)?;
    let is_known = cursor.exams == digest;
    cursor.exams = digest;

    // What happened last counts, for a pass that was withdrawn and given back.
    let changed: BTreeMap<String, Option<String>> = changes
        .into_iter()
        .flatten()
        .map(|change| (change.lookup, change.sealed))
        .collect();
    let (mut entries, mut removed) = (Vec::new(), Vec::new());
    for (lookup, sealed) in changed {
        match sealed {
            Some(sealed) => entries.push((lookup, sealed)),
            None => removed.push(lookup),
        }
    }
    Ok(Json(Roster {
        label: listed.label(),
        begins_at: listed.begins_at(),
        server_time: now,
        exams: (!is_known).then_some(exams),
        entries,
        removed,
        events: events
            .into_iter()
            .flatten()
            .flat_map(|(_, event)| shown(event))
            .collect(),
        doubles: doubles
            .into_iter()
            .flat_map(|(_, double)| twice(double))
            .collect(),
        cleared_at,
        more,
        next: cursor.text().map_err(ApiError::internal)?,
        list,
    }))
}

impl Cursor {
    /// Where a device is, or the beginning. Of another list the events begin again.
    fn parse(since: Option<&str>, list: &List) -> ApiResult<Self> {
        let mut cursor = match since.filter(|since| !since.is_empty()) {
            None => Self::default(),
            Some(since) => {
                let read = URL_SAFE_NO_PAD.decode(since).ok();
                let read = read.and_then(|bytes| serde_json::from_slice(&bytes).ok());
                read.ok_or_else(|| ApiError::invalid("since", "This is not the end of a part of the roster"))?
            }
        };
        if cursor.list != list.to_string() {
            cursor.list = list.to_string();
            cursor.events.clear();
            cursor.doubles.clear();
        }
        cursor
            .roster
            .resize(usize::from(Registrations::ROSTER_SHARDS), String::new());
        cursor
            .events
            .resize(usize::from(CheckIns::EVENT_SHARDS), String::new());
        Ok(cursor)
    }

    fn text(&self) -> Result<String, serde_json::Error> {
        Ok(URL_SAFE_NO_PAD.encode(serde_json::to_vec(self)?))
    }
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

async fn changes(
    registrations: &Registrations,
    cursor: &Cursor,
) -> Result<Vec<Vec<RosterChange>>, StoreError> {
    let shards = (0..Registrations::ROSTER_SHARDS).zip(&cursor.roster);
    try_join_all(shards.map(|(shard, since)| registrations.roster(shard, since, AT_ONCE))).await
}

async fn events(
    check_ins: &CheckIns,
    list: &List,
    cursor: &Cursor,
) -> Result<Vec<Vec<(Since, Event)>>, StoreError> {
    let shards = (0..CheckIns::EVENT_SHARDS).zip(&cursor.events);
    try_join_all(shards.map(|(shard, since)| check_ins.events(list, shard, since, AT_ONCE))).await
}

/// An event for each pass of its candidate; none for a movement of another release.
fn shown(event: Event) -> Vec<(&'static str, String, i64, String)> {
    let word = match event.movement.known() {
        Some(Movement::In) => "in",
        Some(Movement::Out) => "out",
        None => return Vec::new(),
    };
    let place = event.place;
    let of = |lookup| (word, lookup, place.at.unix_timestamp(), place.device.clone());
    event.lookups.into_iter().map(of).collect()
}

fn twice(double: Double) -> Vec<RosterDouble> {
    let of = |lookup| RosterDouble {
        lookup,
        first: AdmittedAt::of(double.first.clone()),
        second: AdmittedAt::of(double.second.clone()),
    };
    double.lookups.into_iter().map(of).collect()
}

fn exams(everything: &Everything) -> Vec<RosterExam> {
    let exams = Listed::all(everything)
        .into_iter()
        .filter_map(|listed| listed.exam);
    exams
        .map(|(exam, college)| RosterExam {
            id: exam.id.to_string(),
            name: exam.exam_name,
            college: college.map(|college| college.name).unwrap_or_default(),
            date: exam.date,
            time_start: exam.time_start,
            time_end: exam.time_end,
            venue: exam.venue,
        })
        .collect()
}

fn digest(exams: &[RosterExam]) -> Result<String, serde_json::Error> {
    let digest = Sha256::digest(serde_json::to_vec(exams)?);
    Ok(URL_SAFE_NO_PAD.encode(&digest[..9]))
}
