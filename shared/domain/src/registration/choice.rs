//! What a person chose: as identifiers, before the catalogue has confirmed it, and with the names of the day afterwards.

use crate::{CollegeId, CourseId, Invalid, PackageId};
use serde::{Deserialize, Serialize};

/// The message for a form without a college or a course.
const COLLEGE_AND_COURSE: &str = "College and course category are required for specific college selection";

/// What was chosen, as identifiers of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// Every exam of every college.
    AllColleges {
        /// The package, which must allow all colleges.
        package: PackageId,
    },
    /// One exam of one college.
    SpecificCollege {
        /// The package, which must include the college.
        package: PackageId,
        /// The college.
        college: CollegeId,
        /// One of its exams.
        course: CourseId,
    },
}

impl Choice {
    /// Reads a choice from what a form calls it and the identifiers that go with that; for `allColleges` those of a
    /// college and a course are passed over.
    ///
    /// # Errors
    /// On `type`, `packageId`, `collegeId` or `course_category`.
    pub fn parse(
        kind: &str,
        package: &str,
        college: Option<&str>,
        course: Option<&str>,
    ) -> Result<Self, Invalid> {
        match kind {
            "allColleges" => Ok(Self::AllColleges {
                package: PackageId::parse(package)?,
            }),
            "specificCollege" => {
                let college = college.ok_or(Invalid::new("collegeId", COLLEGE_AND_COURSE))?;
                let course = course.ok_or(Invalid::new("course_category", COLLEGE_AND_COURSE))?;
                Ok(Self::SpecificCollege {
                    package: PackageId::parse(package)?,
                    college: CollegeId::parse(college)?,
                    course: CourseId::parse(course)?,
                })
            }
            _ => Err(Invalid::new(
                "type",
                "The type must be allColleges or specificCollege",
            )),
        }
    }

    /// The package chosen.
    #[must_use]
    pub const fn package(&self) -> &PackageId {
        match self {
            Self::AllColleges { package } | Self::SpecificCollege { package, .. } => package,
        }
    }

    /// The choice as the interface names it: `allColleges` or `specificCollege`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::AllColleges { .. } => "allColleges",
            Self::SpecificCollege { .. } => "specificCollege",
        }
    }
}

/// What was chosen, with the names of the day: a registration outlives the renaming or deletion of what it
/// was made for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type")]
pub enum Selection {
    /// Every exam of every college.
    #[serde(rename = "allColleges")]
    AllColleges {
        /// The package.
        package_id: PackageId,
        /// Its name.
        package_name: String,
    },
    /// One exam of one college.
    #[serde(rename = "specificCollege")]
    SpecificCollege {
        /// The package.
        package_id: PackageId,
        /// Its name.
        package_name: String,
        /// The college.
        college_id: CollegeId,
        /// Its name.
        college_name: String,
        /// The exam.
        course_id: CourseId,
        /// Its name.
        exam_name: String,
    },
}

impl Selection {
    /// The name of the exam, for a pass or a mail.
    #[must_use]
    pub fn exam_name(&self) -> &str {
        match self {
            Self::AllColleges { .. } => "All exams",
            Self::SpecificCollege { exam_name, .. } => exam_name,
        }
    }

    /// What is paid for, as a person calls it: the exam with its college, or the package.
    #[must_use]
    pub fn described(&self) -> String {
        match self {
            Self::AllColleges { package_name, .. } => package_name.clone(),
            Self::SpecificCollege {
                college_name,
                exam_name,
                ..
            } => format!("{exam_name} at {college_name}"),
        }
    }

    /// The package chosen.
    #[must_use]
    pub const fn package_id(&self) -> &PackageId {
        match self {
            Self::AllColleges { package_id, .. } | Self::SpecificCollege { package_id, .. } => package_id,
        }
    }

    /// The name of the package.
    #[must_use]
    pub fn package_name(&self) -> &str {
        match self {
            Self::AllColleges { package_name, .. } | Self::SpecificCollege { package_name, .. } => {
                package_name
            }
        }
    }

