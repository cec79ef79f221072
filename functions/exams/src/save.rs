//! `POST /api/exams` and `PUT /api/exams/{id}`: a new stream, and an edit of one.

use crate::stream::{StreamOut, not_found, record};
use axum::extract::State;
use catalogue_admin::CatalogueAdmin;
use domain::{
    Invalid, StreamId,
    catalogue::Stream,
    field::{self, NAME},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, KeyedJson, Path, RequireAdmin};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Write;
use utoipa::ToSchema;

/// A stream as the form sends it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct StreamIn {
    #[serde(rename = "categoryName")]
    #[schema(required = true, value_type = String)]
    category_name: Option<String>,
    /// The version that the edit was made on. Without it the last one to save wins.
    #[serde(default, deserialize_with = "http_api::whole_number")]
    version: Option<u64>,
}

/// A stream that was saved.
#[derive(Serialize, ToSchema)]
pub(crate) struct StreamSaved {
    message: &'static str,
    exam: StreamOut,
}

/// Creates a stream.
#[utoipa::path(
    post,
    path = "/api/exams",
    tag = "exams",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "A UUID of the form's own: the same key adds once, however often it is sent."),
    ),
    request_body = StreamIn,
    responses(
        (status = 200, description = "It is saved.", body = StreamSaved),
        (status = 409, description = "`idempotency_key_reused`: the key came with something else before. `deleted_since`: what it added is deleted.", body = ErrorBody),
        (status = 422, description = "The name is missing or malformed.", body = ErrorBody),
        (status = 503, description = "The catalogue is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn create_exam(
    State(catalogue_admin): State<CatalogueAdmin>,
    RequireAdmin(admin): RequireAdmin,
    KeyedJson { form: body, key }: KeyedJson<StreamIn>,
) -> ApiResult<Json<StreamSaved>> {
    let (name, key) = (name(body.category_name)?, key.as_ref());
    let catalogue = &catalogue_admin.catalogue;
    let find = async |id| catalogue.stream(&id).await;
    let form_keys = &catalogue_admin.form_keys;
    if let Some(stream) = form_keys.made_before(key, find).await? {
        return Ok(created(stream));
    }
    let stream = Stream {
        id: catalogue_admin.new_id(StreamId::generate),
        name,
        created_at: catalogue_admin.now(),
        version: 1,
        arrivals: 0,
    };
    let change = catalogue_admin.change(
        &admin,
        "exam.created",
        stream.id.as_str(),
        Value::Null,
        record(&stream),
    );
    let key_use = form_keys.using(key, stream.id.as_str());
    let written = catalogue
        .create_stream(&stream, change.audit(), key_use.as_ref())
        .await
        .map_err(ApiError::internal)?;
    let stream = form_keys.made_once(key, written, stream, "a new stream", find);
    Ok(created(stream.await?))
}

fn created(stream: Stream) -> Json<StreamSaved> {
    saved("Exam created successfully", stream)
}

/// Edits a stream.
#[utoipa::path(
    put,
    path = "/api/exams/{id}",
    tag = "exams",
    params(("id" = String, Path, description = "The stream.")),
    request_body = StreamIn,
    responses(
        (status = 200, description = "It is saved.", body = StreamSaved),
        (status = 404, description = "There is no such stream.", body = ErrorBody),
        (status = 409, description = "`stale_version`: it was changed since `version`.", body = ErrorBody),
        (status = 422, description = "The name is missing or malformed.", body = ErrorBody),
    )
)]
pub(crate) async fn update_exam(
    State(catalogue_admin): State<CatalogueAdmin>,
    RequireAdmin(admin): RequireAdmin,
    Path(id): Path<String>,
    Json(body): Json<StreamIn>,
) -> ApiResult<Json<StreamSaved>> {
    let id = StreamId::parse(&id).map_err(|_| not_found())?;
    let name = name(body.category_name)?;
    let mut tries = catalogue_admin.tries();
    while tries.next().await {
        let found = catalogue_admin
            .catalogue
            .stream(&id)
            .await
            .map_err(ApiError::internal)?;
        let before = found.ok_or_else(not_found)?;
        if body.version.is_some_and(|version| version != before.version) {
            break;
        }
        let stream = Stream {
            name: name.clone(),
            version: before.version + 1,
            ..before.clone()
        };
        let change = catalogue_admin.change(
            &admin,
            "exam.updated",
            id.as_str(),
            record(&before),
            record(&stream),
        );
        match catalogue_admin
            .catalogue
            .update_stream(&stream, change.audit())
            .await
        {
            Ok(Write::Done) => return Ok(saved("Exam updated successfully", stream)),
            Ok(Write::Stale) => {}
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}

fn name(given: Option<String>) -> Result<String, Invalid> {
    field::required("categoryName", given, NAME, "Category name is required")
}

fn saved(message: &'static str, stream: Stream) -> Json<StreamSaved> {
    Json(StreamSaved {
        message,
        exam: stream.into(),
    })
}
