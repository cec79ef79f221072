//! What a pass shows beside its person: a number that can be read out, the text of its QR code, and the exams it is for.

use crate::{
    CourseId, CustomerId, OrderId,
    day::{self, clock},
    seating::Seat,
};
use base32::Alphabet;
use sha2::{Digest, Sha256};
use std::fmt;
use time::{Date, OffsetDateTime, Time, macros::format_description};

/// What the text of every QR code begins with; the number counts the forms of the text.
const FORM: &str = "EXPO1";

/// The candidate's identifier in groups of four, as it is read out: `CZ6S 4932 KF26`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassNo(String);

impl PassNo {
    /// The number on the passes of this candidate.
    #[must_use]
    pub fn of(candidate: &CustomerId) -> Self {
        let mut number = String::new();
        for (place, symbol) in candidate.as_str().chars().enumerate() {
            if place > 0 && place % 4 == 0 {
                number.push(' ');
            }
            number.push(symbol);
        }
        Self(number)
    }
}

impl fmt::Display for PassNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text of the QR code on the pass of this order: `EXPO1:<candidate id>:<key>`.
///
/// The key is Crockford's base 32 of 128 bits of a digest: it proves that its bearer holds the pass, and does not give away
/// the order id, which opens it. The whole is alphanumeric in the sense of QR codes and fits version 3 at error
/// correction level Q.
#[must_use]
pub fn qr_text(order: &OrderId) -> String {
    let digest = Sha256::new()
        .chain_update("pass")
        .chain_update(order.as_str())
        .finalize();
    let key = base32::encode(Alphabet::Crockford, &digest[..16]);
    format!("{FORM}:{}:{key}", order.customer_part())
}

/// The SEQUENCE of entries for a calendar that are revised at a moment. It grows with time, so that mails and the page of the
/// pass, which knows of no mail, count together.
#[must_use]
pub fn calendar_sequence(revised: OffsetDateTime) -> u32 {
    u32::try_from(revised.unix_timestamp()).unwrap_or_default()
}

/// An exam that a pass is for, and when and where it is held. Hours and hall are empty where the catalogue no longer has
/// the exam.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sitting {
    /// The day, `YYYY-MM-DD`.
    pub date: String,
    /// The start, `HH:MM`.
    pub time_start: String,
    /// The end, `HH:MM`.
    pub time_end: String,
    /// The college's name.
    pub college_name: String,
    /// The exam's name.
    pub exam_name: String,
    /// Where it is held.
    pub venue: String,
    /// The exam.
    pub course: CourseId,
    /// Where the person sits, once that is published.
    pub seat: Option<SittingSeat>,
}

/// The seat of a person in an exam, as it is published.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SittingSeat {
    /// The hall's name.
    pub hall: String,
    /// The seat.
    pub seat: Seat,
    /// By when they are to be there, `HH:MM`; empty where nobody has said.
    pub reporting_time: String,
}

impl SittingSeat {
    /// `Hall A, seat B12`.
    #[must_use]
    pub fn shown(&self) -> String {
        let Self { hall, seat, .. } = self;
        format!("{hall}, seat {seat}")
    }

    /// `9:30 AM`, or nothing.
    #[must_use]
    pub fn shown_reporting_time(&self) -> String {
        let format = format_description!("[hour repr:12 padding:none]:[minute] [period]");
        clock(&self.reporting_time)
            .and_then(|time| time.format(format).ok())
            .unwrap_or_default()
    }
}

impl Sitting {
    /// `Hall A, seat B12`, where that is known, or else the venue: who has a seat is led to its hall alone.
    #[must_use]
    pub fn shown_place(&self) -> String {
        let seat = self.seat.as_ref().map(SittingSeat::shown);
        seat.unwrap_or_else(|| self.venue.clone())
    }

    /// The day as a date; None for one that is not known.
    #[must_use]
    pub fn day(&self) -> Option<Date> {
        day::read(&self.date)
    }

    /// Start and end by the clock; None for hours that are not known.
    #[must_use]
    pub fn hours(&self) -> Option<(Time, Time)> {
        clock(&self.time_start).zip(clock(&self.time_end))
    }

