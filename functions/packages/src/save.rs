//! `POST /api/packages`: a new package, or with `_id` an edit of one.

use crate::package::{PackageAdminOut, not_found, record};
use axum::extract::State;
use catalogue_admin::{CatalogueAdmin, Snapshot, WithCandidates, chosen};
use domain::{
    CollegeId, Invalid, PackageId, Paise, Stored,
    catalogue::{self, College, NotAPrice, Package, SaleState, Unsaleable},
    field::{self, DESCRIPTION, NAME},
};
use http_api::{ApiError, ApiResult, ErrorBody, FormKey, Json, KeyedJson, RequireAdmin, Staff};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use store::Write;
use utoipa::ToSchema;

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
    allow_all_college: bool,
    /// The colleges one of which is chosen; ignored when all are included.
    #[serde(rename = "collegeList", default)]
    college_list: Vec<String>,
    /// `on_sale`, `draft` or `archived`. Without it an edit leaves the state, and a new package goes on sale if it
    /// can.
    state: Option<String>,
    /// The version that the edit was made on. Without it the last one to save wins.
    #[serde(default, deserialize_with = "http_api::whole_number")]
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
    state: Option<SaleState>,
}

/// Creates a package, or edits one.
///
/// A package on sale costs at least Rs 1 and has a college, and each of its colleges has an exam; one with all
/// colleges needs a college with an exam. What would be on sale without that is refused at the field to blame.
#[utoipa::path(
    post,
    path = "/api/packages",
    tag = "packages",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "A UUID of the form's own: the same key adds a new one once, however often it is sent."),
    ),
    request_body = PackageIn,
    responses(
        (status = 200, description = "It is saved.", body = PackageSaved),
        (status = 404, description = "There is no such package.", body = ErrorBody),
        (status = 409, description = "`stale_version`: it was changed since `version`. `idempotency_key_reused`: the key came with something else before. `deleted_since`: what it added is deleted.",
            body = ErrorBody),
        (status = 422, description = "A field is missing or malformed, a college does not exist, or the package cannot be on sale as it is.",
            body = ErrorBody),
        (status = 503, description = "The catalogue is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn save_package(
    State(state): State<WithCandidates>,
    RequireAdmin(admin): RequireAdmin,
    KeyedJson { form: mut body, key }: KeyedJson<PackageIn>,
) -> ApiResult<Json<PackageSaved>> {
    let (id, version) = (body.id.take(), body.version);
    let snapshot = state.snapshot().await?;
    let form = Form::parse(body, &snapshot.everything.colleges)?;
    match id {
        None => create(&state.catalogue_admin, &admin, key.as_ref(), &form, &snapshot).await,
        Some(id) => {
            let id = PackageId::parse(&id).map_err(|_| not_found())?;
            update(&state.catalogue_admin, &admin, &id, version, &form, &snapshot).await
        }
    }
}

async fn create(
    catalogue_admin: &CatalogueAdmin,
    admin: &Staff,
    key: Option<&FormKey>,
    form: &Form,
    snapshot: &Snapshot,
) -> ApiResult<Json<PackageSaved>> {
    let catalogue = &catalogue_admin.catalogue;
    let find = async |id| catalogue.package(&id).await;
    let form_keys = &catalogue_admin.form_keys;
    if let Some(package) = form_keys.made_before(key, find).await? {
        return Ok(created(package, snapshot));
    }
    let id = catalogue_admin.new_id(PackageId::generate);
    let mut package = form.package(id, SaleState::OnSale.into(), 1);
    match permit_sale(&package, snapshot) {
        // What was not asked to be on sale waits until it can be.
        Err(_) if form.state.is_none() => package.state = SaleState::Draft.into(),
        permitted => permitted.map_err(refused)?,
    }
    let change = catalogue_admin.change(
        admin,
        "package.created",
        package.id.as_str(),
        Value::Null,
        record(&package),
    );
    let key_use = form_keys.using(key, package.id.as_str());
    let written = catalogue
        .create_package(&package, change.audit(), key_use.as_ref())
        .await
        .map_err(ApiError::internal)?;
    let package = form_keys
        .made_once(key, written, package, "a new package", find)
        .await?;
    Ok(created(package, snapshot))
}

fn created(package: Package, snapshot: &Snapshot) -> Json<PackageSaved> {
    saved("Package created successfully", package, snapshot)
}

async fn update(
    catalogue_admin: &CatalogueAdmin,
    admin: &Staff,
    id: &PackageId,
    version: Option<u64>,
    form: &Form,
    snapshot: &Snapshot,
) -> ApiResult<Json<PackageSaved>> {
    let mut tries = catalogue_admin.tries();
    while tries.next().await {
        let found = catalogue_admin
            .catalogue
            .package(id)
            .await
            .map_err(ApiError::internal)?;
        let before = found.ok_or_else(not_found)?;
        if version.is_some_and(|version| version != before.version) {
            break;
        }
        let package = form.package(id.clone(), before.state.clone(), before.version + 1);
        permit_sale(&package, snapshot).map_err(refused)?;
        let change = catalogue_admin.change(
            admin,
            "package.updated",
            package.id.as_str(),
            record(&before),
            record(&package),
        );
        match catalogue_admin
            .catalogue
            .update_package(&package, change.audit())
            .await
        {
            Ok(Write::Done) => return Ok(saved("Package updated successfully", package, snapshot)),
            Ok(Write::Stale) => {}
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}

/// Nothing is on sale that cannot be bought.
fn permit_sale(package: &Package, snapshot: &Snapshot) -> Result<(), Unsaleable> {
    if !package.is_on_sale() {
        return Ok(());
    }
    package.saleable(&snapshot.everything.colleges, &snapshot.everything.exams)
}

fn refused(unsaleable: Unsaleable) -> ApiError {
    ApiError::invalid(unsaleable.field(), unsaleable.to_string())
}

fn saved(message: &'static str, package: Package, snapshot: &Snapshot) -> Json<PackageSaved> {
    Json(PackageSaved {
        message,
        package: PackageAdminOut::new(package, snapshot),
    })
}

const NO_SUCH: Invalid = Invalid::new("collegeList", "One of these colleges does not exist any more");

impl Form {
    fn parse(body: PackageIn, there: &HashMap<CollegeId, College>) -> Result<Self, Invalid> {
        let PackageIn {
            id: _,
            name,
            description,
            price,
            allow_all_college,
            college_list,
            state,
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
                chosen(college_list, there).ok_or(NO_SUCH)?
            },
            state: state.as_deref().map(SaleState::parse).transpose()?,
        })
    }

    /// The package, in the state `unless_given` if the form names none.
    fn package(&self, id: PackageId, unless_given: Stored<SaleState>, version: u64) -> Package {
        Package {
            id,
            name: self.name.clone(),
            description: self.description.clone(),
            price: self.price,
            allows_all_colleges: self.allows_all_colleges,
            colleges: self.colleges.clone(),
            state: self.state.map_or(unless_given, Stored::Known),
            version,
        }
    }
}

const fn not_a_price(why: NotAPrice) -> Invalid {
    Invalid::new(
        "price",
        match why {
            NotAPrice::Missing => "Price is required",
            NotAPrice::Malformed => "Price must be a number with at most two decimals",
            NotAPrice::TooMuch => "Price must be at most Rs\u{a0}10,00,000",
        },
    )
}
