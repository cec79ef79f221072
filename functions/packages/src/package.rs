//! A package as the portal sees it, and as the audit log keeps it.

use domain::{
    CollegeId, Paise,
    catalogue::{College, Package},
};
use http_api::ApiError;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use utoipa::ToSchema;

/// A package as administrators edit it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PackageAdminOut {
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
    college_list: Vec<PackageCollegeOut>,
    /// Counts the edits. Sent back with an edit, it says what the edit was made on.
    version: u64,
}

/// A college of a package, as administrators choose it.
#[derive(Serialize, ToSchema)]
struct PackageCollegeOut {
    #[serde(rename = "_id")]
    id: String,
    name: String,
}

/// The names of the colleges there are.
pub(crate) type Colleges = HashMap<CollegeId, String>;

pub(crate) fn names(colleges: Vec<College>) -> Colleges {
    colleges
        .into_iter()
        .map(|college| (college.id, college.name))
        .collect()
}

impl PackageAdminOut {
    pub(crate) fn new(package: Package, colleges: &Colleges) -> Self {
        // A college that was deleted since is no longer one of the package's.
        let chosen = package.colleges.iter().filter_map(|id| {
            colleges.get(id).map(|name| PackageCollegeOut {
                id: id.to_string(),
                name: name.clone(),
            })
        });
        Self {
            college_list: chosen.collect(),
            id: package.id.into(),
            name: package.name,
            description: package.description,
            price: package.price,
            allow_all_college: package.allows_all_colleges,
            version: package.version,
        }
    }
}

/// What the audit log keeps of a package.
pub(crate) fn record(package: &Package) -> Value {
    json!({
        "name": package.name,
        "description": package.description,
        "price": package.price.to_json(),
        "AllowAllCollege": package.allows_all_colleges,
        "collegeList": package.colleges,
    })
}

pub(crate) fn not_found() -> ApiError {
    ApiError::not_found("There is no such package.")
}
