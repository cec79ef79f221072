//! Table admin: administrators, the audit log, tills, and the state of jobs.
//!
//! | item | pk | sk | written by |
//! |---|---|---|---|
//! | administrator | `ADMIN#<name in lower case>` | `ADMIN` | `administrators` |
//! | name of an administrator | `ACCOUNTS` | `<name in lower case>`, `#COMPLETE` | `administrators` |
//! | entry of the audit log | `AUDIT#<yyyy-mm>` | `<moment>#<random>` | [`audit`], in the transaction of its change |
//! | state of the job that copies the candidates into the spreadsheet | `SYNC` | `STATE` | `sync` |
//! | a job that exports something into a file | `EXPORTS` | `<moment>-<random>` | [`exports`] |
//! | a message that organisers send to candidates | `MESSAGES` | `<moment>-<random>` | [`messages`] |
//! | the latest daily report; an account that reads it | `REPORTS` | `LATEST`; `TO#<account>` | `reports`; the latter by `administrators` |
//! | state of the reconciliation with the provider | `RECON` | `STATE` | [`recon`] |
//! | a clerk's till of a day: entries, closings | `TILL#<day>#<clerk>` | `ENTRY#…`, `CLOSING#<number>` | [`till`]; an entry in the transaction of its payment |
//! | that a clerk has a till on a day | `TILLS#<day>` | `<clerk>` | [`till`] |
//!
//! The access patterns are on top of each file.

mod administrators;
pub mod audit;
pub mod exports;
pub(crate) mod messages;
pub mod recon;
mod reports;
mod second_factor;
mod sync;
mod table;
pub(crate) mod till;

pub use administrators::{Administrator, Administrators, Changed, MailsAfter};
pub use reports::{DailyReport, ReportTotals, Reports};
pub use second_factor::{Enrolment, SecondFactor};
pub use sync::{Reached, SheetSync, WrittenSheet};
pub use table::{AdminTable, Audit, TillWrite};
