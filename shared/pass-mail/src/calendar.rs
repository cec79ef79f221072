//! The exams as a calendar file.
//!
//! A calendar knows an entry again by its UID, and takes the one with the higher SEQUENCE (RFC 5546, 2.1.4 and 2.1.5). A file that
//! a person opens has no METHOD; its DTSTAMP is then when the entry was last revised (RFC 5545, 3.8.7.2).

use base32::Alphabet;
use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::{
    CustomerId, event,
    pass::{Sitting, SittingSeat, calendar_sequence},
    registration::ExamPreference,
};
use icalendar::{Calendar, Component, Event, EventLike};
use sha2::{Digest, Sha256};
use store::registrations::outbox::CalendarEntry;
use time::{OffsetDateTime, macros::offset};

/// A file, and what the next one must know of it.
pub(crate) struct Calendared {
    pub(crate) text: String,
    pub(crate) entry: CalendarEntry,
}

/// What an entry is about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CalendarContent<'a> {
    pub(crate) candidate: &'a CustomerId,
    pub(crate) sittings: &'a [Sitting],
    pub(crate) preference: Option<ExamPreference>,
}

/// One exam with its hours, or the days of several as one event without hours; None where the days are not known. It is
/// a revision of what the last mail had, if that said something else.
pub(crate) fn calendar(
    content: CalendarContent<'_>,
    before: Option<&CalendarEntry>,
    now: OffsetDateTime,
) -> Option<Calendared> {
    let said = Sha256::digest(file(content, 0, OffsetDateTime::UNIX_EPOCH)?);
    let digest = base32::encode(Alphabet::Crockford, &said[..10]);
    let entry = match before {
        Some(before) if before.digest == digest => before.clone(),
        _ => CalendarEntry {
            digest,
            sequence: before
                .map_or(0, |before| before.sequence + 1)
                .max(calendar_sequence(now)),
            at: now,
        },
    };
    let text = file(content, entry.sequence, entry.at)?;
    Some(Calendared { text, entry })
}

fn file(content: CalendarContent<'_>, sequence: u32, revised: OffsetDateTime) -> Option<String> {
    let CalendarContent {
        candidate,
        sittings,
        preference,
    } = content;
    let is_online = preference == Some(ExamPreference::Online);
    let revised = DateTime::from_timestamp(revised.unix_timestamp(), 0)?;
    let mut entry = Event::new();
    entry.uid(&format!("{candidate}@scholarship-expo"));
    entry.timestamp(revised);
    entry.add_property("LAST-MODIFIED", revised.format("%Y%m%dT%H%M%SZ").to_string());
    entry.add_property("SEQUENCE", sequence.to_string());
    match sittings {
        [exam] => {
            let (day, (start, end)) = exam.day().zip(exam.hours())?;
            let utc = |time| {
                let moment = OffsetDateTime::new_in_offset(day, time, offset!(+5:30));
                DateTime::<Utc>::from_timestamp(moment.unix_timestamp(), 0)
            };
            entry.starts(utc(start)?).ends(utc(end)?);
            entry.summary(&format!("{}, {}", exam.exam_name, exam.college_name));
            entry.location(&match is_online {
                true => ON_THE_WEB.to_owned(),
                false => known(&[&exam.shown_place(), event::ADDRESS]),
            });
            if let Some(time) = exam.seat.as_ref().map(SittingSeat::shown_reporting_time)
                && !(time.is_empty() || is_online)
            {
                entry.description(&format!("Please be there by {time}."));
            }
        }
        several => {
            let days = || several.iter().filter_map(Sitting::day);
            entry
                .starts(date(days().min()?)?)
                .ends(date(days().max()?)?.checked_add_days(Days::new(1))?);
            entry.summary(event::NAME);
            entry.location(match is_online {
                true => ON_THE_WEB,
                false => event::ADDRESS,
            });
            // When and where each of them is taken, which the one entry has no other place for; so it is another entry when one
            // of them moves.
            let exams: Vec<String> = several
                .iter()
                .map(|exam| {
                    let when = [exam.shown_day(), exam.shown_hours()].join(" ");
                    let place = if is_online {
                        ON_THE_WEB.to_owned()
                    } else {
                        exam.shown_place()
                    };
                    let what = known(&[&exam.exam_name, &exam.college_name]);
                    format!("{what}: {}", known(&[&when, &place]))
                })
                .collect();
            entry.description(&exams.join("\n"));
        }
    }
    Some(Calendar::new().push(entry.done()).done().to_string())
}

/// As the page of the pass has it.
const ON_THE_WEB: &str = "On the web";

