//! The assignment of seats: the same for the same candidates and halls, whatever their order.
//!
//! The seats are gone through as they are filled, and each is given to the first candidate in line who may sit there. With
//! siblings apart, one who may not is passed over and asked again at the next seat. Who is left at the end may get a
//! free seat by an exchange: somebody else moves there, and they take the place of that one.

use super::{HallPlan, Seat, SeatOrder, SeatingOptions, Spacing};
use crate::{CourseId, CustomerId, Email, IndianPhone, NameWords};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use time::OffsetDateTime;

/// How many pairs of a free seat and a taken one are looked at for exchanges, in all. A plan of thousands stays a matter of
/// milliseconds where a whole school has one phone number.
const EXCHANGES: usize = 200_000;

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

/// The rooms while they are filled.
struct Floor<'a> {
    rooms: Vec<FloorRoom>,
    /// Where everybody sits.
    places: HashMap<CustomerId, (usize, Seat)>,
    /// By which numbers examinees are related to one another; empty where siblings may sit together.
    kin: HashMap<&'a CustomerId, BTreeSet<usize>>,
}

struct FloorRoom {
    /// What may be used, as it is filled.
    usable: Vec<Seat>,
    seated: BTreeMap<Seat, CustomerId>,
}

impl<'a> Floor<'a> {
    fn new(options: SeatingOptions, examinees: &'a [Examinee], rooms: &[SeatRoom]) -> Self {
        let mut places = HashMap::new();
        for (at, room) in rooms.iter().enumerate() {
            places.extend(room.seated.iter().map(|(seat, id)| (id.clone(), (at, *seat))));
        }
        Self {
            rooms: rooms
                .iter()
                .map(|room| FloorRoom::new(options.spacing, room))
                .collect(),
            places,
            kin: if options.siblings_apart {
                kin(examinees)
            } else {
                HashMap::new()
            },
        }
    }

    /// The seats that may be used and are free.
    fn free(&self) -> impl Iterator<Item = (usize, Seat)> {
        self.rooms.iter().enumerate().flat_map(|(at, room)| {
            let free = room.usable.iter().filter(|seat| !room.seated.contains_key(seat));
            free.map(move |seat| (at, *seat))
        })
    }

    /// Whether nobody around a seat is related to a candidate. `but` does not count: who leaves their seat for theirs.
    fn fits(&self, id: &CustomerId, (room, seat): (usize, Seat), but: Option<&CustomerId>) -> bool {
        let Some(mine) = self.kin.get(id) else {
            return true;
        };
        let seated = &self.rooms[room].seated;
        let mut around = seat.around().filter_map(|near| seated.get(&near));
        !around.any(|other| {
            let theirs = self.kin.get(other).filter(|_| other != id && Some(other) != but);
            theirs.is_some_and(|theirs| !mine.is_disjoint(theirs))
        })
    }

    fn sit(&mut self, id: &CustomerId, (room, seat): (usize, Seat)) {
        self.rooms[room].seated.insert(seat, id.clone());
        self.places.insert(id.clone(), (room, seat));
    }

