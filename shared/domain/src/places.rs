//! The places of an exam with a capacity: which are held, and which may be taken.
//!
//! A place is a number from 1 on, and held by one order at a time. Nothing counts places: who may take one is decided from
//! those that are held, so no more than `capacity` are, however many come at once.

use crate::{Entropy, Invalid};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, fmt};

/// The largest capacity: larger ones were mistyped.
pub const MOST_PLACES: u32 = 10_000;

/// Up to here visitors are shown how many are left.
const FEW: u32 = 20;

/// How many candidates an exam has places for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Capacity(u32);

impl Capacity {
    /// Reads a capacity: from 1 to [`MOST_PLACES`].
    ///
    /// # Errors
    /// On `capacity`.
    pub const fn parse(places: u64) -> Result<Self, Invalid> {
        if places >= 1 && places <= MOST_PLACES as u64 {
            #[expect(clippy::cast_possible_truncation, reason = "it is at most MOST_PLACES")]
            return Ok(Self(places as u32));
        }
        Err(Invalid::new(
            "capacity",
            "Places must be a whole number from 1 to 10,000, or left empty",
        ))
    }

    /// The number of places.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl TryFrom<u32> for Capacity {
    type Error = Invalid;
    fn try_from(places: u32) -> Result<Self, Invalid> {
        Self::parse(places.into())
    }
}

impl From<Capacity> for u32 {
    fn from(capacity: Capacity) -> Self {
        capacity.0
    }
}

/// One place of an exam.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlaceNumber(u32);

impl PlaceNumber {
    /// The place of this number, which is 1 or more.
    #[must_use]
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// Its number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Display for PlaceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The places of an exam, as they are held at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExamPlaces {
    capacity: Capacity,
    held: BTreeSet<PlaceNumber>,
    /// How many orders that have no place are to be given one, because they were paid before the exam had a capacity, or
    /// while it had too few places.
    awaited: u32,
}

impl ExamPlaces {
    /// Those of an exam.
    #[must_use]
    pub const fn new(capacity: Capacity, held: BTreeSet<PlaceNumber>, awaited: u32) -> Self {
        Self {
            capacity,
            held,
            awaited,
        }
    }

    /// The same with one more that is held.
    pub fn hold(&mut self, place: PlaceNumber) {
        self.held.insert(place);
    }

    /// How many are held, or are to be.
    #[must_use]
    pub fn taken(&self) -> u32 {
        count(self.held.len()).saturating_add(self.awaited)
    }

    /// How many may be taken.
    #[must_use]
    pub fn left(&self) -> u32 {
        self.capacity.get().saturating_sub(self.taken())
    }

    /// A place that may be taken, at random so that those who come at once do not meet; None when none is left.
    #[must_use]
    pub fn choose(&self, entropy: &Entropy) -> Option<PlaceNumber> {
        self.choose_several(1, entropy).pop()
    }

    /// So many different ones; fewer where fewer are left.
    #[must_use]
    pub fn choose_several(&self, count: usize, entropy: &Entropy) -> Vec<PlaceNumber> {
        let mut free = self.free();
        let mut chosen = Vec::new();
        while chosen.len() < count && !free.is_empty() {
            chosen.push(free.swap_remove(usize::from(entropy.number()) % free.len()));
        }
        chosen
    }

    /// The place of one that is awaited: the last of those that may be held, which nobody else may take. None where none may.
    #[must_use]
    pub fn awaited_place(&self) -> Option<PlaceNumber> {
        self.unheld().take(self.spare()).last()
    }

    /// A place beyond the capacity, for one that was paid before there was a capacity.
    #[must_use]
    pub fn place_beyond(&self) -> PlaceNumber {
        let last = self.held.last().map_or(0, |place| place.get());
        PlaceNumber(last.max(self.capacity.get()) + 1)
    }

    /// Those that may be taken.
    ///
    /// Where the capacity was lowered, places beyond it are held still, and as many within it must stay free: the last
    /// ones. Which those are changes only in favour of later ones, so that of two that are chosen on what was read before
    /// and after a change neither is kept free by the other.
    fn free(&self) -> Vec<PlaceNumber> {
        let mut free: Vec<PlaceNumber> = self.unheld().collect();
        free.truncate(usize::try_from(self.left()).unwrap_or_default());
        free
    }

    /// How many may be held beside those that are.
    fn spare(&self) -> usize {
        (self.capacity.get() as usize).saturating_sub(self.held.len())
    }

    fn unheld(&self) -> impl Iterator<Item = PlaceNumber> {
        (1..=self.capacity.get())
            .map(PlaceNumber)
            .filter(|place| !self.held.contains(place))
    }
}

/// How many places visitors are told are left; None for many.
#[must_use]
pub fn shown_left(left: u32) -> Option<u32> {
    (left <= FEW).then_some(left)
}

fn count(places: usize) -> u32 {
    u32::try_from(places).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
