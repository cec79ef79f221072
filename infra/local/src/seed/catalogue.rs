//! The sample catalogue: both packages of the event, seven colleges of our own invention, and the streams of their
//! exams.

use std::error::Error;

use domain::catalogue::{College, Exam, ExamSeating, Package, SaleState, Stream};
use domain::{CollegeId, CourseId, Invalid, PackageId, Paise, StreamId, event};
use serde::Deserialize;
use time::OffsetDateTime;
use time::macros::datetime;

/// The parts of a catalogue.
pub(super) struct Sample {
    pub(super) packages: Vec<Package>,
    pub(super) colleges: Vec<College>,
    pub(super) exams: Vec<Exam>,
    pub(super) streams: Vec<Stream>,
}

/// Identifiers and names of the streams.
const STREAMS: [(&str, &str); 8] = [
    ("engineering", "Engineering"),
    ("management", "Management"),
    ("health", "Health Sciences"),
    ("science", "Science"),
    ("arts", "Arts"),
    ("design", "Design"),
    ("law", "Law"),
    ("hospitality", "Hospitality"),
];

/// When the sample streams were made.
const MADE: OffsetDateTime = datetime!(2025-05-01 09:00 UTC);

/// A college of the file beside this one.
#[derive(Deserialize)]
struct Written {
    id: String,
    name: String,
    description: String,
    exams: Vec<WrittenExam>,
}

#[derive(Deserialize)]
struct WrittenExam {
    id: String,
    name: String,
    stream: String,
    day: WrittenDay,
    start: String,
    end: String,
    hall: String,
}

/// Of the event. A sample is of any event.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenDay {
    First,
    Last,
}

/// What an institution asks for a single exam; the package's price is what is paid.
const EXAM_FEE: Paise = Paise::new(100_000);

/// The whole catalogue.
pub(super) fn sample() -> Result<Sample, Box<dyn Error>> {
    let written: Vec<Written> = serde_json::from_str(include_str!("colleges.json"))?;
    let mut colleges = Vec::new();
    let mut exams = Vec::new();
    for college in written {
        let of_college = college.exams.into_iter().map(exam_of);
        let of_college: Vec<Exam> = of_college.collect::<Result<_, _>>()?;
        colleges.push(College {
            id: CollegeId::parse(&college.id)?,
            name: college.name,
            description: college.description,
            courses: of_college.iter().map(|exam| exam.id.clone()).collect(),
            version: 1,
        });
        exams.extend(of_college);
    }
    let packages = vec![
        Package {
            id: PackageId::parse("all-inclusive")?,
            name: "Package 1: All-Inclusive Exam Access".to_owned(),
            description: "All exams of all institutions. Exam fee, food and refreshments included."
                .to_owned(),
            price: Paise::new(185_000),
            allows_all_colleges: true,
            colleges: Vec::new(),
            state: SaleState::OnSale.into(),
            version: 1,
        },
        Package {
            id: PackageId::parse("single-exam")?,
            name: "Package 2: Single Exam Access".to_owned(),
            description:
                "One exam of one institution of your choice. Exam fee, food and refreshments included."
                    .to_owned(),
            price: Paise::new(100_000),
            allows_all_colleges: false,
            colleges: colleges.iter().map(|college| college.id.clone()).collect(),
            state: SaleState::OnSale.into(),
            version: 1,
        },
    ];
    let mut streams = Vec::new();
    for (id, name) in STREAMS {
        streams.push(Stream {
            id: StreamId::parse(id)?,
            name: name.to_owned(),
            created_at: MADE,
            version: 1,
            arrivals: 0,
        });
    }
    Ok(Sample {
        packages,
        colleges,
        exams,
        streams,
    })
}

fn exam_of(written: WrittenExam) -> Result<Exam, Invalid> {
    let [first, ..] = event::DAYS;
    let [.., last] = event::DAYS;
    let day = match written.day {
        WrittenDay::First => first,
        WrittenDay::Last => last,
    };
    Ok(Exam {
        id: CourseId::parse(&written.id)?,
        stream_id: StreamId::parse(&written.stream)?,
        exam_name: written.name,
        date: day.to_string(),
        time_start: written.start,
        time_end: written.end,
        venue: written.hall,
        fee: EXAM_FEE,
        details: String::new(),
        image: String::new(),
        capacity: None,
        seating: ExamSeating::default(),
        version: 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_sample_has_both_packages_and_seven_colleges_each_with_its_own_exams() {
        let sample = sample().unwrap();
        let prices: Vec<Paise> = sample.packages.iter().map(|package| package.price).collect();
        assert_eq!(prices, [Paise::new(185_000), Paise::new(100_000)]);
        assert_eq!(sample.colleges.len(), 7);
        assert_eq!(sample.packages[1].colleges.len(), 7);
        let courses: Vec<_> = sample
            .colleges
            .iter()
            .flat_map(|college| &college.courses)
            .collect();
        assert_eq!(courses.iter().collect::<BTreeSet<_>>().len(), courses.len());
        assert_eq!(courses.len(), sample.exams.len());
        assert!(
            sample
                .colleges
                .iter()
                .all(|college| (2..=3).contains(&college.courses.len()))
        );
        let streams: BTreeSet<_> = sample.streams.iter().map(|stream| &stream.id).collect();
        let used: BTreeSet<_> = sample.exams.iter().map(|exam| &exam.stream_id).collect();
        assert_eq!(streams, used);
        assert!(
            sample
                .exams
                .iter()
                .all(|exam| event::DAYS.iter().any(|day| day.to_string() == exam.date))
        );
    }

    #[test]
    fn exactly_two_exams_of_the_sample_overlap_so_that_the_warning_can_be_seen() {
        let exams = sample().unwrap().exams;
        let overlap = |one: &Exam, other: &Exam| {
            one.id < other.id
                && one.date == other.date
                && one.time_start < other.time_end
                && other.time_start < one.time_end
        };
        let pairs: Vec<_> = exams
            .iter()
            .flat_map(|one| exams.iter().map(move |other| (one, other)))
            .filter(|(one, other)| overlap(one, other))
            .map(|(one, other)| (one.id.as_str(), other.id.as_str()))
            .collect();
        assert_eq!(pairs, [("kayal-bdes", "periyar-mech")]);
    }
}
