//! A hall as the portal sees it, and as the audit log keeps it.

use domain::seating::{Hall, Seat};
use http_api::ApiError;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A hall.
#[derive(Serialize, ToSchema)]
pub(crate) struct HallOut {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    rows: u16,
    /// The seats of a row, the blocked ones among them.
    columns: u16,
    /// The labels of the seats that nobody can sit in: `A1`, `AA12`.
    blocked: Vec<String>,
    /// How many can sit in it.
    seats: usize,
    /// Counts the edits. Sent back with an edit, it says what the edit was made on.
    version: u64,
}

impl From<Hall> for HallOut {
    fn from(hall: Hall) -> Self {
        let Hall {
            id,
            name,
            plan,
            version,
        } = hall;
        Self {
            id: id.into(),
            name,
            rows: plan.rows(),
            columns: plan.columns(),
            blocked: plan.blocked().iter().map(Seat::to_string).collect(),
            seats: plan.seats().count(),
            version,
        }
    }
}

/// What the audit log keeps of a hall.
pub(crate) fn record(hall: &Hall) -> Value {
    json!({
        "name": hall.name,
        "rows": hall.plan.rows(),
        "columns": hall.plan.columns(),
        "blocked": hall.plan.blocked(),
    })
}

pub(crate) fn not_found() -> ApiError {
    ApiError::not_found("There is no such hall.")
}