    /// When it ends; None while that is not known.
    #[must_use]
    pub fn ends_at(&self) -> Option<OffsetDateTime> {
        day::moment(&self.date, &self.time_end)
    }

    /// The day for a person: `Sat 31 May`, or nothing.
    #[must_use]
    pub fn shown_day(&self) -> String {
        let format = format_description!("[weekday repr:short] [day padding:none] [month repr:short]");
        self.day()
            .and_then(|day| day.format(format).ok())
            .unwrap_or_default()
    }

    /// The hours for a person: `10–11:30 AM`, `11:30 AM–1 PM`, or nothing.
    #[must_use]
    pub fn shown_hours(&self) -> String {
        let Some((start, end)) = self.hours() else {
            return String::new();
        };
        let half = |time: Time| if time.hour() < 12 { "AM" } else { "PM" };
        let clock = |time: Time| {
            let hour = (time.hour() + 11) % 12 + 1;
            match time.minute() {
                0 => hour.to_string(),
                minute => format!("{hour}:{minute:02}"),
            }
        };
        if half(start) == half(end) {
            format!("{}–{} {}", clock(start), clock(end), half(end))
        } else {
            format!("{} {}–{} {}", clock(start), half(start), clock(end), half(end))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_candidate_in_groups_of_four() {
        let number = |id: &str| PassNo::of(&CustomerId::parse(id).unwrap()).to_string();
        assert_eq!(number("CZ6S4932KF26"), "CZ6S 4932 KF26");
        assert_eq!(number("C0123"), "C012 3");
    }

    #[test]
    fn the_code_names_the_candidate_and_proves_the_order_without_naming_it() {
        let order = OrderId::parse("CZ6S4932KF26-KQAKWGQT91BP5E009TE6").unwrap();
        let text = qr_text(&order);
        // Computed with Python: base64.b32encode(hashlib.sha256(b"pass" + order).digest()[:16]), in Crockford's symbols.
        assert_eq!(text, "EXPO1:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEG");
        assert!(!text.contains("KQAKWGQT91BP5E009TE6"));
    }

    #[test]
    fn days_and_hours_are_written_as_people_read_them() {
        let shown = |date: &str, start: &str, end: &str| {
            let sitting = Sitting {
                date: date.to_owned(),
                time_start: start.to_owned(),
                time_end: end.to_owned(),
                college_name: String::new(),
                exam_name: String::new(),
                venue: String::new(),
                course: CourseId::parse("course-bca").unwrap(),
                seat: None,
            };
            [sitting.shown_day(), sitting.shown_hours()]
        };
        assert_eq!(
            shown("2025-05-31", "10:00", "11:30"),
            ["Sat 31 May", "10–11:30 AM"]
        );
        assert_eq!(
            shown("2025-06-01", "11:30", "13:00"),
            ["Sun 1 Jun", "11:30 AM–1 PM"]
        );
        assert_eq!(
            shown("2025-06-01", "00:00", "12:00"),
            ["Sun 1 Jun", "12 AM–12 PM"]
        );
        assert_eq!(shown("", "", ""), ["", ""]);
        assert_eq!(shown("soon", "10:00", "late"), ["", ""]);
    }

    #[test]
    fn a_seat_is_written_with_its_hall_and_when_to_be_there() {
        let shown = |reporting_time: &str| {
            let seat = SittingSeat {
                hall: "Hall A".to_owned(),
                seat: Seat::parse("B12").unwrap(),
                reporting_time: reporting_time.to_owned(),
            };
            [seat.shown(), seat.shown_reporting_time()]
        };
        assert_eq!(shown("09:30"), ["Hall A, seat B12", "9:30 AM"]);
        assert_eq!(shown("13:05")[1], "1:05 PM");
        assert_eq!([&shown("")[1], &shown("soon")[1]], ["", ""]);
    }

    #[test]
    fn the_code_fits_version_three_in_alphanumeric_mode() {
        let text = qr_text(&OrderId::parse("CZ6S4932KF26-KQAKWGQT91BP5E009TE6").unwrap());
        let is_alphanumeric = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b':';
        assert!(text.bytes().all(is_alphanumeric), "{text}");
        // Version 3 at level Q holds 47 symbols of that mode.
        assert!(text.len() <= 47, "{text}");
    }
}
