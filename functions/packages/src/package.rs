//! A package as the portal sees it, and as the audit log keeps it.

use catalogue_admin::Snapshot;
use domain::{
    Paise,
    catalogue::{Package, Unsaleable},
};
use http_api::ApiError;
use serde::Serialize;
use serde_json::{Value, json};
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
    /// `on_sale`, `draft`, `archived`, or `unknown` for a word of a later release, which is not on sale either.
    state: &'static str,
    /// Why it cannot be on sale as it is; left out when it can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    unsaleable: Option<UnsaleableOut>,
    /// Candidates who registered for it, whether they have paid or not.
    candidates: u64,
    /// Those of them who have paid.
    paid: u64,
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

/// Why a package cannot be on sale.
#[derive(Serialize, ToSchema)]
struct UnsaleableOut {
    /// The field to blame.
    field: &'static str,
    /// What to do about it.
    message: String,
}

impl From<Unsaleable> for UnsaleableOut {
    fn from(unsaleable: Unsaleable) -> Self {
        Self {
            field: unsaleable.field(),
            message: unsaleable.to_string(),
        }
    }
}

impl PackageAdminOut {
    pub(crate) fn new(package: Package, snapshot: &Snapshot) -> Self {
        // A college that was deleted since is no longer one of the package's.
        let colleges = &snapshot.everything.colleges;
        let chosen = package.colleges.iter().filter_map(|id| {
            colleges.get(id).map(|college| PackageCollegeOut {
                id: id.to_string(),
                name: college.name.clone(),
            })
        });
        let (candidates, paid) = snapshot.candidates_of(&package.id);
        let unsaleable = package.saleable(colleges, &snapshot.everything.exams).err();
        Self {
            college_list: chosen.collect(),
            id: package.id.into(),
            name: package.name,
            description: package.description,
            price: package.price,
            allow_all_college: package.allows_all_colleges,
            state: package.state.shown(),
            unsaleable: unsaleable.map(UnsaleableOut::from),
            candidates,
            paid,
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
        "state": package.state,
    })
}

pub(crate) fn not_found() -> ApiError {
    ApiError::not_found("There is no such package.")
}
