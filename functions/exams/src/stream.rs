//! A stream as the portal sees it, and as the audit log keeps it.

use domain::catalogue::Stream;
use http_api::ApiError;
use serde::Serialize;
use serde_json::{Value, json};
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A stream.
#[derive(Serialize, ToSchema)]
pub(crate) struct StreamOut {
    #[serde(rename = "_id")]
    id: String,
    #[serde(rename = "categoryName")]
    category_name: String,
    #[serde(rename = "createdAt", with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    created_at: OffsetDateTime,
    /// Counts the edits. Sent back with an edit, it says what the edit was made on.
    version: u64,
}

impl From<Stream> for StreamOut {
    fn from(stream: Stream) -> Self {
        let Stream {
            id,
            name,
            created_at,
            version,
            arrivals: _,
        } = stream;
        Self {
            id: id.into(),
            category_name: name,
            created_at,
            version,
        }
    }
}

/// What the audit log keeps of a stream.
pub(crate) fn record(stream: &Stream) -> Value {
    json!({ "categoryName": stream.name })
}

pub(crate) fn not_found() -> ApiError {
    ApiError::not_found("There is no such exam.")
}
