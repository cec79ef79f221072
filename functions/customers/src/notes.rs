//! `POST /api/customers/{customerId}/notes`: an administrator notes something about a candidate.

use crate::State;
use axum::{extract, http::StatusCode};
use domain::{CustomerId, field};
use http_api::{ApiError, ApiResult, ErrorBody, IdempotencyKey, Json, Path, RequireAdmin};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{
    AuditEntry,
    registrations::{Note, Noted},
};
use time::OffsetDateTime;
use utoipa::ToSchema;

const NO_TEXT: &str = "Please write a note";

/// A note.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NoteIn {
    /// At most 2,000 characters.
    #[schema(required = true, value_type = String)]
    text: Option<String>,
}

/// A note about a candidate, for administrators alone.
#[derive(Serialize, ToSchema)]
pub(crate) struct NoteOut {
    text: String,
    /// The administrator.
    by: String,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
}

impl From<Note> for NoteOut {
    fn from(note: Note) -> Self {
        let Note { id: _, at, by, text } = note;
        Self { text, by, at }
    }
}

/// Keeps a note about a candidate.
#[utoipa::path(
    post,
    path = "/api/customers/{customerId}/notes",
    tag = "customers",
    params(
        ("customerId" = String, Path, description = "The candidate."),
        ("Idempotency-Key" = Option<String>, Header,
            description = "A UUID of the form's own: the same key is the same note, however often it is sent."),
    ),
    request_body = NoteIn,
    responses(
        (status = 201, description = "The note is kept.", body = NoteOut),
        (status = 404, description = "There is no such candidate.", body = ErrorBody),
        (status = 409, description = "`idempotency_key_reused`: the key came with another text before, which is kept.", body = ErrorBody),
        (status = 422, description = "The note is missing or does not fit.", body = ErrorBody),
        (status = 503, description = "The candidate is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn add_note(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(customer): Path<String>,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<NoteIn>,
) -> ApiResult<(StatusCode, Json<NoteOut>)> {
    let id = CustomerId::parse(&customer).map_err(|invalid| invalid.on("customerId"))?;
    let text = field::required("text", body.text, field::DESCRIPTION, NO_TEXT)?;
    let found = state.registrations.candidate(&id).await;
    if found.map_err(ApiError::internal)?.is_none() {
        return Err(no_candidate());
    }
    let note = Note {
        id: key.unwrap_or_else(|| state.entropy.symbols(20)),
        at: state.clock.now(),
        by: admin.username,
        text,
    };
    let entry = AuditEntry::new(
        note.at,
        &state.entropy,
        &note.by,
        "candidate.noted",
        id.as_str(),
        Value::Null,
        json!({ "text": note.text }),
    );
    let written = state
        .registrations
        .add_note(&id, &note, state.admin_table.audit(&entry))
        .await;
    match written.map_err(ApiError::internal)? {
        Noted::Done => Ok((StatusCode::CREATED, Json(note.into()))),
        Noted::Before(earlier) if earlier.text == note.text => {
            Ok((StatusCode::CREATED, Json(earlier.into())))
        }
        Noted::Before(_) => Err(ApiError::key_reused()),
        Noted::NoCandidate => Err(no_candidate()),
        Noted::Met => Err(ApiError::busy("a candidate")),
    }
}

fn no_candidate() -> ApiError {
    ApiError::not_found("There is no such customer.")
}
