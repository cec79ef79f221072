//! What depends on a thing of the catalogue, and what would be lost with it.
//!
//! Registrations keep the names and the price of their day, so a deletion never takes these from anybody. One that is
//! asked to spare what is used is refused where something else would be lost: a package, college or exam that somebody
//! has paid for, because passes show day, hours and hall as the catalogue has them and totals are kept by it; what a
//! package on sale cannot do without; and a stream with exams. Everything else is shown and left to the administrator.

use crate::{
    CatalogueRefusal, Snapshot,
    refusal::{NOT_EMPTY, left_without, paid_for},
};
use domain::{
    CollegeId, CourseId, PackageId, StreamId,
    catalogue::{College, Package},
    payment::Status,
};
use http_api::ApiError;
use serde::{Deserialize, Serialize};
use store::{
    catalogue::Everything,
    read_model::{Course, RowFilter},
};
use utoipa::{IntoParams, ToSchema};

/// How a thing is to be deleted.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeleteQuery {
    /// Only if nothing is lost with it; left out, whatever depends on it.
    if_unused: Option<bool>,
}

impl DeleteQuery {
    /// Whether something that is used is to be spared.
    #[must_use]
    pub fn spares_what_is_used(self) -> bool {
        self.if_unused == Some(true)
    }
}

/// A thing of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Thing {
    /// A package.
    Package(PackageId),
    /// A college.
    College(CollegeId),
    /// An exam of a college, which the interface calls course or exam detail.
    Exam(CourseId),
    /// A stream.
    Stream(StreamId),
}

/// What depends on a thing.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct Dependents {
    /// Candidates who registered for it, whether they have paid or not.
    candidates: u64,
    /// Those of them who have paid.
    paid: u64,
    /// Candidates who have paid for every exam, this one or those of this college among them.
    #[serde(rename = "paidForAll")]
    paid_for_all: u64,
    /// The packages that sell it.
    packages: Vec<DependentPackage>,
    /// The colleges that hold it.
    colleges: Vec<Dependent>,
    /// The exams that are in it.
    exams: Vec<Dependent>,
    /// Why it should not be deleted; left out when nothing would be lost with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<CatalogueRefusal>,
}

/// A thing that depends on another.
#[derive(Debug, Serialize, ToSchema)]
struct Dependent {
    #[serde(rename = "_id")]
    id: String,
    name: String,
}

/// A package that depends on a thing.
#[derive(Debug, Serialize, ToSchema)]
struct DependentPackage {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    /// `on_sale`, `draft`, `archived`, or `unknown` for a word of a later release.
    state: &'static str,
}

impl Dependents {
    /// Refuses the deletion of the thing if something would be lost with it.
    ///
    /// # Errors
    /// 409 with what would be lost.
    pub fn permit_deletion(self) -> Result<(), ApiError> {
        self.refusal.map_or(Ok(()), |refusal| Err(refusal.into()))
    }
}

impl Snapshot {
    /// What depends on a thing.
    #[must_use]
    pub fn dependents(&self, thing: &Thing) -> Dependents {
        match thing {
            Thing::Package(id) => self.of_package(id),
            Thing::College(id) => self.of_college(id),
            Thing::Exam(id) => self.of_exam(id),
            Thing::Stream(id) => self.of_stream(id),
        }
    }

    /// How many candidates have registered for a package, and how many of them have paid.
    #[must_use]
    pub fn candidates_of(&self, package: &PackageId) -> (u64, u64) {
        sums(&self.aggregates.packages, package.as_str())
    }

    fn of_package(&self, id: &PackageId) -> Dependents {
        let (candidates, paid) = self.candidates_of(id);
        let refusal = paid_for(
            paid,
            "for this package. Archive it instead: they keep what they bought, and nobody else can buy it.",
        );
        Dependents {
            candidates,
            paid,
            refusal,
            ..Dependents::default()
        }
    }

