//! Days on which people registered, as a stretch of a list.

use super::row::Cursor;
use time::{Date, OffsetDateTime, macros::offset};

/// From which to which day people registered, in India; both are among them. Nothing set: ever.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RegistrationDays {
    /// The first.
    pub from: Option<Date>,
    /// The last.
    pub to: Option<Date>,
}

impl RegistrationDays {
    /// Whether a moment is on one of them.
    #[must_use]
    pub fn have(&self, moment: OffsetDateTime) -> bool {
        let day = moment.to_offset(offset!(+5:30)).date();
        self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day <= to)
    }

    /// Whether a place of a list is on one of them.
    pub(super) fn have_place(&self, place: &Cursor) -> bool {
        let stretch = self.stretch();
        stretch.is_none_or(|(first, last)| (first.as_str()..=last.as_str()).contains(&place.as_str()))
    }

    /// The sort keys between which the places of a list are on these days; None where every place is.
    pub(super) fn stretch(&self) -> Option<(String, String)> {
        if *self == Self::default() {
            return None;
        }
        let first = self.from.map(first_key);
        // A place has a candidate behind its moment, so this is before all of the next day.
        let last = self.to.map(|to| to.next_day().map_or_else(after_all, first_key));
        Some((
            first.unwrap_or_else(|| "0".to_owned()),
            last.unwrap_or_else(after_all),
        ))
    }
}

/// Before every place of a day.
fn first_key(day: Date) -> String {
    let midnight = day.midnight().assume_offset(offset!(+5:30));
    format!("{:014}", midnight.unix_timestamp_nanos() / 1_000_000)
}

fn after_all() -> String {
    ":".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::{date, datetime};

    fn key_at(moment: OffsetDateTime) -> String {
        format!("{:014}#C1", moment.unix_timestamp_nanos() / 1_000_000)
    }

    #[test]
    fn a_stretch_has_the_places_of_its_days_in_india_and_no_others() {
        let day = date!(2025 - 05 - 20);
        for (from, to) in [(None, Some(day)), (Some(day), None), (Some(day), Some(day))] {
            let days = RegistrationDays { from, to };
            let (first, last) = days.stretch().unwrap();
            for moment in [
                datetime!(2025-05-01 00:00 UTC),
                datetime!(2025-05-19 18:29:59.999 UTC),
                datetime!(2025-05-19 18:30 UTC),
                datetime!(2025-05-20 18:29:59.999 UTC),
                datetime!(2025-05-20 18:30 UTC),
                datetime!(2031-01-01 00:00 UTC),
            ] {
                let key = key_at(moment);
                assert_eq!(
                    first <= key && key <= last,
                    days.have(moment),
                    "{days:?} {moment}"
                );
            }
        }
        assert_eq!(RegistrationDays::default().stretch(), None);
    }
}
