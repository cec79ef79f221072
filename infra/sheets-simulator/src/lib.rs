//! Google Sheets, as far as a service account meets it: the token endpoint, the spreadsheet, its values, the limits of
//! its grid, the quota of the minute, and faults on demand.
//!
//! It speaks the real API, so the product's client works against it unchanged. It stores input
//! and formulas apart: with `USER_ENTERED`, text becomes formulas and numbers as in the real sheet.

mod a1;
mod account;
mod api;
mod config;
mod fault;
mod grid;
mod page;
mod simulator;
mod spreadsheets;
mod state;
mod traffic;

pub use account::ServiceAccount;
pub use config::SimulatorConfig;
pub use fault::{Fault, Rule};
pub use grid::Cell;
pub use simulator::SheetsSimulator;
pub use state::Write;
pub use traffic::{Call, Quota};
