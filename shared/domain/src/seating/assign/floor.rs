//! The rooms while they are filled: which seats may be used, who may sit beside whom, and the exchanges for those who are left.

use super::{Examinee, SeatRoom};
use crate::{
    CustomerId, IndianPhone,
    seating::{Seat, SeatingOptions, Spacing},
};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// How many pairs of a free seat and a taken one are looked at for exchanges, in all. A plan of thousands stays a matter of
/// milliseconds where a whole school has one phone number.
const EXCHANGES: usize = 200_000;

/// The rooms while they are filled.
pub(super) struct Floor<'a> {
    pub(super) rooms: Vec<FloorRoom>,
    /// Where everybody sits.
    pub(super) places: HashMap<CustomerId, (usize, Seat)>,
    /// By which numbers examinees are related to one another; empty where siblings may sit together.
    kin: HashMap<&'a CustomerId, BTreeSet<usize>>,
}

pub(super) struct FloorRoom {
    /// What may be used, as it is filled.
    usable: Vec<Seat>,
    pub(super) seated: BTreeMap<Seat, CustomerId>,
}

impl<'a> Floor<'a> {
    pub(super) fn new(options: SeatingOptions, examinees: &'a [Examinee], rooms: &[SeatRoom]) -> Self {
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
    pub(super) fn free(&self) -> impl Iterator<Item = (usize, Seat)> {
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
    pub(super) fn fill(&mut self, mut waiting: VecDeque<&'a Examinee>) -> VecDeque<&'a Examinee> {
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
    pub(super) fn exchange(&mut self, waiting: VecDeque<&'a Examinee>) -> VecDeque<&'a Examinee> {
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
