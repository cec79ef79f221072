//! The lists that people are checked in to, as the catalogue describes them.

use super::Everything;
use crate::registrations::Candidate;
use domain::{
    CourseId, Invalid, catalogue::Exam, check_in::List, day, pass::Sitting, registration::Selection,
};
use std::collections::BTreeSet;
use time::{Date, OffsetDateTime, macros::format_description};

/// A list with what the catalogue says of it.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The list.
    pub list: List,
    /// The exam of a list of one, with the colleges that have it by name; without these where none does.
    pub exam: Option<(Exam, String)>,
}

impl Listed {
    /// Reads a list that exists.
    ///
    /// # Errors
    /// On `list`.
    pub fn parse(text: &str, everything: &Everything) -> Result<Self, Invalid> {
        let list = List::parse(text)?;
        let exam = match &list {
            List::Day(day) if days(everything).contains(day) => None,
            List::Day(_) => return Err(Invalid::new("list", "There is no such list")),
            List::Exam(id) => {
                let exam = everything.exams.get(id);
                let exam = exam.ok_or_else(|| Invalid::new("list", "There is no such list"))?;
                Some((exam.clone(), everything.colleges_of(id)))
            }
        };
        Ok(Self { list, exam })
    }

    /// Every list: the days, then the exams by their hours.
    #[must_use]
    pub fn all(everything: &Everything) -> Vec<Self> {
        let mut exams: Vec<&Exam> = everything.exams.values().collect();
        exams.sort_by_key(|exam| (exam.date.is_empty(), &exam.date, &exam.time_start, &exam.id));
        let days = days(everything).into_iter().map(|day| Self {
            list: List::Day(day),
            exam: None,
        });
        let exams = exams.into_iter().map(|exam| Self {
            list: List::Exam(exam.id.clone()),
            exam: Some((exam.clone(), everything.colleges_of(&exam.id))),
        });
        days.chain(exams).collect()
    }

    /// The list for a person: `Sat 31 May`, or the exam with its colleges.
    #[must_use]
    pub fn label(&self) -> String {
        match (&self.list, &self.exam) {
            (List::Exam(_), Some((exam, colleges))) if colleges.is_empty() => exam.exam_name.clone(),
            (List::Exam(_), Some((exam, colleges))) => format!("{}, {colleges}", exam.exam_name),
            (List::Exam(id), None) => id.to_string(),
            (List::Day(day), _) => {
                let format =
                    format_description!("[weekday repr:short] [day padding:none] [month repr:short]");
                day.format(format).unwrap_or_default()
            }
        }
    }

    /// When it begins to count.
    #[must_use]
    pub fn begins_at(&self) -> Option<OffsetDateTime> {
        self.list.begins_at(self.exam.as_ref().map(|(exam, _)| exam))
    }

    /// The exams that a pass is for, as far as this list is about them: on a list of an exam that one.
    #[must_use]
    pub fn sittings_of<'a>(
        &self,
        selection: &Selection,
        chosen: impl Iterator<Item = &'a CourseId> + Clone,
        everything: &Everything,
    ) -> Vec<Sitting> {
        let all = || everything.sittings_of(selection, chosen);
        self.sitting().map_or_else(all, |sitting| vec![sitting])
    }

    /// The exams that a verdict about a candidate is about: on a list of an exam that one.
    #[must_use]
    pub fn sittings_of_candidate(&self, candidate: &Candidate, everything: &Everything) -> Vec<Sitting> {
        self.sittings_of(&candidate.selection, candidate.chosen.keys(), everything)
    }

    fn sitting(&self) -> Option<Sitting> {
        let (exam, colleges) = self.exam.as_ref()?;
        Some(Sitting {
            date: exam.date.clone(),
            time_start: exam.time_start.clone(),
            time_end: exam.time_end.clone(),
            college_name: colleges.clone(),
            exam_name: exam.exam_name.clone(),
            venue: exam.venue.clone(),
            course: exam.id.clone(),
            seat: None,
        })
    }

    /// What a pass is for, for the person who looks at it here.
    #[must_use]
    pub fn exam_of(&self, selection: &Selection) -> String {
        match (&self.exam, selection) {
            (Some(_), Selection::AllColleges { .. }) => self.label(),
            (_, selection) => match selection.college_name() {
                Some(college) => format!("{}, {college}", selection.exam_name()),
                None => selection.package_name().to_owned(),
            },
        }
    }
}

/// The days of the lists: those of the event, and those on which exams are held.
fn days(everything: &Everything) -> BTreeSet<Date> {
    let of_exams = everything.exams.values().filter_map(|exam| day::read(&exam.date));
    domain::event::DAYS.into_iter().chain(of_exams).collect()
}