/// What is known of these, in a line.
fn known(parts: &[&str]) -> String {
    let known: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|part| !part.trim().is_empty())
        .collect();
    known.join(", ")
}

fn date(day: time::Date) -> Option<NaiveDate> {
    NaiveDate::from_yo_opt(day.year(), day.ordinal().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{CourseId, seating::Seat};
    use icalendar::{CalendarDateTime, DatePerhapsTime};
    use time::macros::datetime;

    fn sitting(date: &str, start: &str, end: &str) -> Sitting {
        Sitting {
            date: date.to_owned(),
            time_start: start.to_owned(),
            time_end: end.to_owned(),
            college_name: "Backwater College".to_owned(),
            exam_name: "BCA Entrance".to_owned(),
            venue: "Hall 1".to_owned(),
            course: CourseId::parse("course-bca").unwrap(),
            seat: None,
        }
    }

    const PAID: OffsetDateTime = datetime!(2025-05-20 10:00 UTC);

    fn written(
        sittings: &[Sitting],
        before: Option<&CalendarEntry>,
        now: OffsetDateTime,
    ) -> Option<Calendared> {
        taken(sittings, ExamPreference::Offline, before, now)
    }

    fn taken(
        sittings: &[Sitting],
        preference: ExamPreference,
        before: Option<&CalendarEntry>,
        now: OffsetDateTime,
    ) -> Option<Calendared> {
        let content = CalendarContent {
            candidate: &CustomerId::parse("CZ6S4932KF26").unwrap(),
            sittings,
            preference: Some(preference),
        };
        calendar(content, before, now)
    }

    fn entry(sittings: &[Sitting]) -> Option<Event> {
        Some(event_of(&written(sittings, None, PAID)?.text))
    }

    fn event_of(text: &str) -> Event {
        let read: Calendar = text.parse().unwrap();
        let [entry] = &read.components[..] else {
            panic!("there is not one event in {text}");
        };
        entry.as_event().unwrap().clone()
    }

    #[test]
    fn one_exam_is_an_event_with_its_hours_in_the_events_time_zone() {
        let event = entry(&[sitting("2025-05-31", "10:00", "11:30")]).unwrap();
        let at = |text: &str| {
            let moment = DateTime::parse_from_rfc3339(text).unwrap().to_utc();
            Some(DatePerhapsTime::DateTime(CalendarDateTime::Utc(moment)))
        };
        assert_eq!(event.get_start(), at("2025-05-31T10:00:00+05:30"));
        assert_eq!(event.get_end(), at("2025-05-31T11:30:00+05:30"));
        assert_eq!(event.get_summary(), Some("BCA Entrance, Backwater College"));
        assert_eq!(
            event.get_location(),
            Some(&*format!("Hall 1, {}", event::ADDRESS))
        );
    }

    #[test]
    fn an_entry_that_says_something_else_is_a_revision_of_the_one_before() {
        let first = written(&[sitting("2025-05-31", "10:00", "11:30")], None, PAID).unwrap();
        let later = PAID + time::Duration::DAY;
        let again = written(
            &[sitting("2025-05-31", "10:00", "11:30")],
            Some(&first.entry),
            later,
        );
        assert_eq!(again.unwrap().text, first.text, "nothing has changed");
        let moved = written(
            &[sitting("2025-06-01", "10:00", "11:30")],
            Some(&first.entry),
            later,
        )
        .unwrap();
        let back = written(
            &[sitting("2025-05-31", "10:00", "11:30")],
            Some(&moved.entry),
            later,
        );
        let uid = |text: &str| {
            text.lines()
                .find(|line| line.starts_with("UID"))
                .map(str::to_owned)
        };
        for (file, sequence, stamp) in [
            (&first, "SEQUENCE:1747735200", "20250520T100000Z"),
            (&moved, "SEQUENCE:1747821600", "20250521T100000Z"),
            // In the same second.
            (&back.unwrap(), "SEQUENCE:1747821601", "20250521T100000Z"),
        ] {
            let text = &file.text;
            for line in [
                sequence.to_owned(),
                format!("DTSTAMP:{stamp}"),
                format!("LAST-MODIFIED:{stamp}"),
            ] {
                assert_eq!(
                    text.matches(&format!("{line}\r\n")).count(),
                    1,
                    "{line} in {text}"
                );
            }
            assert_eq!(uid(text), uid(&first.text));
        }
    }

    #[test]
    fn a_seat_is_in_the_entry_of_its_exam_as_a_revision() {
        let seated = |label: &str| Sitting {
            seat: Some(SittingSeat {
                hall: "Room 204".to_owned(),
                seat: Seat::parse(label).unwrap(),
                reporting_time: "09:30".to_owned(),
            }),
            ..sitting("2025-05-31", "10:00", "11:30")
        };
        let event = entry(&[seated("B12")]).unwrap();
        let location = format!("Room 204, seat B12, {}", event::ADDRESS);
        assert_eq!(event.get_location(), Some(&*location));
        assert_eq!(event.get_description(), Some("Please be there by 9:30 AM."));
        let both = [seated("C1"), sitting("2025-06-01", "10:00", "11:30")];
        assert_eq!(
            entry(&both).unwrap().get_description(),
            Some(
                "BCA Entrance, Backwater College: Sat 31 May 10–11:30 AM, Room 204, seat C1\n\
                 BCA Entrance, Backwater College: Sun 1 Jun 10–11:30 AM, Hall 1"
            )
        );
        let before = written(&[sitting("2025-05-31", "10:00", "11:30")], None, PAID).unwrap();
        let later = PAID + time::Duration::DAY;
        let file = written(&[seated("B12")], Some(&before.entry), later).unwrap();
        let again = written(&[seated("B12")], Some(&file.entry), later + time::Duration::DAY).unwrap();
        assert_eq!(again.text, file.text, "nothing has changed");
        for line in [
            "UID:CZ6S4932KF26@scholarship-expo",
            "SEQUENCE:1747821600",
            "DTSTAMP:20250521T100000Z",
        ] {
            assert!(
                file.text.contains(&format!("{line}\r\n")),
                "{line} in {}",
                file.text
            );
        }
    }

    #[test]
    fn who_takes_part_online_has_no_hall_in_the_calendar_and_a_correction_revises_it() {
        let seated = |date: &str| Sitting {
            seat: Some(SittingSeat {
                hall: "Room 204".to_owned(),
                seat: Seat::parse("B12").unwrap(),
                reporting_time: "09:30".to_owned(),
            }),
            ..sitting(date, "10:00", "11:30")
        };
        for (sittings, description) in [
            (vec![seated("2025-05-31")], None),
            (
                vec![seated("2025-05-31"), seated("2025-06-01")],
                Some(
                    "BCA Entrance, Backwater College: Sat 31 May 10–11:30 AM, On the web\n\
                     BCA Entrance, Backwater College: Sun 1 Jun 10–11:30 AM, On the web",
                ),
            ),
        ] {
            let in_halls = written(&sittings, None, PAID).unwrap();
            let later = PAID + time::Duration::DAY;
            let online = taken(&sittings, ExamPreference::Online, Some(&in_halls.entry), later).unwrap();
            let event = event_of(&online.text);
            assert_eq!(event.get_location(), Some("On the web"));
            assert_eq!(event.get_description(), description);
            assert_eq!(online.entry.sequence, 1_747_821_600, "a revision");
        }
    }

    #[test]
    fn one_of_several_exams_that_moves_makes_another_entry_though_the_days_stay() {
        let of = |start: &str, venue: &str| {
            let moved = Sitting {
                venue: venue.to_owned(),
                ..sitting("2025-06-01", start, "16:00")
            };
            [
                sitting("2025-05-31", "10:00", "11:30"),
                moved,
                sitting("2025-06-02", "10:00", "11:30"),
            ]
        };
        let first = written(&of("10:00", "Hall 1"), None, PAID).unwrap();
        for (start, venue) in [("14:00", "Hall 1"), ("10:00", "Hall 2")] {
            let moved = written(&of(start, venue), Some(&first.entry), PAID).unwrap();
            assert_eq!(moved.entry.sequence, first.entry.sequence + 1, "{start} {venue}");
        }
    }

    #[test]
    fn several_exams_are_one_event_from_the_first_day_to_the_last() {
        let days = [
            sitting("2025-06-01", "10:00", "11:30"),
            sitting("2025-05-31", "", ""),
        ];
        let event = entry(&days).unwrap();
        let day =
            |day| NaiveDate::from_ymd_opt(2025, if day > 30 { 5 } else { 6 }, day).map(DatePerhapsTime::Date);
        assert_eq!(event.get_start(), day(31));
        assert_eq!(event.get_end(), day(2));
    }

    #[test]
    fn there_is_no_event_where_the_hours_are_not_known() {
        assert!(entry(&[sitting("", "", "")]).is_none());
        assert!(entry(&[]).is_none());
    }

    #[test]
    fn a_name_cannot_put_lines_into_the_calendar() {
        let mut exam = sitting("2025-05-31", "10:00", "11:30");
        exam.exam_name = "BCA\r\nEND:VEVENT\r\nX:1".to_owned();
        assert!(entry(&[exam]).unwrap().get_summary().unwrap().starts_with("BCA"));
    }
}
