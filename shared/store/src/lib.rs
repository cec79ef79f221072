//! DynamoDB: the five tables, their keys and their access patterns, one file for each aggregate.
//!
//! Callers see domain types and outcomes, never attribute maps. Conditions live here, decisions do not: a
//! write that was decided on an older state answers `Stale`, and the caller decides anew.

mod access;
mod administrators;
pub mod audit;
pub mod catalog;
mod content;
mod dynamo;
pub mod line;
pub mod recon;
pub mod registrations;
mod sync;
pub mod tables;
mod transaction;
mod tries;

pub use access::{Access, Attempt, Counted, Guessed, Limit, Throttle};
pub use administrators::{Administrator, Administrators};
pub use audit::{AuditEntry, AuditLog};
pub use catalog::Catalog;
pub use content::Content;
pub use dynamo::StoreError;
pub use line::Line;
pub use recon::Reconciliations;
pub use registrations::Registrations;
pub use sync::{SyncJobs, SyncState, Written};
pub use transaction::Write;
pub use tries::Tries;
