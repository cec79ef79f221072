//! Table admin, for what is written into it in the transaction of a change elsewhere.

use super::{
    audit::{self, AuditEntry},
    till,
};
use crate::dynamo::StoreError;
use aws_sdk_dynamodb::types::TransactWriteItem;
use config::{ConfigError, Env};
use domain::till::Entry;

/// Table admin. Its name stays in here: what goes into it is made by [`AdminTable::audit`] and [`AdminTable::till`].
#[derive(Debug, Clone)]
pub struct AdminTable(String);

/// An administrator's act, on its way into the audit log.
#[derive(Debug, Clone, Copy)]
pub struct Audit<'a> {
    table: &'a AdminTable,
    entry: &'a AuditEntry,
}

/// A movement of money, on its way into a clerk's till.
#[derive(Debug, Clone, Copy)]
pub struct TillWrite<'a> {
    table: &'a AdminTable,
    entry: &'a Entry,
}

impl AdminTable {
    /// The table that `TABLE_ADMIN` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        env.required("TABLE_ADMIN").map(Self)
    }

    /// The entry that the audit log gets of a change.
    #[must_use]
    pub const fn audit<'a>(&'a self, entry: &'a AuditEntry) -> Audit<'a> {
        Audit { table: self, entry }
    }

    /// The entry that a till gets of a payment or a refund.
    #[must_use]
    pub const fn till<'a>(&'a self, entry: &'a Entry) -> TillWrite<'a> {
        TillWrite { table: self, entry }
    }

    pub(crate) fn name(&self) -> &str {
        &self.0
    }
}

impl<'a> Audit<'a> {
    pub(crate) fn put(self) -> Result<TransactWriteItem, StoreError> {
        audit::put(self.entry, self.table.name())
    }

    pub(crate) const fn entry(self) -> &'a AuditEntry {
        self.entry
    }
}

impl TillWrite<'_> {
    pub(crate) fn put(self) -> Result<Vec<TransactWriteItem>, StoreError> {
        till::put(self.entry, self.table.name())
    }
}
