//! The line as its operators see it, and holding it by hand.
//!
//! A line that is held gives places as always, and opens no order before the moment that was set: its own time stands
//! still, as when the provider is too busy, so everybody keeps their place. Going on earlier takes that back. Who waits was
//! told the later moment and comes then at the latest: their place is held for half an hour after that, too, and they have a
//! slot at once, before those who come after them.

use crate::State;
use axum::extract;
use domain::{
    Invalid,
    line::{Micros, Pace, micros, moment},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin, RequireLookup};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{
    AuditEntry, Write,
    line::{Hold, LineState},
};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

/// How long the line can be held at once. A place outlives it.
const LONGEST: Duration = Duration::hours(12);

/// How the line stands.
#[derive(Serialize, ToSchema)]
#[schema(as = Line)]
pub(crate) struct LineOut {
    /// How many orders are opened in a minute.
    per_minute: u64,
    /// How many people behind one address have a turn in a minute.
    per_minute_of_address: u64,
    /// How many places are before somebody who comes now, about.
    waiting: u64,
    /// How long somebody who comes now waits.
    wait_seconds: u64,
    /// Until when no order is opened, because the provider is too busy or the line is held; null where orders are opened.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    closed_until: Option<OffsetDateTime>,
    /// That it is held by hand; null where it is not.
    #[schema(required = true)]
    hold: Option<HoldOut>,
}

/// A line held by hand.
#[derive(Serialize, ToSchema)]
#[schema(as = Hold)]
pub(crate) struct HoldOut {
    /// Until when.
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    until: OffsetDateTime,
    /// Since when.
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    since: OffsetDateTime,
    /// Who held it last.
    by: String,
}

impl LineOut {
    fn new(line: &LineState, pace: Pace, now: Micros) -> Self {
        const MINUTE: Micros = 60_000_000;
        let from = line.next.max(now - line.shift) - pace.tolerance();
        let opens = (from + line.shift).max(line.closed_until);
        let count = |micros: Micros| u64::try_from(micros).unwrap_or_default();
        // The places of those who come now begin where the line's own time stands.
        let waits = line.next - pace.tolerance() - (now.max(line.closed_until) - line.shift);
        let in_a_minute = |interval: Micros| count((MINUTE + interval / 2) / interval);
        Self {
            per_minute: in_a_minute(pace.interval()),
            per_minute_of_address: in_a_minute(pace.of_address().interval),
            waiting: count(waits / pace.interval()),
            wait_seconds: count((opens - now) / 1_000_000),
            closed_until: (line.closed_until > now).then(|| moment(line.closed_until)),
            hold: line.hold_at(now).map(|hold| HoldOut {
                until: moment(hold.until),
                since: moment(hold.since),
                by: hold.by.clone(),
            }),
        }
    }
}

/// Until when the line is to be held.
#[derive(Deserialize, ToSchema)]
pub(crate) struct HoldIn {
    /// At most twelve hours from now.
    #[schema(required = true, format = DateTime)]
    until: Option<String>,
}

/// How the line in front of the payment provider stands.
#[utoipa::path(
    get,
    path = "/api/payments/line",
    tag = "payments",
    responses(
        (status = 200, description = "How it stands.", body = LineOut),
    )
)]
pub(crate) async fn line_now(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
) -> ApiResult<Json<LineOut>> {
    let line = state.line.now().await.map_err(ApiError::internal)?;
    Ok(answer(&state, &line))
}

/// Holds the line: no order is opened before a moment, and everybody keeps their place.
///
/// A line that is held already is held until the new moment.
#[utoipa::path(
    put,
    path = "/api/payments/line/hold",
    tag = "payments",
    request_body = HoldIn,
    responses(
        (status = 200, description = "It is held.", body = LineOut),
        (status = 422, description = "The moment is none, is over, or is more than twelve hours away.", body = ErrorBody),
        (status = 503, description = "The line moves at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn hold_line(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Json(body): Json<HoldIn>,
) -> ApiResult<Json<LineOut>> {
    let now = state.clock.now();
    let until = body.until(now)?;
    let change = |line: &LineState| {
        let already = line.hold_at(micros(now));
        let since = already.map_or(micros(now), |hold| hold.since);
        let by = admin.username.clone();
        line.held(Hold { until, since, by }, micros(now))
    };
    let same = |line: &LineState| line.hold_at(micros(now)).is_some_and(|hold| hold.until == until);
    change_hold(&state, &admin.username, "line.held", same, change).await
}

/// Lets a line that is held go on at once; one that is not goes on as it does.
#[utoipa::path(
    delete,
    path = "/api/payments/line/hold",
    tag = "payments",
    responses(
        (status = 200, description = "It goes on.", body = LineOut),
        (status = 503, description = "The line moves at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn resume_line(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
) -> ApiResult<Json<LineOut>> {
    let now = micros(state.clock.now());
    let same = |line: &LineState| line.hold_at(now).is_none();
    let change = |line: &LineState| line.resumed(now);
    change_hold(&state, &admin.username, "line.resumed", same, change).await
}

/// Changes the line, unless it is so already: who lost the answer to a change may send it again.
async fn change_hold(
    state: &State,
    by: &str,
    action: &str,
    same: impl Fn(&LineState) -> bool,
    change: impl Fn(&LineState) -> LineState,
) -> ApiResult<Json<LineOut>> {
    for _ in 0..super::TRIES {
        let seen = state.line.now().await.map_err(ApiError::internal)?;
        if same(&seen) {
            return Ok(answer(state, &seen));
        }
        let after = change(&seen);
        let now = state.clock.now();
        let entry = AuditEntry::new(
            now,
            &state.entropy,
            by,
            action,
            "line",
            record(&seen, micros(now)),
            record(&after, micros(now)),
        );
        let written = state.line.change_hold(&seen, &after, &state.audit_log, &entry);
        match written.await.map_err(ApiError::internal)? {
            Write::Done => return Ok(answer(state, &after)),
            Write::Stale => {}
        }
    }
    Err(ApiError::busy("the line"))
}

fn answer(state: &State, line: &LineState) -> Json<LineOut> {
    Json(LineOut::new(line, state.pace, micros(state.clock.now())))
}

/// The hold as the audit log has it.
fn record(line: &LineState, now: Micros) -> Value {
    let until = line.hold_at(now).map(|hold| moment(hold.until));
    // Years of four digits are always written.
    json!({ "held_until": until.map(|until| until.format(&Rfc3339).unwrap_or_default()) })
}

impl HoldIn {
    fn until(self, now: OffsetDateTime) -> Result<Micros, Invalid> {
        let Self { until } = self;
        let invalid = |words| Invalid::new("until", words);
        let until = until.filter(|until| !until.trim().is_empty());
        let until = until.ok_or_else(|| invalid("Please say until when"))?;
        let until = OffsetDateTime::parse(until.trim(), &Rfc3339)
            .map_err(|_| invalid("Please enter a date and a time"))?;
        if until <= now {
            return Err(invalid("This moment is over"));
        }
        if until - now > LONGEST {
            return Err(invalid("The line can be held for twelve hours"));
        }
        Ok(micros(until))
    }
}
