//! The exams as a calendar file.

use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::{CustomerId, event, pass::Sitting};
use icalendar::{Calendar, Component, Event, EventLike};
use time::{OffsetDateTime, macros::offset};

/// One exam with its hours, or the days of several as one event without hours; None where the days are not known.
pub(crate) fn calendar(
    candidate: &CustomerId,
    sittings: &[Sitting],
    written: OffsetDateTime,
) -> Option<String> {
    let mut entry = Event::new();
    entry.uid(&format!("{candidate}@scholarship-expo"));
    entry.timestamp(DateTime::from_timestamp(written.unix_timestamp(), 0)?);
    match sittings {
        [exam] => {
            let (day, (start, end)) = exam.day().zip(exam.hours())?;
            let utc = |time| {
                let moment = OffsetDateTime::new_in_offset(day, time, offset!(+5:30));
                DateTime::<Utc>::from_timestamp(moment.unix_timestamp(), 0)
            };
            entry.starts(utc(start)?).ends(utc(end)?);
            entry.summary(&format!("{}, {}", exam.exam_name, exam.college_name));
            entry.location(&match exam.venue.as_str() {
                "" => event::VENUE.to_owned(),
                hall => format!("{hall}, {}", event::VENUE),
            });
        }
        several => {
            let days = || several.iter().filter_map(Sitting::day);
            entry
                .starts(date(days().min()?)?)
                .ends(date(days().max()?)?.checked_add_days(Days::new(1))?);
            entry.summary(event::NAME);
            entry.location(event::VENUE);
        }
    }
    Some(Calendar::new().push(entry.done()).done().to_string())
}

fn date(day: time::Date) -> Option<NaiveDate> {
    NaiveDate::from_yo_opt(day.year(), day.ordinal().into())
}

#[cfg(test)]
mod tests {
    use super::*;
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
        }
    }

    fn entry(sittings: &[Sitting]) -> Option<Event> {
        let candidate = CustomerId::parse("CZ6S4932KF26").unwrap();
        let text = calendar(&candidate, sittings, datetime!(2025-05-20 10:00 UTC))?;
        let read: Calendar = text.parse().unwrap();
        let [entry] = &read.components[..] else {
            panic!("there is not one event in {text}");
        };
        Some(entry.as_event().unwrap().clone())
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
        assert_eq!(event.get_location(), Some("Hall 1, The Mall, Kochi"));
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
