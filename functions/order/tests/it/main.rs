//! The pass, through the function's router, in an environment of its own for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod pass;
mod start;
