//! Google Sheets: one tab of one spreadsheet, written by a service account.
//!
//! What belongs here is everything that knows Google's protocol, and nothing that knows what the rows are. `token` is
//! how the service account signs in, `http` one request with its time-outs and repetitions, `wire` Google's JSON, and
//! `tab` what is asked of the spreadsheet.
//!
//! Everything written here may be written again: a request whose answer got lost is repeated.

mod error;
mod http;
mod settings;
mod tab;
mod token;
mod wire;

pub use error::SheetsError;
pub use pauses::Pauses;
pub use settings::{SheetsConfig, Spreadsheet};
pub use tab::{Grid, Sheets, Value};
