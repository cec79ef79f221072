//! Use case: the candidates in a spreadsheet, as one job at a time that outlives the request that began it.
//!
//! [`SyncDispatcher`] begins the job and begins it again when its worker has died; [`Worker`] does it. Between the two
//! there is an asynchronous event of Lambda and the job's state in table admin. Lambda may bring an event twice and
//! late, and a worker may be thought dead and be alive: the one at work holds the lease of the state, changes it when
//! it begins, and renews it before everything that it writes.

mod dispatcher;
mod ending;
mod event;
mod messages;
mod moment;
mod payments;
mod place;
mod rows;
mod worker;

pub use dispatcher::{Resumed, SyncDispatchError, SyncDispatcher, SyncStart};
pub use event::{SyncEvent, SyncTicket};
pub use rows::{first_row, header};
pub use worker::{SyncOutcome, WorkError, Worked, Worker};

use time::Duration;

/// A worker without a heartbeat for so long is dead. It sends one before each operation on the spreadsheet, and
/// none takes as long as this.
pub const DEAD_AFTER: Duration = Duration::minutes(2);
