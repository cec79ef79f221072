//! Everything that can be bought, in one read.

use super::{
    display_order::PACKAGE_ORDER,
    table::{Catalogue, Kind, TABLE},
};
use crate::{
    dynamo::{Item, StoreError, read, text},
    registrations::Candidate,
};
use domain::{
    CollegeId, CourseId, HallId,
    catalogue::{College, Exam, Package},
    display_order::DisplayOrder,
    exam_choice::{ChosenExams, has_chosen},
    pass::Sitting,
    registration::Selection,
    seating::Hall,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Everything that can be bought.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Everything {
    /// The packages, as they are shown.
    pub packages: Vec<Package>,
    /// The order that was set for them.
    pub package_order: DisplayOrder,
    /// The colleges.
    pub colleges: HashMap<CollegeId, College>,
    /// The exams.
    pub exams: HashMap<CourseId, Exam>,
    /// The halls.
    pub halls: HashMap<HallId, Hall>,
}

impl Catalogue {
    /// Everything that can be bought: one Query, more only past a megabyte.
    pub async fn everything(&self) -> Result<Everything, StoreError> {
        self.read_everything(false).await
    }

    /// The same as of this moment, for a decision about a part of it.
    pub async fn everything_now(&self) -> Result<Everything, StoreError> {
        self.read_everything(true).await
    }

    async fn read_everything(&self, consistent: bool) -> Result<Everything, StoreError> {
        let mut everything = Everything::default();
        for item in self.query("", consistent).await? {
            everything.add(item)?;
        }
        let Everything {
            packages,
            package_order,
            ..
        } = &mut everything;
        package_order.sort(packages, |package| package.id.as_str());
        Ok(everything)
    }
}

impl Everything {
    /// The exams that a selection entitles to, by their hours. They are held as the catalogue has it now; names are those
    /// of the selection, which outlive the catalogue's.
    #[must_use]
    pub fn sittings(&self, selection: &Selection) -> Vec<Sitting> {
        match selection {
            Selection::AllColleges { .. } => self.offers(),
            Selection::SpecificCollege {
                package_id: _,
                package_name: _,
                college_id: _,
                college_name,
                course_id,
                exam_name,
            } => vec![sitting(
                course_id,
                (exam_name, college_name),
                self.exams.get(course_id),
            )],
        }
    }

    /// The exams that a candidate sits: of all that were bought those that are chosen, or all of them while none is.
    #[must_use]
    pub fn sittings_of_candidate(&self, candidate: &Candidate) -> Vec<Sitting> {
        self.sittings_of(&candidate.selection, candidate.chosen.keys())
    }

    /// The same of who has bought `selection` and chosen these of all exams.
    pub(super) fn sittings_of<'a>(
        &self,
        selection: &Selection,
        chosen: impl Iterator<Item = &'a CourseId> + Clone,
    ) -> Vec<Sitting> {
        let mut sittings = self.sittings(selection);
        if selection.course_id().is_none() && has_chosen(chosen.clone(), &self.on_offer()) {
            let chosen: BTreeSet<&CourseId> = chosen.collect();
            sittings.retain(|sitting| chosen.contains(&sitting.course));
        }
        sittings
    }

    /// What counts of what is chosen of all exams: all of it, or nothing ([`has_chosen`]).
    #[must_use]
    pub fn counting_choice(&self, chosen: &ChosenExams) -> ChosenExams {
        match has_chosen(chosen.keys(), &self.on_offer()) {
            true => chosen.clone(),
            false => ChosenExams::new(),
        }
    }

    /// The exams that a college has: of all that were bought these can be sat.
    #[must_use]
    pub fn on_offer(&self) -> BTreeSet<CourseId> {
        let offered = self.colleges.values().flat_map(|college| &college.courses);
        offered
            .filter(|exam| self.exams.contains_key(*exam))
            .cloned()
            .collect()
    }

    /// The same, by their hours. One that several colleges have is one, and names them all.
    #[must_use]
    pub fn offers(&self) -> Vec<Sitting> {
        let mut offered: BTreeMap<&CourseId, BTreeSet<&str>> = BTreeMap::new();
        for college in self.colleges.values() {
            for exam in &college.courses {
                offered.entry(exam).or_default().insert(&college.name);
            }
        }
        let offered = offered.into_iter().filter_map(|(id, colleges)| {
            let exam = self.exams.get(id)?;
            Some(sitting(id, (&exam.exam_name, &together(colleges)), Some(exam)))
        });
        let mut offers: Vec<Sitting> = offered.collect();
        // What is still to be announced comes last.
        offers.sort_unstable_by(|one, other| (one.date.is_empty(), one).cmp(&(other.date.is_empty(), other)));
        offers
    }

    /// The colleges that have an exam, as everything names them that shows it; empty where none does.
    #[must_use]
    pub fn colleges_of(&self, exam: &CourseId) -> String {
        let colleges = self.colleges.values();
        let colleges = colleges.filter(|college| college.courses.contains(exam));
        together(colleges.map(|college| college.name.as_str()).collect())
    }

    fn add(&mut self, item: Item) -> Result<(), StoreError> {
        let sk = text(&item, "sk").to_owned();
        if sk.starts_with(Package::PREFIX) {
            self.packages.push(read(TABLE, item)?);
        } else if sk.starts_with(College::PREFIX) {
            let college: College = read(TABLE, item)?;
            self.colleges.insert(college.id.clone(), college);
        } else if sk.starts_with(Exam::PREFIX) {
            let exam: Exam = read(TABLE, item)?;
            self.exams.insert(exam.id.clone(), exam);
        } else if sk.starts_with(Hall::PREFIX) {
            let hall: Hall = read(TABLE, item)?;
            self.halls.insert(hall.id.clone(), hall);
        } else if sk == PACKAGE_ORDER {
            self.package_order = read(TABLE, item)?;
        }
        Ok(())
    }
}

fn together(colleges: BTreeSet<&str>) -> String {
    Vec::from_iter(colleges).join(", ")
}

fn sitting(course: &CourseId, (exam_name, college_name): (&str, &str), held: Option<&Exam>) -> Sitting {
    let of_exam = |part: fn(&Exam) -> &String| held.map(part).cloned().unwrap_or_default();
    Sitting {
        date: of_exam(|exam| &exam.date),
        time_start: of_exam(|exam| &exam.time_start),
        time_end: of_exam(|exam| &exam.time_end),
        college_name: college_name.to_owned(),
        exam_name: exam_name.to_owned(),
        venue: of_exam(|exam| &exam.venue),
        course: course.clone(),
        seat: None,
    }
}
