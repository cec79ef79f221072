//! The sample catalogue: both packages of the event, seven colleges of our own invention, and the streams of their
//! exams.

use domain::catalogue::{College, Exam, Package, Stream};
use domain::{CollegeId, CourseId, Invalid, PackageId, Paise, StreamId};
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

const SATURDAY: &str = "2025-05-31";
const SUNDAY: &str = "2025-06-01";

/// Identifier, name and description of a college, then its exams: identifier, name, stream, day, start, end.
type Written = (&'static str, &'static str, &'static str, &'static [WrittenExam]);
type WrittenExam = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const COLLEGES: [Written; 7] = [
    (
        "periyar-engineering",
        "Periyar College of Engineering, Aluva",
        "Engineering by the river, with laboratories that are open in the evening.",
        &[
            (
                "periyar-cse",
                "B.Tech Computer Science",
                "engineering",
                SATURDAY,
                "10:00",
                "11:30",
            ),
            (
                "periyar-mech",
                "B.Tech Mechanical Engineering",
                "engineering",
                SATURDAY,
                "12:00",
                "13:30",
            ),
            (
                "periyar-ece",
                "B.Tech Electronics and Communication",
                "engineering",
                SUNDAY,
                "10:00",
                "11:30",
            ),
        ],
    ),
    (
        "malabar-business",
        "Malabar School of Business, Kozhikode",
        "Commerce and management with a placement year.",
        &[
            (
                "malabar-bba",
                "BBA Logistics",
                "management",
                SATURDAY,
                "10:00",
                "11:00",
            ),
            ("malabar-mba", "MBA", "management", SUNDAY, "11:00", "12:30"),
        ],
    ),
    (
        "vembanad-health",
        "Vembanad Institute of Health Sciences, Kottayam",
        "Nursing and allied health beside a teaching hospital.",
        &[
            (
                "vembanad-nursing",
                "B.Sc Nursing",
                "health",
                SATURDAY,
                "11:00",
                "12:30",
            ),
            (
                "vembanad-physio",
                "Bachelor of Physiotherapy",
                "health",
                SUNDAY,
                "10:00",
                "11:30",
            ),
            (
                "vembanad-mlt",
                "B.Sc Medical Laboratory Technology",
                "health",
                SUNDAY,
                "12:00",
                "13:00",
            ),
        ],
    ),
    (
        "anamudi-arts",
        "Anamudi College of Arts and Science, Munnar",
        "A small college in the hills for the sciences and the languages.",
        &[
            (
                "anamudi-bsc",
                "B.Sc Physics",
                "science",
                SATURDAY,
                "14:00",
                "15:00",
            ),
            ("anamudi-english", "BA English", "arts", SUNDAY, "14:00", "15:00"),
        ],
    ),
    (
        "kayal-design",
        "Kayal School of Design, Kochi",
        "Studios for products, interiors and moving pictures.",
        &[
            (
                "kayal-bdes",
                "Bachelor of Design",
                "design",
                SATURDAY,
                "15:00",
                "17:00",
            ),
            (
                "kayal-animation",
                "BA Animation",
                "design",
                SUNDAY,
                "15:00",
                "16:30",
            ),
        ],
    ),
    (
        "nila-law",
        "Nila Law College, Thrissur",
        "Five-year law with a legal clinic from the first term.",
        &[
            ("nila-ballb", "BA LLB", "law", SATURDAY, "10:30", "12:00"),
            ("nila-bballb", "BBA LLB", "law", SUNDAY, "10:30", "12:00"),
        ],
    ),
    (
        "ashtamudi-hospitality",
        "Ashtamudi Institute of Hospitality, Kollam",
        "Hotel management and culinary arts with a training restaurant.",
        &[
            (
                "ashtamudi-bhm",
                "Bachelor of Hotel Management",
                "hospitality",
                SATURDAY,
                "13:00",
                "14:00",
            ),
            (
                "ashtamudi-culinary",
                "BA Culinary Arts",
                "hospitality",
                SUNDAY,
                "13:00",
                "14:00",
            ),
        ],
    ),
];

/// What an institution asks for a single exam; the package's price is what is paid.
const EXAM_FEE: Paise = Paise::new(100_000);

/// The whole catalogue.
pub(super) fn sample() -> Result<Sample, Invalid> {
    let mut colleges = Vec::new();
    let mut exams = Vec::new();
    for (id, name, description, written) in COLLEGES {
        let mut courses = Vec::new();
        for exam in written {
            let exam = exam_of(name, exam)?;
            courses.push(exam.id.clone());
            exams.push(exam);
        }
        colleges.push(College {
            id: CollegeId::parse(id)?,
            name: name.to_owned(),
            description: description.to_owned(),
            courses,
            version: 1,
        });
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

fn exam_of(college: &str, written: &WrittenExam) -> Result<Exam, Invalid> {
    let (id, name, stream, date, start, end) = *written;
    Ok(Exam {
        id: CourseId::parse(id)?,
        stream_id: StreamId::parse(stream)?,
        exam_name: name.to_owned(),
        date: date.to_owned(),
        time_start: start.to_owned(),
        time_end: end.to_owned(),
        venue: format!("Hall of {college}, Expo Mall, Kochi"),
        fee: EXAM_FEE,
        details: String::new(),
        image: String::new(),
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
                .all(|exam| [SATURDAY, SUNDAY].contains(&exam.date.as_str()))
        );
    }
}