    fn of_college(&self, id: &CollegeId) -> Dependents {
        let Everything { colleges, exams, .. } = &self.everything;
        let (candidates, paid) = sums(&self.aggregates.colleges, id.as_str());
        let held: Vec<Dependent> = colleges
            .get(id)
            .into_iter()
            .flat_map(|college| college.courses.iter().filter_map(|id| exams.get(id)))
            .map(|exam| Dependent {
                id: exam.id.to_string(),
                name: exam.exam_name.clone(),
            })
            .collect();
        let paid_for_all = if held.is_empty() { 0 } else { self.paid_for_all() };
        let sells = |package: &&Package| {
            package.colleges.contains(id) || (package.allows_all_colleges && !held.is_empty())
        };
        let packages = self.packages(sells);
        let mut without = self.everything.clone();
        without.colleges.remove(id);
        let of_one = "for an exam of this college. Take it out of the packages instead.";
        let of_all =
            "for all exams, and their passes list those of this college. Take its exams out of it first.";
        let refusal = paid_for(paid, of_one)
            .or_else(|| paid_for(paid_for_all, of_all))
            .or_else(|| left_without(&self.everything, &without));
        Dependents {
            candidates,
            paid,
            paid_for_all,
            packages,
            exams: held,
            refusal,
            ..Dependents::default()
        }
    }

    fn of_exam(&self, id: &CourseId) -> Dependents {
        let course = Some(Course::One(id.clone()));
        let candidates = self.aggregates.matching(&RowFilter {
            course: course.clone(),
            ..RowFilter::default()
        });
        let paid = self.aggregates.matching(&RowFilter {
            course,
            status: Some(Status::Paid),
            ..RowFilter::default()
        });
        let mut holders: Vec<&College> = self
            .everything
            .colleges
            .values()
            .filter(|college| college.courses.contains(id))
            .collect();
        holders.sort_unstable_by_key(|college| &college.name);
        let paid_for_all = if holders.is_empty() {
            0
        } else {
            self.paid_for_all()
        };
        let packages = self.packages(|package| {
            let chosen = |college: &&College| package.colleges.contains(&college.id);
            holders
                .iter()
                .any(|college| package.allows_all_colleges || chosen(college))
        });
        let mut without = self.everything.clone();
        without.exams.remove(id);
        let of_one = "for this exam, and their passes show its day, hours and hall. Take it out of its college instead.";
        let of_all = "for all exams, and their passes list this one. Take it out of its college first.";
        let chosen =
            "for all exams, this one among those they have chosen. Keep it until they have chosen others.";
        let refusal = paid_for(paid, of_one)
            .or_else(|| paid_for(paid_for_all, of_all))
            .or_else(|| paid_for(self.aggregates.chosen_of_all(id), chosen))
            .or_else(|| left_without(&self.everything, &without));
        Dependents {
            candidates,
            paid,
            paid_for_all,
            packages,
            colleges: holders
                .into_iter()
                .map(|college| Dependent {
                    id: college.id.to_string(),
                    name: college.name.clone(),
                })
                .collect(),
            refusal,
            ..Dependents::default()
        }
    }

    fn of_stream(&self, id: &StreamId) -> Dependents {
        let mut exams: Vec<Dependent> = self
            .everything
            .exams
            .values()
            .filter(|exam| exam.stream_id == *id)
            .map(|exam| Dependent {
                id: exam.id.to_string(),
                name: exam.exam_name.clone(),
            })
            .collect();
        exams.sort_unstable_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
        let refusal = (!exams.is_empty()).then_some(NOT_EMPTY);
        Dependents {
            exams,
            refusal,
            ..Dependents::default()
        }
    }

    fn paid_for_all(&self) -> u64 {
        self.aggregates.matching(&RowFilter {
            course: Some(Course::All),
            status: Some(Status::Paid),
            ..RowFilter::default()
        })
    }

    fn packages(&self, depends: impl Fn(&&Package) -> bool) -> Vec<DependentPackage> {
        let dependents = self.everything.packages.iter().filter(depends);
        dependents
            .map(|package| DependentPackage {
                id: package.id.to_string(),
                name: package.name.clone(),
                state: package.state.shown(),
            })
            .collect()
    }
}

fn sums(things: &[store::read_model::ThingTotals], id: &str) -> (u64, u64) {
    let found = things.iter().find(|thing| thing.id == id);
    found.map_or((0, 0), |thing| (thing.sums.registrations, thing.sums.paid))
}
