//! Which exams are in one hall at one time, or cannot be taken beside one another.

use domain::catalogue::Exam;
use serde::Serialize;
use store::catalogue::Everything;
use utoipa::ToSchema;

/// Another exam in the same hall at the same time.
#[derive(Serialize, ToSchema)]
pub struct Clash {
    #[serde(rename = "_id")]
    pub(super) id: String,
    #[serde(rename = "examName")]
    exam_name: String,
    /// The colleges that hold it; empty when none does.
    #[serde(rename = "collegeName")]
    college_name: String,
    /// The day, `YYYY-MM-DD`.
    date: String,
    /// The start, `HH:MM`.
    #[serde(rename = "timeStart")]
    time_start: String,
    /// The end, `HH:MM`.
    #[serde(rename = "timeEnd")]
    time_end: String,
    venue: String,
    /// The halls that both have, by name.
    halls: Vec<String>,
}

impl Clash {
    /// The hall that both are in.
    pub(super) fn place(&self) -> &str {
        self.halls.first().unwrap_or(&self.venue)
    }
}

/// Whether an exam is on another day, at other hours or in another hall than before.
#[must_use]
pub fn has_moved(before: &Exam, after: &Exam) -> bool {
    is_at_another_time(before, after) || hall(&before.venue) != hall(&after.venue)
}

/// Whether an exam is on another day or at other hours than before.
pub(super) fn is_at_another_time(before: &Exam, after: &Exam) -> bool {
    before.date != after.date || before.time_start != after.time_start || before.time_end != after.time_end
}

/// Whether an exam is put into a hall where its candidates did not sit before.
pub(super) fn enters_hall(before: &Exam, after: &Exam) -> bool {
    let mut halls = after.seating.halls.iter();
    halls.any(|hall| !before.seating.halls.contains(hall))
}

/// The exams in the hall of an exam while it is held, the first to begin first.
pub(super) fn clashes(everything: &Everything, exam: &Exam) -> Vec<Clash> {
    let venue = hall(&exam.venue);
    let shares = |other: &Exam| {
        let mut halls = other.seating.halls.iter();
        halls.any(|hall| exam.seating.halls.contains(hall))
    };
    let is_there = |other: &Exam| !venue.is_empty() && hall(&other.venue) == venue;
    let mut clashes = named(everything, |other| {
        is_at_once(other, exam) && (is_there(other) || shares(other))
    });
    for clash in &mut clashes {
        let other = everything
            .exams
            .values()
            .find(|other| other.id.as_str() == clash.id);
        let halls = other.into_iter().flat_map(|other| &other.seating.halls);
        let shared = halls.filter(|hall| exam.seating.halls.contains(hall));
        clash.halls = shared
            .filter_map(|hall| Some(everything.halls.get(hall)?.name.clone()))
            .collect();
    }
    clashes
}

/// The exams of the colleges that are held while an exam is, and were not before it moved.
pub(super) fn overlaps(everything: &Everything, before: &Exam, after: &Exam) -> Vec<Clash> {
    let mut others = named(everything, |other| {
        is_at_once(other, after) && !is_at_once(other, before)
    });
    others.retain(|other| !other.college_name.is_empty());
    others
}

/// Whether two exams are held at the same time.
fn is_at_once(one: &Exam, other: &Exam) -> bool {
    one.id != other.id
        && one.date == other.date
        // `HH:MM`, so their order as text is that of the times.
        && one.time_start < other.time_end
        && other.time_start < one.time_end
}

/// These exams with their colleges, the first to begin first.
fn named(everything: &Everything, is_one: impl Fn(&Exam) -> bool) -> Vec<Clash> {
    let mut others: Vec<&Exam> = everything.exams.values().filter(|other| is_one(other)).collect();
    others.sort_unstable_by_key(|other| (&other.time_start, &other.exam_name, &other.id));
    let clash = |other: &Exam| Clash {
        id: other.id.to_string(),
        exam_name: other.exam_name.clone(),
        college_name: everything.colleges_of(&other.id),
        date: other.date.clone(),
        time_start: other.time_start.clone(),
        time_end: other.time_end.clone(),
        venue: other.venue.clone(),
        halls: Vec::new(),
    };
    others.into_iter().map(clash).collect()
}

/// What two spellings of one hall have in common: `Hall A` and `hall-a`.
pub(super) fn hall(venue: &str) -> Vec<String> {
    let words = venue.split(|letter: char| !letter.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}
