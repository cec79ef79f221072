//! How administrators keep the catalogue: what the functions of packages, colleges and exams have in common.
//!
//! A change reads what it is about, decides, and writes on the condition that nothing has changed since, together with
//! its audit entry. When something has, it reads again: an edit that says its version is then refused, and one that
//! says none wins over the others, one after the other. So no version denotes two states, and the audit log says
//! what was overwritten.

mod dependents;
mod places;
mod refusal;
mod snapshot;
mod timetable;

pub use dependents::{DeleteQuery, Dependents, Thing};
pub use places::limited;
pub use refusal::{CatalogueRefusal, NOT_EMPTY, left_without};
pub use snapshot::{Snapshot, WithCandidates};
pub use timetable::{Clash, Confirmed, NotConfirmed, has_moved};

use access_control::{FormKeys, staff_gate};
use axum::extract::FromRef;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{Staff, StaffGate};
use serde_json::Value;
use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
};
use store::{Access, AdminTable, Audit, AuditEntry, Catalogue, Tries};
use time::OffsetDateTime;

/// The catalogue, and what it takes to change it as an administrator: the state of a function's router.
#[derive(Clone)]
pub struct CatalogueAdmin {
    /// The catalogue.
    pub catalogue: Catalogue,
    /// The keys of the forms that add to it.
    pub form_keys: FormKeys,
    gate: StaffGate,
    clock: Clock,
    entropy: Entropy,
    /// The table of the audit log.
    admin_table: AdminTable,
}

impl FromRef<CatalogueAdmin> for StaffGate {
    fn from_ref(catalogue_admin: &CatalogueAdmin) -> Self {
        catalogue_admin.gate.clone()
    }
}

/// A change, and the entry that the audit log gets of it.
pub struct CatalogueChange<'a> {
    admin_table: &'a AdminTable,
    entry: AuditEntry,
}

impl CatalogueAdmin {
    /// The catalogue of `TABLE_CATALOGUE`, with a clock and randomness of the caller's own.
    pub fn from_env(env: &Env, clock: Clock, entropy: Entropy) -> Result<Self, ConfigError> {
        let access = Access::from_env(env)?;
        Ok(Self {
            catalogue: Catalogue::from_env(env)?,
            gate: staff_gate(env, &access, clock.clone())?,
            form_keys: FormKeys::new(access, clock.clone()),
            clock,
            entropy,
            admin_table: AdminTable::from_env(env)?,
        })
    }

    /// The present moment.
    #[must_use]
    pub fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }

    /// The tries of a change that others may come before, counted from now.
    #[must_use]
    pub fn tries(&self) -> Tries {
        Tries::begin(&self.clock, &self.entropy)
    }

    /// A new identifier, by one of the types' `generate`.
    pub fn new_id<Id>(&self, generate: impl FnOnce(OffsetDateTime, &Entropy) -> Id) -> Id {
        generate(self.now(), &self.entropy)
    }

    /// What an administrator does to `subject`, for the audit log.
    #[must_use]
    pub fn change(
        &self,
        admin: &Staff,
        action: &str,
        subject: &str,
        before: Value,
        after: Value,
    ) -> CatalogueChange<'_> {
        let username = &admin.username;
        CatalogueChange {
            admin_table: &self.admin_table,
            entry: AuditEntry::new(
                self.now(),
                &self.entropy,
                username,
                action,
                subject,
                before,
                after,
            ),
        }
    }
}

impl CatalogueChange<'_> {
    /// The entry, as a write of the catalogue takes it.
    #[must_use]
    pub fn audit(&self) -> Audit<'_> {
        self.admin_table.audit(&self.entry)
    }
}

/// The things that a form chooses by their identifiers, each once; None when one of them is not `there`.
#[must_use]
pub fn chosen<Id, T>(given: Vec<String>, there: &HashMap<Id, T>) -> Option<Vec<Id>>
where
    Id: TryFrom<String> + Clone + Eq + Hash,
{
    let mut seen = HashSet::new();
    let mut ids = Vec::new();
    for text in given {
        let id = Id::try_from(text).ok().filter(|id| there.contains_key(id))?;
        if seen.insert(id.clone()) {
            ids.push(id);
        }
    }
    Some(ids)
}