    /// The college, of a choice that has one.
    #[must_use]
    pub const fn college_id(&self) -> Option<&CollegeId> {
        match self {
            Self::AllColleges { .. } => None,
            Self::SpecificCollege { college_id, .. } => Some(college_id),
        }
    }

    /// The exam, of a choice that has one.
    #[must_use]
    pub const fn course_id(&self) -> Option<&CourseId> {
        match self {
            Self::AllColleges { .. } => None,
            Self::SpecificCollege { course_id, .. } => Some(course_id),
        }
    }

    /// The choice as the interface names it: `allColleges` or `specificCollege`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::AllColleges { .. } => "allColleges",
            Self::SpecificCollege { .. } => "specificCollege",
        }
    }

    /// The name of the college, of a choice that has one.
    #[must_use]
    pub fn college_name(&self) -> Option<&str> {
        match self {
            Self::AllColleges { .. } => None,
            Self::SpecificCollege { college_name, .. } => Some(college_name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_of_everything_passes_over_a_college_and_a_course_and_one_of_an_exam_needs_both() {
        for (college, course) in [(None, None), (Some("college-1"), Some("a b"))] {
            let all = Choice::parse("allColleges", "package-1", college, course).unwrap();
            assert_eq!((all.kind(), all.package().as_str()), ("allColleges", "package-1"));
        }
        let (college, course) = (Some("college-1"), Some("course-1"));
        let one = Choice::parse("specificCollege", "package-1", college, course).unwrap();
        assert_eq!(
            (one.kind(), one.package().as_str()),
            ("specificCollege", "package-1")
        );
        for (kind, package, college, course, field) in [
            ("", "package-1", college, course, "type"),
            ("allColleges", "a b", None, None, "packageId"),
            ("specificCollege", "a b", college, course, "packageId"),
            ("specificCollege", "package-1", None, course, "collegeId"),
            ("specificCollege", "package-1", Some("a b"), course, "collegeId"),
            ("specificCollege", "package-1", college, None, "course_category"),
            (
                "specificCollege",
                "package-1",
                college,
                Some("a b"),
                "course_category",
            ),
        ] {
            let refused = Choice::parse(kind, package, college, course).unwrap_err();
            assert_eq!(refused.field, field, "{kind} {package} {college:?} {course:?}");
        }
    }

    #[test]
    fn a_selection_tells_what_is_paid_for_and_of_a_college_only_where_it_has_one() {
        let package_id = PackageId::parse("package-1").unwrap();
        let package_name = "All-inclusive".to_owned();
        let all = Selection::AllColleges {
            package_id: package_id.clone(),
            package_name: package_name.clone(),
        };
        let one = Selection::SpecificCollege {
            package_id: package_id.clone(),
            package_name,
            college_id: CollegeId::parse("college-1").unwrap(),
            college_name: "City College".to_owned(),
            course_id: CourseId::parse("course-1").unwrap(),
            exam_name: "Physics".to_owned(),
        };
        for selection in [&all, &one] {
            assert_eq!(*selection.package_id(), package_id);
            assert_eq!(selection.package_name(), "All-inclusive");
            let stored = serde_json::to_value(selection).unwrap();
            assert_eq!(stored["type"], selection.kind());
        }
        assert_eq!(
            (all.exam_name(), &*all.described()),
            ("All exams", "All-inclusive")
        );
        assert_eq!(one.exam_name(), "Physics");
        assert_eq!(one.described(), "Physics at City College");
        assert_eq!(
            (all.college_id(), all.course_id(), all.college_name()),
            (None, None, None)
        );
        assert_eq!(one.college_id().map(CollegeId::as_str), Some("college-1"));
        assert_eq!(one.course_id().map(CourseId::as_str), Some("course-1"));
        assert_eq!(one.college_name(), Some("City College"));
    }
}
