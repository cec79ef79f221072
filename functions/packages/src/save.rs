//! `POST /api/packages`: a new package, or with `_id` an edit of one.

use crate::{
    State,
    package::{Colleges, PackageAdminOut, names, not_found, record},
};
use axum::extract;
use domain::{
    CollegeId, Invalid, PackageId, Paise,
    catalogue::{self, NotAPrice, Package},
    field::{self, DESCRIPTION, NAME},
};
use http_api::{Admin, ApiError, ApiResult, ErrorBody, Json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashSet;
use store::{AuditEntry, Write};
use utoipa::ToSchema;

/// How often an edit that says no version is tried against others.
const TRIES: u32 = 10;

/// A package as the form sends it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PackageIn {
    /// The package that is edited; a new one without it.
    #[serde(rename = "_id")]
    id: Option<String>,
    #[schema(required = true, value_type = String)]
    name: Option<String>,
    #[schema(required = true, value_type = String)]
    description: Option<String>,
    /// In rupees, with at most two decimals.
    #[schema(required = true, value_type = f64)]
    price: Option<Value>,
    #[serde(rename = "AllowAllCollege", default)]
    #[schema(required = true)]
    allow_all_college: bool,
    /// The colleges one of which is chosen; ignored when all are included.
    #[serde(rename = "collegeList", default)]
    #[schema(required = true)]
    college_list: Vec<String>,
    /// The version that the edit was made on. Without it the last one to save wins.
    version: Option<u64>,
}

/// A package that was saved.
#[derive(Serialize, ToSchema)]
pub(crate) struct PackageSaved {
    message: &'static str,
    package: PackageAdminOut,
}

/// What the form says, parsed.
struct Form {
    name: String,
    description: String,
    price: Paise,
    allows_all_colleges: bool,
    colleges: Vec<CollegeId>,
}

/// Creates a package, or edits one.
#[utoipa::path(
    post,
    path = "/api/packages",
    tag = "packages",
    request_body = PackageIn,
    responses(
        (status = 200, description = "It is saved.", body = PackageSaved),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 404, description = "There is no such package.", body = ErrorBody),
        (status = 409, description = "It has changed since the version that the edit was made on.", body = ErrorBody),
        (status = 413, description = "The request is too large.", body = ErrorBody),
        (status = 422, description = "A field is missing or malformed, or a college does not exist.",
            body = ErrorBody),
        (status = 500, description = "The catalogue could not be read or written.", body = ErrorBody),
    )
)]
pub(crate) async fn save_package(
    extract::State(state): extract::State<State>,
    admin: Admin,
    Json(mut body): Json<PackageIn>,
) -> ApiResult<Json<PackageSaved>> {
    let (id, version) = (body.id.take(), body.version);
    let form = Form::parse(body)?;
    let colleges = names(state.catalog.colleges().await.map_err(ApiError::internal)?);
    form.check(&colleges)?;
    match id {
        None => create(&state, &admin, form, &colleges).await,
        Some(id) => {
            let id = PackageId::parse(&id).map_err(|_| not_found())?;
            update(&state, &admin, &id, version, &form, &colleges).await
        }
    }
}

async fn create(
    state: &State,
    admin: &Admin,
    form: Form,
    colleges: &Colleges,
) -> ApiResult<Json<PackageSaved>> {
    let package = form.package(PackageId::generate(state.clock.now(), &state.entropy), 1);
    let entry = entry(state, admin, "package.created", None, &package);
    let audit = (state.admin_table.as_str(), &entry);
    match state.catalog.create_package(&package, audit).await {
        Ok(Write::Done) => Ok(saved("Package created successfully", package, colleges)),
        Ok(Write::Stale) => Err(ApiError::internal("a new package's identifier is taken")),
        Err(error) => Err(ApiError::internal(error)),
    }
}

async fn update(
    state: &State,
    admin: &Admin,
    id: &PackageId,
    version: Option<u64>,
    form: &Form,
    colleges: &Colleges,
) -> ApiResult<Json<PackageSaved>> {
    // Whoever says no version wins over those who saved meanwhile, but does so one after the other: no version
    // number stands for two states, and the audit log says what was overwritten.
    for _ in 0..TRIES {
        let found = state.catalog.package(id).await.map_err(ApiError::internal)?;
        let before = found.ok_or_else(not_found)?;
        if version.is_some_and(|version| version != before.version) {
            break;
        }
        let package = form.package(id.clone(), before.version + 1);
        let entry = entry(state, admin, "package.updated", Some(&before), &package);
        let audit = (state.admin_table.as_str(), &entry);
        match state.catalog.update_package(&package, audit).await {
            Ok(Write::Done) => return Ok(saved("Package updated successfully", package, colleges)),
            Ok(Write::Stale) => {}
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}

fn entry(
    state: &State,
    admin: &Admin,
    action: &str,
    before: Option<&Package>,
    after: &Package,
) -> AuditEntry {
    AuditEntry::new(
        state.clock.now(),
        &state.entropy,
        &admin.username,
        action,
        after.id.as_str(),
        before.map_or(Value::Null, record),
        record(after),
    )
}

fn saved(message: &'static str, package: Package, colleges: &Colleges) -> Json<PackageSaved> {
    Json(PackageSaved {
        message,
        package: PackageAdminOut::new(package, colleges),
    })
}

impl Form {
    fn parse(body: PackageIn) -> Result<Self, Invalid> {
        let PackageIn {
            id: _,
            name,
            description,
            price,
            allow_all_college,
            college_list,
            version: _,
        } = body;
        Ok(Self {
            name: field::required("name", name, NAME, "Package name is required")?,
            description: field::required("description", description, DESCRIPTION, "Description is required")?,
            price: catalogue::price(price.as_ref()).map_err(not_a_price)?,
            allows_all_colleges: allow_all_college,
            colleges: if allow_all_college {
                Vec::new()
            } else {
                colleges(college_list)?
            },
        })
    }

    fn check(&self, there: &Colleges) -> Result<(), Invalid> {
        if self.colleges.iter().all(|id| there.contains_key(id)) {
            Ok(())
        } else {
            Err(no_such_college())
        }
    }

    fn package(&self, id: PackageId, version: u64) -> Package {
        Package {
            id,
            name: self.name.clone(),
            description: self.description.clone(),
            price: self.price,
            allows_all_colleges: self.allows_all_colleges,
            colleges: self.colleges.clone(),
            version,
        }
    }
}

/// The chosen colleges, each once.
fn colleges(given: Vec<String>) -> Result<Vec<CollegeId>, Invalid> {
    let mut seen = HashSet::new();
    let ids = given
        .into_iter()
        .map(|id| CollegeId::try_from(id).map_err(|_| no_such_college()));
    ids.filter(|id| id.as_ref().map_or(true, |id| seen.insert(id.clone())))
        .collect()
}

const fn no_such_college() -> Invalid {
    Invalid::new("collegeList", "One of these colleges does not exist any more")
}

const fn not_a_price(why: NotAPrice) -> Invalid {
    Invalid::new(
        "price",
        match why {
            NotAPrice::Missing => "Price is required",
            NotAPrice::Malformed => "Price must be a number with at most two decimals",
            NotAPrice::TooMuch => "Price must be at most Rs 10,00,000",
        },
    )
}
