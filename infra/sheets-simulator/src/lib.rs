//! Google Sheets, as far as a service account meets it: the token endpoint, the spreadsheet, its values, the limits of
//! its grid, the quota of the minute, and faults on demand.
//!
//! It speaks the real API, so the product's client works against it unchanged. It keeps what was stored apart from
//! what a formula would become: whoever writes with `USER_ENTERED` sees formulas and numbers appear.

mod a1;
mod account;
mod api;
mod fault;
mod grid;
mod page;
mod simulator;
mod state;
mod traffic;

pub use account::ServiceAccount;
pub use fault::{Fault, Rule};
pub use grid::Cell;
pub use simulator::{SheetsSimulator, SimulatorConfig, Write};
pub use traffic::{Call, Quota};