    /// Fills the free seats in their order, and returns who is left.
    fn fill(&mut self, mut waiting: VecDeque<&'a Examinee>) -> VecDeque<&'a Examinee> {
        for place in self.free().collect::<Vec<_>>() {
            if let Some(next) = waiting
                .iter()
                .position(|one| self.fits(&one.customer_id, place, None))
                && let Some(one) = waiting.remove(next)
            {
                self.sit(&one.customer_id, place);
            }
        }
        waiting
    }

    /// Seats those who are left by exchanges with others, and returns who still is.
    fn exchange(&mut self, waiting: VecDeque<&'a Examinee>) -> VecDeque<&'a Examinee> {
        let mut looked_at = 0;
        let mut left = VecDeque::new();
        for one in waiting {
            if !self.exchange_one(one, &mut looked_at) {
                left.push_back(one);
            }
        }
        left
    }

    fn exchange_one(&mut self, one: &Examinee, looked_at: &mut usize) -> bool {
        let id = &one.customer_id;
        let free: Vec<_> = self.free().collect();
        // Those who were seated before stay where they are: only usable seats that were free can change hands.
        let movable: Vec<_> = self
            .rooms
            .iter()
            .enumerate()
            .flat_map(|(at, room)| room.added(at))
            .collect();
        for place in free {
            for (other, theirs) in &movable {
                *looked_at += 1;
                if *looked_at > EXCHANGES {
                    return false;
                }
                if self.fits(id, *theirs, Some(other)) && self.fits_after(other, place, *theirs, id) {
                    self.rooms[theirs.0].seated.remove(&theirs.1);
                    self.sit(other, place);
                    self.sit(id, *theirs);
                    return true;
                }
            }
        }
        false
    }

    /// Whether `other` may sit at `place` once `id` sits where they were.
    fn fits_after(
        &self,
        other: &CustomerId,
        place: (usize, Seat),
        theirs: (usize, Seat),
        id: &CustomerId,
    ) -> bool {
        let near = place.0 == theirs.0 && place.1.around().any(|seat| seat == theirs.1);
        let related = || match (self.kin.get(other), self.kin.get(id)) {
            (Some(one), Some(two)) => !one.is_disjoint(two),
            (Some(_) | None, None) | (None, Some(_)) => false,
        };
        self.fits(other, place, None) && !(near && related())
    }
}

impl FloorRoom {
    fn new(spacing: Spacing, room: &SeatRoom) -> Self {
        let free = |seat: &Seat| !room.taken.contains(seat) && !room.seated.contains_key(seat);
        let mut usable: Vec<Seat> = room.plan.seats().filter(free).collect();
        match spacing {
            Spacing::None => {}
            Spacing::Alternate => {
                // Where another exam has the seats of one colour, this one has those of the other. Who came by hand to a seat
                // of the other colour must not have neighbours either.
                let dark = colour(room, &usable);
                usable.retain(|seat| {
                    let beside = |other: Seat| other.row() == seat.row() || other.column() == seat.column();
                    let mut around = seat.around().filter(|other| beside(*other));
                    seat.is_dark() == dark && !around.any(|other| room.seated.contains_key(&other))
                });
            }
        }
        Self {
            usable,
            seated: room.seated.clone(),
        }
    }

    /// Who was seated by this assignment, with their places.
    fn added(&self, at: usize) -> impl Iterator<Item = (CustomerId, (usize, Seat))> {
        let added = self
            .usable
            .iter()
            .filter_map(|seat| Some((*seat, self.seated.get(seat)?)));
        added.map(move |(seat, id)| (id.clone(), (at, seat)))
    }
}

/// Of which colour the seats are that may be used: that of most who sit there, or else that with more free seats.
fn colour(room: &SeatRoom, free: &[Seat]) -> bool {
    let dark = |seats: &mut dyn Iterator<Item = &Seat>| {
        let (dark, all) = seats.fold((0, 0), |(dark, all), seat| {
            (dark + usize::from(seat.is_dark()), all + 1)
        });
        (dark, all - dark)
    };
    let (dark_seated, light_seated) = dark(&mut room.seated.keys());
    if dark_seated != light_seated {
        return dark_seated > light_seated;
    }
    let (dark_free, light_free) = dark(&mut free.iter());
    dark_free > light_free
}

/// The addresses and numbers of each examinee, as numbers.
fn kin(examinees: &[Examinee]) -> HashMap<&CustomerId, BTreeSet<usize>> {
    let mut known: HashMap<&str, usize> = HashMap::new();
    let mut kin = HashMap::new();
    for one in examinees {
        let phones = one.phones.iter().map(IndianPhone::as_str);
        let marks = [one.email.as_str()].into_iter().chain(phones);
        let numbers = marks.map(|mark| {
            let next = known.len();
            *known.entry(mark).or_insert(next)
        });
        kin.insert(&one.customer_id, numbers.collect());
    }
    kin
}

#[cfg(test)]
mod tests;
