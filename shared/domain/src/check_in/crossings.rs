//! Who is inside a list whose doors let people out and in again: whoever crossed a door last on the way in.
//!
//! A crossing counts by the moment of its scan, and of two of one moment the nonce decides: whatever comes late, and in
//! whatever order, the end is the same.

use super::{Admission, Entrance, ScanPlace, admission::is_practice};
use crate::{CustomerId, Invalid, Word};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// So many of a candidate are kept, the latest. Nobody goes out for lunch more often.
const MOST: usize = 40;

/// Which way somebody goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Into what the list is of.
    #[default]
    In,
    /// Out of it.
    Out,
}

impl Direction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::In, Self::Out];

    /// Reads `in` or `out`; in where it is left out.
    ///
    /// # Errors
    /// On `direction`.
    pub fn parse(text: Option<&str>) -> Result<Self, Invalid> {
        match text {
            None | Some("" | "in") => Ok(Self::In),
            Some("out") => Ok(Self::Out),
            Some(_) => Err(Invalid::new("direction", "This is in or out")),
        }
    }
}

impl Word for Direction {
    fn as_str(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::Out => "out",
        }
    }
}

/// A scan of somebody who went out, or who came in and was admitted before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crossing {
    /// Which way.
    pub direction: Direction,
    /// Where, when and by whom.
    #[serde(flatten)]
    pub place: ScanPlace,
    /// The device's own name of the scan.
    pub nonce: String,
}

/// The crossings of a candidate at a list, beside the scans of the admission. They may come before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crossings {
    /// Who.
    pub customer_id: CustomerId,
    /// By the moments of the scans.
    pub crossings: Vec<Crossing>,
    /// Counts the changes. Each names the version that it was decided on.
    pub version: u64,
}

impl Crossings {
    /// Those of somebody who has none yet.
    #[must_use]
    pub const fn none(customer_id: CustomerId) -> Self {
        Self {
            customer_id,
            crossings: Vec::new(),
            version: 0,
        }
    }

    /// Those with another one; None where it is among them.
    #[must_use]
    pub fn with(&self, crossing: Crossing) -> Option<Self> {
        if self.find(&crossing.nonce).is_some() {
            return None;
        }
        let mut next = self.clone();
        next.version += 1;
        next.crossings.push(crossing);
        next.crossings
            .sort_by(|one, other| key(&one.place, &one.nonce).cmp(&key(&other.place, &other.nonce)));
        let surplus = next.crossings.len().saturating_sub(MOST);
        next.crossings.drain(..surplus);
        Some(next)
    }

    /// Those without one; None where it is not among them.
    #[must_use]
    pub fn without(&self, nonce: &str) -> Option<Self> {
        self.find(nonce)?;
        let mut next = self.clone();
        next.version += 1;
        next.crossings.retain(|crossing| crossing.nonce != nonce);
        Some(next)
    }

    /// The one with a nonce.
    #[must_use]
    pub fn find(&self, nonce: &str) -> Option<&Crossing> {
        self.crossings.iter().find(|crossing| crossing.nonce == nonce)
    }
}

/// Where somebody is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whereabouts<'a> {
    /// Nobody knows that they were let in.
    NotIn {
        /// Where they went out, if that is known all the same.
        out: Option<&'a ScanPlace>,
    },
    /// They are inside.
    In,
    /// They were let in, and went out.
    Out(&'a ScanPlace),
}

/// What is known of somebody at a list.
#[derive(Debug, Clone, Copy)]
pub struct Passage<'a> {
    /// Their admission.
    pub admission: Option<&'a Admission>,
    /// Their crossings beside it.
    pub crossings: Option<&'a Crossings>,
    /// When the list begins to count. What is before is practice, and says nothing of the day.
    pub begins_at: Option<OffsetDateTime>,
}

impl<'a> Passage<'a> {
    /// Where the person is.
    #[must_use]
    pub fn now(self) -> Whereabouts<'a> {
        self.whereabouts(None)
    }

    /// Where the person was when a scan was made.
    #[must_use]
    pub fn before(self, place: &ScanPlace, nonce: &str) -> Whereabouts<'a> {
        self.whereabouts(Some((place, nonce)))
    }

    fn whereabouts(self, until: Option<(&ScanPlace, &str)>) -> Whereabouts<'a> {
        let is_of_practice = self
            .admission
            .map(|admission| &admission.place)
            .or(until.map(|(place, _)| place))
            .map(|place| is_practice(place.at, self.begins_at));
        let earlier =
            |place: &ScanPlace, nonce: &str| until.is_none_or(|(at, by)| key(place, nonce) < key(at, by));
        let entrances = self.admission.into_iter().flat_map(Admission::entrances);
        let crossings = self.crossings.into_iter().flat_map(|all| &all.crossings);
        let last = entrances
            .map(|(nonce, place)| (Direction::In, nonce, place))
            .chain(crossings.map(|one| (one.direction, one.nonce.as_str(), &one.place)))
            .filter(|(_, _, place)| {
                is_of_practice.is_none_or(|is| is == is_practice(place.at, self.begins_at))
            })
            .filter(|(_, nonce, place)| earlier(place, nonce))
            .max_by(|one, other| key(one.2, one.1).cmp(&key(other.2, other.1)));
        match (self.admission, last) {
            (None, Some((Direction::Out, _, place))) => Whereabouts::NotIn { out: Some(place) },
            (None, Some((Direction::In, _, _))) | (_, None) => Whereabouts::NotIn { out: None },
            (Some(_), Some((Direction::Out, _, place))) => Whereabouts::Out(place),
            (Some(_), Some((Direction::In, _, _))) => Whereabouts::In,
        }
    }

    /// Whether the person came in by a scan after having gone out, so that it is no second time beside another one.
    #[must_use]
    pub fn is_return(self, place: &ScanPlace, nonce: &str) -> bool {
        matches!(self.before(place, nonce), Whereabouts::Out(_))
    }

    /// The admission that is left when the scans that made it are taken back, but the person has come in again by another one:
    /// the earliest of the same day. Of whom a scan only said that they are in already, that scan let nobody in.
    #[must_use]
    pub fn next_admission(self) -> Option<(Admission, Crossings)> {
        let (admission, crossings) = (self.admission?, self.crossings?);
        let is_practice = |place: &ScanPlace| is_practice(place.at, self.begins_at);
        let first = crossings.crossings.iter().find(|crossing| {
            crossing.direction == Direction::In
                && is_practice(&crossing.place) == is_practice(&admission.place)
                && self.is_return(&crossing.place, &crossing.nonce)
        })?;
        let next = Admission {
            place: first.place.clone(),
            nonce: first.nonce.clone(),
            others: Vec::new(),
            version: admission.version + 1,
            customer_id: admission.customer_id.clone(),
        };
        Some((next, crossings.without(&first.nonce)?))
    }

    /// The admission as it is now that it is known where the person went out: whom a second device let in after that was not
    /// in twice. None where nothing changes.
    #[must_use]
    pub fn explained(self) -> Option<Admission> {
        let admission = self.admission?;
        let is_wrong =
            |other: &Entrance| other.double.is_some() && self.is_return(&other.place, &other.nonce);
        if !admission.others.iter().any(is_wrong) {
            return None;
        }
        let mut next = admission.clone();
        next.version += 1;
        for other in next.others.iter_mut().filter(|other| is_wrong(other)) {
            other.double = None;
        }
        Some(next)
    }
}

/// What decides which of two scans was the later one.
fn key<'a>(place: &ScanPlace, nonce: &'a str) -> (OffsetDateTime, &'a str) {
    (place.at, nonce)
}

#[cfg(test)]
mod tests;
