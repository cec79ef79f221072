//! The test environment that tests run in: a real database, a mail service and a payment provider, all in this process
//! and on their real protocols, with a clock and faults that a test controls.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot set itself up has failed"
)]

mod adding;
mod answer;
mod app;
mod bucket;
mod candidates;
mod catalogue;
mod clock;
mod database;
mod forgotten;
mod log;
mod meter;
mod orders;
mod places;
mod rebuild;
mod settings;
mod test_env;

pub use answer::{Answer, Request, call};
pub use app::{App, NO_ADDRESS, assert_start_needs};
pub use bucket::DeletionBarrier;
pub use candidates::{Draw, Known, anybody, record};
pub use catalogue::{ALL, COLLEGE, COURSE, OTHER_COLLEGE, OTHER_COURSE, SINGLE, STREAM, registration};
pub use clock::{TestClock, counting_entropy};
pub use database::{Cost, DatabaseProxy, Fault};
pub use log::Log;
pub use meter::WriteUnits;
pub use orders::{WITHDRAWAL_REASON, paid_order_of, withdrawn_by_organiser};
pub use places::places_in;
pub use rebuild::rebuild;
pub use test_env::TestEnv;
