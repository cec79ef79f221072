//! Google Sheets, simulated.
mod account;
pub use account::ServiceAccount;
