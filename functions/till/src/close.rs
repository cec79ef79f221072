//! `POST /api/till/close`: what was counted at the end of a day.

use crate::{State, day, read::is_same, sums::ClerkTill};
use axum::extract;
use domain::{
    Paise, Permission,
    registration::PaymentMode,
    till::{Closing, count},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireCounter, Staff};
use serde::Deserialize;
use serde_json::{Number, Value, json};
use std::collections::BTreeMap;
use store::{AuditEntry, Till, Tries, Write};
use time::Date;
use utoipa::ToSchema;

/// An amount for each mode, in rupees.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ByModeIn {
    #[schema(value_type = Option<f64>)]
    cash: Option<Number>,
    #[schema(value_type = Option<f64>)]
    card: Option<Number>,
    #[schema(value_type = Option<f64>)]
    upi: Option<Number>,
}

/// A till that is counted.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CloseTillIn {
    /// `YYYY-MM-DD`, in the event's time zone.
    #[schema(required = true, value_type = String)]
    day: Option<String>,
    /// What is in the till. A mode in which money moved must be counted.
    #[schema(required = true, value_type = ByModeIn)]
    counted: Option<ByModeIn>,
    /// What was in it before the first payment.
    opening: Option<ByModeIn>,
    /// Whose, for administrators; one's own when left out.
    clerk: Option<String>,
    /// The number of the closing that this one corrects, which must be the last one.
    corrects: Option<u32>,
}

/// Closes a till.
///
/// A closing is never changed; who counted wrongly sends another one that names it in `corrects`, and both are
/// kept. A payment that is written at the same moment is in the closing, or is in `since_closing` after it.
#[utoipa::path(
    post,
    path = "/api/till/close",
    tag = "till",
    request_body = CloseTillIn,
    responses(
        (status = 200, description = "It is closed.", body = ClerkTill),
        (status = 403, description = "`forbidden`: the role does not include this, or `clerk` is somebody else and only administrators close others' tills.", body = ErrorBody),
        (status = 404, description = "The clerk had no till on that day.", body = ErrorBody),
        (status = 409, description = "`already_closed`: `corrects` is not its last closing, whose `number` is in the answer. `not_closed`: there is no closing to correct.", body = ErrorBody),
        (status = 422, description = "A field does not fit, or a mode was not counted.", body = ErrorBody),
        (status = 503, description = "The till is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn close_till(
    extract::State(state): extract::State<State>,
    RequireCounter(staff): RequireCounter,
    Json(body): Json<CloseTillIn>,
) -> ApiResult<Json<ClerkTill>> {
    let CloseTillIn {
        day,
        counted,
        opening,
        clerk,
        corrects,
    } = body;
    let day = required_day(&state, day.as_deref())?;
    let counted = counted.ok_or_else(|| ApiError::invalid("counted", "Enter what was counted"))?;
    let counted = counted.parse("counted")?;
    let opening = opening.map_or_else(|| Ok(BTreeMap::new()), |opening| opening.parse("opening"))?;
    let clerk = clerk.filter(|clerk| !clerk.trim().is_empty());
    let own = clerk
        .as_deref()
        .is_none_or(|clerk| is_same(clerk, &staff.username));
    if !own && !staff.role.may(Permission::Administer) {
        return Err(ApiError::forbidden());
    }
    let clerk = clerk.unwrap_or_else(|| staff.username.clone());

    // A payment of the same till may be written at this very moment: it is in the closing, or after it.
    let mut tries = Tries::begin(&state.clock, &state.entropy);
    while tries.next().await {
        let mut till = state.tills.till(day, &clerk).await.map_err(ApiError::internal)?;
        let known = till.entries.first().map(|entry| entry.clerk.clone());
        let known = known.or_else(|| till.closings.first().map(|closing| closing.clerk.clone()));
        let clerk = match known {
            Some(name) => name,
            None if own => staff.username.clone(),
            None => return Err(ApiError::not_found("This clerk had no till on that day.")),
        };
        let last = till.closings.last().map(|closing| closing.number);
        match (last, corrects) {
            (None, Some(_)) => return Err(not_closed()),
            (Some(_), _) if last != corrects => return Err(already_closed(&till)),
            (None, None) | (Some(_), _) => {}
        }
        let counts = count(&till.entries, &opening, &counted).map_err(not_counted)?;
        let closing = Closing {
            number: last.unwrap_or_default() + 1,
            clerk: clerk.clone(),
            closed_by: staff.username.clone(),
            closed_at: state.clock.now(),
            counts,
        };
        let act = audit_entry(&state, &staff, day, &closing, till.closings.last());
        let first = till == Till::default();
        let written = state.tills.close(day, &closing, first, &act).await;
        match written.map_err(ApiError::internal)? {
            Write::Done => {
                till.closings.push(closing);
                return Ok(Json(ClerkTill::of(&clerk, &till, true)));
            }
            Write::Stale => {}
        }
    }
    Err(ApiError::busy("a till"))
}

fn required_day(state: &State, text: Option<&str>) -> ApiResult<Date> {
    let text = text.filter(|day| !day.trim().is_empty());
    let text = text.ok_or_else(|| ApiError::invalid("day", "Enter the day"))?;
    day::parse(Some(text), state.clock.now())
}

impl ByModeIn {
    fn parse(self, field: &'static str) -> ApiResult<BTreeMap<PaymentMode, Paise>> {
        let Self { cash, card, upi } = self;
        let given = [
            (PaymentMode::Cash, cash),
            (PaymentMode::Card, card),
            (PaymentMode::Upi, upi),
        ];
        let given = given
            .into_iter()
            .filter_map(|(mode, amount)| Some((mode, amount?)));
        given
            .map(|(mode, amount)| {
                let amount = Paise::sum_from_json(&amount);
                let amount = amount.ok_or_else(|| ApiError::invalid(field, "Enter amounts in rupees"))?;
                Ok((mode, amount))
            })
            .collect()
    }
}

fn not_counted(mode: PaymentMode) -> ApiError {
    ApiError::invalid(
        "counted",
        format!("Count {}, too: money moved there", mode.as_str()),
    )
}

fn not_closed() -> ApiError {
    ApiError::conflict("not_closed", "This till has no closing to correct.")
}

fn already_closed(till: &Till) -> ApiError {
    let number = till.closings.last().map(|closing| closing.number);
    ApiError::conflict(
        "already_closed",
        "This till is closed. Correct its last closing instead; both are kept.",
    )
    .with("number", json!(number))
}

fn audit_entry(
    state: &State,
    staff: &Staff,
    day: Date,
    closing: &Closing,
    corrected: Option<&Closing>,
) -> AuditEntry {
    let counts = |closing: &Closing| {
        let counts = closing.counts.iter().map(|(mode, count)| {
            let count = json!({
                "opening": count.opening.to_json(),
                "expected": count.expected.to_json(),
                "counted": count.counted.to_json(),
                "difference": count.difference().to_json(),
            });
            (mode.clone(), count)
        });
        Value::Object(counts.collect())
    };
    AuditEntry::new(
        closing.closed_at,
        &state.entropy,
        &staff.username,
        "till.closed",
        &format!("{day} {}", closing.clerk),
        corrected.map_or(Value::Null, counts),
        counts(closing),
    )
}
