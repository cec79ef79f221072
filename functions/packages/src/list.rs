//! `GET /api/packages/list`: every package on sale with its colleges and their exams, for the registration form.

use axum::{extract::State, http::HeaderMap, response::Response};
use catalogue_admin::{WithCandidates, limited};
use domain::{
    CourseId, Paise,
    catalogue::{College, Exam, Package},
    places::shown_left,
};
use http_api::{ApiError, ApiResult, cached};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use store::catalogue::Everything;
use utoipa::ToSchema;

/// A package that can be bought.
#[derive(Serialize, ToSchema)]
pub(crate) struct PackageOut {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    description: String,
    /// In rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    price: Paise,
    /// Whether every exam of every college is included, so that none is chosen.
    #[serde(rename = "AllowAllCollege")]
    allow_all_college: bool,
    /// The colleges one of which is chosen; where all are included, each that has an exam.
    #[serde(rename = "collegeList")]
    college_list: Vec<CollegeOut>,
}

/// A college of a package.
#[derive(Serialize, ToSchema)]
struct CollegeOut {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    description: String,
    #[serde(rename = "courseList")]
    course_list: Vec<CourseOut>,
}

/// An exam of a college.
#[derive(Serialize, ToSchema)]
struct CourseOut {
    #[serde(rename = "_id")]
    id: String,
    #[serde(rename = "examName")]
    exam_name: String,
    /// The day, `YYYY-MM-DD`.
    date: String,
    /// The start, `HH:MM`, in the event's time zone.
    #[serde(rename = "timeStart")]
    time_start: String,
    /// The end, `HH:MM`, in the event's time zone.
    #[serde(rename = "timeEnd")]
    time_end: String,
    /// Where it is held.
    venue: String,
    /// How many places are left, where that is 20 or fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    seats_left: Option<u32>,
    /// Whether none is left.
    sold_out: bool,
}

/// What can be bought, for the registration form.
#[utoipa::path(
    get,
    path = "/api/packages/list",
    tag = "packages",
    responses(
        (status = 200, description = "Every package on sale, with its colleges and their exams.", body = Vec<PackageOut>),
        (status = 304, description = "Unchanged since the ETag of If-None-Match."),
    )
)]
pub(crate) async fn list(State(state): State<WithCandidates>, headers: HeaderMap) -> ApiResult<Response> {
    let offered = Offered::of(&state).await?;
    Ok(cached(&headers, &packages(&offered)))
}

/// What there is, and how many places of it are held.
pub(crate) struct Offered {
    pub(crate) everything: Everything,
    places_held: HashMap<CourseId, u32>,
}

impl Offered {
    pub(crate) async fn of(state: &WithCandidates) -> ApiResult<Self> {
        let everything = state.catalogue_admin.catalogue.everything().await;
        let everything = everything.map_err(ApiError::internal)?;
        let places_held = state.places_held(limited(everything.exams.values())).await;
        Ok(Self {
            places_held: places_held.map_err(ApiError::internal)?,
            everything,
        })
    }

    pub(crate) fn on_sale(&self) -> impl Iterator<Item = &Package> {
        let packages = self.everything.packages.iter();
        packages.filter(|package| package.is_on_sale())
    }

    /// How many places of an exam are left; None for any number.
    pub(crate) fn left(&self, exam: &Exam) -> Option<u32> {
        let held = self.places_held.get(&exam.id).copied().unwrap_or_default();
        exam.capacity.map(|capacity| capacity.get().saturating_sub(held))
    }
}

fn packages(offered: &Offered) -> Vec<PackageOut> {
    let packages = offered.on_sale();
    packages.map(|package| package_out(package, offered)).collect()
}

fn package_out(package: &Package, offered: &Offered) -> PackageOut {
    PackageOut {
        id: package.id.to_string(),
        name: package.name.clone(),
        description: package.description.clone(),
        price: package.price,
        allow_all_college: package.allows_all_colleges,
        college_list: colleges_out(package, offered),
    }
}

fn colleges_out(package: &Package, offered: &Offered) -> Vec<CollegeOut> {
    let there = &offered.everything.colleges;
    if !package.allows_all_colleges {
        // What was deleted is no longer offered.
        let chosen = package.colleges.iter().filter_map(|id| there.get(id));
        return chosen.map(|college| college_out(college, offered)).collect();
    }
    let by_name: BTreeMap<_, _> = there
        .values()
        .map(|college| ((&college.name, &college.id), college))
        .collect();
    let colleges = by_name.into_values().map(|college| college_out(college, offered));
    // Nobody can sit anything of a college without exams.
    colleges
        .filter(|college| !college.course_list.is_empty())
        .collect()
}

fn college_out(college: &College, offered: &Offered) -> CollegeOut {
    let exams = &offered.everything.exams;
    let courses = college.courses.iter().filter_map(|id| exams.get(id));
    CollegeOut {
        id: college.id.to_string(),
        name: college.name.clone(),
        description: college.description.clone(),
        course_list: courses
            .map(|exam| CourseOut {
                id: exam.id.to_string(),
                exam_name: exam.exam_name.clone(),
                date: exam.date.clone(),
                time_start: exam.time_start.clone(),
                time_end: exam.time_end.clone(),
                venue: exam.venue.clone(),
                seats_left: offered.left(exam).and_then(shown_left),
                sold_out: offered.left(exam) == Some(0),
            })
            .collect(),
    }
}
