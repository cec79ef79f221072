//! Configuration: what is read, and what a wrong setting is called.

mod aws;
mod env;
mod secret;
