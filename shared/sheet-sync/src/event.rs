//! What passes between the functions: an event that says which job to work on.

use serde::{Deserialize, Serialize};

/// The event by which a worker is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncEvent {
    /// The only member, which also tells the event from those of the HTTP API.
    pub sync: SyncTicket,
}

/// The right to work on the job, for the first who shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncTicket {
    /// The lease to take over.
    pub lease: String,
}
