//! The assignment of seats: the same for the same candidates and halls, whatever their order.
//!
//! The seats are gone through as they are filled, and each is given to the first candidate in line who may sit there. With
//! siblings apart, one who may not is passed over and asked again at the next seat. Who is left at the end may get a
//! free seat by an exchange: somebody else moves there, and they take the place of that one.

mod floor;

use super::{HallPlan, Seat, SeatOrder, SeatingOptions};
use crate::{CourseId, CustomerId, Email, IndianPhone, NameWords};
use floor::Floor;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use time::OffsetDateTime;

/// A candidate who sits an exam, as far as it decides about a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examinee {
    /// Who.
    pub customer_id: CustomerId,
    /// When they paid.
    pub paid_at: OffsetDateTime,
    /// By what they sort by name.
    pub name: NameWords,
    /// Their address.
    pub email: Email,
    /// Their numbers.
    pub phones: Vec<IndianPhone>,
    /// Whether they are one more than the exam has places: they come after all others.
    pub is_oversold: bool,
}

/// A hall as an exam has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRoom {
    /// Its seats.
    pub plan: HallPlan,
    /// Those in which candidates of another exam sit at that time.
    pub taken: BTreeSet<Seat>,
    /// Who sits there already, and stays.
    pub seated: BTreeMap<Seat, CustomerId>,
}

/// Why a candidate has no seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoSeat {
    /// The exam has no hall.
    NoHall,
    /// Every seat that may be used is taken.
    Full,
    /// What is free is beside a sibling.
    Sibling,
}

/// Who gets which seat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SeatAssignment {
    /// For each room, who sits where: those who sat there before, and those who were added.
    pub rooms: Vec<BTreeMap<Seat, CustomerId>>,
    /// Who has none, in the order in which they would have been seated.
    pub unseated: Vec<(CustomerId, NoSeat)>,
}

/// Gives each examinee who has no seat in these rooms the next that is free.
#[must_use]
pub fn assign(
    exam: &CourseId,
    options: SeatingOptions,
    examinees: &[Examinee],
    rooms: &[SeatRoom],
) -> SeatAssignment {
    let mut floor = Floor::new(options, examinees, rooms);
    let waiting = in_line(exam, options.order, examinees, |id| {
        !floor.places.contains_key(id)
    });
    let left = floor.fill(waiting);
    let left = floor.exchange(left);
    let why = if rooms.is_empty() {
        NoSeat::NoHall
    } else if floor.free().next().is_some() {
        NoSeat::Sibling
    } else {
        NoSeat::Full
    };
    SeatAssignment {
        unseated: left
            .into_iter()
            .map(|one| (one.customer_id.clone(), why))
            .collect(),
        rooms: floor.rooms.into_iter().map(|room| room.seated).collect(),
    }
}

/// Those who wait for a seat, in order.
fn in_line<'a>(
    exam: &CourseId,
    order: SeatOrder,
    examinees: &'a [Examinee],
    waits: impl Fn(&CustomerId) -> bool,
) -> VecDeque<&'a Examinee> {
    let mut line: Vec<&Examinee> = examinees.iter().filter(|one| waits(&one.customer_id)).collect();
    match order {
        SeatOrder::Paid => line.sort_by_key(|one| (one.is_oversold, one.paid_at, &one.customer_id)),
        SeatOrder::Name => {
            line.sort_by_cached_key(|one| (one.is_oversold, one.name.kept(), &one.customer_id));
        }
        SeatOrder::Shuffled => line.sort_by_cached_key(|one| {
            let digest = Sha256::digest(format!("{exam} {}", one.customer_id));
            (one.is_oversold, digest.to_vec(), &one.customer_id)
        }),
    }
    let mut known = BTreeSet::new();
    line.retain(|one| known.insert(&one.customer_id));
    line.into()
}

#[cfg(test)]
mod tests;
