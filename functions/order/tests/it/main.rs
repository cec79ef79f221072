//! The pass, through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod exams;
mod pass;
mod results;
mod start;
