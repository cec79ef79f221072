//! `POST /api/colleges`: a new college, or with `_id` an edit of one.

use crate::college::{CollegeAdminOut, Exams, by_id, not_found, record};
use axum::extract::State;
use catalogue_admin::{CatalogueAdmin, Confirmed, NotConfirmed, WithCandidates, chosen, left_without};
use domain::{
    CollegeId, CourseId, Invalid,
    catalogue::College,
    field::{self, DESCRIPTION, NAME},
};
use http_api::{ApiError, ApiResult, ErrorBody, FormKey, Json, KeyedJson, RequireAdmin, Staff};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::mem;
use store::Write;
use utoipa::ToSchema;

/// A college as the form sends it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CollegeIn {
    /// The college that is edited; a new one without it.
    #[serde(rename = "_id")]
    id: Option<String>,
    #[schema(required = true, value_type = String)]
    name: Option<String>,
    description: Option<String>,
    /// Its exams.
    #[serde(rename = "courseList", default)]
    course_list: Vec<String>,
    /// The version that the edit was made on. Without it the last one to save wins.
    #[serde(default, deserialize_with = "http_api::whole_number")]
    version: Option<u64>,
    /// Whom the person knows to be disturbed: `confirm` of the refusal `exam_is_held`.
    #[serde(default)]
    confirm: Vec<String>,
}

/// A college that was saved.
#[derive(Serialize, ToSchema)]
pub(crate) struct CollegeSaved {
    message: &'static str,
    college: CollegeAdminOut,
}

/// What the form says, parsed.
struct Form {
    name: String,
    description: String,
    courses: Vec<CourseId>,
}

/// Creates a college, or edits one.
///
/// An edit that takes an exam out of its only college, while candidates have a valid pass for every exam, is
/// refused with 409 `exam_is_held`, unless `confirm` says so: their passes would not list it any more.
#[utoipa::path(
    post,
    path = "/api/colleges",
    tag = "colleges",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "A UUID of the form's own: the same key adds a new one once, however often it is sent."),
    ),
    request_body = CollegeIn,
    responses(
        (status = 200, description = "It is saved.", body = CollegeSaved),
        (status = 404, description = "There is no such college.", body = ErrorBody),
        (status = 409, description = "`stale_version`: it was changed since `version`. `on_sale`: a package on sale would have a college without exams. `exam_is_held`: it takes out an exam that passes list, and `confirm` does not say so. `idempotency_key_reused`: the key came with something else before. `deleted_since`: what it added is deleted.", body = NotConfirmed),
        (status = 422, description = "A field is missing or malformed, or an exam does not exist.",
            body = ErrorBody),
        (status = 503, description = "The catalogue is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn save_college(
    State(state): State<WithCandidates>,
    RequireAdmin(admin): RequireAdmin,
    KeyedJson { form: mut body, key }: KeyedJson<CollegeIn>,
) -> ApiResult<Json<CollegeSaved>> {
    let catalogue_admin = &state.catalogue_admin;
    let (id, version, confirmed) = (
        body.id.take(),
        body.version,
        Confirmed::parse(mem::take(&mut body.confirm))?,
    );
    let exams = by_id(
        catalogue_admin
            .catalogue
            .exams()
            .await
            .map_err(ApiError::internal)?,
    );
    let form = Form::parse(body, &exams)?;
    match id {
        None => create(catalogue_admin, &admin, key.as_ref(), form, &exams).await,
        Some(id) => {
            let id = CollegeId::parse(&id).map_err(|_| not_found())?;
            let edit = Edit {
                version,
                confirmed: &confirmed,
                form: &form,
            };
            update(&state, &admin, &id, edit, &exams).await
        }
    }
}

async fn create(
    catalogue_admin: &CatalogueAdmin,
    admin: &Staff,
    key: Option<&FormKey>,
    form: Form,
    exams: &Exams,
) -> ApiResult<Json<CollegeSaved>> {
    let catalogue = &catalogue_admin.catalogue;
    let find = async |id| catalogue.college(&id).await;
    let form_keys = &catalogue_admin.form_keys;
    if let Some(college) = form_keys.made_before(key, find).await? {
        return Ok(created(college, exams));
    }
    let college = form.college(catalogue_admin.new_id(CollegeId::generate), 1);
    let change = catalogue_admin.change(
        admin,
        "college.created",
        college.id.as_str(),
        Value::Null,
        record(&college),
    );
    let key_use = form_keys.using(key, college.id.as_str());
    let written = catalogue
        .create_college(&college, change.audit(), key_use.as_ref())
        .await
        .map_err(ApiError::internal)?;
    let college = form_keys
        .made_once(key, written, college, "a new college", find)
        .await?;
    Ok(created(college, exams))
}

fn created(college: College, exams: &Exams) -> Json<CollegeSaved> {
    saved("College created successfully", college, exams)
}

/// What is to become of a college.
struct Edit<'a> {
    version: Option<u64>,
    confirmed: &'a Confirmed,
    form: &'a Form,
}

