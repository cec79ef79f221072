//! `POST /api/halls` and `PUT /api/halls/{id}`: a new hall, and an edit of one.

use crate::{
    State,
    hall::{HallOut, not_found, record},
};
use axum::{extract, http::StatusCode};
use domain::{
    HallId, Invalid,
    field::{self, NAME},
    seating::{Hall, HallPlan},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, KeyedJson, Path, RequireAdmin};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Write;
use utoipa::ToSchema;

/// A hall as the form sends it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct HallIn {
    #[schema(required = true, value_type = String)]
    name: Option<String>,
    /// From 1 to 100.
    #[schema(required = true, value_type = u64)]
    #[serde(default, deserialize_with = "http_api::whole_number")]
    rows: Option<u64>,
    /// The seats of a row, from 1 to 100.
    #[schema(required = true, value_type = u64)]
    #[serde(default, deserialize_with = "http_api::whole_number")]
    columns: Option<u64>,
    /// The labels of the seats that nobody can sit in: `A1`, `AA12`.
    #[serde(default)]
    blocked: Vec<String>,
    /// The version that the edit was made on. Without it the last one to save wins.
    #[serde(default, deserialize_with = "http_api::whole_number")]
    version: Option<u64>,
}

/// A hall that was saved.
#[derive(Serialize, ToSchema)]
pub(crate) struct HallSaved {
    hall: HallOut,
}

/// Creates a hall.
#[utoipa::path(
    post,
    path = "/api/halls",
    tag = "seating",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "A UUID of the form's own: the same key adds once, however often it is sent."),
    ),
    request_body = HallIn,
    responses(
        (status = 201, description = "It is saved.", body = HallSaved),
        (status = 409, description = "`idempotency_key_reused`: the key came with something else before. `deleted_since`: what it added is deleted.", body = ErrorBody),
        (status = 422, description = "A field is missing or malformed.", body = ErrorBody),
        (status = 503, description = "The catalogue is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn create_hall(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    KeyedJson { form, key }: KeyedJson<HallIn>,
) -> ApiResult<(StatusCode, Json<HallSaved>)> {
    let ((name, plan), key) = (parse(&form)?, key.as_ref());
    let catalogue_admin = &state.catalogue_admin;
    let form_keys = &catalogue_admin.form_keys;
    let find = async |id| catalogue_admin.catalogue.hall(&id).await;
    if let Some(hall) = form_keys.made_before(key, find).await? {
        return Ok(created(hall));
    }
    let hall = Hall {
        id: catalogue_admin.new_id(HallId::generate),
        name,
        plan,
        version: 1,
    };
    let change = catalogue_admin.change(
        &admin,
        "hall.created",
        hall.id.as_str(),
        Value::Null,
        record(&hall),
    );
    let key_use = form_keys.using(key, hall.id.as_str());
    let catalogue = &catalogue_admin.catalogue;
    let written = catalogue
        .create_hall(&hall, change.audit(), key_use.as_ref())
        .await;
    let written = written.map_err(ApiError::internal)?;
    let hall = form_keys.made_once(key, written, hall, "a new hall", find);
    Ok(created(hall.await?))
}

fn created(hall: Hall) -> (StatusCode, Json<HallSaved>) {
    (StatusCode::CREATED, Json(HallSaved { hall: hall.into() }))
}

/// Edits a hall.
///
/// Seats that were assigned stay as they were: a plan has a copy of its hall. What an edit changes is for the next draft; nobody is
/// put on a seat that it takes away.
#[utoipa::path(
    put,
    path = "/api/halls/{id}",
    tag = "seating",
    params(("id" = String, Path, description = "The hall.")),
    request_body = HallIn,
    responses(
        (status = 200, description = "It is saved.", body = HallSaved),
        (status = 404, description = "There is no such hall.", body = ErrorBody),
        (status = 409, description = "`stale_version`: it was changed since `version`.", body = ErrorBody),
        (status = 422, description = "A field is missing or malformed.", body = ErrorBody),
    )
)]
pub(crate) async fn update_hall(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(id): Path<String>,
    Json(form): Json<HallIn>,
) -> ApiResult<Json<HallSaved>> {
    let id = HallId::parse(&id).map_err(|_| not_found())?;
    let (name, plan) = parse(&form)?;
    let catalogue_admin = &state.catalogue_admin;
    let mut tries = catalogue_admin.tries();
    while tries.next().await {
        let found = catalogue_admin
            .catalogue
            .hall(&id)
            .await
            .map_err(ApiError::internal)?;
        let before = found.ok_or_else(not_found)?;
        if form.version.is_some_and(|version| version != before.version) {
            break;
        }
        let hall = Hall {
            id: id.clone(),
            name: name.clone(),
            plan: plan.clone(),
            version: before.version + 1,
        };
        let change = catalogue_admin.change(
            &admin,
            "hall.updated",
            id.as_str(),
            record(&before),
            record(&hall),
        );
        match catalogue_admin.catalogue.update_hall(&hall, change.audit()).await {
            Ok(Write::Done) => return Ok(Json(HallSaved { hall: hall.into() })),
            Ok(Write::Stale) => {}
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}

fn parse(form: &HallIn) -> Result<(String, HallPlan), Invalid> {
    let HallIn {
        name,
        rows,
        columns,
        blocked,
        version: _,
    } = form;
    let name = field::required("name", name.clone(), NAME, "Name is required")?;
    let rows = rows.ok_or(Invalid::new("rows", "Please enter 1 to 100 rows"))?;
    let columns = columns.ok_or(Invalid::new("columns", "Please enter 1 to 100 seats a row"))?;
    let plan = HallPlan::new(rows, columns, blocked)?;
    Ok((name, plan))
}
