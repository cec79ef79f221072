//! What passes between the functions: an event that says which job to work on.

use serde::{Deserialize, Serialize};

/// The event by which a worker is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobEvent {
    /// The only member, which also tells the event from those of the HTTP API.
    pub sync: Ticket,
}

/// The right to work on the job, for the first who shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// The lease to take over.
    pub lease: String,
    /// Where to go on; None for the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Position>,
}

/// How far a worker came before its time was up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The place behind the last row that was written, as the store spells it.
    pub cursor: String,
    /// The row of the spreadsheet to write next, which counts from 1.
    pub next_row: usize,
    /// The revision of the aggregates before the first row was read.
    pub revision: u64,
}
