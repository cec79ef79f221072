//! What exports are made of: where everything comes from, what one export goes through, and a page of it.

use super::{cell::Cell, let_in::LetIn, lists::Lists};
use crate::scope::ExportScope;
use config::{ConfigError, Env};
use domain::export::ExportKind;
use store::{
    AuditLog, Catalogue, CheckIns, Registrations, Seating, Tills,
    catalogue::{ExamNames, Listed},
    read_model::Cursor,
};
use time::OffsetDateTime;

/// Where everything comes from.
#[derive(Debug, Clone)]
pub(super) struct Sources {
    pub(super) registrations: Registrations,
    pub(super) tills: Tills,
    pub(super) check_ins: CheckIns,
    pub(super) catalogue: Catalogue,
    pub(super) seating: Seating,
    pub(super) audit_log: AuditLog,
}

/// What one export goes through.
pub(super) struct Source {
    pub(super) kind: ExportKind,
    pub(super) scope: ExportScope,
    /// When it was asked for.
    pub(super) at: OffsetDateTime,
    /// The candidates that a text finds, the oldest first; None for a list.
    pub(super) found: Option<Vec<Cursor>>,
    /// The lists that people were checked in to; None for another kind.
    pub(super) lists: Option<Lists>,
    /// The exams whose candidates are gone through; none for another kind than results.
    pub(super) exams: Vec<Listed>,
    /// What the exams are called; nothing for another kind than candidates.
    pub(super) names: ExamNames,
    /// Whom the doors have let in; nobody for another kind than candidates.
    pub(super) let_in: LetIn,
}

/// A page.
pub(super) struct Page {
    /// How much of the total it is.
    pub(super) looked_at: u64,
    /// What of it is wanted.
    pub(super) rows: Vec<Vec<Cell>>,
    /// Behind it, as the kind spells a position; None where nothing was left to read.
    pub(super) place: Option<String>,
    /// Whether the source ends with it.
    pub(super) is_last: bool,
}

impl Page {
    /// Nothing, and nothing after it.
    pub(super) const fn none() -> Self {
        Self {
            looked_at: 0,
            rows: Vec::new(),
            place: None,
            is_last: true,
        }
    }
}

impl Sources {
    pub(super) fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            registrations: Registrations::from_env(env)?,
            tills: Tills::from_env(env)?,
            check_ins: CheckIns::from_env(env)?,
            catalogue: Catalogue::from_env(env)?,
            seating: Seating::from_env(env)?,
            audit_log: AuditLog::from_env(env)?,
        })
    }
}
