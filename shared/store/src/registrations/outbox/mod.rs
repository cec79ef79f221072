//! The outbox: one entry for the mail of each paid order, sent once.
//!
//! An entry is PENDING until a sender leases it, SENDING while the lease lasts, and SENT for ever after. A
//! lease that ran out is taken again: the mail may then have gone out already, which no protocol of the
//! mail service can tell.
//!
//! A SENT mail that an administrator wants sent once more stays SENT and gets a lease besides ([`again`]), so
//! that no automatic sender can ever take it.
//!
//! What the mail service reports about a mail after it took it is kept beside that ([`feedback`]); it changes no state.

pub mod again;
mod entry;
pub mod feedback;
mod history;
mod lease;
mod sent;

pub use entry::{Feedback, MailState, OutboxEntry};
pub(super) use entry::{again_item, mail_key, new_item};
pub use history::{CalendarEntry, MailHappening, MailNews, MailTaken, SeatsSaid};
pub use lease::{Leased, Take};
pub use sent::Receipt;