async fn update(
    state: &WithCandidates,
    admin: &Staff,
    id: &CollegeId,
    edit: Edit<'_>,
    exams: &Exams,
) -> ApiResult<Json<CollegeSaved>> {
    let Edit {
        version,
        confirmed,
        form,
    } = edit;
    let catalogue_admin = &state.catalogue_admin;
    let mut tries = catalogue_admin.tries();
    while tries.next().await {
        let found = catalogue_admin
            .catalogue
            .college(id)
            .await
            .map_err(ApiError::internal)?;
        let before = found.ok_or_else(not_found)?;
        if version.is_some_and(|version| version != before.version) {
            break;
        }
        let college = form.college(id.clone(), before.version + 1);
        if college.courses.is_empty() {
            permit_emptying(catalogue_admin, &college).await?;
        }
        state.permit_taking_out(&before, &college, confirmed).await?;
        let change = catalogue_admin.change(
            admin,
            "college.updated",
            college.id.as_str(),
            record(&before),
            record(&college),
        );
        match catalogue_admin
            .catalogue
            .update_college(&college, change.audit())
            .await
        {
            Ok(Write::Done) => return Ok(saved("College updated successfully", college, exams)),
            Ok(Write::Stale) => {}
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}

/// Refuses to take the last exam from a college that a package on sale sells.
async fn permit_emptying(catalogue_admin: &CatalogueAdmin, college: &College) -> ApiResult<()> {
    let before = catalogue_admin
        .catalogue
        .everything_now()
        .await
        .map_err(ApiError::internal)?;
    let mut after = before.clone();
    after.colleges.insert(college.id.clone(), college.clone());
    match left_without(&before, &after) {
        Some(refusal) => Err(ApiError::from(refusal).field("courseList")),
        None => Ok(()),
    }
}

fn saved(message: &'static str, college: College, exams: &Exams) -> Json<CollegeSaved> {
    Json(CollegeSaved {
        message,
        college: CollegeAdminOut::new(college, exams),
    })
}

const NO_SUCH: Invalid = Invalid::new("courseList", "One of these exams does not exist any more");

impl Form {
    fn parse(body: CollegeIn, there: &Exams) -> Result<Self, Invalid> {
        let CollegeIn {
            id: _,
            name,
            description,
            course_list,
            version: _,
            confirm: _,
        } = body;
        Ok(Self {
            name: field::required("name", name, NAME, "College name is required")?,
            description: field::optional("description", description, DESCRIPTION)?,
            courses: chosen(course_list, there).ok_or(NO_SUCH)?,
        })
    }

    fn college(&self, id: CollegeId, version: u64) -> College {
        College {
            id,
            name: self.name.clone(),
            description: self.description.clone(),
            courses: self.courses.clone(),
            version,
        }
    }
}
