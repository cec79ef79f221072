//! The simulator held to the provider's documented behaviour.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

mod control;
mod faults;
mod journal;
mod lifecycle;
mod orders;
mod pages;
mod provider;
mod recon;
mod webhooks;
