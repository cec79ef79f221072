//! What an administrator has to look at, kept until somebody has.
//!
//! [`Flag`]s are raised and cleared; an event of the provider is kept for the record with the flag that it raises.

mod event;
mod flag;
mod list;

pub use event::ProviderEvent;
pub use flag::{Flag, UnreadableFlag};
pub(super) use flag::{flag_key, item};
