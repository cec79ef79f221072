//! What passes between the functions: an event that says which job to work on.

use domain::job::JobId;
use serde::{Deserialize, Serialize};

/// The event by which a worker is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkEvent {
    /// The only member, which also tells the event from those of the HTTP API.
    pub work: JobTicket,
}

/// The right to work on a job, for the first who shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobTicket {
    /// Which job.
    pub id: JobId,
    /// The lease to take over.
    pub lease: String,
}
