//! Days, as requests name them.

use crate::Invalid;
use time::{
    Date, OffsetDateTime, Time,
    macros::{date, format_description, offset},
};

/// The day before which there is nothing: nobody took money, changed anything or was let in.
pub const FIRST: Date = date!(2025 - 01 - 01);

/// Reads `YYYY-MM-DD`, and nothing that only resembles it: a year may have a sign.
#[must_use]
pub fn read(text: &str) -> Option<Date> {
    let day = Date::parse(text, format_description!("[year]-[month]-[day]")).ok()?;
    (day.to_string() == text).then_some(day)
}

/// Reads `HH:MM`.
#[must_use]
pub(crate) fn clock(text: &str) -> Option<Time> {
    Time::parse(text, format_description!("[hour]:[minute]")).ok()
}

/// A moment by the clock on the wall of the event, from `YYYY-MM-DD` and `HH:MM`; None where one of them is not known.
#[must_use]
pub(crate) fn moment(day: &str, time: &str) -> Option<OffsetDateTime> {
    Some(read(day)?.with_time(clock(time)?).assume_offset(offset!(+5:30)))
}

/// Reads a day of which something may be on record.
///
/// # Errors
/// On `field`, when it is no day, or before the first.
pub fn on_record(text: &str, field: &'static str) -> Result<Date, Invalid> {
    let day = read(text).ok_or(Invalid::new(field, "The day must be a date such as 2025-05-31"))?;
    if day < FIRST {
        return Err(Invalid::new(field, "There is nothing before 2025-01-01"));
    }
    Ok(day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn a_day_is_read_in_one_spelling() {
        assert_eq!(read("2025-05-31"), Some(date!(2025 - 05 - 31)));
        for text in [
            "",
            "+2025-05-31",
            "2025-5-31",
            "2025-02-30",
            "31-05-2025",
            "2025-05-31T00:00",
            " 2025-05-31",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_moment_is_that_of_the_clock_in_kochi() {
        assert_eq!(
            moment("2025-05-31", "10:30"),
            Some(datetime!(2025-05-31 05:00 UTC))
        );
        for (day, time) in [("", "10:30"), ("2025-05-31", ""), ("2025-05-31", "late")] {
            assert_eq!(moment(day, time), None, "{day} {time}");
        }
    }

    #[test]
    fn nothing_is_on_record_before_the_first_day() {
        assert_eq!(on_record("2025-01-01", "day"), Ok(FIRST));
        assert!(on_record("2030-12-31", "day").is_ok());
        for text in ["0000-01-01", "2024-12-31", "-001-01-01", "1970-01-01"] {
            assert_eq!(on_record(text, "from").unwrap_err().field, "from", "{text}");
        }
        assert!(
            on_record("2024-12-31", "day")
                .unwrap_err()
                .message
                .contains(&FIRST.to_string())
        );
    }
}
