//! The client against the provider simulator, and the webhooks against recorded events.

#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod client;
mod limits;
mod lost_answers;
mod provider;
mod recon;
mod settings;
mod signature;
mod webhook;
