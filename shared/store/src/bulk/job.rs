//! What is remembered of a bulk action.

use crate::{
    jobs::{JobKind, JobPlace},
    tables::Table,
};
use domain::{BulkAction, Stored, Word, job::JobWork, message::Audience};
use serde::{Deserialize, Serialize};

/// What is remembered of a bulk action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkJob {
    /// What is done.
    pub action: Stored<BulkAction>,
    /// Why, where the action needs a reason; else empty.
    pub reason: String,
    /// To whom, as it was asked for.
    pub audience: Audience,
    /// How far it is.
    pub phase: Stored<BulkPhase>,
    /// How many it was done to.
    #[serde(default)]
    pub changed: u64,
    /// How many were passed over.
    #[serde(default)]
    pub skipped: u64,
    /// How many it was not done to, although it was tried.
    #[serde(default)]
    pub failed: u64,
    /// How often in a row the mail service took nothing.
    #[serde(default)]
    pub refusals: u32,
    /// What is waited for, in words for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<String>,
}

/// How far a bulk action is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BulkPhase {
    /// Who is meant is written down: from the end of this on they are frozen.
    Gathering,
    /// It is done to them.
    Working,
}

impl Word for BulkPhase {
    fn as_str(self) -> &'static str {
        match self {
            Self::Gathering => "gathering",
            Self::Working => "working",
        }
    }
}

impl BulkJob {
    /// A bulk action that nobody has been written down for.
    #[must_use]
    pub fn new(action: BulkAction, reason: String, audience: Audience) -> Self {
        Self {
            action: action.into(),
            reason,
            audience,
            phase: BulkPhase::Gathering.into(),
            changed: 0,
            skipped: 0,
            failed: 0,
            refusals: 0,
            waiting: None,
        }
    }
}

impl JobWork for BulkJob {
    /// Who was picked is among the results.
    fn over(&mut self) {
        self.audience.customer_ids.clear();
        self.waiting = None;
    }
}

impl JobKind for BulkJob {
    const PLACE: JobPlace = JobPlace {
        table: Table::Registrations,
        partition: "BULK#JOBS",
        only: None,
    };
}
