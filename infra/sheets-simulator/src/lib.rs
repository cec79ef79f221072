//! Google Sheets, as far as a service account meets it: the token endpoint, the spreadsheet, its values, the limits of
//! its grid, the quota of the minute, and faults on demand.
//!
//! It speaks the real API as far as the product's client uses it, and refuses the rest.

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
