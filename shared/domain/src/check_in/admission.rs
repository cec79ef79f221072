//! Which of several scans of a pass counts.

use crate::CustomerId;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// Where, when and by whom somebody was let in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanPlace {
    /// When the pass was scanned, by the server's clock.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Who was signed in.
    pub by: String,
    /// The device, as it is called.
    pub device: String,
}

/// A scan that let somebody in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrance {
    /// Where, when and by whom.
    #[serde(flatten)]
    pub place: ScanPlace,
    /// The device's own name of the scan.
    pub nonce: String,
    /// The key of the double that is on record for it and the one that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double: Option<String>,
}

/// That somebody is in: one for each candidate and list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admission {
    /// Who.
    pub customer_id: CustomerId,
    /// Where, when and by whom.
    #[serde(flatten)]
    pub place: ScanPlace,
    /// The nonce of the scan that counts.
    pub nonce: String,
    /// The other scans that let the same person in. The earliest counts when the one that does is taken back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Entrance>,
    /// Counts the changes. Each names the version that it was decided on.
    #[serde(default)]
    pub version: u64,
}

/// What is left of an admission when a scan is taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Left {
    /// All of it: the scan has let nobody in.
    All,
    /// The person is in by another scan.
    Another(Admission),
    /// Nothing.
    Nothing,
}

impl Admission {
    /// Somebody's first.
    #[must_use]
    pub const fn new(customer_id: CustomerId, place: ScanPlace, nonce: String) -> Self {
        Self {
            customer_id,
            place,
            nonce,
            others: Vec::new(),
            version: 0,
        }
    }

    /// The admission as it is after another scan; None where that changes nothing.
    #[must_use]
    pub fn after(&self, scan: &Scan, nonce: &str, begins_at: Option<OffsetDateTime>) -> Option<Self> {
        if self.entrances().any(|(known, _)| known == nonce) {
            return None;
        }
        let is_same_day = is_practice(self.place.at, begins_at) == is_practice(scan.place.at, begins_at);
        let entrance = |place: &ScanPlace, nonce: &str| Entrance {
            place: place.clone(),
            nonce: nonce.to_owned(),
            double: None,
        };
        let mut next = self.clone();
        next.version += 1;
        match decide(Some(self), scan, begins_at) {
            Attempted::Admitted | Attempted::Instead { .. } => {
                scan.place.clone_into(&mut next.place);
                nonce.clone_into(&mut next.nonce);
                if is_same_day {
                    next.others.push(entrance(&self.place, &self.nonce));
                } else {
                    next.others.clear();
                }
            }
            Attempted::Already { .. } if scan.offline && is_same_day => {
                next.others.push(entrance(&scan.place, nonce));
            }
            Attempted::Already { .. } => return None,
        }
        Some(next)
    }

    /// The admission as it is without a scan.
    #[must_use]
    pub fn without(&self, nonce: &str) -> Left {
        let mut next = self.clone();
        next.version += 1;
        if nonce != self.nonce {
            next.others.retain(|other| other.nonce != nonce);
            return match next.others.len() == self.others.len() {
                true => Left::All,
                false => Left::Another(next),
            };
        }
        next.others.sort_by_key(|other| other.place.at);
        if next.others.is_empty() {
            return Left::Nothing;
        }
        let first = next.others.remove(0);
        next.place = first.place;
        next.nonce = first.nonce;
        Left::Another(next)
    }

    /// Each scan that let the person in, the one that counts first.
    pub fn entrances(&self) -> impl Iterator<Item = (&str, &ScanPlace)> {
        let others = self
            .others
            .iter()
            .map(|other| (other.nonce.as_str(), &other.place));
        std::iter::once((self.nonce.as_str(), &self.place)).chain(others)
    }
}

/// Whether something was scanned before the list began.
pub(super) fn is_practice(at: OffsetDateTime, begins_at: Option<OffsetDateTime>) -> bool {
    begins_at.is_some_and(|begins| at < begins)
}

/// A scan of a pass that is in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    /// Where, when and by whom.
    pub place: ScanPlace,
    /// Whether the device has let the person in without asking.
    pub offline: bool,
}

/// What becomes of a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempted {
    /// It admits.
    Admitted,
    /// It admits in place of a known admission: of one from practice, or of one that was scanned later.
    Instead {
        /// Whether the person was really let in twice.
        double: bool,
    },
    /// The person is in already.
    Already {
        /// Whether the person was really let in twice.
        double: bool,
    },
}

