//! The answer to a visitor who has to wait.

use domain::line::{Micros, moment};
use serde::Serialize;
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
}

impl Waiting {
    /// A place under `ticket`, with its moment by the clock.
    pub(super) fn new(ticket: &str, ahead: u64, opens: Micros, now: Micros) -> Self {
        let up_to = |unit: Micros| (opens - now + unit - 1).div_euclid(unit).max(1).unsigned_abs();
        Self {
            ticket: ticket.to_owned(),
            ahead,
            // Years of four digits are always written.
            opens_at: moment(opens).format(&Rfc3339).unwrap_or_default(),
            eta_seconds: up_to(1_000_000),
            eta_ms: up_to(1_000),
        }
    }

    pub(super) fn eta_seconds(&self) -> u64 {
        self.eta_seconds
    }
}
