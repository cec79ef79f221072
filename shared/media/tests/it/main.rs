//! What becomes of uploads.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot make its picture has failed"
)]

mod making;
mod pictures;
mod store;
