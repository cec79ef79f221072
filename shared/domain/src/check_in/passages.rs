//! Everything that is kept of a person at the doors of a list, and what follows from it: which scan counts as their admission, whom two
//! devices let in, and who is inside.
//!
//! All of it follows from the scans that are kept, by their moments and, of two of one moment, by their nonces. In which order they
//! became known, and in which some were taken back, makes no difference.

use super::{
    Admission, Crossing, Crossings, Direction, Entrance, ScanPlace, Whereabouts, admission::is_practice,
};
use crate::CustomerId;
use std::collections::HashSet;
use time::OffsetDateTime;

/// So many exits, and scans that let nobody in, are kept of a candidate: the latest. Nobody goes out for lunch more often.
const MOST: usize = 60;

/// So many doubles are told of a candidate: the earliest. Somebody has to look at them by then.
const MOST_DOUBLES: usize = 20;

/// A scan that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// Which way.
    pub direction: Direction,
    /// Where, when and by whom.
    pub place: ScanPlace,
    /// The device's own name of the scan.
    pub nonce: String,
    /// Whether its device has let the person through. Otherwise it has said that they are in already.
    pub is_through: bool,
}

/// That two devices let the same person in, who had not gone out in between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Twice<'a> {
    /// The one that was first.
    pub first: &'a Passage,
    /// The other one.
    pub second: &'a Passage,
}

impl Twice<'_> {
    /// Whether it is of a scan.
    #[must_use]
    pub fn is_of(&self, nonce: &str) -> bool {
        [self.first, self.second].iter().any(|one| one.nonce == nonce)
    }
}

/// What is kept of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passages {
    customer_id: CustomerId,
    /// By their moments.
    kept: Vec<Passage>,
    /// When the list begins to count. What is before is practice, and says nothing of the day.
    begins_at: Option<OffsetDateTime>,
}

impl Passages {
    /// What an admission and the crossings beside it say.
    #[must_use]
    pub fn of(
        customer_id: CustomerId,
        admission: Option<&Admission>,
        crossings: Option<&Crossings>,
        begins_at: Option<OffsetDateTime>,
    ) -> Self {
        let crossings = crossings.map_or(&[][..], |all| &all.crossings);
        let known: HashSet<&str> = crossings.iter().map(|one| one.nonce.as_str()).collect();
        let entrances = admission.into_iter().flat_map(Admission::entrances);
        let entrances = entrances.filter(|(nonce, _)| !known.contains(nonce));
        let entrances = entrances.map(|(nonce, place)| Passage {
            direction: Direction::In,
            place: place.clone(),
            nonce: nonce.to_owned(),
            is_through: true,
        });
        let crossings = crossings.iter().map(|crossing| Passage {
            direction: crossing.direction,
            place: crossing.place.clone(),
            nonce: crossing.nonce.clone(),
            is_through: crossing.direction == Direction::Out,
        });
        let mut kept: Vec<Passage> = entrances.chain(crossings).collect();
        sort(&mut kept);
        Self {
            customer_id,
            kept,
            begins_at,
        }
    }

    /// Whose they are.
    #[must_use]
    pub const fn customer_id(&self) -> &CustomerId {
        &self.customer_id
    }

    /// These with another one; None where that changes nothing. A scan that let nobody in may turn out to have done so.
    #[must_use]
    pub fn with(&self, passage: Passage) -> Option<Self> {
        let mut next = self.clone();
        match next.kept.iter_mut().find(|kept| kept.nonce == passage.nonce) {
            Some(known) if known.is_through || !passage.is_through => return None,
            Some(known) => known.is_through = true,
            None => next.kept.push(passage),
        }
        sort(&mut next.kept);
        let crossings = next.kept.iter().filter(|one| one.is_crossing()).count();
        let mut surplus = crossings.saturating_sub(MOST);
        next.kept.retain(|one| {
            let goes = one.is_crossing() && surplus > 0;
            surplus -= usize::from(goes);
            !goes
        });
        Some(next)
    }

    /// These without one; None where it is not among them.
    #[must_use]
    pub fn without(&self, nonce: &str) -> Option<Self> {
        self.find(nonce)?;
        let mut next = self.clone();
        next.kept.retain(|kept| kept.nonce != nonce);
        Some(next)
    }

    /// The one with a nonce.
    #[must_use]
    pub fn find(&self, nonce: &str) -> Option<&Passage> {
        self.kept.iter().find(|kept| kept.nonce == nonce)
    }

    /// All of them, by their moments.
    pub fn all(&self) -> impl Iterator<Item = &Passage> {
        self.kept.iter()
    }

    /// The scans by which they went out.
    pub fn exits(&self) -> impl Iterator<Item = &Passage> {
        self.all().filter(|kept| kept.direction == Direction::Out)
    }

    /// The scan that counts as the admission: the first of the day, or of practice where there is none of the day.
    #[must_use]
    pub fn counting(&self) -> Option<&Passage> {
        self.first(false).or_else(|| self.first(true))
    }

