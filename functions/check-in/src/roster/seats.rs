//! Who sits where, for the phones: the published plans that a phone does not have yet, without a name or a pass number.
//!
//! A phone finds a seat by a digest of the pass number, which it knows only from a pass that is held before it.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::CustomerId;
use serde::Serialize;
use sha2::{Digest, Sha256};
use store::{
    Seating, StoreError,
    seating::{HallSeats, PublishedHall},
};
use utoipa::ToSchema;

/// How many seats one answer brings, and those of one hall more: far below what an answer may be.
const AT_ONCE: usize = 50_000;

/// What has changed of the seats.
#[derive(Serialize, ToSchema)]
pub(crate) struct RosterSeats {
    /// Plans to add or replace.
    plans: Vec<RosterHall>,
    /// The identifiers of all plans that count. What is kept of others is to be forgotten.
    current: Vec<String>,
}

/// The seats of an exam in a hall.
#[derive(Serialize, ToSchema)]
pub(crate) struct RosterHall {
    /// Names the plan.
    id: String,
    /// The exam's identifier.
    exam: String,
    /// The hall's name.
    hall: String,
    /// Eight symbols for a pass, and behind them its seat: base64url of the first six bytes of SHA-256(`seat` followed by the
    /// pass number, without blanks).
    seats: Vec<String>,
}

/// What a phone is told of the seats, and what it has then.
#[derive(Default)]
pub(super) struct SeatsSince {
    pub(super) told: Option<RosterSeats>,
    pub(super) known: Vec<String>,
    /// Whether there is more at once.
    pub(super) is_cut: bool,
}

impl SeatsSince {
    /// What a phone that has these plans does not have yet.
    pub(super) async fn of(seating: &Seating, known: &[String]) -> Result<Self, StoreError> {
        let halls = seating.published_halls().await?;
        let all: Vec<String> = halls.iter().map(version_of).collect();
        if all == known {
            return Ok(Self {
                known: all,
                ..Self::default()
            });
        }
        let mut since = Self::default();
        let (mut plans, mut seats) = (Vec::new(), 0);
        for (hall, version) in halls.iter().zip(all) {
            if !known.contains(&version) {
                if seats >= AT_ONCE {
                    since.is_cut = true;
                    continue;
                }
                if let Some(plan) = seating.published_plan(hall).await? {
                    seats += plan.seats.len();
                    plans.push(RosterHall::of(hall, plan));
                }
            }
            since.known.push(version);
        }
        since.told = Some(RosterSeats {
            plans,
            current: halls.iter().map(id_of).collect(),
        });
        Ok(since)
    }
}

impl RosterHall {
    fn of(hall: &PublishedHall, plan: HallSeats) -> Self {
        Self {
            id: id_of(hall),
            exam: hall.course.to_string(),
            hall: plan.name,
            seats: plan
                .seats
                .iter()
                .map(|(seat, candidate)| format!("{}{seat}", place_of(candidate)))
                .collect(),
        }
    }
}

/// Names a plan.
fn id_of(hall: &PublishedHall) -> String {
    let PublishedHall {
        course,
        generation,
        hall,
        ..
    } = hall;
    short(&format!("{course} {generation} {hall}"))
}

/// Names what a plan says: the clock of its hall moves on with each change.
fn version_of(hall: &PublishedHall) -> String {
    format!("{}{}", id_of(hall), hall.clock)
}

/// By what a phone finds the seat of a candidate.
fn place_of(candidate: &CustomerId) -> String {
    short(&format!("seat{candidate}"))
}

fn short(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(&Sha256::digest(text)[..6])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_found_by_what_a_browser_makes_of_the_pass_number() {
        // Computed with Python: base64.urlsafe_b64encode(hashlib.sha256(b"seatCZ6S4932KF26").digest()[:6]).
        assert_eq!(place_of(&CustomerId::parse("CZ6S4932KF26").unwrap()), "oxAsW37H");
    }
}
