//! What needs the attention of an administrator, kept until it is dealt with.
//!
//! [`Flag`]s are raised and cleared; an event of the provider is kept for the record with the flag that it raises.

mod event;
mod flag;
mod list;

pub(super) use event::event_item;
pub use event::{Kept, ProviderEvent};
pub use flag::{Flag, UnreadableFlag};
pub(super) use flag::{flag_key, item};
