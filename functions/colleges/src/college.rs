//! A college as the portal sees it, and as the audit log keeps it.

use domain::{
    CourseId,
    catalogue::{College, Exam},
};
use http_api::ApiError;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use utoipa::ToSchema;

/// A college as administrators edit it.
#[derive(Serialize, ToSchema)]
pub(crate) struct CollegeAdminOut {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    description: String,
    /// Its exams.
    #[serde(rename = "courseList")]
    course_list: Vec<CollegeCourseOut>,
    /// Counts the edits. Sent back with an edit, it says what the edit was made on.
    version: u64,
}

/// An exam of a college, as administrators choose it.
#[derive(Serialize, ToSchema)]
struct CollegeCourseOut {
    #[serde(rename = "_id")]
    id: String,
    #[serde(rename = "examName")]
    exam_name: String,
    /// The day, `YYYY-MM-DD`.
    date: String,
}

/// The exams there are.
pub(crate) type Exams = HashMap<CourseId, Exam>;

pub(crate) fn by_id(exams: Vec<Exam>) -> Exams {
    exams.into_iter().map(|exam| (exam.id.clone(), exam)).collect()
}

impl CollegeAdminOut {
    pub(crate) fn new(college: College, exams: &Exams) -> Self {
        // An exam that was deleted since is no longer one of the college's.
        let courses = college.courses.iter().filter_map(|id| exams.get(id));
        Self {
            course_list: courses
                .map(|exam| CollegeCourseOut {
                    id: exam.id.to_string(),
                    exam_name: exam.exam_name.clone(),
                    date: exam.date.clone(),
                })
                .collect(),
            id: college.id.into(),
            name: college.name,
            description: college.description,
            version: college.version,
        }
    }
}

/// What the audit log keeps of a college.
pub(crate) fn record(college: &College) -> Value {
    json!({
        "name": college.name,
        "description": college.description,
        "courseList": college.courses,
    })
}

pub(crate) fn not_found() -> ApiError {
    ApiError::not_found("There is no such college.")
}
