//! Use case: beginning exports, giving them to another worker when theirs has died, and cancelling them.
//!
//! What a worker does is in the function `exports`. Between the two there is an asynchronous event of Lambda and the
//! job's item in table admin. Lambda may bring an event twice and late, and a worker may be thought dead and be alive:
//! the one at work holds the lease of the job, changes it when it begins, and renews it before everything that it keeps.

mod dispatcher;
mod event;

pub use dispatcher::{Cancelled, ExportDispatchError, ExportDispatcher, ExportStart};
pub use event::{ExportEvent, ExportTicket};
pub use invocation::{InvocationError, Invoker};

use time::Duration;

/// A worker without a heartbeat for so long is dead. It sends one with each page and before each part, and none takes as
/// long as this.
pub const DEAD_AFTER: Duration = Duration::minutes(2);
