//! `GET /api/packages/list`: every package on sale with its colleges and their exams, for the registration form.

use axum::{extract::State, http::HeaderMap, response::Response};
use catalogue_admin::CatalogueAdmin;
use domain::{
    Paise,
    catalogue::{College, Package},
};
use http_api::{ApiError, ApiResult, cached};
use serde::Serialize;
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
    /// The colleges one of which is chosen.
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
pub(crate) async fn list(
    State(catalogue_admin): State<CatalogueAdmin>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let everything = catalogue_admin
        .catalogue
        .everything()
        .await
        .map_err(ApiError::internal)?;
    Ok(cached(&headers, &packages(&everything)))
}

fn packages(everything: &Everything) -> Vec<PackageOut> {
    everything
        .packages
        .iter()
        .filter(|package| package.is_on_sale())
        .map(|package| package_out(package, everything))
        .collect()
}

fn package_out(package: &Package, everything: &Everything) -> PackageOut {
    let chosen = if package.allows_all_colleges {
        &[][..]
    } else {
        &package.colleges[..]
    };
    // A college or an exam that was deleted is no longer offered.
    let colleges = chosen.iter().filter_map(|id| everything.colleges.get(id));
    PackageOut {
        id: package.id.to_string(),
        name: package.name.clone(),
        description: package.description.clone(),
        price: package.price,
        allow_all_college: package.allows_all_colleges,
        college_list: colleges.map(|college| college_out(college, everything)).collect(),
    }
}

fn college_out(college: &College, everything: &Everything) -> CollegeOut {
    let courses = college.courses.iter().filter_map(|id| everything.exams.get(id));
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
            })
            .collect(),
    }
}
