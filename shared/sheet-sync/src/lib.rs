//! Use case: the candidates in a spreadsheet, as one [job](jobs) at a time.

mod copying;
mod messages;
mod moment;
mod payments;
mod place;
mod rows;
mod worker;

pub use messages::DELETING;
pub use rows::{first_row, header};
pub use worker::{WorkError, Worker};
