//! The lists that people are checked in to: a day of the event, or one exam.

use crate::{CourseId, Invalid, catalogue::Exam, day};
use serde::{Deserialize, Serialize};
use std::fmt;
use time::{Date, OffsetDateTime, Time, UtcOffset, macros::offset};

const NO_LIST: Invalid = Invalid::new("list", "There is no such list");

/// What somebody is checked in to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum List {
    /// A day of the event.
    Day(Date),
    /// An exam.
    Exam(CourseId),
}

impl List {
    /// Reads `day:2025-05-31` or `exam:<id>`. Whether there is such a list, the catalogue says.
    ///
    /// # Errors
    /// On `list`.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        match text.split_once(':') {
            Some(("day", day)) => day::read(day).map(Self::Day).ok_or(NO_LIST),
            Some(("exam", exam)) => CourseId::parse(exam).map(Self::Exam).map_err(|_| NO_LIST),
            Some(_) | None => Err(NO_LIST),
        }
    }

    /// When the list begins to count: at midnight, in the event's time zone. What is scanned before is practice. None for
    /// an exam whose day is not known.
    #[must_use]
    pub fn begins_at(&self, exam: Option<&Exam>) -> Option<OffsetDateTime> {
        let day = match self {
            Self::Day(day) => Some(*day),
            Self::Exam(_) => exam.and_then(|exam| day::read(&exam.date)),
        };
        let begins = |day: Date| day.with_time(Time::MIDNIGHT).assume_offset(offset!(+5:30));
        day.map(|day| begins(day).to_offset(UtcOffset::UTC))
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(day) => write!(f, "day:{day}"),
            Self::Exam(exam) => write!(f, "exam:{exam}"),
        }
    }
}

impl TryFrom<String> for List {
    type Error = Invalid;
    fn try_from(text: String) -> Result<Self, Invalid> {
        Self::parse(&text)
    }
}

impl From<List> for String {
    fn from(list: List) -> Self {
        list.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn a_list_is_a_day_or_an_exam_and_is_written_as_it_was_read() {
        for text in ["day:2025-05-31", "day:2025-06-01", "exam:course-bca"] {
            assert_eq!(List::parse(text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "day",
            "day:",
            "day:2025-02-30",
            "day:31 May",
            "day:+2025-05-31",
            "Day:2025-05-31",
            "exam:",
            "exam:a b",
            "hall:1",
        ] {
            assert_eq!(List::parse(text).unwrap_err().field, "list", "{text:?}");
        }
    }

    #[test]
    fn a_list_begins_at_midnight_in_kochi() {
        let begins = List::parse("day:2025-05-31").unwrap().begins_at(None);
        assert_eq!(begins, Some(datetime!(2025-05-30 18:30 UTC)));
        assert_eq!(List::parse("exam:course-bca").unwrap().begins_at(None), None);
    }
}
