//! Configuration: what is read, and what a wrong setting is called.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod aws;
mod env;
mod secret;
