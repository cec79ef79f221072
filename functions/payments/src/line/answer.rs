//! The answer to a visitor who has to wait.

use domain::line::{Micros, moment};
use serde::Serialize;
use store::line::SetBy;
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;

/// A place in line. The same request at its moment opens the order.
#[derive(Serialize, ToSchema)]
pub(crate) struct Waiting {
    /// To be sent with the same request, as `ticket`. Keep it secret: anyone who sends it can use the place.
    ticket: String,
    /// How many are before it, about.
    ahead: u64,
    /// When the order can be opened, in UTC. It may be put off, never brought forward.
    #[schema(format = DateTime)]
    opens_at: String,
    /// How long that is from now, rounded up.
    eta_seconds: u64,
    /// The same in milliseconds, so that people come back in the order of their moments.
    eta_ms: u64,
    waits_for: WaitsFor,
    /// With `hold`, until when the organisers hold the line, in UTC. They may let it go on sooner, and then everybody's moment comes
    /// sooner, too: a page that asks again after a minute or two learns of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    held_until: Option<String>,
}

/// What sets the moment: everybody's turn; the turn of the others behind the same address, of whom too many come at once; or the
/// organisers, who hold the line.
#[derive(Serialize, ToSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WaitsFor {
    Line,
    Address,
    Hold,
}

impl Waiting {
    /// A place under `ticket`, with its moment by the clock, in a line that is held until another moment or not.
    pub(super) fn new(
        ticket: &str,
        ahead: u64,
        opens: Micros,
        now: Micros,
        set_by: SetBy,
        held_until: Option<Micros>,
    ) -> Self {
        // Years of four digits are always written.
        let written = |at: Micros| moment(at).format(&Rfc3339).unwrap_or_default();
        let up_to = |unit: Micros| (opens - now + unit - 1).div_euclid(unit).max(1).unsigned_abs();
        Self {
            ticket: ticket.to_owned(),
            ahead,
            opens_at: written(opens),
            eta_seconds: up_to(1_000_000),
            eta_ms: up_to(1_000),
            waits_for: match (held_until, set_by) {
                (Some(_), SetBy::Line | SetBy::Address | SetBy::Nothing) => WaitsFor::Hold,
                (None, SetBy::Line) => WaitsFor::Line,
                (None, SetBy::Address | SetBy::Nothing) => WaitsFor::Address,
            },
            held_until: held_until.map(written),
        }
    }

    pub(super) fn eta_seconds(&self) -> u64 {
        self.eta_seconds
    }
}
