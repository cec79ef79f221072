//! Which of several scans of a pass counts.

use crate::CustomerId;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// Where, when and by whom somebody was let in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// When the pass was scanned, by the server's clock.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Who was signed in.
    pub by: String,
    /// The device, as it is called.
    pub device: String,
}

/// That somebody is in: one for each candidate and list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admission {
    /// Who.
    pub customer_id: CustomerId,
    /// Where, when and by whom.
    #[serde(flatten)]
    pub place: Place,
    /// The nonce of the scan that counts. A change names the one that it was decided on.
    pub nonce: String,
}

/// A scan of a pass that is in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    /// Where, when and by whom.
    pub place: Place,
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
    let is_practice = |at: OffsetDateTime| begins_at.is_some_and(|begins| at < begins);
    match (is_practice(known.place.at), is_practice(scan.place.at)) {
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

    fn place(device: &str, at: OffsetDateTime) -> Place {
        Place {
            at,
            by: "meera".to_owned(),
            device: device.to_owned(),
        }
    }

    fn decided(known: (&str, OffsetDateTime), scan: (&str, OffsetDateTime), offline: bool) -> Attempted {
        let known = Admission {
            customer_id: CustomerId::parse("CZ6S4932KF26").unwrap(),
            place: place(known.0, known.1),
            nonce: "known".to_owned(),
        };
        let scan = Scan {
            place: place(scan.0, scan.1),
            offline,
        };
        decide(Some(&known), &scan, Some(BEGINS))
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
