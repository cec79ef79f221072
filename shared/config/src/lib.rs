//! The typed environment of a function: names of tables, addresses, keys and the AWS client's settings.
//!
//! Everything is read once, at the start, from an [`Env`]: the process's own in Lambda, a map in the local
//! system and in tests; only a secret that few requests need may be read later ([`UnreadSecret`]). Whatever is missing
//! or malformed becomes a [`ConfigError`] that names the variable.

mod aws;
mod env;
mod error;
mod secret;

pub use aws::{ClientOnDemand, client_on_demand};
pub use env::Env;
pub use error::ConfigError;
pub use secret::{Secret, SecretError, UnreadSecret};
