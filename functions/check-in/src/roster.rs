//! `GET /api/check-in/roster`: what a device needs for verdicts without a network, and what has changed since.
//!
//! The entries are the same for every list, so a device that follows several has them once. What happened at a list comes with
//! them: who came in elsewhere, so that a pass does not open two doors when the network is gone.

mod cursor;
mod seats;
mod short;

use crate::{State, attendees::yes_or_no, lists, verdict::AdmittedAt};
use axum::extract;
use cursor::{Changes, ListCursor, RosterCursor};
use domain::Word;
use futures::future::try_join;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Query, RequireCheckIn};
use seats::{RosterSeats, SeatsSince};
use serde::{Deserialize, Serialize};
use short::RosterShort;
use std::collections::BTreeMap;
use store::{
    catalogue::{Everything, Listed},
    check_in::{DoorEvent, DoorMovement, Double},
    read_model::RosterChange,
};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::{IntoParams, ToSchema};

/// Which part of the roster.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RosterQuery {
    /// `day:2025-05-31`, or `exam:` and an exam's identifier.
    list: String,
    /// The `next` of the answer before, whatever its list; every pass when left out.
    since: Option<String>,
    /// The `list_next` of the answer before for this list; everything that happened there when left out.
    list_since: Option<String>,
    /// `yes` for entries and events in `short`, which has less than half of the events' bytes; as of old when left out.
    short: Option<String>,
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
    /// The one that was first.
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
    /// Who sits where; null when that is as before.
    seats: Option<RosterSeats>,
    /// Passes to add or replace: lookup and sealed information.
    #[schema(value_type = Vec<Vec<String>>)]
    entries: Vec<(String, String)>,
    /// Passes to forget.
    removed: Vec<String>,
    /// Admissions to the list, and those that were taken back, in the order for each pass: `in` or `out`, lookup, when in
    /// epoch seconds, the device, and the nonce of the scan. Of a list that counts who goes out also those who did, and who is
    /// inside again: `left` or `back`, lookup, and when, the last of which is true; where a scan was taken back, also device and
    /// nonce.
    #[schema(value_type = Vec<Vec<serde_json::Value>>)]
    events: Vec<Moved>,
    /// Entries and events in the short form, where that was asked for: `entries` and `events` are empty then.
    short: Option<RosterShort>,
    doubles: Vec<RosterDouble>,
    /// Admissions before this do not count; null when the list was never cleared.
    #[serde(with = "rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    cleared_at: Option<OffsetDateTime>,
    /// Whether there is more at once.
    more: bool,
    /// The `since` of the next call, for any list.
    next: String,
    /// The `list_since` of the next call for this list.
    list_next: String,
}