/// What becomes of a scan, when the pass may have been admitted before.
///
/// What was scanned earlier counts, but only a device without a network may say so after another one: it has let the
/// person in. A scan that still waits for its verdict has not, and comes second. What was scanned before the list began
/// is practice, and never stands in the way of what comes after.
#[must_use]
pub fn decide(known: Option<&Admission>, scan: &Scan, begins_at: Option<OffsetDateTime>) -> Attempted {
    let Some(known) = known else {
        return Attempted::Admitted;
    };
    let practice = |at: OffsetDateTime| is_practice(at, begins_at);
    match (practice(known.place.at), practice(scan.place.at)) {
        (true, false) => return Attempted::Instead { double: false },
        (false, true) => return Attempted::Already { double: false },
        (true, true) | (false, false) => {}
    }
    let double = scan.offline && known.place.device != scan.place.device;
    if scan.offline && scan.place.at < known.place.at {
        Attempted::Instead { double }
    } else {
        Attempted::Already { double }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::{Duration, macros::datetime};

    const BEGINS: OffsetDateTime = datetime!(2025-05-30 18:30 UTC);
    const TEN: OffsetDateTime = datetime!(2025-05-31 04:30 UTC);

    fn place(device: &str, at: OffsetDateTime) -> ScanPlace {
        ScanPlace {
            at,
            by: "meera".to_owned(),
            device: device.to_owned(),
        }
    }

    fn decided(known: (&str, OffsetDateTime), scan: (&str, OffsetDateTime), offline: bool) -> Attempted {
        decide(Some(&admission(known)), &scanned(scan, offline), Some(BEGINS))
    }

    fn admission((device, at): (&str, OffsetDateTime)) -> Admission {
        let candidate = CustomerId::parse("CZ6S4932KF26").unwrap();
        Admission::new(candidate, place(device, at), "known".to_owned())
    }

    fn scanned((device, at): (&str, OffsetDateTime), offline: bool) -> Scan {
        let place = place(device, at);
        Scan { place, offline }
    }

    fn nonces(admission: &Admission) -> Vec<&str> {
        admission.entrances().map(|(nonce, _)| nonce).collect()
    }

    #[test]
    fn each_scan_that_let_somebody_in_is_kept_and_the_earliest_counts_when_another_is_taken_back() {
        let known = admission(("Gate 1", TEN));
        let later = scanned(("Gate 2", TEN + Duration::minutes(2)), true);
        let earlier = scanned(("Gate 3", TEN - Duration::minutes(1)), true);
        let both = known.after(&later, "later", Some(BEGINS)).unwrap();
        let three = both.after(&earlier, "earlier", Some(BEGINS)).unwrap();
        assert_eq!(nonces(&three), ["earlier", "later", "known"]);
        assert_eq!((three.place.device.as_str(), three.version), ("Gate 3", 2));
        let Left::Another(two) = three.without("earlier") else {
            panic!("two others let them in");
        };
        assert_eq!(nonces(&two), ["known", "later"]);
        let Left::Another(one) = two.without("later") else {
            panic!("another let them in");
        };
        assert_eq!(nonces(&one), ["known"]);
        assert_eq!(one.without("later"), Left::All);
        assert_eq!(one.without("known"), Left::Nothing);
    }

    #[test]
    fn who_was_told_that_somebody_is_in_has_let_nobody_in() {
        let known = admission(("Gate 1", TEN));
        let asked = scanned(("Gate 2", TEN + Duration::minutes(1)), false);
        assert_eq!(known.after(&asked, "asked", Some(BEGINS)), None);
    }

    #[test]
    fn of_practice_nothing_is_left_once_the_day_has_begun() {
        let evening = ("Gate 1", BEGINS - Duration::hours(1));
        let day = scanned(("Gate 2", TEN), false);
        let next = admission(evening).after(&day, "day", Some(BEGINS)).unwrap();
        assert_eq!(nonces(&next), ["day"]);
        assert_eq!(next.after(&scanned(evening, true), "late", Some(BEGINS)), None);
    }

    #[test]
    fn the_first_scan_admits() {
        let scan = Scan {
            place: place("Gate 1", TEN),
            offline: false,
        };
        assert_eq!(decide(None, &scan, Some(BEGINS)), Attempted::Admitted);
        assert_eq!(decide(None, &scan, None), Attempted::Admitted);
    }

    #[test]
    fn a_second_scan_finds_the_person_in_whatever_the_clock_of_its_device_says() {
        for minutes in [-5, 0, 5] {
            let scan = ("Gate 2", TEN + Duration::minutes(minutes));
            let already = Attempted::Already { double: false };
            assert_eq!(decided(("Gate 1", TEN), scan, false), already, "{minutes}");
        }
    }

    #[test]
    fn of_two_devices_that_both_let_somebody_in_the_earlier_one_counts_and_it_is_a_double() {
        let later = ("Gate 2", TEN + Duration::minutes(1));
        let earlier = ("Gate 2", TEN - Duration::minutes(1));
        let known = ("Gate 1", TEN);
        assert_eq!(decided(known, later, true), Attempted::Already { double: true });
        assert_eq!(
            decided(known, ("Gate 2", TEN), true),
            Attempted::Already { double: true }
        );
        assert_eq!(decided(known, earlier, true), Attempted::Instead { double: true });
    }

    #[test]
    fn a_device_that_scans_a_pass_twice_is_no_double() {
        let later = ("Gate 1", TEN + Duration::minutes(1));
        let earlier = ("Gate 1", TEN - Duration::minutes(1));
        let known = ("Gate 1", TEN);
        assert_eq!(decided(known, later, true), Attempted::Already { double: false });
        assert_eq!(
            decided(known, earlier, true),
            Attempted::Instead { double: false }
        );
    }

    #[test]
    fn practice_stands_in_nobodys_way_and_takes_nobodys_place() {
        let evening = ("Gate 1", BEGINS - Duration::nanoseconds(1));
        for offline in [false, true] {
            let instead = Attempted::Instead { double: false };
            assert_eq!(decided(evening, ("Gate 2", BEGINS), offline), instead);
            let already = Attempted::Already { double: false };
            assert_eq!(decided(("Gate 2", BEGINS), evening, offline), already);
        }
        let both = decided(evening, ("Gate 2", BEGINS - Duration::hours(1)), true);
        assert_eq!(both, Attempted::Instead { double: true });
    }
}
