//! The right to be registered once: who claims what.

use crate::{
    CollegeId, CourseId, Email, PackageId,
    registration::{Choice, Selection},
};

/// What an e-mail address can be registered for only once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimKey {
    /// Whose claim it is.
    pub email: Email,
    /// What is claimed.
    pub what: Claimed,
}

/// What is claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// An all-colleges package, which covers every course.
    Package(PackageId),
    /// One exam of one college.
    Course(CollegeId, CourseId),
}

impl ClaimKey {
    /// The claim of a registration.
    #[must_use]
    pub fn of(email: &Email, selection: &Selection) -> Self {
        let what = match selection {
            Selection::AllColleges { package_id, .. } => Claimed::Package(package_id.clone()),
            Selection::SpecificCollege {
                college_id,
                course_id,
                ..
            } => Claimed::Course(college_id.clone(), course_id.clone()),
        };
        Self {
            email: email.clone(),
            what,
        }
    }

    /// Whether who pays for both pays for something twice.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        let covers_all = |claim: &Self| matches!(claim.what, Claimed::Package(_));
        self.email == other.email && (self.what == other.what || covers_all(self) || covers_all(other))
    }

    /// The claim of a choice that the catalogue has not confirmed yet.
    #[must_use]
    pub fn of_choice(email: &Email, choice: &Choice) -> Self {
        let what = match choice {
            Choice::AllColleges { package } => Claimed::Package(package.clone()),
            Choice::SpecificCollege { college, course, .. } => {
                Claimed::Course(college.clone(), course.clone())
            }
        };
        Self {
            email: email.clone(),
            what,
        }
    }
}