/// A part of the roster, or what has changed.
///
/// It is what a device keeps for verdicts without a network: every valid pass, sealed so that only its code opens
/// it, and what happened at a list. Call it without `since` and `list_since` first, then with the `next` and
/// `list_next` of the answer before; at once while `more` is true, later to follow. A device that follows several
/// lists has one `since` and a `list_since` for each, and reads the passes once. What was written in the last 30
/// seconds may come twice; taking it twice changes nothing.
///
/// A lookup and a key follow from the text of the QR code, trimmed and in upper case: HKDF-SHA-256 with the text's
/// UTF-8 as key material, no salt, and `expo roster 1` as information gives 48 bytes. The first 16 are the lookup,
/// in base64url without padding. The other 32 are the key of AES-256-GCM; what is sealed is base64url without
/// padding of the nonce (12 bytes), the ciphertext and the tag (16 bytes), without additional data. Inside is JSON,
/// with blanks at its end up to a multiple of 32 bytes: `n` the name, `p` the preference, `e` the exam's
/// identifier, or `*` for every exam, and `c`, where exams were chosen of all, three symbols for each of them: the
/// first of base64url of SHA-256 of its identifier, and `l`, of a pass that was given another code, the lookup of the
/// first code, by which events and doubles go on naming it. Other members may come.
///
/// For `EXPO1:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEG` the lookup is `Jci9Cdg_Vi9QocIN5n1yCA`, and `{"n":"Asha
/// Rao","p":"Offline","e":"course-bca"}` may be sealed as
/// `b0jU79vJI1bLTuFo0q6on9Eu30JDxwMCwZQvELS-AT3OYhUjskxBB8y09ltdkxOdsq5UgMdESVrSW2lqpr9jZos6NyZ4wYfTlqlZ1oiMexj_9zrSpusuf0snYcc`.
#[utoipa::path(
    get,
    path = "/api/check-in/roster",
    tag = "check-in",
    params(RosterQuery),
    responses(
        (status = 200, description = "A part of it.", body = Roster),
        (status = 422, description = "There is no such list, or `since` or `list_since` is not the end of a part.", body = ErrorBody),
    )
)]
pub(crate) async fn read_roster(
    extract::State(state): extract::State<State>,
    _: RequireCheckIn,
    Query(query): Query<RosterQuery>,
) -> ApiResult<Json<Roster>> {
    let RosterQuery {
        list,
        since,
        list_since,
        short,
    } = query;
    let is_short = yes_or_no("short", short.as_deref())? == Some(true);
    let everything = state.catalogue.everything().await?;
    let listed = Listed::parse(&list, &everything)?;
    let mut cursor = RosterCursor::parse(since.as_deref())?;
    let mut at_list = ListCursor::parse(list_since.as_deref(), &listed.list)?;
    let now = state.clock.now();
    let read = try_join(
        Changes::since(&cursor, &at_list, &listed.list, &state),
        state.check_ins.cleared_at(&listed.list),
    );
    let seats = SeatsSince::of(&state.seating, cursor.seats());
    let ((changes, cleared_at), seats) = try_join(read, seats).await.map_err(ApiError::internal)?;
    cursor.has_seats(seats.known);
    cursor.advance(&changes, now);
    at_list.advance(&changes, now);
    let begins_at = listed.begins_at();
    let exams = exams(&everything);
    let are_known = cursor.knew(&exams).map_err(ApiError::internal)?;
    let more = changes.are_cut() || seats.is_cut;
    let events = changes.events.into_iter().flatten().map(|(_, event)| event);
    let mut form = Form::default();
    if is_short {
        let (short, removed) = RosterShort::of(changes.entries, &events.collect::<Vec<_>>());
        (form.short, form.removed) = (Some(short), removed);
    } else {
        (form.entries, form.removed) = latest(changes.entries);
        form.events = events.flat_map(shown).collect();
    }
    let Form {
        entries,
        removed,
        events,
        short,
    } = form;
    Ok(Json(Roster {
        label: listed.label(),
        begins_at,
        server_time: now,
        exams: (!are_known).then_some(exams),
        seats: seats.told,
        entries,
        removed,
        events,
        short,
        doubles: changes
            .doubles
            .into_iter()
            .filter(|(_, double)| {
                double.dealt_with.is_none() && lists::is_shown(double.first.at, begins_at, now)
            })
            .flat_map(|(_, double)| twice(double))
            .collect(),
        cleared_at,
        more,
        next: cursor::text(&cursor).map_err(ApiError::internal)?,
        list_next: cursor::text(&at_list).map_err(ApiError::internal)?,
        list,
    }))
}

/// Passes and events, in one of both forms.
#[derive(Default)]
struct Form {
    entries: Vec<(String, String)>,
    removed: Vec<String>,
    events: Vec<Moved>,
    short: Option<RosterShort>,
}

/// The entries to add or replace, and the passes to forget: what happened last counts, for a pass that was withdrawn and
/// given back.
fn latest(changes: Vec<Vec<RosterChange>>) -> (Vec<(String, String)>, Vec<String>) {
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
    (entries, removed)
}

/// What is told of a pass. What comes often is short, so that a list of many stays small. A crossing names a scan only where one was
/// taken back, by its device or another.
#[derive(Serialize)]
#[serde(untagged)]
enum Moved {
    Admission(&'static str, String, i64, String, String),
    Crossing(&'static str, String, i64),
}

/// An event for each pass of its candidate; none for a movement of another release.
fn shown(event: DoorEvent) -> Vec<Moved> {
    let DoorEvent {
        movement,
        lookups,
        place,
        nonce,
        ..
    } = event;
    let at = place.at.unix_timestamp();
    let Some(movement) = movement.known() else {
        return Vec::new();
    };
    let word = movement.as_str();
    let of = |lookup| match movement {
        DoorMovement::Left | DoorMovement::Back if nonce.is_empty() => Moved::Crossing(word, lookup, at),
        DoorMovement::In | DoorMovement::Out | DoorMovement::Left | DoorMovement::Back => {
            Moved::Admission(word, lookup, at, place.device.clone(), nonce.clone())
        }
    };
    lookups.into_iter().map(of).collect()
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
            college,
            date: exam.date,
            time_start: exam.time_start,
            time_end: exam.time_end,
            venue: exam.venue,
        })
        .collect()
}