    /// The scan that counts for somebody who is scanned at a place: practice does not stand in the way of the day.
    #[must_use]
    pub fn counting_at(&self, place: &ScanPlace) -> Option<&Passage> {
        let is_practice = is_practice(place.at, self.begins_at);
        self.counting()
            .filter(|one| is_practice || !self.is_practice(one))
    }

    /// Every scan by which the person came in.
    pub fn entrances(&self) -> impl Iterator<Item = &Passage> {
        let stays = [false, true].into_iter().flat_map(|is| self.stays(is));
        stays.flatten()
    }

    /// Whom two devices let in, beginning with the earliest: of each stay the scan that was first, and each other one that let the
    /// person in.
    #[must_use]
    pub fn doubles(&self) -> Vec<Twice<'_>> {
        let stays = [true, false].into_iter().flat_map(|is| self.stays(is));
        let doubles = stays.flat_map(|stay| {
            let mut stay = stay.into_iter();
            let first = stay.next();
            let others = stay.filter_map(move |second| first.map(|first| Twice { first, second }));
            others.filter(|Twice { first, second }| {
                second.is_through && first.place.device != second.place.device
            })
        });
        doubles.take(MOST_DOUBLES).collect()
    }

    /// Where the person is.
    #[must_use]
    pub fn now(&self) -> Whereabouts<'_> {
        let is_practice = self.counting().is_some_and(|one| self.is_practice(one));
        Whereabouts::after(self.day(is_practice))
    }

    /// Where the person was when a scan was made.
    #[must_use]
    pub fn before(&self, place: &ScanPlace, nonce: &str) -> Whereabouts<'_> {
        let day = self.day(is_practice(place.at, self.begins_at));
        Whereabouts::after(day.filter(|one| key(&one.place, &one.nonce) < key(place, nonce)))
    }

    /// The admission as it is by these, with the doubles that the one before had; None where nobody is in.
    #[must_use]
    pub fn admission(&self, known: Option<&Admission>) -> Option<Admission> {
        let counting = self.counting()?;
        let double = |nonce: &str| {
            let mut others = known.into_iter().flat_map(|known| &known.others);
            others.find(|other| other.nonce == nonce)?.double.clone()
        };
        let others = self.kept.iter().filter(|one| !one.is_crossing());
        let others = others.filter(|one| one.nonce != counting.nonce);
        Some(Admission {
            customer_id: self.customer_id.clone(),
            place: counting.place.clone(),
            nonce: counting.nonce.clone(),
            others: others
                .map(|one| Entrance {
                    place: one.place.clone(),
                    nonce: one.nonce.clone(),
                    double: double(&one.nonce),
                })
                .collect(),
            version: known.map_or(0, |known| known.version),
        })
    }

    /// The crossings as they are by these; None where there are none, and were none.
    #[must_use]
    pub fn crossings(&self, known: Option<&Crossings>) -> Option<Crossings> {
        let crossings = self.kept.iter().filter(|one| one.is_crossing());
        let crossings: Vec<Crossing> = crossings
            .map(|one| Crossing {
                direction: one.direction,
                place: one.place.clone(),
                nonce: one.nonce.clone(),
            })
            .collect();
        (known.is_some() || !crossings.is_empty()).then(|| Crossings {
            customer_id: self.customer_id.clone(),
            crossings,
            version: known.map_or(0, |known| known.version),
        })
    }

    fn is_practice(&self, passage: &Passage) -> bool {
        is_practice(passage.place.at, self.begins_at)
    }

    /// Those of practice, or those of the day.
    fn day(&self, is_practice: bool) -> impl Iterator<Item = &Passage> {
        let is_of_it = move |one: &&Passage| self.is_practice(one) == is_practice;
        self.kept.iter().filter(is_of_it)
    }

    fn first(&self, is_practice: bool) -> Option<&Passage> {
        self.stays(is_practice).into_iter().flatten().next()
    }

    /// The scans by which the person came in, by the times that they were inside. Who was said to be in already came in by that scan
    /// if they had gone out before it, whatever was known of that then.
    fn stays(&self, is_practice: bool) -> Vec<Vec<&Passage>> {
        let mut stays: Vec<Vec<&Passage>> = vec![Vec::new()];
        let mut has_gone_out = false;
        for one in self.day(is_practice) {
            match one.direction {
                Direction::Out => stays.push(Vec::new()),
                Direction::In if one.is_through || has_gone_out => {
                    if let Some(stay) = stays.last_mut() {
                        stay.push(one);
                    }
                }
                Direction::In => {}
            }
            has_gone_out = one.direction == Direction::Out;
        }
        stays
    }
}

impl Passage {
    /// Whether it is kept beside the admission.
    fn is_crossing(&self) -> bool {
        self.direction == Direction::Out || !self.is_through
    }
}

fn sort(passages: &mut [Passage]) {
    passages.sort_by(|one, other| key(&one.place, &one.nonce).cmp(&key(&other.place, &other.nonce)));
}

/// What decides which of two scans was the later one.
fn key<'a>(place: &ScanPlace, nonce: &'a str) -> (OffsetDateTime, &'a str) {
    (place.at, nonce)
}

#[cfg(test)]
mod tests;
