//! The exams as administrators keep them, through the function's router, in a world of its own for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod start;
