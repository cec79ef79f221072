//! The world that tests run in: a real database, a mail service and a payment provider, all in this process
//! and on their real protocols, with a clock and faults that a test controls.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot set up its world has failed"
)]

mod answer;
mod app;
mod bucket;
mod catalogue;
mod clock;
mod crowd;
mod database;
mod log;
mod meter;
mod orders;
mod settings;
mod world;

pub use answer::{Answer, Request, call};
pub use app::{App, NO_ADDRESS, assert_start_needs};
pub use bucket::BucketGate;
pub use catalogue::{ALL, COLLEGE, COURSE, OTHER_COLLEGE, OTHER_COURSE, SINGLE, STREAM, registration};
pub use clock::{TestClock, counting_entropy};
pub use crowd::{Draw, Known, anybody, record};
pub use database::{Cost, DatabaseProxy, Fault};
pub use log::Log;
pub use meter::WriteUnits;
pub use world::World;
