//! An entry's position in the log: its month, and its moment in it.

use crate::dynamo::millis;
use std::fmt;
use time::{OffsetDateTime, UtcOffset};

/// An entry's position in the log: what was read up to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogPosition {
    /// Milliseconds since 1970.
    at: i64,
    id: String,
}

impl LogPosition {
    pub(super) fn of(at: OffsetDateTime, id: &str) -> Self {
        Self {
            at: millis(at),
            id: id.to_owned(),
        }
    }

    /// The position before every entry of a moment and of later ones.
    #[must_use]
    pub fn before(moment: OffsetDateTime) -> Self {
        Self::of(moment, "")
    }

    /// The position of an entry: before it the log goes on.
    #[must_use]
    pub fn of_entry(entry: &super::AuditEntry) -> Self {
        Self::of(entry.at, &entry.id)
    }

    /// In milliseconds since 1970.
    pub(super) const fn millis(&self) -> i64 {
        self.at
    }

    pub(super) fn sort_key(&self) -> String {
        format!("{:014}#{}", self.at, self.id)
    }

    /// The moment of it, in whole seconds.
    #[must_use]
    pub fn moment(&self) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp(self.at / 1_000).unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }

    /// Reads what [`LogPosition`]'s `Display` wrote; None when it is something else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (at, id) = text.split_once('-')?;
        let at = at
            .parse()
            .ok()
            .filter(|at| (0..100_000_000_000_000).contains(at))?;
        OffsetDateTime::from_unix_timestamp(at / 1_000).ok()?;
        let plain = !id.is_empty() && id.len() <= 16 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        plain.then(|| Self {
            at,
            id: id.to_owned(),
        })
    }

    pub(super) fn month(&self) -> Month {
        Month::of(self.moment())
    }
}

/// What sorts before the entries of a moment and behind those of earlier ones.
pub(super) fn moment_key(at: OffsetDateTime) -> String {
    format!("{:014}", millis(at).max(0))
}

impl fmt::Display for LogPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.at, self.id)
    }
}

/// Months since the year 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Month(i32);

impl Month {
    /// The product's first: there are no entries before it, so that reading backwards comes to an end.
    const FIRST: Self = Self(2025 * 12);

    /// The month of a moment as the log counts them, in UTC.
    pub(super) fn of(moment: OffsetDateTime) -> Self {
        let moment = moment.to_offset(UtcOffset::UTC);
        Self(moment.year() * 12 + i32::from(u8::from(moment.month())) - 1)
    }

    pub(super) fn partition(self) -> String {
        format!("AUDIT#{}-{:02}", self.0.div_euclid(12), self.0.rem_euclid(12) + 1)
    }

    /// This month and all before it.
    pub(super) fn and_before(self) -> Vec<Self> {
        (Self::FIRST.0..=self.0).rev().map(Self).collect()
    }

    /// The months before this one, the latest first, up to a year of them.
    pub(super) fn year_before(self) -> Vec<Self> {
        let earlier = (1..=12).map(|back| Self(self.0 - back));
        earlier.filter(|month| *month >= Self::FIRST).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn months_are_named_and_counted_over_the_turn_of_a_year() {
        let month = Month::of(datetime!(2026-02-01 00:00 UTC));
        assert_eq!(month.partition(), "AUDIT#2026-02");
        let earlier: Vec<String> = month.year_before().into_iter().map(Month::partition).collect();
        assert_eq!(earlier.len(), 12);
        assert_eq!(earlier[..3], ["AUDIT#2026-01", "AUDIT#2025-12", "AUDIT#2025-11"]);
        assert_eq!(
            Month::of(datetime!(2025-03-31 23:59 UTC)).year_before(),
            [Month(2025 * 12 + 1), Month::FIRST]
        );
        assert!(Month::FIRST.year_before().is_empty());
    }

    #[test]
    fn a_place_is_read_as_it_was_written_and_nothing_else_is() {
        let position = LogPosition::parse("1747715400000-0123ABCD").unwrap();
        assert_eq!(position.to_string(), "1747715400000-0123ABCD");
        for text in [
            "",
            "-",
            "1-",
            "x-A",
            "1747715400000",
            "-5-A",
            "1-a#b",
            "999999999999999-A",
            "1-0123456789ABCDEFG",
        ] {
            assert_eq!(LogPosition::parse(text), None, "{text}");
        }
    }
}
