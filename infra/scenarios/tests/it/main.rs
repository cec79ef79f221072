//! What the functions do together.

#![allow(clippy::unwrap_used, reason = "a test whose step fails has failed")]

mod catalogue;
mod counter;
mod flows;
mod given_up;
mod model;
mod overlaps;
mod places;
mod races;
mod results_mail;
mod traces;
mod write_units;
