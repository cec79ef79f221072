//! What passes between the functions: an event that says which job to work on.

use domain::export::ExportId;
use serde::{Deserialize, Serialize};

/// The event by which a worker is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportEvent {
    /// The only member, which also tells the event from those of the HTTP API.
    pub export: ExportTicket,
}

/// The right to work on a job, for the first who shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportTicket {
    /// Which job.
    pub id: ExportId,
    /// The lease to take over.
    pub lease: String,
}
